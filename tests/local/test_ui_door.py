"""The way to the Web UI: this machine's own browser, and no page of another name."""

from collections.abc import AsyncIterator

import pytest
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer

from local.ports import choose
from local.ui_door import door, hidden_address

CODEC = "http://127.0.0.1:8083"


class Ui:
    """A Web UI behind its door, and what it was asked."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.asked: list[tuple[str, str, bytes]] = []

    async def answer(self, request: web.Request) -> web.Response:
        if request.path == "/api/v1/settings":
            return web.json_response({"Version": "2", "Codec": {"Endpoint": CODEC}})
        self.asked.append((request.method, request.raw_path, await request.read()))
        answer = web.Response(status=201, text="page", headers={"X-Kind": "ui"})
        answer.set_cookie("_csrf", "1")
        return answer

    async def status(self, method: str, path: str, host: str = "", **headers: str) -> int:
        """As a browser asks at the door that believes it is ``host``."""
        named = {"Host": host or f"127.0.0.1:{self.port}", **headers}
        async with (
            ClientSession() as browser,
            browser.request(
                method, f"http://127.0.0.1:{self.port}{path}", headers=named, data=b"{}"
            ) as answer,
        ):
            return answer.status


@pytest.fixture
async def ui() -> AsyncIterator[Ui]:
    behind = Ui(choose(None, None))
    application = web.Application()
    application.router.add_route("*", "/{path:.*}", behind.answer)
    async with (
        TestServer(application) as server,
        door(behind.port, str(server.make_url("/"))[:-1], CODEC),
    ):
        yield behind


async def test_what_a_browser_here_asks_is_handed_on_and_answered(ui: Ui) -> None:
    url = f"http://localhost:{ui.port}/api/v1/of%2Fa?b=c"
    async with ClientSession() as browser, browser.post(url, data=b"said") as answer:
        assert (answer.status, await answer.text()) == (201, "page")
        assert answer.headers["X-Kind"] == "ui"
        assert answer.cookies["_csrf"].value == "1"
    assert ui.asked == [("POST", "/api/v1/of%2Fa?b=c", b"said")]


async def test_a_page_whose_name_points_to_this_machine_is_refused(ui: Ui) -> None:
    for host in ("evil.example", f"evil.example:{ui.port}", "127.0.0.1", "127.0.0.1:1"):
        for method in ("GET", "POST"):
            assert await ui.status(method, "/api/v1/namespaces", host) == 403, host
    assert ui.asked == []


async def test_a_form_of_another_page_is_refused(ui: Ui) -> None:
    for origin in ("http://evil.example", "null", f"https://127.0.0.1:{ui.port}"):
        assert await ui.status("POST", "/api/v1/x", Origin=origin) == 403, origin
    assert ui.asked == []
    own = f"http://localhost:{ui.port}"
    assert await ui.status("POST", "/api/v1/x", Origin=own) == 201


def test_what_is_behind_the_door_is_never_at_the_same_place() -> None:
    found = {hidden_address() for _ in range(20)}
    assert len(found) > 1
    assert all(address.startswith("127.") for address in found)


async def test_the_page_knows_where_to_sign_in_and_sends_the_cookie_along(ui: Ui) -> None:
    async with (
        ClientSession() as browser,
        browser.get(f"http://127.0.0.1:{ui.port}/api/v1/settings") as answer,
    ):
        told = await answer.json()
    assert told["Version"] == "2"
    assert told["Codec"]["Endpoint"] == told["Codec"]["DefaultErrorLink"] == CODEC
    assert told["Codec"]["IncludeCredentials"]
    assert told["Codec"]["DefaultErrorMessage"]
