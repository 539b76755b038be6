"""What the conversation says about a call of this feature."""

from collections.abc import Sequence
from typing import ClassVar

from agents.contract import CallReply
from agents.expenses.call_replies import replies_of
from agents.expenses.calls import call_of
from agents.expenses.features import FEATURES
from agents.expenses.features.history.search import (
    PAGE_ROWS,
    ExpenseSearch,
    carried,
    search_carried,
)
from agents.expenses.features.history.tools import (
    FIND_EXPENSES,
    SHOW_EXPENSE,
    TOOLS,
    ExpensesFound,
    SavedExpense,
    photo_of,
)
from agents.expenses.ledger import THE_SAVE
from agents.expenses.questions import button
from agents.expenses.replies import About, Aside, Listing
from agents.expenses.rules import ExpenseState, card_of
from agents.expenses.splitting import SPLIT
from domain.messages import ButtonPress, CallRequest
from domain.replies import Choice, Content
from domain.tools import ErrorCode, ToolCall, ToolError
from domain.topics import NotFound, PressAction

OLDER, NEWER = "expenses.older", "expenses.newer"
SHOW = "expenses.show"

SUBJECT = "history"
"""Of the buttons that turn pages: what they show stands in their value."""

MAX_ROW_BUTTONS = 4
"""A page of few has a button for each; of more, one is shown by its number."""


class HistoryShown(Listing, Aside):
    """A page of what was saved, of all or of what was looked for; without ``search`` it was not
    clear what that is. Choices: the pages beside it, and of few rows each, to be shown or brought
    back.
    """

    topic: ClassVar[str] = "expenses.history_shown"
    search: ExpenseSearch | None = None
    total: int = 0
    shared: bool = False
    """They are of the household."""
    number: int = 0
    """All of these have it, each in another conversation: the person is asked which is meant."""

    @property
    def pages(self) -> int:
        return -(-self.total // PAGE_ROWS)


class ExpenseShown(About, Aside):
    """One expense, with its photo as a file behind it. Choices edit, split, delete; restore."""

    topic: ClassVar[str] = "expenses.shown"
    deleted: bool = False
    photo: bool = False


def turn(press: ButtonPress) -> CallRequest:
    """Another page of what is shown. What no button carries is a page that there is not."""
    search = search_carried(press.value)
    asked = search.model_dump(mode="json", exclude_defaults=True) if search else {"page": 0}
    return call_of(FIND_EXPENSES, **asked)


def show(press: ButtonPress) -> CallRequest:
    """One expense, of whichever conversation of this person it is."""
    return call_of(SHOW_EXPENSE, task_id=press.subject)


PRESSES = {OLDER: turn, NEWER: turn, SHOW: show}
UNCLEAR = {"history": HistoryShown()}
CONTENTS = (HistoryShown, ExpenseShown)


def _tell(call: ToolCall, found: SavedExpense | ExpensesFound) -> CallReply:
    if isinstance(found, SavedExpense):
        return _expense(found)
    search = ExpenseSearch.model_validate_json(call.arguments)
    shown = HistoryShown(cards=found.cards, search=search, total=found.total, shared=found.shared)
    return CallReply(shown, [*_rows(shown, search), *_pages(shown, search)])


def _refuse(_call: ToolCall, error: ToolError) -> Content | None:
    if error.code is ErrorCode.NOT_FOUND:
        return NotFound.model_validate(error.facts)
    return HistoryShown() if error.code is ErrorCode.INVALID_ARGUMENTS else None


def _expense(found: SavedExpense) -> CallReply:
    """The card with its photo behind it, and what can be done with it; of several the question
    which one.
    """
    if found.others:
        cards = (found.card, *found.others)
        asked = HistoryShown(cards=cards, total=len(cards), number=found.card.number)
        return CallReply(asked, [button(SHOW, card.task_id) for card in cards])
    task_id = found.card.task_id
    files = () if found.photo is None else (found.photo,)
    said = ExpenseShown(card=found.card, deleted=found.deleted, photo=bool(files))
    if found.deleted:
        return CallReply(said, [button(PressAction.RESTORE, task_id)], files)
    editing = [button(PressAction.EDIT, task_id)] if found.here else []
    may_split = any(SPLIT in presses for presses in FEATURES.each_of("replies", "PRESSES"))
    splitting = [button(SPLIT, task_id)] if may_split else []
    undoing = button(PressAction.UNDO, task_id, THE_SAVE)
    return CallReply(said, [*editing, *splitting, undoing], files)


def _show_open(state: ExpenseState) -> CallReply:
    """Shows an expense that is not saved yet, with a button that puts its own question."""
    card, read = card_of(state), state.attachment
    photos = [photo_of(read.sha256, card.number, read.mime_type)] if read and read.sha256 else []
    said = ExpenseShown(card=card, photo=bool(photos))
    return CallReply(said, [button(PressAction.EDIT, card.task_id)], photos)


def _rows(shown: HistoryShown, search: ExpenseSearch) -> Sequence[Choice]:
    if len(shown.cards) > MAX_ROW_BUTTONS and not search.deleted:
        return []
    action = PressAction.RESTORE if search.deleted else SHOW
    return [
        button(action, card.task_id).model_copy(update={"label": f"#{card.number}"})
        for card in shown.cards
        if card.entered_by is None
    ]


def _pages(shown: HistoryShown, search: ExpenseSearch) -> Sequence[Choice]:
    """To the pages beside this one; from behind the last one, to that."""
    newer = min(search.page - 1, shown.pages)
    turns = [(NEWER, newer)] if newer > 0 else []
    turns += [(OLDER, search.page + 1)] if search.page < shown.pages else []
    return [button(action, SUBJECT, carried(search, page)) for action, page in turns]


REPLIES = replies_of(TOOLS, _tell, _refuse)
OF_OPEN = {SHOW_EXPENSE.name: _show_open}
