"""What is looked for among the saved expenses, and how a button carries it."""

from datetime import date
from decimal import Decimal
from typing import Annotated

from pydantic import Field, ValidationError

from domain.money import Currency
from domain.tools import Arguments

PAGE_ROWS = 8
"""Expenses on one page: what a phone shows at once."""

MAX_SEARCH_WORDS = 8
_MAX_LENGTH = 1_000
_LAST_PAGE = 1_000_000

_Amount = Annotated[Decimal, Field(max_digits=24, decimal_places=6)]


class ExpenseSearch(Arguments):
    """Dates are the person's own, both ends included; amounts are in whatever currency an expense
    has, unless one is named. Everything, where nothing is named.
    """

    words: str = Field(
        "",
        max_length=_MAX_LENGTH,
        description="Words of the shop, purpose or receipt; an expense has all of them",
    )
    least: _Amount | None = Field(None, description="The smallest")
    most: _Amount | None = Field(None, description="The largest; as least for one")
    currency: Currency | None = Field(None, description="ISO 4217, if named")
    since: date | None = Field(None, description="First day")
    until: date | None = Field(None, description="Last day, included")
    category: str | None = Field(None, max_length=_MAX_LENGTH, description="A category")
    deleted: bool = Field(
        False,  # noqa: FBT003 - a default
        description="true for those that were taken back",
    )
    ours: bool = False
    """Of the household, where the person has one."""
    page: int = Field(1, ge=1, le=_LAST_PAGE, description="1 has the newest")

    @property
    def tokens(self) -> tuple[str, ...]:
        """The words that are looked for, each by itself."""
        return tuple(self.words.casefold().split()[:MAX_SEARCH_WORDS])

    @property
    def is_search(self) -> bool:
        return self.model_copy(update={"page": 1}) != ExpenseSearch()


_LETTERS = {
    "f": "least", "t": "most", "k": "currency", "s": "since", "u": "until", "c": "category",
    "d": "deleted", "o": "ours", "w": "words",
}  # fmt: skip
"""How the fields of a search are called where there is little room."""


def carried(search: ExpenseSearch, page: int) -> str:
    """A page of a search in as few characters as a button has for it."""
    told = {letter: _short(getattr(search, field)) for letter, field in _LETTERS.items()}
    told["w"] = "+".join(_short(word.replace("+", "")) for word in search.tokens)
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


def search_carried(text: str) -> ExpenseSearch | None:
    """What ``carried`` wrote; None for anything else."""
    page, *parts = text.split(";")
    told: dict[str, object] = {"page": page}
    try:
        for part in filter(None, parts):
            field, value = _LETTERS[part[0]], part[1:]
            if field in {"since", "until"}:
                told[field] = date.fromisoformat(value)
            else:
                told[field] = value.replace("+", " ") if field == "words" else value
        return ExpenseSearch.model_validate(told)
    except (KeyError, ValueError, ValidationError):
        return None
