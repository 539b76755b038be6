"""The way to the dev server's Web UI, which itself answers under whatever name it is asked by."""

import json
import secrets
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

from aiohttp import ClientError, ClientSession, ClientTimeout, web
from aiohttp.typedefs import StrOrURL

from local.ports import LOOPBACK

_MOST_BYTES: Final = 4 * 1024 * 1024
"""Of a request; the Web UI sends inputs of signals and little else."""

_OF_ONE_CONNECTION: Final = frozenset(
    {"connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "host"}
)


def hidden_address() -> str:
    """Where the Web UI listens: among sixteen million addresses of this machine, where the system
    has them, so that no page can guess the one behind the door.
    """
    if sys.platform != "linux":
        return LOOPBACK
    return ".".join(["127", *(str(1 + secrets.randbelow(254)) for _ in range(3))])


_SETTINGS: Final = "/api/v1/settings"


@asynccontextmanager
async def door(port: int, behind: str, codec_address: str = "") -> AsyncIterator[None]:
    """Hands on to the Web UI at ``behind`` what is asked at ``port`` under this machine's own name.

    With a codec server, the Web UI's page is told to send the cookie of its sign-in along, and
    where to sign in when it has none: the dev server has no flags for that.

    A page in the browser can have its own host name point to this machine and would then be the
    Web UI's page to the browser: it could read conversations, and start and signal them. Such a
    page cannot choose the ``Host`` header, nor the ``Origin``.
    """
    names = frozenset(f"{name}:{port}" for name in (LOOPBACK, "localhost"))
    async with ClientSession(
        auto_decompress=False, timeout=ClientTimeout(total=60), cookie_jar=None
    ) as session:
        application = web.Application(client_max_size=_MOST_BYTES)
        application.router.add_route(
            "*", "/{path:.*}", _Door(session, behind, names, codec_address).hand_on
        )
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=1)
        await runner.setup()
        try:
            await web.TCPSite(runner, LOOPBACK, port).start()
            yield
        finally:
            await runner.cleanup()


class _Door:
    def __init__(
        self, session: ClientSession, behind: str, names: frozenset[str], codec_address: str
    ) -> None:
        self._session = session
        self._behind = urlsplit(behind)
        self._codec_address = codec_address
        self._names = names

    async def hand_on(self, request: web.Request) -> web.StreamResponse:
        origin = request.headers.get("Origin")
        if request.host not in self._names or (
            origin is not None and origin.removeprefix("http://") not in self._names
        ):
            raise web.HTTPForbidden(text="the Web UI is asked under another name\n")
        try:
            if request.path == _SETTINGS and self._codec_address:
                return await self._settings(request)
            return await self._as_it_is(request)
        except ClientError:
            return web.Response(status=HTTPStatus.BAD_GATEWAY, text="the Web UI does not answer\n")

    async def _as_it_is(self, request: web.Request) -> web.StreamResponse:
        headers = [(name, value) for name, value in request.headers.items() if _travels(name)]
        async with self._session.request(
            request.method,
            self._place(request),
            headers=headers,
            data=await request.read(),
            allow_redirects=False,
        ) as found:
            answer = web.StreamResponse(status=found.status, reason=found.reason)
            for name, value in found.headers.items():
                if _travels(name):
                    answer.headers.add(name, value)
            await answer.prepare(request)
            async for chunk in found.content.iter_any():
                await answer.write(chunk)
            return answer

    async def _settings(self, request: web.Request) -> web.Response:
        plain = {"Accept-Encoding": "identity"}
        async with self._session.get(self._place(request), headers=plain) as found:
            said = json.loads(await found.text())
        said["Codec"] |= {
            "IncludeCredentials": True,
            "DefaultErrorMessage": "Sign in at the codec server to read this.",
            "DefaultErrorLink": self._codec_address,
        }
        return web.json_response(said)

    def _place(self, request: web.Request) -> StrOrURL:
        host, port = self._behind.hostname or LOOPBACK, self._behind.port
        return request.url.with_scheme("http").with_host(host).with_port(port)


def _travels(name: str) -> bool:
    return name.lower() not in _OF_ONE_CONNECTION
