"""A call on the page in Debian's Chromium, typed, clicked and by keypad."""

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, expect
from temporalio.testing import WorkflowEnvironment

from adapters.postgres.stores import Stores
from adapters.speech.activity import Loudness
from agents.service_calls.exchange import CallEnd
from domain.conversation import Limits
from tests.agents.service_calls.channels.office import Office, lines, office
from tests.bot.http.test_page import CHROMIUM, Desk, Visit, browser, visiting
from tests.bot.http.voice_fakes import Ear, Mouth

__all__ = ["browser"]

pytestmark = [
    pytest.mark.real_server,
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium is installed here"),
]
NASTY = "<img src=x onerror=alert(1)>"


@pytest.fixture
async def ear() -> Ear:
    return Ear()


@pytest.fixture
async def one(
    server: WorkflowEnvironment, limits: Limits, stores: Stores, ear: Ear
) -> AsyncIterator[Office]:
    async with office(server, limits, stores, lines(ear, Mouth(mute=True), Loudness)) as one:
        yield one


@pytest.fixture
async def visit(browser: Browser, one: Office, stores: Stores) -> AsyncIterator[Visit]:
    async with visiting(browser, one.http, Desk(stores)) as visit:
        yield visit


async def shown(visit: Visit) -> list[str]:
    await visit.answered()
    return await visit.page.locator("#log > li > p:first-child").all_inner_texts()


@pytest.mark.shows("calls dialogues 24, 25")
async def test_a_call_is_typed_clicked_and_keyed_and_survives_a_reload(
    visit: Visit, one: Office, ear: Ear
) -> None:
    page, log = visit.page, visit.page.locator("#log")
    one.business.services = [
        service.model_copy(update={"employee": NASTY}) for service in one.business.services
    ]
    await visit.say("there is something wrong with my wall")
    await page.get_by_role("button", name="Drywall Repair").click()
    before = await shown(visit)
    await page.reload()
    await visit.lines(*before)
    ear.words.append("why do you need that?")
    await page.get_by_role("button", name="Call").click()
    await expect(log).to_contain_text("🎤 why do you need that?")
    await visit.answered()
    await page.get_by_role("button", name="Keypad").click()
    await page.keyboard.type("5551234#")
    await expect(log).to_contain_text("555-1234")
    await visit.answered()
    await visit.say("John Doe")
    await expect(log).to_contain_text(f"{NASTY} could come")
    await visit.answered()
    await visit.say("yes")
    await expect(log).to_contain_text("T-1042")
    await visit.answered()
    await visit.say("no thanks")
    await expect(log).to_contain_text("Was that helpful?")
    await page.get_by_role("button", name="👍").click()
    await expect(log).to_contain_text("🙏 Thank you!")
    after = await shown(visit)
    await page.reload()
    await visit.lines(*after)
    assert len([line for line in after if line.startswith("Steward")]) == 9
    assert await page.locator("#log img, #log script").count() == 0
    assert visit.complaints == []
    assert (await one.over()).outcome is CallEnd.BOOKED
