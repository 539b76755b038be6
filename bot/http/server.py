"""The server of the HTTP channel: what every request goes through, whatever it asks for."""

from collections.abc import Awaitable, Callable, Iterable
from datetime import timedelta
from time import perf_counter
from uuid import uuid4

import structlog
from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from adapters.health.server import health_routes
from adapters.http_server import ServerLimits
from bot.http import errors
from bot.http.clients import SAFE, Clients
from bot.http.contract import RequestRefused
from bot.http.routes import Api, HttpParts
from bot.texts.catalogue import catalogue_for
from domain.errors import AppError

LIMITS = ServerLimits(connections=1_000, of_address=200, body=timedelta(minutes=3))
"""Each reader of events and each call is one; a proxy brings those of everybody. The largest form
takes less than three minutes at a megabyte a second."""

REQUEST_ID = web.RequestKey("REQUEST_ID", str)

_ALLOWED_METHODS = "GET, POST, DELETE"
_ALLOWED_HEADERS = (
    "content-type, authorization, x-user-id, last-event-id, x-conversation-id, idempotency-key"
)
_PREFLIGHT_SECONDS = "600"
_SERVER_ERROR = 500
_SECURITY = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
        "object-src 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "microphone=(self), camera=(), geolocation=()",
}

_log = structlog.get_logger(__name__)


def application(
    parts: HttpParts,
    further: Iterable[web.AbstractRouteDef] = (),
) -> web.Application:
    """The whole server; ``further`` are the routes of calls, chat programs and the page."""
    clients = parts.clients
    app = web.Application(middlewares=[_answering(clients), _refusing_other_pages(clients)])
    app.add_routes([*Api(parts).routes(), *further])
    if parts.health is not None:
        app.add_routes(health_routes(parts.health))
    app.on_response_prepare.append(_adding_headers(clients))
    app.on_shutdown.append(parts.streams.end)
    return app


def _answering(clients: Clients) -> Middleware:
    """Each request has an id, is written down without its words, and gets an answer in one form."""

    @web.middleware
    async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
        request[REQUEST_ID] = uuid4().hex[:16]
        began = perf_counter()
        try:
            response = await handler(request)
        except (RequestRefused, AppError) as error:
            refusal = errors.refusal_of(error)
            if error is not refusal and refusal.status >= _SERVER_ERROR:
                _log.warning("http.failed", code=error.code, reason=str(error))
            response = _refusal(refusal, request, clients)
        except web.HTTPException as error:
            if error.status < 400:  # noqa: PLR2004 - it leads elsewhere, which is no failure
                raise
            response = _refusal(errors.of_library(error), request, clients)
            if "Allow" in error.headers:
                response.headers["Allow"] = error.headers["Allow"]
        except Exception:  # noqa: BLE001 - a defect: its id in the log is all that a caller gets
            _log.exception("http.fault", request_id=request[REQUEST_ID])
            response = _refusal(RequestRefused(500, errors.INTERNAL), request, clients)
        finally:
            clients.let_go(request)
        clients.put_cookie(request, response)
        resource = request.match_info.route.resource
        route = resource.canonical if resource is not None else "unknown"
        seconds = perf_counter() - began
        _log.info(
            "http.request",
            request_id=request[REQUEST_ID],
            method=request.method,
            route=route,
            status=response.status,
            duration_ms=round(seconds * 1000),
        )
        return response

    return middleware


def _refusal(error: RequestRefused, request: web.Request, clients: Clients) -> web.Response:
    words = catalogue_for(clients.locale_of(request))
    told = {**errors.fields_of(error, words), "request_id": request[REQUEST_ID]}
    headers = errors.headers_of(error)
    return web.json_response({"error": told}, status=error.status, headers=headers)


def _refusing_other_pages(clients: Clients) -> Middleware:
    """What a browser asks for in the name of another site's page is refused, but for the allowed
    sites; their preflights are answered here. A call's socket says so itself, by its close code.
    """

    @web.middleware
    async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
        socket = request.headers.get("Upgrade", "").lower() == "websocket"
        if not socket and not clients.may_ask(request):
            raise RequestRefused(403, "forbidden")
        if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            return web.Response(
                status=204,
                headers={
                    "Access-Control-Allow-Methods": _ALLOWED_METHODS,
                    "Access-Control-Allow-Headers": _ALLOWED_HEADERS,
                    "Access-Control-Max-Age": _PREFLIGHT_SECONDS,
                },
            )
        # What is packed is not unpacked: it might never end.
        packed = request.headers.get("Content-Encoding", "identity").lower() != "identity"
        if packed and request.method not in SAFE:
            raise RequestRefused(415, "unsupported_media")
        return await handler(request)

    return middleware


def _adding_headers(
    clients: Clients,
) -> Callable[[web.Request, web.StreamResponse], Awaitable[None]]:
    async def prepare(request: web.Request, response: web.StreamResponse) -> None:
        for name, value in _SECURITY.items():
            response.headers.setdefault(name, value)
        if REQUEST_ID in request:
            response.headers["X-Request-Id"] = request[REQUEST_ID]
        response.headers.setdefault("Cache-Control", "no-store")
        origin = request.headers.get("Origin", "")
        if clients.is_allowed(origin):
            response.headers["Access-Control-Allow-Origin"] = origin
            response.headers["Access-Control-Allow-Credentials"] = "true"
            response.headers["Access-Control-Expose-Headers"] = "Retry-After, X-Request-Id"
        response.headers.setdefault("Vary", "Accept-Language")
        response.headers.add("Vary", "Origin")

    return prepare
