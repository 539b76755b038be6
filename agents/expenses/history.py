"""The saved expenses page by page, searched, and one of them with its photo."""

from datetime import date
from decimal import Decimal, InvalidOperation

from pydantic import ValidationError

from agents.expenses.card import Card
from domain.messages import Frozen
from domain.replies import File
from domain.understanding import Person

PAGE_ROWS = 8
"""Expenses on one page: what a phone shows at once."""

MAX_SEARCH_WORDS = 8


class HistoryOrder(Frozen):
    """Which expenses are asked for. Dates are the person's own, both ends included; amounts are in
    whatever currency the row has, unless one is named.
    """

    words: tuple[str, ...] = ()
    """Each stands in the shop's name, in what it was for, or on the receipt."""
    least: Decimal | None = None
    most: Decimal | None = None
    """The same as ``least`` where just this amount is looked for."""
    currency: str | None = None
    since: date | None = None
    until: date | None = None
    category: str | None = None
    deleted: bool = False
    """Those that were taken back, and no others."""
    number: int = 0
    """One expense, by what the person calls it; all else is left out then."""
    page: int = 1

    @property
    def is_search(self) -> bool:
        return self.model_copy(update={"page": 1}) != HistoryOrder()


class HistoryRequest(Frozen):
    """What to show: of one task, as a button carried it, or as the person asked (``asked``: their
    words, or what follows the command). ``today`` is their own date.
    """

    person: Person
    conversation_id: str
    today: date
    asked: str = ""
    carried: str = ""
    task_id: str = ""


class HistoryMatches(Frozen):
    """The rows of one page, the newest first, and how many there are in all."""

    cards: tuple[Card, ...] = ()
    total: int = 0


class HistoryRow(Frozen):
    """One row of a person. ``photo`` is the file that it was read from, while that is kept."""

    card: Card
    deleted: bool = False
    photo: File | None = None


class Browsed(Frozen):
    """A page or, where one expense was asked for, that one (``row``). ``order`` is None when the
    words were not understood.
    """

    order: HistoryOrder | None = None
    matches: HistoryMatches = HistoryMatches()
    row: HistoryRow | None = None

    @property
    def pages(self) -> int:
        return -(-self.matches.total // PAGE_ROWS)


_LETTERS = {
    "f": "least", "t": "most", "k": "currency", "s": "since", "u": "until", "c": "category",
    "d": "deleted", "w": "words",
}  # fmt: skip
"""How the fields of an order are called where there is little room."""


def carried(order: HistoryOrder, page: int) -> str:
    """A page of an order in as few characters as a button has for it."""
    told = {
        letter: "+".join(word.replace("+", "") for word in order.words)
        if field == "words"
        else _short(getattr(order, field))
        for letter, field in _LETTERS.items()
    }
    return ";".join([str(page), *(f"{letter}{value}" for letter, value in told.items() if value)])


def _short(value: str | Decimal | date | bool | None) -> str:  # noqa: FBT001 - a field's value
    match value:
        case None | False:
            return ""
        case True:
            return "1"
        case date():
            return f"{value:%Y%m%d}"
        case _:
            return str(value).replace(";", "")


def order_carried(text: str) -> HistoryOrder | None:
    """What ``carried`` wrote; None for anything else."""
    page, *parts = text.split(";")
    told: dict[str, object] = {"page": page}
    try:
        for part in filter(None, parts):
            field, value = _LETTERS[part[0]], part[1:]
            if field in {"since", "until"}:
                told[field] = date.fromisoformat(value)
            else:
                told[field] = tuple(value.split("+")) if field == "words" else value
        return HistoryOrder.model_validate(told)
    except (KeyError, ValueError, InvalidOperation, ValidationError):
        return None
