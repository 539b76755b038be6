"""A chat is never stuck, in the moments that only expenses bring about."""

import asyncio
from decimal import Decimal

import pytest
from temporalio.testing import WorkflowEnvironment

from agents.expenses import replies
from agents.expenses.ledger import AmendOutcome, AmendRequest
from domain.conversation import ConversationState, Limits
from domain.errors import StorageRejectedError
from domain.topics import PressAction
from tests.agents.expenses.fakes.ledger import InMemoryLedger
from tests.agents.expenses.workflow.chat import ExpenseChat
from tests.workflows.promises import handled, helped, last_id

pytestmark = pytest.mark.real_server

SAVED = replies.Saved.topic


class SlowToCorrect(InMemoryLedger):
    """Corrects when it is let; ``amending`` tells that it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.amending = asyncio.Event()

    async def amend(self, request: AmendRequest) -> AmendOutcome:
        self.amending.set()
        await self.gate.wait()
        return await super().amend(request)


@pytest.mark.parametrize("text", ["zyx wvu", "dinner it was"])
async def test_an_edit_that_is_not_understood_while_its_task_asks(
    chat: ExpenseChat, text: str
) -> None:
    await chat.quiet(await chat.post("1", "lunch"))
    chat.rules.failure = StorageRejectedError("no")
    chat.understanding.failures["understand"] = StorageRejectedError("no")
    await chat.edit("1", text)
    await helped(chat)
    chat.rules.failure = None
    chat.understanding.failures.clear()
    await chat.quiet()
    await chat.tell("12.30")
    await chat.told(SAVED)


async def test_edit_tapped_and_cancelled_while_a_correction_is_written(
    server: WorkflowEnvironment, limits: Limits, locale: str
) -> None:
    unopened = ExpenseChat(server, limits, locale)
    ledger = unopened.ledger = SlowToCorrect()
    async with unopened.open() as chat:
        await chat.tell("Starbucks 15.50")
        saved = await chat.told(SAVED)
        await chat.say("no, it was 16.50")
        await ledger.amending.wait()
        await chat.press(PressAction.EDIT, saved)
        await handled(chat, last_id(chat))
        await handled(chat, await chat.say("/cancel"))
        ledger.gate.set()
        await helped(chat)
        await chat.say("grab 5")
        await chat.told(SAVED, 2)
        assert (await chat.quiet()).state is ConversationState.IDLE
        assert (await chat.status()).tasks == ()
        assert [card.merchant for card in chat.saved] == ["Starbucks", "Grab"]
        assert chat.saved[1].amount == Decimal(5)
