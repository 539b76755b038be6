"""Rows of a list are changed through the person's conversation, as their words are."""

import json
from decimal import Decimal

import pytest

from agents.expenses.features.browse.replies import ROWS_UNDO, RowsChanged, RowsRefused
from agents.expenses.features.browse.tools import MAX_ROWS, RowsOutcome, RowsStage
from agents.expenses.replies import Corrected, Restored, Saved
from agents.expenses.store.stores import ExpenseStores
from domain.tools import ErrorCode, ToolStatus
from tests.agents.expenses.features.chat import FeatureChat
from tests.agents.expenses.store.requests import saving


async def rows(chat: FeatureChat) -> list[tuple[str, str, bool]]:
    """Names, categories and whether they count, in the order in which they were saved."""
    found = await chat.execute(
        "SELECT merchant, category, deleted_at IS NULL AS live FROM transactions"
        " WHERE user_id = $1 ORDER BY number",
        chat.user_id,
    )
    return [(row["merchant"], row["category"], row["live"]) for row in found]


async def ids(chat: FeatureChat) -> list[str]:
    found = await chat.execute(
        "SELECT task_id FROM transactions WHERE user_id = $1 ORDER BY number", chat.user_id
    )
    return [row["task_id"] for row in found]


async def change_rows(chat: FeatureChat, tool: str, **arguments: object) -> RowsOutcome:
    result = await chat.result(tool, json.dumps(arguments))
    assert result.status is ToolStatus.OK, result
    return RowsOutcome.model_validate(result.value)


async def test_many_get_a_category_at_once_and_one_undo_takes_all_of_it_back(
    chat: FeatureChat,
) -> None:
    await chat.tell("Grab 12", "Starbucks 15.50", "Shell 80")
    before, own = await rows(chat), await ids(chat)
    done = await change_rows(chat, "edit_expenses", task_ids=own, category="Travel")
    assert (done.stage, done.count, done.left) == (RowsStage.EDITED, 3, 0)
    assert {category for _, category, _ in await rows(chat)} == {"Travel"}
    assert (await chat.said(RowsChanged)).outcome.values[0].after == "Travel"
    await chat.tell("undo")
    assert await rows(chat) == before
    await chat.tell("undo")
    assert {category for _, category, _ in await rows(chat)} == {"Travel"}


async def test_the_button_takes_it_back_once_and_leaves_what_was_changed_since(
    chat: FeatureChat,
) -> None:
    await chat.tell("Grab 12", "Starbucks 15.50")
    own = await ids(chat)
    await change_rows(chat, "edit_expenses", task_ids=own, category="Travel")
    edited = await chat.told(RowsChanged.topic)
    await change_rows(chat, "edit_expenses", task_ids=own[:1], category="Shopping")
    await chat.presses(ROWS_UNDO, reply=edited)
    undone = (await chat.said(RowsChanged, 2)).outcome
    assert (undone.stage, undone.count, undone.left) == (RowsStage.TAKEN_BACK, 1, 1)
    assert [category for _, category, _ in await rows(chat)] == ["Shopping", "Food & Drink"]
    await chat.presses(ROWS_UNDO, reply=edited)
    again = (await chat.said(RowsChanged, 3)).outcome
    assert (again.count, again.left) == (0, 1)


async def test_the_chat_knows_what_was_changed_in_the_list(chat: FeatureChat) -> None:
    await chat.tell("Starbucks 15.50")
    own = await ids(chat)
    await change_rows(chat, "edit_expenses", task_ids=own, amount="18.50", occurred_on="2026-03-02")
    corrected = await chat.said(Corrected)
    assert (corrected.card.amount, len(corrected.changes)) == (Decimal("18.50"), 2)
    await chat.tell("actually 19")
    card = (await chat.said(Corrected, 2)).card
    assert (card.amount, f"{card.occurred_on}") == (Decimal(19), "2026-03-02")


async def test_of_several_only_those_that_were_different_are_told_and_taken_back(
    chat: FeatureChat,
) -> None:
    await chat.tell("Grab 12", "Starbucks 15.50")
    own = await ids(chat)
    done = await change_rows(chat, "edit_expenses", task_ids=own, category="Transport")
    assert done.count == 1
    corrected = await chat.said(Corrected)
    assert corrected.card.merchant == "Starbucks"
    assert [change.after for change in corrected.changes] == ["Transport"]
    again = await change_rows(chat, "edit_expenses", task_ids=own, category="Transport")
    assert (again.count, len(again.cards)) == (0, 2)
    assert (await chat.said(RowsChanged)).outcome.count == 0


async def test_deleted_ones_come_back_by_a_word_a_button_or_the_list(chat: FeatureChat) -> None:
    await chat.tell("Grab 12", "Starbucks 15.50")
    own = await ids(chat)
    done = await change_rows(chat, "delete_expenses", task_ids=own)
    assert (done.count, set(done.removed)) == (2, set(own))
    assert [live for *_, live in await rows(chat)] == [False, False]
    await chat.tell("restore")
    assert [live for *_, live in await rows(chat)] == [True, True]
    await change_rows(chat, "delete_expenses", task_ids=own[:1])
    assert (await chat.said(RowsChanged, 2)).outcome.stage is RowsStage.DELETED
    back = await change_rows(chat, "restore_expenses", task_ids=own)
    assert (back.count, back.left) == (1, 1)
    assert [live for *_, live in await rows(chat)] == [True, True]
    await change_rows(chat, "delete_expenses", task_ids=own[:1])
    await chat.presses(ROWS_UNDO)
    await chat.said(Restored)
    assert [live for *_, live in await rows(chat)] == [True, True]


async def test_a_call_that_comes_twice_changes_once(chat: FeatureChat) -> None:
    await chat.tell("Grab 12")
    own = await ids(chat)
    told = json.dumps({"task_ids": own, "category": "Travel"})
    message_id = await chat.call("edit_expenses", told)
    await chat.quiet(message_id)
    await chat.say("edit_expenses", id=message_id)
    await chat.tell("Grab 9")
    await chat.said(Saved, 2)
    assert await chat.calls() == [("edit_expenses", "ok")]


async def test_an_empty_text_empties_a_field_and_undo_brings_it_back(chat: FeatureChat) -> None:
    await chat.tell("lunch at Grab 12 by card")
    own = await ids(chat)
    given = {"item": "lunch", "payment_method": "Cash", "reference": "A-77"}
    await change_rows(chat, "edit_expenses", task_ids=own, **given)
    await change_rows(chat, "edit_expenses", task_ids=own, **dict.fromkeys(given, " "))
    names = ", ".join(given)
    find = f"SELECT {names} FROM transactions WHERE user_id = $1"  # noqa: S608 - names of columns
    assert [*(await chat.execute(find, chat.user_id))[0]] == [None, None, None]
    corrected = await chat.said(Corrected, 2)
    assert {(each.field, each.after) for each in corrected.changes} == {
        (name, None) for name in given
    }
    await chat.tell("undo")
    assert [*(await chat.execute(find, chat.user_id))[0]] == [*given.values()]


async def test_a_shop_or_a_purpose_must_be_left(chat: FeatureChat) -> None:
    await chat.tell("Grab 12")
    own = await ids(chat)
    await change_rows(chat, "edit_expenses", task_ids=own, item="lunch")
    await change_rows(chat, "edit_expenses", task_ids=own, merchant="")
    (row,) = await rows(chat)
    assert row[0] is None
    result = await chat.result("edit_expenses", json.dumps({"task_ids": own, "item": ""}))
    assert result.error is not None
    assert result.error.code is ErrorCode.INVALID_ARGUMENTS
    assert (await chat.said(RowsRefused)).field == "item"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("amount", "-3"),
        ("amount", "1.234"),
        ("amount", "abc"),
        ("currency", "dollars"),
        ("occurred_on", "2999-01-01"),
    ],
)
async def test_a_value_that_cannot_be_changes_nothing(
    chat: FeatureChat, field: str, value: str
) -> None:
    await chat.tell("Grab 12", "Starbucks 15.50")
    before = await rows(chat)
    arguments = {"task_ids": await ids(chat), "category": "Travel", field: value}
    result = await chat.result("edit_expenses", json.dumps(arguments))
    assert result.error is not None
    assert result.error.code is ErrorCode.INVALID_ARGUMENTS
    assert (await chat.said(RowsRefused)).field == ("date" if field == "occurred_on" else field)
    assert await rows(chat) == before


async def test_rows_of_somebody_else_are_none(chat: FeatureChat) -> None:
    await chat.tell("Grab 12")
    bob = saving(1, user_id="bob", conversation_id="http:9", category="Transport")
    await ExpenseStores(chat.stores.database).ledger.save(bob)
    stranger = bob.task_id
    for tool, more in (("edit_expenses", {"category": "Travel"}), ("delete_expenses", {})):
        told = json.dumps({"task_ids": [stranger], **more})
        result = await chat.result(tool, told)
        assert result.error is not None
        assert result.error.code is ErrorCode.NOT_FOUND
    assert (await chat.said(RowsRefused, 2)).field == ""
    own = await ids(chat)
    done = await change_rows(chat, "edit_expenses", task_ids=[*own, stranger], category="Travel")
    assert (done.count, done.left) == (1, 1)
    (row,) = await chat.execute("SELECT category FROM transactions WHERE task_id = $1", stranger)
    assert row["category"] == "Transport"


async def test_there_is_an_end_to_what_one_call_changes(chat: FeatureChat) -> None:
    result = await chat.result(
        "delete_expenses", json.dumps({"task_ids": [f"t{at}" for at in range(MAX_ROWS + 1)]})
    )
    assert result.error is not None
    assert result.error.code is ErrorCode.INVALID_ARGUMENTS
