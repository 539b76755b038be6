"""The buttons below a page and below one expense, and what they stand for."""

import json
from collections.abc import Sequence

import pytest

from agents.contract import CallReply
from agents.expenses.features.history.replies import (
    NEWER,
    OLDER,
    PRESSES,
    REPLIES,
    SHOW,
    ExpenseShown,
    HistoryShown,
)
from agents.expenses.features.history.search import PAGE_ROWS, ExpenseSearch
from agents.expenses.features.history.tools import (
    FIND_EXPENSES,
    SHOW_EXPENSE,
    ExpensesFound,
    SavedExpense,
)
from agents.expenses.shown import Card
from agents.expenses.splitting import SPLIT
from domain.messages import ButtonPress
from domain.replies import File
from domain.tools import ErrorCode, ToolCall, ToolError, ToolResult, ToolStatus
from domain.topics import Failed, NotFound, PressAction
from tests.agents.expenses.features.history.samples import TEH

PHOTO = File(sha256="a" * 64, name="receipt-3.jpg")


def found(search: ExpenseSearch, rows: int = PAGE_ROWS, total: int = 20) -> CallReply:
    cards: Sequence[Card] = [TEH.model_copy(update={"number": n + 1}) for n in range(rows)]
    value = ExpensesFound(cards=tuple(cards), total=total, page=search.page)
    call = ToolCall(call_id="m/1", name=FIND_EXPENSES.name, arguments=search.model_dump_json())
    return REPLIES[call.name](call, ToolResult(call_id="m/1", value=value.model_dump(mode="json")))


def shown(value: SavedExpense) -> CallReply:
    call = ToolCall(call_id="m/1", name=SHOW_EXPENSE.name, arguments='{"number": 3}')
    return REPLIES[call.name](call, ToolResult(call_id="m/1", value=value.model_dump(mode="json")))


def refused(error: ToolError) -> CallReply:
    call = ToolCall(call_id="m/1", name=SHOW_EXPENSE.name, arguments='{"number": 99}')
    return REPLIES[call.name](
        call, ToolResult(call_id="m/1", status=ToolStatus.FAILED, error=error)
    )


def actions(said: CallReply) -> list[str]:
    return [choice.press.action for choice in said.choices]


def test_a_middle_page_leads_both_ways_with_the_search_that_it_is_of() -> None:
    search = ExpenseSearch(words="grab", page=2)
    said = found(search)
    assert actions(said) == [NEWER, OLDER]
    turns = [PRESSES[choice.press.action](choice.press) for choice in said.choices]
    assert {turn.name for turn in turns} == {FIND_EXPENSES.name}
    pages = [ExpenseSearch.model_validate_json(turn.arguments) for turn in turns]
    assert pages == [search.model_copy(update={"page": number}) for number in (1, 3)]


def test_behind_the_last_page_there_is_a_way_back_to_it() -> None:
    said = found(ExpenseSearch(page=999), rows=0)
    assert actions(said) == [NEWER]
    turn = PRESSES[NEWER](said.choices[0].press)
    assert json.loads(turn.arguments) == {"page": 3}


def test_a_last_page_may_be_short() -> None:
    pages = [HistoryShown(total=total).pages for total in (0, 1, PAGE_ROWS, 2 * PAGE_ROWS + 1)]
    assert pages == [0, 1, 1, 3]


def test_of_few_each_has_a_button_and_deleted_ones_come_back_with_theirs() -> None:
    few = found(ExpenseSearch(words="x"), rows=2, total=2)
    assert actions(few) == [SHOW, SHOW]
    assert [choice.label for choice in few.choices] == ["#1", "#2"]
    show = PRESSES[SHOW](few.choices[0].press)
    assert (show.name, json.loads(show.arguments)) == (SHOW_EXPENSE.name, {"task_id": TEH.task_id})
    assert actions(found(ExpenseSearch(), rows=5, total=5)) == []
    gone = found(ExpenseSearch(deleted=True), rows=6, total=6)
    assert set(actions(gone)) == {PressAction.RESTORE}


def test_what_no_button_carries_is_not_searched_for() -> None:
    turn = PRESSES[OLDER](ButtonPress(action=OLDER, subject="history", value="x"))
    with pytest.raises(ValueError, match="page"):
        ExpenseSearch.model_validate_json(turn.arguments)


def test_one_expense_comes_with_its_photo_and_what_can_be_done() -> None:
    said = shown(SavedExpense(card=TEH, photo=PHOTO, here=True))
    assert (said.content, list(said.files)) == (ExpenseShown(card=TEH, photo=True), [PHOTO])
    assert actions(said) == [PressAction.EDIT, SPLIT, PressAction.UNDO]


def test_what_was_saved_in_another_chat_is_not_edited_in_this_one() -> None:
    assert actions(shown(SavedExpense(card=TEH))) == [SPLIT, PressAction.UNDO]
    assert actions(shown(SavedExpense(card=TEH, deleted=True, here=True))) == [PressAction.RESTORE]


def test_of_several_with_one_number_the_person_is_asked_which() -> None:
    other = TEH.model_copy(update={"task_id": "t2"})
    asked = shown(SavedExpense(card=TEH, others=(other,)))
    assert asked.content == HistoryShown(cards=(TEH, other), total=2, number=3)
    assert [choice.press.subject for choice in asked.choices] == [TEH.task_id, "t2"]
    assert actions(asked) == [SHOW, SHOW]


def test_what_is_not_there_is_said_by_its_number() -> None:
    unknown = ToolError(code=ErrorCode.NOT_FOUND, message="no", details={"number": 99})
    assert refused(unknown).content == NotFound(number=99)
    timeout = ToolError(code=ErrorCode.TIMEOUT, message="too long")
    assert refused(timeout).content == Failed(code="tool.timeout")
