"""Temporal's remote codec protocol over HTTP, for the Web UI and the ``temporal`` command."""

from collections.abc import Collection
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

import structlog
from aiohttp import web
from aiohttp.typedefs import Handler, Middleware
from google.protobuf.json_format import MessageToJson, Parse, ParseError
from temporalio.api.common.v1 import Payloads

from adapters.encryption.access import CodecAccess
from adapters.encryption.codec import EncryptionCodec
from adapters.encryption.errors import UnreadablePayloadError
from adapters.encryption.login import COOKIE, Login, address_of, too_many

_log = structlog.get_logger()

MOST_PAYLOADS = 2_000
MOST_BYTES = 16 * 1024 * 1024
"""Of a request; a whole page of a history, in base64, is at most a few megabytes."""
_PREFLIGHT_SECONDS = "600"
_ALLOWED_HEADERS = "content-type, x-namespace, authorization"

WORKFLOW_HEADER = "X-Workflow-Id"
"""Temporal's protocol does not tell for which workflow something is; whoever has something
encrypted names it so."""

_JSON: Final = "application/json"


@dataclass(frozen=True)
class Audience:
    """Whom the server answers: one Web UI, and questions about these namespaces."""

    ui_origin: str
    namespaces: Collection[str]


def codec_application(
    codec: EncryptionCodec, access: CodecAccess, audience: Audience
) -> web.Application:
    """The whole server: ``/encode``, ``/decode``, the page to sign in, ``/health``."""
    application = web.Application(client_max_size=MOST_BYTES, middlewares=[_cors(audience)])
    login = Login(access, audience.ui_origin)
    server = _CodecServer(codec, access, audience)
    application.add_routes(
        [
            web.get("/", login.page),
            web.post("/login", login.enter),
            web.post("/logout", login.leave),
            web.get("/health", _health),
            web.post("/encode", server.encode),
            web.post("/decode", server.decode),
            web.post("/{namespace}/encode", server.encode),
            web.post("/{namespace}/decode", server.decode),
        ]
    )
    return application


async def _health(_: web.Request) -> web.Response:
    return web.Response(text="ok\n")


def _cors(audience: Audience) -> Middleware:
    """Lets the Web UI's page read answers, and no other page; answers preflights itself."""

    @web.middleware
    async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
        from_ui = request.headers.get("Origin") == audience.ui_origin
        if request.method == "OPTIONS":
            answer: web.StreamResponse = web.Response(status=HTTPStatus.NO_CONTENT)
            if from_ui:
                answer.headers["Access-Control-Allow-Methods"] = "POST"
                answer.headers["Access-Control-Allow-Headers"] = _ALLOWED_HEADERS
                answer.headers["Access-Control-Max-Age"] = _PREFLIGHT_SECONDS
        else:
            try:
                answer = await handler(request)
            except web.HTTPException as error:
                answer = web.Response(
                    status=error.status, text=f"{error.text}\n", headers=_passed_headers(error)
                )
        if from_ui:
            answer.headers["Access-Control-Allow-Origin"] = audience.ui_origin
            answer.headers["Access-Control-Allow-Credentials"] = "true"
        answer.headers["Vary"] = "Origin"
        answer.headers["Cache-Control"] = "no-store"
        return answer

    return middleware


def _passed_headers(error: web.HTTPException) -> dict[str, str]:
    """Headers of a refusal that are more than a description of its body."""
    return {
        name: error.headers[name]
        for name in ("Location", "Retry-After", "WWW-Authenticate", "Allow")
        if name in error.headers
    }


class _CodecServer:
    """The two operations. Each is refused to whoever is not known, and written down."""

    def __init__(self, codec: EncryptionCodec, access: CodecAccess, audience: Audience) -> None:
        self._codec = codec
        self._access = access
        self._audience = audience

    async def encode(self, request: web.Request) -> web.Response:
        who = self._who(request)
        payloads = await self._payloads(request)
        workflow_id = request.headers.get(WORKFLOW_HEADER, "")
        if not workflow_id:
            raise web.HTTPBadRequest(
                text=f"what is encrypted is for one workflow: name it in the header "
                f"{WORKFLOW_HEADER} (temporal … --codec-header {WORKFLOW_HEADER}=ID)"
            )
        await self._codec.for_workflow(workflow_id).encode_wrapper(payloads)
        self._note("codec.encoded", request, who, payloads)
        return _answer(payloads)

    async def decode(self, request: web.Request) -> web.Response:
        who = self._who(request)
        payloads = await self._payloads(request)
        try:
            await self._codec.decode_wrapper(payloads)
        except UnreadablePayloadError as error:
            _log.warning("codec.unreadable", code=error.code, reason=str(error))
            raise web.HTTPUnprocessableEntity(text=str(error)) from error
        self._note("codec.decoded", request, who, payloads)
        return _answer(payloads)

    def _who(self, request: web.Request) -> str:
        """How the one who asks is called in the logs. Raises when nobody is known."""
        origin = request.headers.get("Origin")
        if origin not in (None, self._audience.ui_origin):
            raise web.HTTPForbidden(text="this page may not ask here: see CODEC_UI_ORIGIN")
        session = self._access.session(request.cookies.get(COOKIE, ""))
        if session is not None:
            return f"session {session}"
        address = address_of(request)
        wait = self._access.must_wait(address)
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        shown = bool(token) and scheme.lower() == "bearer"
        if shown and self._access.takes(token.strip(), address):
            return "token"
        if shown and wait > 0:
            raise too_many(wait)
        _log.warning("codec.refused", address=address, why="wrong_token" if shown else "no_token")
        raise web.HTTPUnauthorized(
            text="sign in at the codec server's own page, or send CODEC_TOKEN as bearer",
            headers={"WWW-Authenticate": "Bearer"},
        )

    async def _payloads(self, request: web.Request) -> Payloads:
        named = request.match_info.get("namespace") or request.headers.get("X-Namespace")
        if named not in self._audience.namespaces:
            raise web.HTTPForbidden(text="X-Namespace names no namespace of this codec server")
        if request.content_type != _JSON:
            raise web.HTTPUnsupportedMediaType(text=f"only {_JSON} is understood")
        try:
            payloads = Parse((await request.read()).decode(), Payloads())
        except (ParseError, UnicodeDecodeError, RecursionError) as error:
            raise web.HTTPBadRequest(text="the body is no JSON of Payloads") from error
        count = len(payloads.payloads)
        if count > MOST_PAYLOADS:
            raise web.HTTPRequestEntityTooLarge(
                MOST_PAYLOADS, count, text=f"{count} payloads are too many: at most {MOST_PAYLOADS}"
            )
        return payloads

    def _note(self, event: str, request: web.Request, who: str, payloads: Payloads) -> None:
        _log.info(event, who=who, address=address_of(request), payloads=len(payloads.payloads))


def _answer(payloads: Payloads) -> web.Response:
    return web.Response(text=MessageToJson(payloads, indent=None), content_type=_JSON)
