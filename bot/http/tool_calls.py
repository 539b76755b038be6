"""Tools that a program calls for a person, each by its name."""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

import structlog
from aiohttp import web
from pydantic import Field, JsonValue, TypeAdapter, ValidationError

from bot.http import bodies
from bot.http.address import CHANNEL
from bot.http.contract import NewMessage, RequestRefused
from bot.http.routes import API, HttpParts, json_response
from domain.errors import AppError
from domain.messages import CallRequest, Frozen, ProgramCall
from domain.tools import ErrorCode, Tool, ToolError, ToolResult, ToolStatus

KEY = "Idempotency-Key"
MAX_ARGUMENTS = 16_000
"""Characters of a call's arguments as JSON: they go through signals and histories."""

_KEYS: TypeAdapter[str] = TypeAdapter(bodies.MessageId)
_NOT_DONE = ToolError(
    code=ErrorCode.UNAVAILABLE,
    message="It was not carried out.",
    hint="The replies say why.",
)
_log = structlog.get_logger(__name__)


class CallBody(Frozen):
    """Of ``POST …/tools/{name}``. Without ``session_id`` a session is opened: the same one for the
    same key.
    """

    arguments: dict[str, JsonValue] = Field(default_factory=dict)
    session_id: str | None = None
    locale: bodies.Locale | None = None
    wait: bool = True


@dataclass(frozen=True)
class ToolRoutes:
    """``tools`` are those of the enabled agents, with the agent's slug, by name. ``find`` gives
    what a call of a person came to, by the call's id; it raises ``AppError``.
    """

    parts: HttpParts
    tools: Mapping[str, tuple[str, Tool]]
    find: Callable[[str, str], Awaitable[ToolResult | None]]

    def routes(self) -> list[web.RouteDef]:
        return [web.post(f"{API}/tools/{{name}}", self.call)]

    async def call(self, request: web.Request) -> web.Response:
        """The call goes through the person's conversation, as their words do, so that one is done
        after the other. The same key again is the same call, and has the same answer.
        """
        parts, name = self.parts, request.match_info["name"]
        caller = parts.clients.caller(request, new=True)
        if name not in self.tools:
            raise RequestRefused(404, "tool_not_found")
        agent, _ = self.tools[name]
        key = key_of(request)
        body = await bodies.read_json(request, parts.clients, CallBody)
        seed = f"{key}\n{name}"
        session = await parts.session_for(request, caller, body.session_id, body.locale, seed)
        wanted = CallRequest(name=name, arguments=_dump_arguments(body.arguments))
        called = NewMessage(call=ProgramCall(agent=agent, wanted=wanted), message_id=key)
        taken = await parts.turns.take(session, called, per_minute=parts.per_minute)
        answer = await parts.turns.answer(taken, parts.wait if body.wait else 0)
        call_id = f"{CHANNEL}:{session.session_id}:{taken.message_id}/1"
        shown = answer.model_dump(mode="json", exclude={"done"})
        shown["result"] = await self._result(session.user_id, call_id, done=answer.done)
        return json_response(shown, status=200 if answer.done else 202)

    async def _result(self, user_id: str, call_id: str, *, done: bool) -> JsonValue:
        """None while it is not known. The call was taken: that its result can't be read now does
        not undo that.
        """
        try:
            result = await self.find(user_id, call_id)
        except AppError as error:
            _log.warning("http.result_not_read", code=error.code)
            return None
        if result is None and done:
            result = ToolResult(call_id=call_id, status=ToolStatus.FAILED, error=_NOT_DONE)
        return _view(result) if result is not None else None


def key_of(request: web.Request) -> str:
    """The id of the call. It is a message's id in the person's conversation."""
    try:
        key = _KEYS.validate_python(request.headers.get(KEY, ""))
    except ValidationError:
        key = ""
    if not key:
        raise RequestRefused(400, "bad_request", values={"what": KEY})
    return key


def _dump_arguments(arguments: dict[str, JsonValue]) -> str:
    try:
        written = json.dumps(arguments, allow_nan=False, sort_keys=True)
    except ValueError:
        raise RequestRefused(400, "bad_request", values={"what": "arguments"}) from None
    if len(written) > MAX_ARGUMENTS:
        raise RequestRefused(413, "too_large")
    return written


def _view(result: ToolResult) -> JsonValue:
    """``details`` of an error are for the words of the agent."""
    shown: JsonValue = result.model_dump(
        mode="json", include={"status": True, "value": True, "error": {"code", "message", "hint"}}
    )
    return shown
