"""The endpoint for chat programs that speak OpenAI's protocol: each chat is a conversation.

It is no model. What was said before is kept here, so of a request only the last message counts.
"""

import asyncio
import binascii
import json
import re
import time
from base64 import b64decode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated

import structlog
from aiohttp import web
from aiohttp.typedefs import Handler
from pydantic import Field, JsonValue

from agents import SLUGS
from bot.buttons import button_named
from bot.clock import utc_now
from bot.consent import ConsentRequiredError, ConsentText
from bot.consent_dialog import ask_consent, word_instead
from bot.http import bodies, errors
from bot.http.address import CHANNEL
from bot.http.chat_tasks import is_task, task_done, title_from
from bot.http.contract import (
    ChoiceView,
    HttpCaller,
    NewMessage,
    ReplyView,
    RequestRefused,
    Settled,
    TakenMessage,
)
from bot.http.routes import HttpParts
from bot.http.server import REQUEST_ID
from bot.http.streams import STREAM_HEADERS
from bot.intake import cleaned
from bot.texts.cards import commands_of
from bot.texts.catalogue import catalogue_for
from bot.texts.formats import Formats
from bot.texts.wording import formats_for
from domain.channel_events import ChannelSession, Event, EventKind
from domain.commands import command_in
from domain.errors import AppError
from domain.messages import MAX_TEXT_LENGTH, Frozen
from domain.plain_text import one_line
from domain.topics import PressAction

ROUTER, TITLES = "steward", "steward-titles"
"""Models: the conversation, and one that only ever makes titles."""

MAX_BODY = 64 * 1024 * 1024
"""Bytes. Chat programs send all of a chat with every message, its photos included."""

MAX_MESSAGES, MAX_PARTS = 2_000, 64
"""Of a chat, and of one message: two thousand are months of it."""

MAX_NAME = 200
"""Characters of a chat's own id."""

WAIT_SECONDS, STREAM_SECONDS = 120.0, 600.0
"""How long an answer is waited for, at once and as a stream."""

ALIVE_SECONDS = 10.0
"""After so long without a reply a comment shows that the stream lives."""

_BUTTONS_OF = 10
"""Replies whose buttons can be typed."""

_HEADERS_NAMING = ("X-Conversation-ID", "X-OpenWebUI-Chat-Id")
_NO_NAMES = frozenset({"", "null", "none", "undefined", "new"})
_OWN_ID = re.compile(r"chat-(\d+)-[0-9a-f]{40}")
_OPENING = re.compile(r"([\[<`\\])")
_AROUND = re.compile(r"^\W+|\W+$")
_LONGEST_MARK = 200
_DATA_URL = re.compile(r"data:[\w.+/-]*(;[\w.+=-]+)*;base64,", re.ASCII)

_TYPES = {
    401: "authentication_error",
    403: "permission_error",
    429: "rate_limit_error",
}
_SERVER_ERROR = 500


_log = structlog.get_logger(__name__)


class _ImageUrl(Frozen):
    url: str = ""


_NO = _ImageUrl()


class _FileData(Frozen):
    file_data: str = ""


class _ContentPart(Frozen):
    type: str
    text: str = ""
    image_url: _ImageUrl | str | None = None
    file: _FileData | None = None


class ChatMessage(Frozen):
    role: str
    content: str | Annotated[tuple[_ContentPart, ...], Field(max_length=MAX_PARTS)] | None = None

    @property
    def text(self) -> str:
        if isinstance(self.content, str):
            return self.content
        return "\n".join(part.text for part in self.content or () if part.type == "text")


class _StreamOptions(Frozen):
    include_usage: bool = False


class ChatBody(Frozen):
    """Of ``POST /v1/chat/completions``, as far as it counts here."""

    model: Annotated[str, Field(max_length=200)]
    messages: Annotated[tuple[ChatMessage, ...], Field(min_length=1, max_length=MAX_MESSAGES)]
    stream: bool = False
    stream_options: _StreamOptions | None = None
    n: int | None = None
    metadata: dict[str, JsonValue] | None = None


@dataclass(frozen=True)
class _Chat:
    """A message that was taken, and what its answer must say of itself."""

    taken: TakenMessage
    name: str
    model: str
    with_usage: bool

    @property
    def id(self) -> str:
        return f"chatcmpl-{self.taken.message_id}"


@dataclass(frozen=True)
class ChatPrograms:
    """The handlers. ``home`` is the agent that is asked first on this channel, if one is."""

    parts: HttpParts
    home: str | None = None
    agents: tuple[str, ...] = SLUGS
    wait: float = WAIT_SECONDS
    stream_wait: float = STREAM_SECONDS
    alive: float = ALIVE_SECONDS
    clock: Callable[[], float] = time.time

    def routes(self) -> list[web.RouteDef]:
        return [
            web.post("/v1/chat/completions", self._in_their_form(self.chat)),
            web.get("/v1/models", self._in_their_form(self.models), allow_head=False),
            web.get("/v1/models/{model}", self._in_their_form(self.model), allow_head=False),
        ]

    @property
    def _models(self) -> tuple[str, ...]:
        return (ROUTER, *((f"{ROUTER}-{self.home}",) if self.home else ()), TITLES)

    async def models(self, request: web.Request) -> web.StreamResponse:
        self._caller(request)
        listed = [self._model(name) for name in self._models]
        return web.json_response({"object": "list", "data": listed})

    async def model(self, request: web.Request) -> web.StreamResponse:
        self._caller(request)
        name = request.match_info["model"]
        self._check_model(name)
        return web.json_response(self._model(name))

    def _model(self, name: str) -> dict[str, object]:
        return {"id": name, "object": "model", "created": 0, "owned_by": "steward"}

    def _check_model(self, name: str) -> None:
        if name not in self._models:
            raise RequestRefused(404, "model_not_found", values={"what": ", ".join(self._models)})

    def _caller(self, request: web.Request) -> HttpCaller:
        """An operator looks on, and has no conversations of their own."""
        caller = self.parts.clients.caller(request)
        if caller.operator:
            raise RequestRefused(403, "forbidden")
        return caller

    async def chat(self, request: web.Request) -> web.StreamResponse:
        caller = self._caller(request)
        clients = self.parts.clients
        body, files = await bodies.read_json_with_files(request, clients, ChatBody, MAX_BODY)
        self._check_model(body.model)
        if body.n not in (None, 1):
            raise RequestRefused(400, "bad_request", values={"what": "n"})
        asked = [message for message in body.messages if message.role == "user"]
        if not asked:
            raise RequestRefused(400, "bad_request", values={"what": "messages"})
        last, earlier = asked[-1], tuple(message.text for message in asked[:-1])
        if last.text in files:
            raise RequestRefused(413, "too_large", values={"limit": f"{MAX_TEXT_LENGTH}"})
        if is_task(last.text) or body.model == TITLES:
            return await self._task(request, body, last.text, earlier)
        name, locale = _name_of(request, body), clients.locale_of(request)
        try:
            said = await self._find_said(caller, name, body, last)
            text = "\n".join(message.text for message in said)
            session = await self.parts.sessions.named(
                caller, name, locale, lambda: clients.count_new_session(request, caller), text
            )
            read = [await asyncio.to_thread(_contents, message, files) for message in said]
            contents = tuple(content for each in read for content in each)
            with clients.connected(request, session.user_id):
                taken = await self._take_once(session, name, len(asked), text, contents)
                with_usage = body.stream_options is not None and body.stream_options.include_usage
                chat = _Chat(taken=taken, name=name, model=body.model, with_usage=with_usage)
                return await (self._streamed(request, chat) if body.stream else self._whole(chat))
        except ConsentRequiredError as required:
            formats = formats_for(locale, "UTC", utc_now(), self.agents)
            return await self._say_at_once(request, body, _words_instead(required, formats))

    async def _find_said(
        self, caller: HttpCaller, name: str, body: ChatBody, last: ChatMessage
    ) -> tuple[ChatMessage, ...]:
        """Returns the last message, or where that is a yes to the question for consent what was
        said before: the chat program has it, nothing here does.

        Raises ``ConsentRequiredError`` for a no, and for a yes behind which nothing waits.
        """
        consent, text = self.parts.turns.consent, self.parts.turns.consent.text
        talk = [each for each in body.messages if each.role in ("user", "assistant")]
        while talk.pop() is not last:
            pass
        language = _language_asked(text, talk[-1]) if text is not None and talk else None
        if text is None or language is None:
            return (last,)
        buttons = ask_consent(text, catalogue_for(language)).buttons
        pressed = button_named(cleaned(last.text), buttons)
        if pressed is None:
            return (last,)
        user_id = self.parts.sessions.find_person(caller, name)
        if pressed.press.action == PressAction.DECLINE:
            raise ConsentRequiredError(consent, text, user_id, "consent.declined")
        await consent.give(user_id, language, CHANNEL, "word")
        waiting: list[ChatMessage] = []
        while len(talk) > 1 and _language_asked(text, talk.pop()):
            waiting.insert(0, talk.pop())
        if not waiting:
            raise ConsentRequiredError(consent, text, user_id, "consent.thanks_again")
        return tuple(waiting)

    async def _take_once(
        self, session: ChannelSession, name: str, place: int, text: str, contents: tuple[bytes, ...]
    ) -> TakenMessage:
        """The last message of the chat is taken once, however often it is sent. The same words
        behind another message are a new one: some programs send no more than the last message, so
        that its place is always the first.
        """
        digests = [sha256(content).hexdigest() for content in contents]
        begins = f"chat-{place}-{_hash([name, place, text, digests])}"
        kinds = frozenset({EventKind.TRANSCRIPT})
        newest = await self.parts.log.newest(session.session_id, _BUTTONS_OF, kinds)
        # The last message that came by this endpoint.
        last = next((event for event in newest if _OWN_ID.fullmatch(event.key)), None)
        if last is not None and last.key.startswith(begins):
            self.parts.turns.follow(session.session_id, last.key, after=last.seq)
            return TakenMessage(session=session, message_id=last.key, after=last.seq, again=True)
        if last is not None and _place_of(last) > place:
            raise RequestRefused(409, "conversation_moved_on")
        message_id = begins + _hash([last.key if last is not None else ""])
        press = None if contents else await self._typed_button(session, text)
        said = NewMessage(text=text, contents=contents, press=press, message_id=message_id)
        return await self.parts.turns.take(session, said, per_minute=self.parts.per_minute)

    async def _typed_button(
        self, session: ChannelSession, text: str
    ) -> tuple[str, str, str] | None:
        """The button whose label this is: a chat program shows none, so they are typed."""
        said = _plain(cleaned(text))
        if not said or command_in(cleaned(text), commands_of(self.agents)) is not None:
            return None
        kinds = frozenset({EventKind.REPLY})
        for event in await self.parts.log.newest(session.session_id, _BUTTONS_OF, kinds):
            for choice in ReplyView.model_validate(event.payload).choices:
                if _plain(choice.label) == said:
                    return choice.action, choice.subject, choice.value
        return None

    async def _whole(self, chat: _Chat) -> web.StreamResponse:
        answer = await self.parts.turns.answer(chat.taken, self.wait)
        replaced = {reply.replaces for reply in answer.replies}
        replies = [reply for reply in answer.replies if reply.id not in replaced]
        if not answer.done and not replies:
            raise _not_done()
        content = "\n\n".join(_words(reply) for reply in replies)
        message = {"role": "assistant", "content": content}
        finished = "stop" if answer.done else "length"
        told = self._completion(
            chat.id, chat.model, "chat.completion", {"message": message}, finished
        )
        told["usage"] = await self._usage(chat)
        return web.json_response(told, headers={"X-Conversation-ID": chat.name})

    async def _streamed(self, request: web.Request, chat: _Chat) -> web.StreamResponse:
        """One chunk for each reply as it is said, whole: it was checked before anybody sees it."""
        named = {"X-Conversation-ID": chat.name}
        async with self.parts.streams.writing(request, named) as response:
            await response.prepare(request)
            try:
                await self._say(response, chat)
            except (RequestRefused, AppError) as error:
                refusal = errors.refusal_of(error)
                await response.write(_data({"error": self._error(request, refusal)}))
            await response.write_eof()
        return response

    async def _say(self, response: web.StreamResponse, chat: _Chat) -> None:
        """Raises ``RequestRefused`` when it takes too long."""
        await response.write(self._chunk(chat, {"role": "assistant", "content": ""}))
        taken, clock = chat.taken, asyncio.get_running_loop().time
        until, first = clock() + self.stream_wait, True
        hub = self.parts.streams.hub
        async with hub.reading(taken.session.session_id, taken.after) as events:
            while True:
                try:
                    async with asyncio.timeout(min(self.alive, until - clock())):
                        event = await anext(events)
                except StopAsyncIteration:
                    break
                except TimeoutError:
                    if clock() >= until:
                        raise _not_done() from None
                    await response.write(b": working\n\n")
                    continue
                if event is None:
                    continue
                if event.kind is EventKind.REPLY:
                    words = _words(ReplyView.model_validate(event.payload))
                    delta = {"content": words if first else f"\n\n{words}"}
                    await response.write(self._chunk(chat, delta))
                    first = False
                elif event.kind is EventKind.STATE:
                    settled = Settled.model_validate(event.payload)
                    if settled.message_id == taken.message_id:
                        break
        await response.write(self._chunk(chat, {}, finished="stop"))
        if chat.with_usage:
            told = self._completion(chat.id, chat.model, "chat.completion.chunk")
            await response.write(_data({**told, "usage": await self._usage(chat)}))
        await response.write(b"data: [DONE]\n\n")

    async def _task(
        self, request: web.Request, body: ChatBody, text: str, earlier: tuple[str, ...]
    ) -> web.StreamResponse:
        """What the chat program asks for itself never reaches the conversation."""
        said = tuple(each for each in earlier if not is_task(each))
        answer = task_done(text, said) if is_task(text) else title_from(text)
        if answer is None:
            raise RequestRefused(400, "bad_request", values={"what": "### Task"})
        return await self._say_at_once(request, body, answer)

    async def _say_at_once(
        self, request: web.Request, body: ChatBody, answer: str
    ) -> web.StreamResponse:
        """Answers without the conversation."""
        made = f"chatcmpl-{request[REQUEST_ID]}"
        message = {"role": "assistant", "content": answer}
        if not body.stream:
            told = self._completion(
                made, body.model, "chat.completion", {"message": message}, "stop"
            )
            return web.json_response({**told, "usage": _usage(0, 0)})
        response = web.StreamResponse(headers=STREAM_HEADERS)
        await response.prepare(request)
        told = self._completion(
            made, body.model, "chat.completion.chunk", {"delta": message}, "stop"
        )
        await response.write(_data(told) + b"data: [DONE]\n\n")
        return response

    def _chunk(self, chat: _Chat, delta: Mapping[str, str], finished: str | None = None) -> bytes:
        kind = "chat.completion.chunk"
        return _data(self._completion(chat.id, chat.model, kind, {"delta": delta}, finished))

    def _completion(
        self,
        made: str,
        model: str,
        kind: str,
        choice: Mapping[str, object] | None = None,
        finished: str | None = None,
    ) -> dict[str, object]:
        """What all answers have in common; without a choice it is the chunk with the usage."""
        one = [{"index": 0, **choice, "finish_reason": finished}] if choice is not None else []
        created = int(self.clock())
        return {"id": made, "object": kind, "created": created, "model": model, "choices": one}

    async def _usage(self, chat: _Chat) -> dict[str, int] | None:
        """None when it is not known: the answer is worth more than its price."""
        taken = chat.taken
        try:
            return _usage(*await self.parts.log.tokens(taken.session.session_id, taken.message_id))
        except AppError as error:
            _log.warning("http.usage_unknown", code=error.code)
            return None

    def _in_their_form(self, handler: Handler) -> Handler:
        """Errors as the clients of this protocol know them."""

        async def handle(request: web.Request) -> web.StreamResponse:
            try:
                return await handler(request)
            except (RequestRefused, AppError) as error:
                refusal = errors.refusal_of(error)
            told = {"error": self._error(request, refusal)}
            headers = errors.headers_of(refusal)
            if not refusal.retryable:
                headers["X-Should-Retry"] = "false"  # their client repeats every 409 otherwise
            return web.json_response(told, status=refusal.status, headers=headers)

        return handle

    def _error(self, request: web.Request, refusal: RequestRefused) -> dict[str, object]:
        words = catalogue_for(self.parts.clients.locale_of(request))
        usual = "server_error" if refusal.status >= _SERVER_ERROR else "invalid_request_error"
        return {
            **errors.fields_of(refusal, words),
            "type": _TYPES.get(refusal.status, usual),
            "param": None,
            "request_id": request[REQUEST_ID],
        }


def _not_done() -> RequestRefused:
    return RequestRefused(503, "not_done_yet", retryable=True, retry_after=errors.RETRY_SECONDS)


def _name_of(request: web.Request, body: ChatBody) -> str:
    """What the chat program calls its chat. A place that it should have filled names none."""
    said: list[object] = [request.headers.get(header) for header in _HEADERS_NAMING]
    said.append((body.metadata or {}).get("conversation_id"))
    for name in said:
        if isinstance(name, str) and name.strip().casefold() not in _NO_NAMES and "{{" not in name:
            if len(name) > MAX_NAME or not name.isprintable():
                raise RequestRefused(400, "bad_request", values={"what": "X-Conversation-ID"})
            return name.strip()
    raise RequestRefused(400, "conversation_id_required")


def _contents(message: ChatMessage, files: Mapping[str, memoryview]) -> tuple[bytes, ...]:
    """The files of a message, of which ``files`` were taken out of the body. An address is not
    fetched: it could be one of this network.
    """
    parts = () if isinstance(message.content, str) else message.content or ()
    urls = (_url_of(part) for part in parts if part.type != "text")
    return tuple(_decoded(url, files) for url in urls)


def _url_of(part: _ContentPart) -> str:
    if part.type == "image_url":
        return part.image_url if isinstance(part.image_url, str) else (part.image_url or _NO).url
    if part.type == "file" and part.file is not None:
        return part.file.file_data
    raise RequestRefused(415, "unsupported_media")


def _decoded(url: str, files: Mapping[str, memoryview]) -> bytes:
    mark = _DATA_URL.match(url[:_LONGEST_MARK])
    if url in files:
        encoded = bytes(files[url]).replace(b"\\/", b"/")  # as some write a slash in JSON
    elif mark is not None:
        encoded = url[mark.end() :].encode()
    else:
        raise RequestRefused(400, "bad_request", values={"what": "image_url"})
    try:
        return b64decode(encoded, validate=True)
    except (binascii.Error, ValueError) as error:
        raise RequestRefused(400, "bad_request", values={"what": "image_url"}) from error


def _hash(told: object) -> str:
    """Half of what a message's id has: what it says, or what it stands behind."""
    return sha256(json.dumps(told).encode()).hexdigest()[:20]


def _plain(label: str) -> str:
    """Without the symbol before it, the mark of a list and capitals: nobody types those."""
    return _AROUND.sub("", label).casefold()


def _place_of(event: Event) -> int:
    own = _OWN_ID.fullmatch(event.key)
    return int(own[1]) if own else 0


def _words(reply: ReplyView) -> str:
    """With its buttons, which can be typed, and the paths of its files.

    Chat programs read Markdown: lines stay apart, and what somebody wrote makes no link or picture
    that fetches something.
    """
    text = reply.text.replace("](", "] (").replace("\n", "  \n")
    buttons = "\n".join(f"- {_marked(choice.label)}" for choice in reply.choices)
    files = "\n".join(f"- {_marked(file.name)}: {file.url}" for file in reply.files)
    return "\n\n".join(part for part in (text, files, buttons) if part)


def _words_instead(required: ConsentRequiredError, formats: Formats) -> str:
    """The question for consent, or what is said in its place."""
    wording = word_instead(required, formats)
    choices = tuple(
        ChoiceView(label=each.label, **each.press.model_dump()) for each in wording.buttons
    )
    return _words(ReplyView(id="", text=wording.text(), choices=choices))


def _language_asked(text: ConsentText, told: ChatMessage) -> str | None:
    """The language in which a message puts the question for consent."""
    shown = " ".join(told.text.split()) if told.role == "assistant" else ""
    return next((each for each in text.texts if " ".join(text.texts[each].split()) in shown), None)


def _marked(name: str) -> str:
    """A label or a name as Markdown shows it: no link, picture, code or HTML begins in it."""
    return _OPENING.sub(r"\\\1", one_line(name))


def _usage(taken_in: int, given_out: int) -> dict[str, int]:
    return {
        "prompt_tokens": taken_in,
        "completion_tokens": given_out,
        "total_tokens": taken_in + given_out,
    }


def _data(told: Mapping[str, object]) -> bytes:
    return f"data: {json.dumps(told, ensure_ascii=False)}\n\n".encode()
