"""The link that signs a browser in, in Debian's Chromium."""

import shutil
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from playwright.async_api import Page, async_playwright, expect

from adapters.encryption.access import CodecAccess
from adapters.encryption.login import COOKIE
from adapters.encryption.server import Audience, codec_application
from tests.adapters.encryption.keys import NEW, codec

CHROMIUM = shutil.which("chromium")
TOKEN = "a-made-up-token-of-an-operator"
PATIENCE = 90_000
"""Milliseconds: a machine that does much else."""

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium is installed here")


@dataclass
class Desk:
    """A browser before the codec server and a Web UI."""

    page: Page
    codec: str
    ui: str
    asked: list[str] = field(default_factory=list)
    """Addresses that were sent to either of them."""

    async def open(self, token: str) -> None:
        await self.page.goto("about:blank")
        await self.page.goto(f"{self.codec}/#{token}")


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    async def shown(_: web.Request) -> web.Response:
        return web.Response(text="<h1>conversations</h1>", content_type="text/html")

    ui = web.Application()
    ui.router.add_get("/", shown)
    async with TestServer(ui) as web_ui, async_playwright() as playwright:
        origin = str(web_ui.make_url("/")).rstrip("/")
        audience = Audience(origin, {"default"})
        application = codec_application(codec(NEW, of=""), CodecAccess(TOKEN), audience)
        async with TestServer(application) as server:
            browser = await playwright.chromium.launch(
                executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
            )
            page = await browser.new_page()
            page.set_default_timeout(PATIENCE)
            desk = Desk(page, str(server.make_url("/")).rstrip("/"), origin)
            page.on("request", lambda request: desk.asked.append(request.url.partition("#")[0]))
            yield desk
            await browser.close()


async def test_opening_it_signs_in_and_leads_to_the_web_ui_each_time(desk: Desk) -> None:
    for _ in range(2):
        await desk.open(TOKEN)
        await expect(desk.page).to_have_url(f"{desk.ui}/", timeout=PATIENCE)
        await expect(desk.page.get_by_role("heading")).to_have_text("conversations")
    assert [cookie["name"] for cookie in await desk.page.context.cookies()] == [COOKIE]
    assert not any(TOKEN in address for address in desk.asked)


async def test_a_wrong_one_signs_nobody_in_and_asks_for_the_token(desk: Desk) -> None:
    await desk.open("a-guess")
    await expect(desk.page.get_by_text("That is not the token")).to_be_visible(timeout=PATIENCE)
    assert await desk.page.context.cookies() == []
    await desk.page.get_by_label("Token").fill(TOKEN)
    await desk.page.get_by_role("button", name="Sign in").click()
    await expect(desk.page.get_by_text("Signed in for at most")).to_be_visible(timeout=PATIENCE)
    assert "a-guess" not in desk.page.url
