"""Support beside the agent that takes photos first: what is whose."""

from collections.abc import AsyncIterator, Mapping

import pytest
from temporalio.testing import WorkflowEnvironment

from adapters.model.rules import AgentRules
from adapters.postgres.stores import Stores
from agents.support.posts import StaffAction
from agents.support.tickets import TicketStatus
from domain.conversation import Limits
from tests.agents.support.workflow.chat import SupportChat
from tests.workflows.chat import Activities

expenses = pytest.importorskip("agents.expenses.bind")


class Beside(SupportChat):
    def __init__(self, env: WorkflowEnvironment, limits: Limits, stores: Stores) -> None:
        super().__init__(env, limits, stores, plan="enterprise")
        self.expenses = expenses.bind(self.lent)

    def agent_rules(self) -> Mapping[str, AgentRules]:
        return {"expenses": expenses.OfflineEngine(), **super().agent_rules()}

    def own(self) -> Activities:
        own = super().own()
        beside = self.expenses.activities
        return {queue: (*own.get(queue, ()), *beside.get(queue, ())) for queue in {**own, **beside}}

    async def shows(self, caption: str) -> str:
        """Sends a picture, waits until it is dealt with, and gives what was shown since."""
        before = len(self.channel.shown)
        picture = self.files.lay(f"picture {self.sent}")
        await self.quiet(await self.photo(picture, caption=caption))
        return self.since(before)

    async def spent(self) -> list[str]:
        async with self.stores.database.connection() as connection:
            rows = await connection.fetch(
                "SELECT * FROM transactions WHERE user_id = $1", self.user_id
            )
        return [str(row["amount"]) for row in rows]


@pytest.fixture
async def chat(
    server: WorkflowEnvironment, limits: Limits, office: Stores
) -> AsyncIterator[Beside]:
    enabled = ("expenses", "support")
    own = limits.model_copy(update={"has_model": False, "enabled": enabled})
    async with Beside(server, own, office).open() as chat:
        yield chat
    await chat.expenses.close()


@pytest.mark.shows("support 4")
async def test_a_purchase_is_an_expense_and_an_amount_that_the_company_took_a_ticket(
    chat: Beside,
) -> None:
    assert "🎫" not in await chat.hears("Starbucks 15.50")
    assert await chat.tickets() == []
    assert "🎫" in await chat.hears("you charged me 15.50 twice")
    assert (await chat.ticket())["type"] == "billing"
    assert await chat.spent() == ["15.50"]


@pytest.mark.shows("support 4")
async def test_a_screenshot_with_a_complaint_is_a_ticket_with_it_and_no_receipt(
    chat: Beside,
) -> None:
    assert "🎫" in await chat.shows("your app shows this error when I open a folder")
    row = await chat.ticket()
    case = await chat.case(row["ticket_id"]).query("case")
    assert case["customer"][0]["message"]["attachment"]["remote"] == "picture 0"
    assert "read_receipt" not in await chat.activities()


@pytest.mark.shows("support 29")
async def test_a_screenshot_while_a_person_has_the_ticket_goes_to_them_in_silence(
    chat: Beside,
) -> None:
    await chat.hears("the app crashes")
    await chat.staff(StaffAction.CLAIM)
    await chat.becomes(TicketStatus.OPEN)
    ticket = (await chat.ticket())["ticket_id"]
    said = await chat.shows("here is the screenshot")
    assert "Source" not in said
    assert "🧾" not in said
    assert (await chat.said_in(ticket))[-1] == "here is the screenshot"
    case = await chat.case(ticket).query("case")
    assert case["customer"][-1]["message"]["attachment"]
    assert len(await chat.tickets()) == 1
    assert "read_receipt" not in await chat.activities()
