"""An OpenAI-compatible server with scripted answers and faults, on a loopback port of its own.

It refuses requests that a real server would refuse, so a test can't pass with a malformed one.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from aiohttp import web

TRANSCRIPTION = "transcription"
"""What a voice note is called where a schema's name is wanted."""

Payload = Mapping[str, object]
Wanted = str | Callable[["ModelRequest"], bool]
Reply = Payload | Callable[["ModelRequest"], Payload]


@dataclass(frozen=True)
class ModelRequest:
    """A well-formed request as it arrived. ``data`` is the user message's JSON document."""

    body: dict[str, object]
    headers: Mapping[str, str]
    schema_name: str
    instructions: str
    user_text: str
    image_urls: tuple[str, ...]

    @property
    def data(self) -> dict[str, object]:
        decoded: dict[str, object] = json.loads(self.user_text)
        return decoded

    @property
    def messages(self) -> list[str]:
        """The texts to be understood, in order; only for ``UnderstandAnswer``."""
        listed = self.data["messages"]
        assert isinstance(listed, list)
        return [message["text"] for message in listed]


@dataclass(frozen=True)
class Recording:
    """A voice note as it arrived at the audio endpoint."""

    fields: Mapping[str, str]
    file_name: str
    content_type: str
    content: bytes


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

    requests: list[ModelRequest] = field(default_factory=list)
    malformed: list[str] = field(default_factory=list)
    """Why requests were refused."""
    unanswered: list[ModelRequest] = field(default_factory=list)
    recordings: list[Recording] = field(default_factory=list)
    _answers: list[_Rule] = field(default_factory=list)
    _faults: list[_Rule] = field(default_factory=list)
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

    def send_body(self, body: str, *, content_type: str, times: int | None = None) -> None:
        """Answers 200 with a body that is no completion at all."""
        self._faults.append(
            _Rule("*", lambda _: web.Response(text=body, content_type=content_type), times)
        )

    def fail_with(
        self,
        status: int,
        times: int | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        message: str = "scripted failure",
        code: str | None = None,
    ) -> None:
        """Answers with an HTTP error, ``times`` times or until ``recover``."""
        error = {"error": {"message": message, "type": "scripted", "param": None, "code": code}}
        self._faults.append(
            _Rule(
                "*", lambda _: web.json_response(error, status=status, headers=headers or {}), times
            )
        )

    def hang(self, times: int | None = None) -> None:
        """Takes requests and answers none of them until ``recover``."""
        self._released.clear()

        async def held() -> web.Response:
            await self._released.wait()
            return web.Response(status=503)

        self._faults.append(_Rule("*", lambda _: asyncio.ensure_future(held()), times))

    def recover(self) -> None:
        """Ends all faults; requests that hang get a 503."""
        self._faults.clear()
        self._released.set()

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=32 * 1024 * 1024)
        app.router.add_post("/v1/chat/completions", self._handle)
        app.router.add_post("/v1/audio/transcriptions", self._handle_recording)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host_and_port: tuple[str, int] = self._runner.addresses[0]
        self._port = host_and_port[1]
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.recover()
        if self._runner:
            await self._runner.cleanup()

    async def _handle(self, raw: web.Request) -> web.Response:
        try:
            request = parsed(await raw.json(), dict(raw.headers))
        except MalformedRequestError as error:
            self.malformed.append(str(error))
            return web.json_response({"error": {"message": str(error)}}, status=400)
        self.requests.append(request)
        return await self._answered(request)

    async def _handle_recording(self, raw: web.Request) -> web.Response:
        try:
            recording = await recorded(raw)
        except MalformedRequestError as error:
            self.malformed.append(str(error))
            return web.json_response({"error": {"message": str(error)}}, status=400)
        self.recordings.append(recording)
        body: dict[str, object] = dict(recording.fields)
        return await self._answered(
            ModelRequest(body, dict(raw.headers), TRANSCRIPTION, "", "", ())
        )

    async def _answered(self, request: ModelRequest) -> web.Response:
        for rule in [*reversed(self._faults), *reversed(self._answers)]:
            if rule.takes(request):
                if rule.times is not None:
                    rule.times -= 1
                response = rule.respond(request)
                return response if isinstance(response, web.Response) else await response
        self.unanswered.append(request)
        return web.json_response({"error": {"message": "nothing scripted"}}, status=501)


class MalformedRequestError(Exception):
    """What a real server with strict structured output would refuse."""


def parsed(body: object, headers: Mapping[str, str]) -> ModelRequest:
    """The request, or ``MalformedRequestError``."""
    _require(isinstance(body, dict), "the body is not an object")
    assert isinstance(body, dict)
    _require(isinstance(body.get("model"), str) and body["model"], "model is missing")
    _require(headers.get("Authorization", "").startswith("Bearer "), "no bearer token")
    messages = body.get("messages")
    _require(isinstance(messages, list) and len(messages) == 2, "messages are not two")
    system, user = body["messages"]
    _require(system.get("role") == "system" and user.get("role") == "user", "wrong roles")
    schema = _schema(body.get("response_format"))
    texts, images = _parts(user.get("content"))
    _require(len(texts) == 1, "the user message holds no single text")
    return ModelRequest(
        body=body,
        headers=headers,
        schema_name=schema,
        instructions=system["content"],
        user_text=texts[0],
        image_urls=tuple(images),
    )


async def recorded(raw: web.Request) -> Recording:
    """The voice note of a multipart request, or ``MalformedRequestError``."""
    _require(raw.headers.get("Authorization", "").startswith("Bearer "), "no bearer token")
    _require(raw.content_type == "multipart/form-data", "the body is no form")
    fields: dict[str, str] = {}
    file: web.FileField | None = None
    for name, value in (await raw.post()).items():
        if isinstance(value, web.FileField):
            _require(name == "file" and file is None, f"unexpected file {name}")
            file = value
        else:
            _require(name in {"model", "language", "response_format"}, f"unknown field {name}")
            fields[name] = str(value)
    _require(fields.get("model"), "model is missing")
    _require(fields.get("response_format", "json") == "json", "not every model answers so")
    _require(len(fields.get("language", "en")) == 2, "the language is no ISO 639-1 code")
    assert file is not None
    return Recording(fields, file.filename, file.content_type, file.file.read())


def _schema(response_format: object) -> str:
    _require(
        isinstance(response_format, dict) and response_format.get("type") == "json_schema",
        "response_format is not a json_schema",
    )
    assert isinstance(response_format, dict)
    described = response_format["json_schema"]
    _require(described.get("strict") is True, "the schema is not strict")
    _check_strict(described["schema"], described["name"])
    name: str = described["name"]
    return name


def _check_strict(node: object, at: str) -> None:
    """Strict mode: every object is closed, and every one of its properties is required."""
    if isinstance(node, list):
        for n, child in enumerate(node):
            _check_strict(child, f"{at}.{n}")
    if not isinstance(node, dict):
        return
    if node.get("type") == "object":
        _require(node.get("additionalProperties") is False, f"{at} is open")
        properties = set(node.get("properties", {}))
        _require(set(node.get("required", [])) == properties, f"{at} has optional keys")
    _require("default" not in node, f"{at} has a default")
    for key, child in node.items():
        _check_strict(child, f"{at}.{key}")


def _parts(content: object) -> tuple[list[str], list[str]]:
    if isinstance(content, str):
        return [content], []
    assert isinstance(content, list)
    texts = [part["text"] for part in content if part["type"] == "text"]
    images = [part["image_url"]["url"] for part in content if part["type"] == "image_url"]
    return texts, images


def _require(condition: object, reason: str) -> None:
    if not condition:
        raise MalformedRequestError(reason)


def _completion(
    request: ModelRequest,
    content: str | None,
    finish_reason: str = "stop",
    refusal: str | None = None,
) -> web.Response:
    message = {"role": "assistant", "content": content, "refusal": refusal}
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
