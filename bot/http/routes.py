"""The API of sessions: each request is read, handed on, and answered in JSON."""

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal
from urllib.parse import quote
from uuid import uuid4

from aiohttp import web
from pydantic import Field, JsonValue

from adapters.health.report import Checkup
from bot.handover import NoWorkerError
from bot.http import bodies
from bot.http.address import CHANNEL
from bot.http.bodies import MessageBody, PressBody
from bot.http.clients import Clients
from bot.http.contract import (
    AnswerView,
    FileView,
    HttpCaller,
    HungUp,
    NewMessage,
    ReplyView,
    RequestRefused,
    Settled,
)
from bot.http.ports import EventLog
from bot.http.streams import EventStreams, after_of, payload_of
from bot.http.turns import CLOSED, WORKING, HttpSessions, HttpTurns
from bot.ports import StoredFiles
from domain.channel_events import ChannelSession, Event, EventKind
from domain.conversation import ConversationState, ConversationStatus
from domain.messages import Frozen
from domain.tasks import Place

API = "/api/v1"
SESSION = API + "/chat/sessions/{session_id}"

PAGE_SIZE, MAX_PAGE_SIZE = 50, 500
_LOG_PAGE = 500
_REPLIES = frozenset({EventKind.REPLY})
_SPOKEN = frozenset({EventKind.TRANSCRIPT, EventKind.REPLY})
_STATES_OF_A_CALL = 100
"""How many of a call's own states may stand behind the last settled message."""


class ToolView(Frozen):
    """A tool of another server."""

    server: str
    name: str
    description: str
    input_schema: dict[str, JsonValue]
    read_only: bool
    repeatable: bool


async def no_tools() -> Sequence[ToolView]:
    return ()


@dataclass(frozen=True)
class HttpParts:
    """What the server is put together from."""

    clients: Clients
    sessions: HttpSessions
    turns: HttpTurns
    log: EventLog
    streams: EventStreams
    files: StoredFiles
    wait: float = 30
    """Seconds."""
    per_minute: int = 30
    """Messages of a person."""
    tools: Callable[[], Awaitable[Sequence[ToolView]]] = no_tools
    """Of other servers, those that are in use and can be asked now."""
    health: Checkup | None = None

    async def session_for(  # noqa: PLR0913 - what a request may say of its session
        self,
        request: web.Request,
        caller: HttpCaller,
        session_id: str | None,
        locale: str | None,
        seed: str = "",
        *,
        first: str = "",
    ) -> ChannelSession:
        """The named session, or a new one: the same ``seed`` of the same person opens the same.
        ``first`` are the words for which it is opened.
        """
        if session_id is not None:
            return await self.sessions.of(caller, session_id)
        return await self.new_session(request, caller, locale, seed=seed, first=first)

    async def new_session(  # noqa: PLR0913 - as above
        self,
        request: web.Request,
        caller: HttpCaller,
        locale: str | None,
        *,
        seed: str = "",
        timezone: str = "",
        first: str = "",
    ) -> ChannelSession:
        clients = self.clients
        clients.count_new_session(request, caller)
        spoken = clients.usual(locale) if locale is not None else clients.locale_of(request)
        return await self.sessions.open(caller, spoken, seed=seed, timezone=timezone, first=first)


class FeedbackBody(Frozen):
    """``reply_id`` names the reply that it is about."""

    rating: Literal["up", "down"]
    reply_id: Annotated[str, Field(max_length=500)] = ""


class CodeBody(Frozen):
    code: Annotated[str, Field(max_length=200)]


class OpenBody(Frozen):
    """``timezone`` is that of the device; one that nobody knows counts for nothing."""

    locale: bodies.Locale | None = None
    timezone: Annotated[str, Field(max_length=64)] = ""
    first: Annotated[str, Field(max_length=64)] = ""
    """The command for which it is opened, if it is one."""


@dataclass(frozen=True)
class Api:
    """The handlers."""

    parts: HttpParts

    def routes(self) -> list[web.RouteDef]:
        return [
            web.post(f"{API}/chat/orchestrator/message", self.message),
            web.get(f"{API}/chat/sessions", self.sessions, allow_head=False),
            web.get(SESSION, self.session, allow_head=False),
            web.delete(SESSION, self.hang_up),
            web.get(f"{SESSION}/events", self.events, allow_head=False),
            web.get(f"{SESSION}/messages", self.messages, allow_head=False),
            web.post(f"{SESSION}/press", self.press),
            web.post(f"{SESSION}/feedback", self.feedback),
            web.get(SESSION + "/files/{sha256:[0-9a-f]{64}}", self.file, allow_head=False),
            web.get(f"{API}/mcp/tools", self.tools, allow_head=False),
            web.post("/page/code", self.code),
            web.post("/page/sessions", self.open),
        ]

    async def message(self, request: web.Request) -> web.Response:
        if bodies.kind_of(request) == bodies.FORM:
            form = await bodies.read_form(request, self.parts.clients)
            body, contents = bodies.checked(form, MessageBody), form.files
        else:
            body, contents = await bodies.read_json(request, self.parts.clients, MessageBody), ()
        seed = f"{body.message_id}\n{body.message}" if body.message_id else ""
        caller = self.parts.clients.caller(request, new=body.session_id is None)
        session = await self.parts.session_for(
            request, caller, body.session_id, body.locale, seed, first=body.message
        )
        said = NewMessage(text=body.message, contents=contents, message_id=body.message_id)
        return await self._answered(session, said, wait=body.wait)

    async def press(self, request: web.Request) -> web.Response:
        session = await self._own(request)
        body = await bodies.read_json(request, self.parts.clients, PressBody)
        press = NewMessage(
            text=body.label,
            press=(body.action, body.subject, body.value),
            message_id=body.message_id,
        )
        return await self._answered(session, press, wait=body.wait)

    async def _answered(
        self, session: ChannelSession, said: NewMessage, *, wait: bool
    ) -> web.Response:
        parts = self.parts
        taken = await parts.turns.take(session, said, per_minute=parts.per_minute)
        answer = await parts.turns.answer(taken, parts.wait if wait else 0)
        return answer_of(answer)

    async def events(self, request: web.Request) -> web.StreamResponse:
        session = await self._own(request)
        await self._catch_up(session)
        with self.parts.clients.connected(request, session.user_id):
            return await self.parts.streams.stream(request, session)

    async def _catch_up(self, session: ChannelSession) -> bool:
        """What another process of ours took, and did not live to see settled, is settled here.
        Whether there is any.
        """
        left = await self.parts.log.unsettled(session.session_id)
        if left:
            messages = (event.key for event in left)
            self.parts.turns.follow(session.session_id, *messages, after=left[0].seq)
        return bool(left)

    async def _last_known(self, session: ChannelSession) -> str:
        """The state by the log alone: what its last settled message came to. Calls and what was
        broken off there are states of their own.
        """
        states = frozenset({EventKind.STATE})
        newest = await self.parts.log.newest(session.session_id, _STATES_OF_A_CALL, states)
        ends = (Settled.model_validate(event.payload) for event in newest)
        return next((end.state for end in ends if end.message_id), CLOSED)

    async def sessions(self, request: web.Request) -> web.Response:
        """A key that names no user has a person for each session, so there is nobody's list."""
        caller = self.parts.clients.caller(request)
        if caller.operator or caller.user_id is None:
            raise RequestRefused(403, "forbidden")
        found = await self.parts.log.summaries(caller.user_id, _limit(request))
        return json_response({"sessions": [each.model_dump(mode="json") for each in found]})

    async def messages(self, request: web.Request) -> web.Response:
        session = await self._own(request)
        after, limit = after_of(request), _limit(request)
        found = await self.parts.log.read(session.session_id, after, limit, kinds=_SPOKEN)
        return json_response(
            {
                "session_id": session.session_id,
                "messages": [_listed(event) for event in found],
                "cursor": found[-1].seq if found else after,
            }
        )

    async def session(self, request: web.Request) -> web.Response:
        caller = self.parts.clients.caller(request)
        session = await self._looked_on(request, caller)
        left = await self._catch_up(session)
        try:
            status = await self.parts.turns.gateway.status(CHANNEL, session.session_id)
            state, questions = _state(status), status.questions if status else ()
        except NoWorkerError:
            status, state = None, WORKING if left else await self._last_known(session)
            questions = None
        hung_up = await self._hung_up(session)
        places = [task.place for task in status.tasks if task.place] if status else []
        place = places[-1] if places else Place()
        told: dict[str, object] = {
            "session_id": session.session_id,
            "state": state,
            "node": place.node or None,
            "path": list(place.path),
            "missing": sorted({f for task in status.tasks for f in task.missing} if status else ()),
            "version": place.version or None,
            "questions": questions,
            "files": status.files.model_dump() if status and status.files else None,
            "call_ended": hung_up is not None,
            "hangup_status": hung_up.hangup_status if hung_up else None,
        }
        if caller.operator:
            told["context"] = status.model_dump(mode="json") if status else None
        return json_response(told)

    async def _hung_up(self, session: ChannelSession) -> HungUp | None:
        """How it ended, if nothing was said since."""
        kinds = frozenset({EventKind.HANGUP, EventKind.TRANSCRIPT})
        newest = await self.parts.log.newest(session.session_id, 1, kinds)
        ended = newest and newest[0].kind is EventKind.HANGUP
        return HungUp.model_validate(newest[0].payload) if ended else None

    async def feedback(self, request: web.Request) -> web.Response:
        session = await self._own(request)
        body = await bodies.read_json(request, self.parts.clients, FeedbackBody)
        self.parts.clients.count_deed(session.user_id)
        await self.parts.turns.consent.check(session.user_id)
        key = f"{uuid4().hex}/feedback"
        await self.parts.log.add(session.session_id, EventKind.FEEDBACK, key, body)
        return web.Response(status=204)

    async def hang_up(self, request: web.Request) -> web.Response:
        caller = self.parts.clients.caller(request)
        session = await self._looked_on(request, caller)
        if not caller.operator:
            self.parts.clients.count_deed(session.user_id)
        await self.parts.turns.hang_up(session, "operator" if caller.operator else "caller")
        return web.Response(status=204)

    async def file(self, request: web.Request) -> web.Response:
        """A file of a reply of this session, never shown in the page's own place."""
        session, sha256 = await self._own(request), request.match_info["sha256"]
        named = await self._find_file(session, sha256)
        _, content = await self.parts.files.get(session.user_id, sha256)
        disposition = f"attachment; filename*=UTF-8''{quote(named.name, safe='')}"
        headers = {
            "Content-Type": named.mime_type,
            "Content-Disposition": disposition,
            "Content-Security-Policy": "sandbox; default-src 'none'",
        }
        return web.Response(body=content, headers=headers)

    async def _find_file(self, session: ChannelSession, sha256: str) -> FileView:
        after = 0
        while True:
            page = await self.parts.log.read(session.session_id, after, _LOG_PAGE, kinds=_REPLIES)
            for event in page:
                for file in ReplyView.model_validate(event.payload).files:
                    if file.url.endswith(sha256):
                        return file
            if len(page) < _LOG_PAGE:
                raise RequestRefused(404, "session_not_found")
            after = page[-1].seq

    async def tools(self, request: web.Request) -> web.Response:
        if not self.parts.clients.caller(request).operator:
            raise RequestRefused(403, "forbidden")
        return json_response([each.model_dump(mode="json") for each in await self.parts.tools()])

    async def code(self, request: web.Request) -> web.Response:
        """The page's code: who knows it gets a cookie."""
        body = await bodies.read_json(request, self.parts.clients, CodeBody)
        self.parts.clients.enter(body.code, request)
        return web.Response(status=204)

    async def open(self, request: web.Request) -> web.Response:
        """A session before its first message, so that a page knows where that belongs."""
        caller = self.parts.clients.caller(request, new=True)
        body = await bodies.read_json(request, self.parts.clients, OpenBody)
        session = await self.parts.new_session(
            request, caller, body.locale, timezone=body.timezone, first=body.first
        )
        return json_response({"session_id": session.session_id}, status=201)

    async def _own(self, request: web.Request) -> ChannelSession:
        caller = self.parts.clients.caller(request)
        return await self.parts.sessions.of(caller, request.match_info["session_id"])

    async def _looked_on(self, request: web.Request, caller: HttpCaller) -> ChannelSession:
        """Of a person, or any for an operator."""
        session_id = request.match_info["session_id"]
        return await self.parts.sessions.of(caller, session_id, looking_on=True)


def json_response(body: object, status: int = 200) -> web.Response:
    """In the letters of its language."""
    return web.json_response(text=json.dumps(body, ensure_ascii=False), status=status)


def answer_of(answer: AnswerView) -> web.Response:
    """200 when all is said, 202 when there may be more."""
    return json_response(
        answer.model_dump(mode="json", exclude={"done"}), status=200 if answer.done else 202
    )


def _listed(event: Event) -> dict[str, object]:
    at = event.at.isoformat() if event.at is not None else None
    return {"seq": event.seq, "kind": event.kind.value, "at": at, "payload": payload_of(event)}


def _state(status: ConversationStatus | None) -> str:
    if status is None:
        return CLOSED
    busy = status.state is ConversationState.WORKING or status.replies_pending > 0
    return WORKING if busy else status.state.value


def _limit(request: web.Request) -> int:
    said = request.query.get("limit", str(PAGE_SIZE))
    if not (said.isascii() and said.isdecimal()) or not 1 <= int(said[:6]) <= MAX_PAGE_SIZE:
        raise RequestRefused(400, "bad_request", values={"what": "limit"})
    return int(said)
