"""Looking through what was saved: pages, searches, one expense with its photo."""

from temporalio import workflow

from agents.contract import Errand, ErrandDesk
from agents.expenses import replies
from agents.expenses.calls import BROWSE_HISTORY
from agents.expenses.card import CARD, Card
from agents.expenses.errands.spending import listing_last
from agents.expenses.history import Browsed, HistoryOrder, HistoryRequest, HistoryRow, carried
from agents.expenses.ledger import THE_SAVE
from agents.expenses.questions import button
from domain.messages import ButtonPress
from domain.replies import Choice
from domain.topics import NotFound, PressAction

OLDER, NEWER = f"{CARD.slug}.older", f"{CARD.slug}.newer"
SHOW, SPLIT = f"{CARD.slug}.show", f"{CARD.slug}.split"

SUBJECT = "history"
"""Of the buttons that turn pages: what they show stands in their value."""

MAX_ROW_BUTTONS = 4
"""A page of few has a button for each; of more, one is shown by its number."""


def _before_pages() -> bool:
    """Whether a conversation goes on from when there was only the list of the last ones."""
    return workflow.in_workflow() and not workflow.patched("expenses-history-pages")


def browsing(asked: str) -> Errand:
    """``asked``: the person's words, or what follows the command."""

    async def browse(desk: ErrandDesk) -> None:
        if not asked and _before_pages():
            await listing_last()(desk)
            return
        await _browse(desk, HistoryRequest(asked=asked, **_of(desk)))

    return browse


def turning(press: ButtonPress) -> Errand:
    """Another page of what is shown."""

    async def turn(desk: ErrandDesk) -> None:
        await _browse(desk, HistoryRequest(carried=press.value, **_of(desk)))

    return turn


def showing(press: ButtonPress) -> Errand:
    """One expense, of whichever conversation of this person it is."""

    async def show(desk: ErrandDesk) -> None:
        await _browse(desk, HistoryRequest(task_id=press.subject, **_of(desk)))

    return show


def _of(desk: ErrandDesk) -> dict[str, object]:
    return {
        "person": desk.person,
        "conversation_id": desk.conversation_id,
        "today": desk.today(),
    }


async def _browse(desk: ErrandDesk, request: HistoryRequest) -> None:
    found = await desk.call(BROWSE_HISTORY, request, "look through what is saved")
    number = found.order.number if found.order else 0
    if found.row is not None:
        _show(desk, found.row)
    elif number or request.task_id:
        desk.say(NotFound(number=number))
    else:
        said = replies.HistoryShown(
            cards=found.matches.cards, found=found.model_copy(update={"row": None})
        )
        desk.say(said, [*_rows(found), *_pages(found)])


def _show(desk: ErrandDesk, row: HistoryRow) -> None:
    """The card with its photo behind it, and what can be done with it."""
    card = row.card
    files = [row.photo] if row.photo is not None else []
    said = replies.ExpenseShown(card=card, deleted=row.deleted, photo=bool(files))
    if row.deleted:
        desk.say(said, [button(PressAction.RESTORE, card.task_id)], files=files)
        return
    here = card.task_id.startswith(f"{desk.conversation_id}/")
    editing = [button(PressAction.EDIT, card.task_id)] if here else []
    parting = [button(SPLIT, card.task_id)]
    desk.say(
        said, [*editing, *parting, button(PressAction.UNDO, card.task_id, THE_SAVE)], files=files
    )


def _rows(found: Browsed) -> list[Choice]:
    cards, deleted = found.matches.cards, found.order is not None and found.order.deleted
    if len(cards) > MAX_ROW_BUTTONS and not deleted:
        return []
    action = PressAction.RESTORE if deleted else SHOW
    return [_labelled(button(action, card.task_id), card) for card in cards]


def _labelled(choice: Choice, card: Card) -> Choice:
    return choice.model_copy(update={"label": f"#{card.number}"})


def _pages(found: Browsed) -> list[Choice]:
    """To the pages beside this one; from behind the last one, to that."""
    order, last = found.order or HistoryOrder(), found.pages
    newer = min(order.page - 1, last)
    turns = [(NEWER, newer)] if newer > 0 else []
    turns += [(OLDER, order.page + 1)] if order.page < last else []
    return [button(action, SUBJECT, carried(order, page)) for action, page in turns]
