"""Over HTTP: for whoever presents the token, at ``/mcp``."""

import asyncio
import hmac
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from socket import socket

import structlog
import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

_log = structlog.get_logger(__name__)

_GRACE_SECONDS = 5
"""For what is being answered when the server is asked to stop."""


class BearerDoor:
    """Lets requests with the token in, and answers 401 to all others."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._wanted = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self._known(scope):
            refusal = JSONResponse({"error": "unauthorized"}, 401, {"WWW-Authenticate": "Bearer"})
            await refusal(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _known(self, scope: Scope) -> bool:
        shown = [value for name, value in scope["headers"] if name == b"authorization"]
        return len(shown) == 1 and hmac.compare_digest(shown[0], self._wanted)


class _ListeningServer(uvicorn.Server):
    """Says so once it listens, and ends as any other process when it is asked to stop."""

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets)
        _log.info("services.listening", host=self.config.host, port=self.config.port)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """The library's own raises the signal again, which would end us before all is closed."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        yield


async def serve_http(server: Server, host: str, port: int, token: str) -> None:
    """Until SIGTERM or SIGINT. Exits where it cannot listen there."""
    app = server.streamable_http_app(
        json_response=True,
        stateless_http=True,  # a caller goes on with a server that was started again
        # Pages of a browser do not know the token; the name that a proxy asks by may be any.
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
    config = uvicorn.Config(
        BearerDoor(app, token),
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )
    await _ListeningServer(config).serve()
