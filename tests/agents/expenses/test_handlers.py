"""What the agent does beside its tasks: look up, undo, restore, find."""

from datetime import UTC, datetime

import pytest

from agents.contract import Reversible
from agents.expenses.ledger import (
    THE_SAVE,
    Found,
    RestoreRequest,
    StoredTransaction,
    UndoOutcome,
    UndoRequest,
)
from agents.expenses.replies import Deleted, Restored, Reverted
from agents.expenses.shown import Change
from agents.expenses.workflow import AGENT, ExpenseAgent
from domain.failures import ActivityFailed
from domain.topics import NotFound, PressAction, StaleButton
from tests.agents.expenses.drafts import KOPITIAM
from tests.agents.expenses.places import HandlerPlace

ROW = StoredTransaction(card=KOPITIAM, saved_at=datetime(2026, 3, 10, tzinfo=UTC))
CHANGE = Change(field="amount", before="17", after="15.50")


@pytest.fixture
def at() -> HandlerPlace:
    return HandlerPlace()


def press(at: HandlerPlace) -> tuple[str, str, str]:
    """The only button of the last thing said."""
    (choice,) = at.buttons[-1]
    return choice.press.action, choice.press.subject, choice.press.value


def test_its_finished_tasks_can_be_taken_back() -> None:
    assert issubclass(AGENT, Reversible)


def test_other_commands_are_not_its_own() -> None:
    assert AGENT.command("undo", "") is None


class TestTakingBack:
    async def test_a_correction_is_reverted_and_can_be_made_again(self, at: HandlerPlace) -> None:
        at.answers["undo_expense"] = UndoOutcome(stored=ROW, changes=(CHANGE,))
        assert await AGENT.undo(at, KOPITIAM.task_id, "c1")
        assert at.said == [Reverted(card=KOPITIAM, changes=(CHANGE,))]
        request = at.request("undo_expense", UndoRequest)
        assert (request.task_id, request.shown) == (KOPITIAM.task_id, "c1")
        assert request.change_id.startswith(KOPITIAM.task_id)
        editing, undoing = (choice.press for choice in at.buttons[-1])
        assert (editing.action, editing.subject) == (PressAction.EDIT, KOPITIAM.task_id)
        assert (undoing.action, undoing.value) == (PressAction.UNDO, "c1")
        assert [agent.shown() for agent in at.remembered] == [KOPITIAM]

    async def test_a_save_is_deleted_and_can_be_restored(self, at: HandlerPlace) -> None:
        at.answers["undo_expense"] = UndoOutcome(stored=ROW.model_copy(update={"deleted": True}))
        assert await AGENT.undo(at, KOPITIAM.task_id, THE_SAVE)
        assert at.said == [Deleted(card=KOPITIAM)]
        assert press(at) == (PressAction.RESTORE, KOPITIAM.task_id, "")
        assert at.forgotten == {KOPITIAM.task_id: KOPITIAM.model_dump(mode="json")}

    async def test_without_a_task_the_last_change_of_the_chat_is_meant(
        self, at: HandlerPlace
    ) -> None:
        at.answers["undo_expense"] = UndoOutcome(stored=ROW, changes=(CHANGE,))
        assert await AGENT.undo(at, None, "")
        request = at.request("undo_expense", UndoRequest)
        assert (request.task_id, request.shown) == (None, None)
        assert request.change_id.startswith(at.conversation_id)

    async def test_nothing_to_take_back_says_nothing_itself(self, at: HandlerPlace) -> None:
        at.answers["undo_expense"] = UndoOutcome()
        assert not await AGENT.undo(at, KOPITIAM.task_id, "c1")
        assert at.said == []


class TestBringingBack:
    async def test_a_deleted_row_is_there_again(self, at: HandlerPlace) -> None:
        at.answers["restore_expense"] = ROW
        await AGENT.restore(at, KOPITIAM.task_id)
        assert at.said == [Restored(card=KOPITIAM)]
        editing, undoing = (choice.press for choice in at.buttons[-1])
        assert (editing.action, editing.subject) == (PressAction.EDIT, KOPITIAM.task_id)
        assert (undoing.action, undoing.value) == (PressAction.UNDO, THE_SAVE)
        assert [agent.shown() for agent in at.remembered] == [KOPITIAM]
        request = at.request("restore_expense", RestoreRequest)
        assert request.task_id == KOPITIAM.task_id

    async def test_a_row_of_another_conversation_can_only_be_taken_back_again(
        self, at: HandlerPlace
    ) -> None:
        there = KOPITIAM.model_copy(update={"task_id": "other/expenses/1"})
        at.answers["restore_expense"] = ROW.model_copy(update={"card": there})
        await AGENT.restore(at, there.task_id)
        assert press(at) == (PressAction.UNDO, there.task_id, THE_SAVE)

    async def test_the_button_of_a_row_that_is_there_is_stale(self, at: HandlerPlace) -> None:
        at.answers["restore_expense"] = ROW.model_copy(update={"unchanged": True})
        await AGENT.restore(at, KOPITIAM.task_id)
        assert (at.said, at.remembered) == ([StaleButton()], [])

    async def test_a_row_that_is_gone_is_said_to_be_so(self, at: HandlerPlace) -> None:
        at.answers["restore_expense"] = ActivityFailed("not_found", "gone")
        await AGENT.restore(at, KOPITIAM.task_id)
        assert at.said == [NotFound()]

    async def test_any_other_failure_is_the_conversations_to_tell(self, at: HandlerPlace) -> None:
        at.answers["restore_expense"] = ActivityFailed("storage.unavailable", "away")
        with pytest.raises(ActivityFailed):
            await AGENT.restore(at, KOPITIAM.task_id)


class TestFinding:
    async def test_an_old_row_can_be_taken_up_again(self, at: HandlerPlace) -> None:
        at.answers["find_expense"] = Found(stored=ROW)
        agent = await AGENT.find(at, KOPITIAM.task_id)
        assert isinstance(agent, ExpenseAgent)
        assert agent.shown() == KOPITIAM

    @pytest.mark.parametrize("stored", [None, ROW.model_copy(update={"deleted": True})])
    async def test_a_row_that_is_gone_is_not_found(
        self, at: HandlerPlace, stored: StoredTransaction | None
    ) -> None:
        at.answers["find_expense"] = Found(stored=stored)
        assert await AGENT.find(at, KOPITIAM.task_id) is None
        assert at.said == []
