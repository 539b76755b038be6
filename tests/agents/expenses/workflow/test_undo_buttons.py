"""A button takes back the change that its card shows; a second press is answered, not applied."""

from decimal import Decimal

import pytest

from agents.expenses import replies
from domain import topics
from domain.messages import ButtonPress
from domain.topics import PressAction
from tests.agents.expenses.fakes.reading import receipt
from tests.agents.expenses.workflow.chat import ExpenseChat as Chat
from tests.fakes.attachments import image

SAVED, CORRECTED = replies.Saved.topic, replies.Corrected.topic
STALE = topics.StaleButton.topic


def amounts(chat: Chat) -> list[Decimal | None]:
    return [card.amount for card in chat.saved]


@pytest.mark.shows("telegram 11")
async def test_a_double_tap_on_a_correction_takes_back_the_correction_only(chat: Chat) -> None:
    await chat.tell("Starbucks 15.50", "no, it was 16.50")
    corrected = await chat.told(CORRECTED)
    await chat.press(PressAction.UNDO, corrected)
    await chat.press(PressAction.UNDO, corrected)
    await chat.told(replies.Reverted.topic)
    await chat.told(STALE)
    assert amounts(chat) == [Decimal("15.50")]
    assert replies.Deleted.topic not in chat.topics


async def test_a_double_tap_on_a_save_deletes_once_and_leaves_other_expenses(chat: Chat) -> None:
    await chat.tell("Starbucks 15.50", "grab 12")
    saved = await chat.told(SAVED, count=2)
    await chat.press(PressAction.UNDO, saved)
    await chat.press(PressAction.UNDO, saved)
    await chat.told(replies.Deleted.topic)
    await chat.told(STALE)
    assert amounts(chat) == [Decimal("15.50")]


async def test_undo_on_the_saved_card_removes_the_expense_with_its_corrections(chat: Chat) -> None:
    await chat.tell("Starbucks 15.50")
    saved = await chat.told(SAVED)
    await chat.tell("no, it was 16.50")
    corrected = await chat.told(CORRECTED)
    await chat.press(PressAction.UNDO, saved)
    deleted = await chat.told(replies.Deleted.topic)
    assert chat.saved == []
    await chat.press(PressAction.UNDO, corrected)
    await chat.told(STALE)
    await chat.press(PressAction.RESTORE, deleted)
    await chat.told(replies.Restored.topic)
    assert amounts(chat) == [Decimal("16.50")]


async def test_a_button_that_a_later_correction_overtook_changes_nothing(chat: Chat) -> None:
    await chat.tell("Starbucks 15.50", "no, it was 16.50")
    first = await chat.told(CORRECTED)
    await chat.tell("no, it was 17.50")
    second = await chat.told(CORRECTED, count=2)
    await chat.press(PressAction.UNDO, first)
    await chat.told(STALE)
    assert amounts(chat) == [Decimal("17.50")]
    await chat.press(PressAction.UNDO, second)
    await chat.told(replies.Reverted.topic)
    assert amounts(chat) == [Decimal("16.50")]


async def test_undo_of_an_undo_makes_the_correction_again(chat: Chat) -> None:
    await chat.tell("Starbucks 15.50", "no, it was 16.50", "undo")
    reverted = await chat.told(replies.Reverted.topic)
    await chat.press(PressAction.UNDO, reverted)
    again = await chat.told(replies.Reverted.topic, count=2)
    assert amounts(chat) == [Decimal("16.50")]
    await chat.press(PressAction.UNDO, reverted)
    await chat.told(STALE)
    await chat.press(PressAction.UNDO, again)
    await chat.told(replies.Reverted.topic, count=3)
    assert amounts(chat) == [Decimal("15.50")]


async def test_a_double_tap_on_restore_restores_once(chat: Chat) -> None:
    await chat.tell("Starbucks 15.50", "undo")
    deleted = await chat.told(replies.Deleted.topic)
    await chat.press(PressAction.RESTORE, deleted)
    await chat.press(PressAction.RESTORE, deleted)
    restored = await chat.told(replies.Restored.topic)
    await chat.told(STALE)
    assert amounts(chat) == [Decimal("15.50")]
    assert chat.topics.count(replies.Restored.topic) == 1
    await chat.press(PressAction.UNDO, restored)
    await chat.told(replies.Deleted.topic, count=2)
    assert chat.saved == []


async def test_each_undo_of_an_album_removes_its_own_expense_once(chat: Chat) -> None:
    album = [image(f"undone {n}") for n in range(2)]
    for number, attachment in enumerate(album, 1):
        chat.reader.will_read(receipt(attachment, total=f"{number}.00"))
    await chat.quiet(await chat.photo(*album))
    summary = await chat.told(replies.SavedTogether.topic)
    first, second = [c.press for c in summary.choices if c.press.action == PressAction.UNDO]
    await chat.push(first)
    await chat.push(first)
    await chat.told(replies.Deleted.topic)
    await chat.told(STALE)
    assert [card.task_id for card in chat.saved] == [second.subject]
    await chat.push(second)
    await chat.told(replies.Deleted.topic, count=2)
    assert chat.saved == []


async def test_typed_undo_walks_back_step_by_step(chat: Chat) -> None:
    await chat.tell("Starbucks 15.50", "no, it was 16.50", "undo")
    assert amounts(chat) == [Decimal("15.50")]
    await chat.tell("/undo")
    assert chat.saved == []
    await chat.tell("undo")
    await chat.told(topics.NothingToUndo.topic)
    assert STALE not in chat.topics


@pytest.mark.parametrize("words", ["delete this", "remove it please", "lösche das", "padam ini"])
async def test_to_delete_a_corrected_expense_is_not_to_undo_its_correction(
    chat: Chat, words: str
) -> None:
    await chat.tell("Tesco 20", "Starbucks 15.50", "no, it was 16.50")
    corrected = await chat.told(CORRECTED)
    await chat.quiet(await chat.say(words, reply_to=corrected.id))
    assert amounts(chat) == [Decimal(20)]
    await chat.quiet(await chat.say(words, reply_to=corrected.id))
    assert amounts(chat) == [Decimal(20)], "it is gone, and nothing else goes in its place"
    await chat.told(topics.NotFound.topic)


async def test_to_delete_by_number_takes_the_corrections_along(chat: Chat) -> None:
    await chat.tell("Starbucks 15.50", "no, it was 16.50", "delete #1")
    assert amounts(chat) == []


async def test_a_button_without_a_value_takes_back_the_last_change_of_its_row(chat: Chat) -> None:
    await chat.tell("Starbucks 15.50", "no, it was 16.50")
    task_id = chat.saved[0].task_id
    await chat.push(ButtonPress(action=PressAction.UNDO, subject=task_id))
    await chat.told(replies.Reverted.topic)
    assert amounts(chat) == [Decimal("15.50")]
