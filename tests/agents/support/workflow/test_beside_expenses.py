"""Support beside the agent that takes photos first: what is whose."""

from collections.abc import AsyncIterator

import pytest
from temporalio.testing import WorkflowEnvironment

from adapters.postgres.stores import Stores
from agents.support.replies import AskWithdraw
from agents.support.staff_posts import StaffAction
from agents.support.tickets import TicketStatus
from domain.conversation import Limits
from domain.topics import AskToEnter
from tests.agents.support.workflow.chat import SupportChat

expenses = pytest.importorskip("agents.expenses.bind")


class Beside(SupportChat):
    def __init__(self, env: WorkflowEnvironment, limits: Limits, stores: Stores) -> None:
        super().__init__(env, limits, stores, plan="enterprise")
        self.bring(expenses.bind(self.lent))

    async def shows(self, caption: str) -> str:
        """Sends a picture, waits until it is dealt with, and gives what was shown since."""
        before = len(self.channel.shown)
        picture = self.files.lay(f"picture {self.sent}")
        await self.quiet(await self.photo(picture, caption=caption))
        return self.since(before)


@pytest.fixture
async def chat(
    server: WorkflowEnvironment, limits: Limits, office: Stores
) -> AsyncIterator[Beside]:
    enabled = ("expenses", "support")
    own = limits.model_copy(update={"has_model": False, "enabled": enabled})
    async with Beside(server, own, office).open() as chat:
        yield chat
    await chat.agents["expenses"].close()


@pytest.mark.shows("support 4", "support 29")
async def test_a_screenshot_with_a_complaint_is_for_people_and_no_receipt(
    chat: Beside,
) -> None:
    assert "🎫" in await chat.shows("your app shows this error when I open a folder")
    ticket = (await chat.ticket())["ticket_id"]
    case = await chat.case(ticket).query("case")
    assert case["customer"][0]["message"]["attachment"]["remote"] == "picture 0"
    await chat.staff(StaffAction.CLAIM)
    await chat.becomes(TicketStatus.OPEN)
    shown = await chat.shows("here is the screenshot")
    assert "Source" not in shown
    assert "🧾" not in shown
    assert (await chat.said_in(ticket))[-1] == "here is the screenshot"
    case = await chat.case(ticket).query("case")
    assert case["customer"][-1]["message"]["attachment"]
    assert len(await chat.tickets()) == 1
    assert "read_receipt" not in await chat.activities()


async def test_a_cancel_means_a_ticket_only_where_nothing_else_is_asked(chat: Beside) -> None:
    await chat.hears("/support charged twice")
    await chat.hears("Kedai Ah Seng 12")
    told = await chat.hears("/cancel")
    assert "I dropped this" in told
    assert AskWithdraw.topic not in chat.topics
    told = await chat.hears("/cancel")
    assert "There is nothing to cancel. “Withdraw” takes back “charged twice”." in told
    assert "[Withdraw]" in told


async def test_what_must_wait_is_told_by_its_newest_words(chat: Beside) -> None:
    chat.agrees = False
    await chat.hears("Kedai Ah Seng 12")
    assert "Noted: 🎫 #2 “do you ship to mars”." in await chat.hears("/support do you ship to mars")
    told = await chat.hears("/support do you ship to venus")
    assert "Noted: 🎫 #2 “do you ship to venus”." in told
    assert "Which category" in told


@pytest.mark.parametrize("words", ["how is my ticket?", "no, the app crashes"])
async def test_what_asks_for_something_else_is_no_yes_to_an_offer(chat: Beside, words: str) -> None:
    await chat.hears("why was I charged twice")
    assert chat.topics[-1] == AskToEnter.topic
    await chat.hears(words)
    assert await chat.tickets() == []


async def test_what_is_said_behind_a_yes_to_an_offer_is_passed_on_with_it(chat: Beside) -> None:
    said = ["why was I charged twice", "yes but my name is wrong on the bill"]
    for words in said:
        await chat.hears(words)
    (ticket,) = await chat.tickets()
    assert await chat.customers_words(ticket["ticket_id"]) == said
