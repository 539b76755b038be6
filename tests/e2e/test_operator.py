"""An operator's hands on a conversation: the real ``temporal`` command, from outside."""

import json
from decimal import Decimal

import pytest
from temporalio.client import WorkflowExecutionStatus

from agents.expenses import replies
from domain import topics
from domain.conversation import ConversationState, ConversationStatus
from tests.e2e.commands import execute, installed
from tests.e2e.house import House, clean_environment
from tests.e2e.phone import Phone, item_of, receipt


async def temporal(house: House, phone: Phone, verb: str, *flags: str) -> str:
    ended = await execute(
        installed("temporal"),
        *("workflow", verb, "--workflow-id", phone.id, "--address", house.temporal_address),
        *flags,
        environment=clean_environment(),
        folder=house.data_dir,
    )
    assert ended.code == 0, ended.err
    return ended.out


@pytest.mark.shows("scenario 31")
async def test_a_cancel_from_outside_drops_the_open_expense_and_the_chat_goes_on(
    house: House, phone: Phone
) -> None:
    await phone.tell("lunch")
    await phone.told(replies.AskAmount.topic)
    await temporal(house, phone, "signal", "--name", "cancel", "--input", '"maintenance"')
    told = await phone.content(topics.Cancelled)
    assert (told.by, told.reason) == ("operator", "maintenance")
    assert [item_of(task) for task in told.tasks] == ["lunch"]
    assert await phone.saved() == []
    status = await phone.tell("Starbucks 4.20")
    assert status is not None
    assert status.state is ConversationState.IDLE
    assert [row.amount for row in await phone.saved()] == [Decimal("4.20")]


@pytest.mark.shows("2.5")
async def test_the_status_can_be_asked_while_a_photo_is_read_and_while_it_waits(
    house: House, phone: Phone
) -> None:
    photo = await phone.photo(receipt("O-1"))
    await phone.reading_begun()
    reading = await asked_status(house, phone)
    assert reading.state is ConversationState.WORKING
    assert [task.doing for task in reading.tasks] == ["read image"]
    await phone.settled(photo)
    await phone.tell("lunch")
    waiting = await asked_status(house, phone)
    assert waiting.state is ConversationState.WAITING
    assert waiting.waiting_for == "amount"
    assert waiting.tasks[0].missing == ("amount",)
    assert waiting.expires_at is not None


async def asked_status(house: House, phone: Phone) -> ConversationStatus:
    out = await temporal(house, phone, "query", "--type", "status", "--output", "json")
    (answer,) = json.loads(out)["queryResult"]
    return ConversationStatus.model_validate(without_nulls(answer))


def without_nulls(answer: object) -> object:
    """The command writes empty lists as null."""
    if isinstance(answer, dict):
        return {key: without_nulls(value) for key, value in answer.items() if value is not None}
    return [without_nulls(value) for value in answer] if isinstance(answer, list) else answer


async def test_a_workflow_that_is_cancelled_while_it_reads_saves_nothing(
    house: House, phone: Phone
) -> None:
    await phone.photo(receipt("O-2"))
    await phone.reading_begun()
    await temporal(house, phone, "cancel")
    await phone.told(topics.ClosedByOperator.topic)
    assert await phone.ended() is WorkflowExecutionStatus.CANCELED
    assert await phone.saved() == []
    await phone.tell("Starbucks 4.20")
    assert [row.amount for row in await phone.saved()] == [Decimal("4.20")]
