"""The HTTP side: ``/bot{token}/{method}`` and ``/file/bot{token}/{path}``."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiogram.methods import GetUpdates
from aiohttp import web
from pydantic import TypeAdapter

from tests.telegram.emulator.emulator import Emulator
from tests.telegram.emulator.errors import ApiError, refuse
from tests.telegram.emulator.faults import Fault
from tests.telegram.emulator.sending import Upload
from tests.telegram.emulator.validation import Call, parsed

_LARGEST_REQUEST = 55 * 1024 * 1024
_adapters: dict[str, TypeAdapter[Any]] = {}


class Server:
    """Answers the bot's calls with an emulator's state, its faults first."""

    def __init__(self, emulator: Emulator) -> None:
        self._tg = emulator

    def application(self) -> web.Application:
        application = web.Application(client_max_size=_LARGEST_REQUEST)
        application.router.add_route("*", r"/bot{token:[^/]+}/{method}", self._call)
        application.router.add_get(r"/file/bot{token:[^/]+}/{path:.+}", self._download)
        return application

    async def _call(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        if request.match_info["token"] != self._tg.token:
            return _refusal(ApiError(401, "Unauthorized"))
        try:
            raw, uploads = await _read(request)
        except ApiError as error:
            return self._refuse(method, {}, error)
        fault = self._tg.faults.strike(method, _loosely(raw))
        failed = await self._failed(request, method, raw, fault)
        if failed is not None:
            return failed
        params = raw
        try:
            call = parsed(method, raw)
            params = call.model_dump(exclude_unset=True, warnings=False)
            result = await self._result(call, uploads)
        except ApiError as error:
            return self._refuse(method, params, error)
        if fault is not None and fault.drop == "after":
            return self._drop(request, method, params)
        self._tg.record(method, params, 200)
        return web.json_response({"ok": True, "result": result})

    async def _failed(
        self, request: web.Request, method: str, params: dict[str, Any], fault: Fault | None
    ) -> web.Response | None:
        """What a fault makes of a call before it took effect; None where it lets it through."""
        if fault is None:
            return None
        await asyncio.sleep(fault.slow)
        if fault.drop == "before":
            return self._drop(request, method, params)
        error = fault.error()
        return None if error is None else self._refuse(method, params, error)

    async def _result(self, call: Call, uploads: dict[str, Upload]) -> object:
        if isinstance(call, GetUpdates):
            updates = self._tg.world.updates
            updates.allow(call.allowed_updates)
            return await updates.poll(call.offset, call.limit, call.timeout)
        if not self._tg.implements(call):
            raise ApiError(501, f"Not Implemented: {call.__api_method__} by the emulator")
        result = await self._tg.answer(call, uploads)
        _adapter(call).validate_python(result)
        return result

    async def _download(self, request: web.Request) -> web.StreamResponse:
        path = request.match_info["path"]
        if request.match_info["token"] != self._tg.token:
            return _refusal(ApiError(401, "Unauthorized"))
        fault = self._tg.faults.strike("file", {"path": path})
        failed = await self._failed(request, "file", {"path": path}, fault)
        if failed is not None:
            return failed
        stored = self._tg.world.files.at(path)
        if stored is None:
            return self._refuse("file", {"path": path}, ApiError(404, "Not Found"))
        content = stored.read()
        if fault is not None and fault.truncate:
            return await self._break_off(request, path, content)
        self._tg.record("file", {"path": path}, 200)
        return web.Response(body=content, content_type="application/octet-stream")

    async def _break_off(
        self, request: web.Request, path: str, content: bytes
    ) -> web.StreamResponse:
        """Announces all of a file, sends half of it, and hangs up."""
        answer = web.StreamResponse(headers={"Content-Length": str(len(content))})
        await answer.prepare(request)
        await answer.write(content[: len(content) // 2])
        self._tg.record("file", {"path": path}, 0, "broken off")
        if request.transport is not None:
            request.transport.close()
        return answer

    def _drop(self, request: web.Request, method: str, params: dict[str, Any]) -> web.Response:
        self._tg.record(method, params, 0, "dropped")
        if request.transport is not None:
            request.transport.abort()
        return web.Response()

    def _refuse(self, method: str, params: dict[str, Any], error: ApiError) -> web.Response:
        self._tg.record(method, params, error.status, error.description)
        return _refusal(error)


@asynccontextmanager
async def running_emulator(
    token: str = "42:TEST",  # noqa: S107 - made up
    *,
    port: int = 0,
    rate_limit: bool = True,
    **settings: Any,  # noqa: ANN401 - those of Emulator
) -> AsyncIterator[Emulator]:
    """An emulator served on this machine alone; ``settings`` are those of ``Emulator``."""
    emulator = Emulator(token, rate_limit=rate_limit, **settings)
    async with served(emulator, Server(emulator).application(), port):
        yield emulator


@asynccontextmanager
async def served(
    emulator: Emulator, application: web.Application, port: int
) -> AsyncIterator[None]:
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.2)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", port)
    await site.start()
    bound = runner.addresses[0][1]
    emulator.base_url = f"http://127.0.0.1:{bound}"
    try:
        yield
    finally:
        emulator.world.updates.interrupt()
        await runner.cleanup()


async def _read(request: web.Request) -> tuple[dict[str, Any], dict[str, Upload]]:
    """The parameters of a call, wherever they are, and its files."""
    params: dict[str, Any] = dict(request.query)
    uploads: dict[str, Upload] = {}
    if request.method == "POST" and request.content_type == "application/json":
        try:
            body = await request.json()
        except json.JSONDecodeError:
            refuse("can't parse JSON object")
        if not isinstance(body, dict):
            refuse("JSON object expected")
        params.update(body)
    elif request.method == "POST":
        for name, value in (await request.post()).items():
            if isinstance(value, web.FileField):
                uploads[name] = Upload(value.filename, value.file.read(), value.content_type)
            else:
                params[name] = value
    # A file may stand in the place of its parameter, or beside one that refers to it.
    referred = json.dumps(params)
    for name in uploads:
        if f"attach://{name}" not in referred:
            params[name] = f"attach://{name}"
    return params, uploads


def _loosely(raw: dict[str, Any]) -> dict[str, Any]:
    """Parameters as a fault's ``when`` reads them: numbers are numbers."""
    return {
        key: int(value) if isinstance(value, str) and value.lstrip("-").isdigit() else value
        for key, value in raw.items()
    }


def _adapter(call: Call) -> TypeAdapter[Any]:
    name = call.__api_method__
    if name not in _adapters:
        _adapters[name] = TypeAdapter(call.__returning__)
    return _adapters[name]


def _refusal(error: ApiError) -> web.Response:
    return web.json_response(error.body(), status=error.status)
