"""An OpenAI-compatible server with scripted answers and faults, on a loopback port of its own.

It refuses requests that a real server would refuse, so a test can't pass with a malformed one.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from aiohttp import web

from tests.model_server.requests import (
    STEP,
    MalformedRequestError,
    ModelRequest,
    Recording,
    parsed,
    recorded,
)

TRANSCRIPTION = "transcription"
"""What a voice note is called where a schema's name is wanted."""

SPEECH = "speech"
"""What a sentence to be said is called there."""
_SPEECH_FIELDS = {"input", "model", "voice", "response_format"}

Payload = Mapping[str, object]
Wanted = str | Callable[["ModelRequest"], bool]
Reply = Payload | Callable[["ModelRequest"], Payload]


@dataclass
class _Rule:
    """One line of the script; ``times`` None means for ever."""

    wanted: Wanted
    respond: Callable[[ModelRequest], "asyncio.Future[web.Response] | web.Response"]
    times: int | None

    def takes(self, request: ModelRequest) -> bool:
        if self.times == 0:
            return False
        if isinstance(self.wanted, str):
            return self.wanted in {"*", request.schema_name}
        return self.wanted(request)


@dataclass
class ScriptedModelServer:
    """``async with ScriptedModelServer() as server`` and point a client at ``server.base_url``.

    The newest rule that fits a request answers it; a rule with ``times`` steps aside when used up.
    A request that no rule fits gets a 501 and stands in ``unanswered``. ``recover`` drops faults
    and keeps answers.
    """

    delay: float = 0.0
    """Seconds before each answer."""
    requests: list[ModelRequest] = field(default_factory=list)
    malformed: list[str] = field(default_factory=list)
    """Why requests were refused."""
    unanswered: list[ModelRequest] = field(default_factory=list)
    recordings: list[Recording] = field(default_factory=list)
    sentences: list[dict[str, str]] = field(default_factory=list)
    """What was to be said."""
    moderated: list[str] = field(default_factory=list)
    _flagged: Callable[[str], bool] | None = None
    _answers: list[_Rule] = field(default_factory=list)
    _faults: list[_Rule] = field(default_factory=list)
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    """Set by the first request."""
    _released: asyncio.Event = field(default_factory=asyncio.Event)
    _runner: web.AppRunner | None = None
    _port: int = 0

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._port}/v1"

    def answer(self, wanted: Wanted, payload: Reply, *, times: int | None = None) -> None:
        """Answers requests for a schema (its name, ``*`` for any) or that a predicate takes."""

        def respond(request: ModelRequest) -> web.Response:
            content = payload(request) if callable(payload) else payload
            return _completion(request, json.dumps(content))

        self._answers.append(_Rule(wanted, respond, times))

    def say(
        self,
        content: str | None,
        *,
        wanted: Wanted = "*",
        finish_reason: str = "stop",
        refusal: str | None = None,
        times: int | None = None,
    ) -> None:
        """Answers with these very characters: malformed, truncated, a refusal, nothing."""
        self._answers.append(
            _Rule(wanted, lambda r: _completion(r, content, finish_reason, refusal), times)
        )

    def hear(self, text: str, *, usage: Payload | None = None, times: int | None = None) -> None:
        """Answers voice notes with a transcript."""
        answer = {"text": text, **({"usage": usage} if usage else {})}
        self._answers.append(_Rule(TRANSCRIPTION, lambda _: web.json_response(answer), times))

    def speak(self, sound: bytes, *, times: int | None = None) -> None:
        """Answers sentences with a file of sound."""
        self._answers.append(
            _Rule(SPEECH, lambda _: web.Response(body=sound, content_type="audio/wav"), times)
        )

    def send_body(self, body: str, *, content_type: str) -> None:
        """Answers 200 with a body that is no completion at all."""
        self._faults.append(
            _Rule("*", lambda _: web.Response(text=body, content_type=content_type), None)
        )

    def fail_with(
        self,
        status: int,
        times: int | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        message: str = "scripted failure",
        code: str | None = None,
        param: str | None = None,
        wanted: Wanted = "*",
    ) -> None:
        """Answers with an HTTP error, ``times`` times or until ``recover``."""
        error = {"error": {"message": message, "type": "scripted", "param": param, "code": code}}
        self._faults.append(
            _Rule(
                wanted,
                lambda _: web.json_response(error, status=status, headers=headers or {}),
                times,
            )
        )

    def hang(self, times: int | None = None) -> None:
        """Takes requests and answers none of them until ``recover``."""
        self._released.clear()

        async def held() -> web.Response:
            await self._released.wait()
            return web.Response(status=503)

        self._faults.append(_Rule("*", lambda _: asyncio.ensure_future(held()), times))

    def moderate(self, *, flagged: Callable[[str], bool]) -> None:
        """Answers the moderation endpoint, which else is not there."""
        self._flagged = flagged

    def recover(self) -> None:
        """Ends all faults; requests that hang get a 503."""
        self._faults.clear()
        self._released.set()

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=32 * 1024 * 1024)
        app.router.add_post("/v1/chat/completions", self._handle)
        app.router.add_post("/v1/moderations", self._handle_moderation)
        app.router.add_post("/v1/audio/transcriptions", self._handle_recording)
        app.router.add_post("/v1/audio/speech", self._handle_sentence)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host_and_port: tuple[str, int] = self._runner.addresses[0]
        self._port = host_and_port[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self.recover()
        if self._runner:
            await self._runner.cleanup()

    async def _handle(self, raw: web.Request) -> web.Response:
        try:
            request = parsed(await raw.json(), dict(raw.headers))
        except MalformedRequestError as error:
            return self._refused(str(error))
        self.requests.append(request)
        self.asked.set()
        return await self._answered(request)

    async def _handle_moderation(self, raw: web.Request) -> web.Response:
        text = (await raw.json())["input"]
        self.moderated.append(text)
        if self._flagged is None:
            return _error("no such address", 404)
        result = {"flagged": self._flagged(text), "categories": {}}
        return web.json_response({"id": "modr-1", "model": "m", "results": [result]})

    async def _handle_recording(self, raw: web.Request) -> web.Response:
        try:
            recording = await recorded(raw)
        except MalformedRequestError as error:
            return self._refused(str(error))
        self.recordings.append(recording)
        body: dict[str, object] = dict(recording.fields)
        return await self._answered(
            ModelRequest(body, dict(raw.headers), TRANSCRIPTION, "", "", ())
        )

    async def _handle_sentence(self, raw: web.Request) -> web.Response:
        body = await raw.json()
        if set(body) != _SPEECH_FIELDS or not all(isinstance(v, str) for v in body.values()):
            return self._refused(f"a sentence with {sorted(body)}")
        self.sentences.append(body)
        request = ModelRequest(body, dict(raw.headers), SPEECH, "", body["input"], ())
        return await self._answered(request)

    async def _answered(self, request: ModelRequest) -> web.Response:
        await asyncio.sleep(self.delay)
        for rule in [*reversed(self._faults), *reversed(self._answers)]:
            if rule.takes(request):
                if rule.times is not None:
                    rule.times -= 1
                response = rule.respond(request)
                return response if isinstance(response, web.Response) else await response
        self.unanswered.append(request)
        return _error("nothing scripted", 501)

    def _refused(self, reason: str) -> web.Response:
        self.malformed.append(reason)
        return _error(reason, 400)


def _error(message: str, status: int) -> web.Response:
    return web.json_response({"error": {"message": message}}, status=status)


def _by_calls(wrote: dict[str, Any], finish_reason: str) -> tuple[dict[str, object], str]:
    """A step as a server with tools tells it."""
    message: dict[str, object] = {"role": "assistant", "content": wrote["reply"] or None}
    if wrote["calls"]:
        message["tool_calls"] = [
            {"id": f"call-scripted-{n}", "type": "function", "function": call}
            for n, call in enumerate(wrote["calls"])
        ]
        finish_reason = "tool_calls" if finish_reason == "stop" else finish_reason
    return message, finish_reason


def _completion(
    request: ModelRequest,
    content: str | None,
    finish_reason: str = "stop",
    refusal: str | None = None,
) -> web.Response:
    message: dict[str, object] = {"role": "assistant", "content": content, "refusal": refusal}
    if request.schema_name == STEP:
        if request.structure == "tools" and content and content.startswith('{"reply"'):
            message, finish_reason = _by_calls(json.loads(content), finish_reason)
    elif request.structure == "tools" and content is not None:
        function = {"name": request.schema_name, "arguments": content}
        calls = [{"id": "call-scripted", "type": "function", "function": function}]
        message |= {"content": None, "tool_calls": calls}
        finish_reason = "tool_calls" if finish_reason == "stop" else finish_reason
    return web.json_response(
        {
            "id": "chatcmpl-scripted",
            "object": "chat.completion",
            "created": 0,
            "model": request.body["model"],
            "choices": [{"index": 0, "message": message, "finish_reason": finish_reason}],
            "usage": {"prompt_tokens": 1000, "completion_tokens": 100, "total_tokens": 1100},
        }
    )
