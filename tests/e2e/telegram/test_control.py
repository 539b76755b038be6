"""Scenarios 28-32: cancel, status, help, an operator, silence."""

from decimal import Decimal

import pytest
from temporalio.client import WorkflowExecutionStatus

from tests.e2e.house import House
from tests.e2e.telegram.member import PATIENCE, Member, being_read
from tests.e2e.telegram.papers import kopi
from tests.local.waiting import eventually


@pytest.mark.shows("scenario 28")
async def test_28_cancel_names_what_it_dropped_and_says_when_there_is_nothing(ali: Member) -> None:
    async with being_read(ali, kopi()):
        cancel = ali.say("/cancel")
        cancelled = await ali.sees("Cancelled", "receipt")
        assert "nothing was saved" in cancelled.text
    await ali.answered(cancel)
    assert len(ali.chat.shown) == 1
    await ali.tell("lunch")
    (cancelled,) = await ali.tell("cancel")
    assert "lunch" in cancelled.text
    (idle,) = await ali.tell("/cancel")
    assert "nothing to cancel" in idle.text
    assert await ali.all_rows() == []


@pytest.mark.shows("scenario 29")
async def test_29_status_in_each_state(ali: Member) -> None:
    (idle,) = await ali.tell("/status")
    assert "nothing is waiting" in idle.text
    async with being_read(ali, kopi()) as photo:
        ali.say("/status")
        await ali.sees("I'm on it", "reading the photo")
    await ali.answered(photo)
    await ali.tell("lunch")
    (waiting,) = await ali.tell("/status")
    assert "how much it was" in waiting.text
    assert "still missing: amount" in waiting.text
    assert len(await ali.all_rows()) == 1


@pytest.mark.shows("scenario 30")
async def test_30_help_while_asked_is_about_the_question(ali: Member) -> None:
    await ali.tell("lunch")
    (told,) = await ali.tell("/help")
    assert told.text.startswith("💡 I need the amount for lunch")
    (card,) = await ali.tell("12.30")
    assert "lunch · RM12.30" in card.text
    assert [row["amount"] for row in await ali.all_rows()] == [Decimal("12.30")]


@pytest.mark.shows("scenario 31")
@pytest.mark.parametrize("reason", ["", "maintenance"])
async def test_31_an_operator_can_cancel_with_and_without_a_reason(
    ali: Member, reason: str
) -> None:
    await ali.tell("lunch")
    await ali.handle.signal("cancel", args=[reason] if reason else [])
    told = await ali.sees("My operator cancelled this", "lunch")
    assert ("The reason: maintenance" in told.text) == bool(reason)
    (card,) = await ali.tell("Starbucks 4.20")
    assert "Saved" in card.text
    assert [row["amount"] for row in await ali.all_rows()] == [Decimal("4.20")]


@pytest.mark.shows("scenario 32")
async def test_32_after_a_long_silence_the_draft_is_kept_and_can_be_resumed(
    house: House, ali: Member
) -> None:
    async def ended() -> bool:
        return (await ali.handle.describe()).status is WorkflowExecutionStatus.COMPLETED

    async with house.worker_with(CONVERSATION_EXPIRATION_HOURS="0.0005"):
        ali.say("lunch")
        expired = await ali.sees("I didn't hear back", "lunch")
        await eventually(ended, PATIENCE)
    assert len(ali.chat.shown) == 2
    assert expired.labels == ["Resume lunch"]
    assert await ali.drafts() == ["expired"]
    *_, asked = await ali.press(expired, "Resume lunch")
    assert "How much" in asked.text
    (card,) = await ali.tell("12.30")
    assert "lunch · RM12.30" in card.text
    assert [row["amount"] for row in await ali.all_rows()] == [Decimal("12.30")]
