"""Tools that a program calls for a person, each by its name."""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from aiohttp import web
from pydantic import Field, JsonValue

from bot.http import bodies, errors
from bot.http.contract import CHANNEL, NewMessage, RequestRefused
from bot.http.routes import API, HttpParts, json_response, session_for
from bot.http.turns import MAX_MESSAGE_ID
from domain.errors import AppError
from domain.messages import CallRequest, Frozen, ProgramCall
from domain.tools import Tool, ToolResult

KEY = "Idempotency-Key"


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
        if name not in self.tools:
            parts.clients.caller(request)
            raise RequestRefused(404, "tool_not_found")
        agent, _ = self.tools[name]
        key = request.headers.get(KEY, "")
        if not key or len(key) > MAX_MESSAGE_ID or not key.isprintable():
            raise RequestRefused(400, "bad_request", values={"what": KEY})
        body = await bodies.read_json(request, parts.clients, CallBody)
        session = await session_for(parts, request, body.session_id, body.locale, f"{key}\n{name}")
        wanted = CallRequest(name=name, arguments=json.dumps(body.arguments))
        called = NewMessage(call=ProgramCall(agent=agent, wanted=wanted), message_id=key)
        taken = await parts.turns.take(session, called, per_minute=parts.per_minute)
        answer = await parts.turns.answer(taken, parts.wait if body.wait else 0)
        call_id = f"{CHANNEL}:{session.session_id}:{taken.message_id}/1"
        try:
            result = await self.find(session.user_id, call_id)
        except AppError as error:
            raise errors.refused(error) from error
        shown = answer.model_dump(mode="json", exclude={"done"})
        shown["result"] = _shown(result) if result is not None else None
        return json_response(shown, status=200 if answer.done else 202)


def _shown(result: ToolResult) -> JsonValue:
    """``details`` of an error are for the words of the agent."""
    shown: JsonValue = result.model_dump(
        mode="json", include={"status": True, "value": True, "error": {"code", "message", "hint"}}
    )
    return shown
