"""The categories an expense can have, and what counts as one when a person names their own.

Their names and icons are data (``categories.toml``).
"""

import tomllib
from importlib.resources import files

from agents.expenses.shown import MoneyKind

_TABLE = tomllib.loads(files(__package__).joinpath("categories.toml").read_text(encoding="utf-8"))
_NAMES: dict[str, list[str]] = {
    category: told for kind in _TABLE.values() for category, told in kind.items()
}

CATEGORIES: tuple[str, ...] = tuple(_TABLE["expense"])
"""The built-in categories, in the order in which they are offered when nothing better is known."""

INCOME_CATEGORIES: tuple[str, ...] = tuple(_TABLE["income"])
"""The categories of income. Rules choose one; nobody is asked."""

REFUND_CATEGORY = "Refund"
"""That of money which came back."""

TRANSFER_CATEGORY = "Transfer"
"""The one category of money that only changes its place."""

UNASKED: dict[MoneyKind, str] = {
    MoneyKind.INCOME: INCOME_CATEGORIES[-1],
    MoneyKind.TRANSFER: TRANSFER_CATEGORY,
}
"""The category of what is no expense, where nothing better is known: it is never asked for."""

MAX_SUGGESTIONS = 5
"""Buttons of suggestions shown with the category question."""

MAX_CATEGORY_LENGTH = 40

ICONS = {category: icon for category, (icon, *_) in _NAMES.items()}


def names_of(category: str) -> tuple[str, ...]:
    """A built-in category's names in all languages of ours."""
    return (category, *_NAMES.get(category, ())[1:])


_BY_NAME = {other.casefold(): name for name in CATEGORIES for other in names_of(name)}


def known_category(name: str) -> str | None:
    """The built-in category that ``name`` is in any language of ours, under its stored name.

    Case and surrounding space do not matter. None for a name that is not built in.
    """
    return _BY_NAME.get(" ".join(name.split()).casefold())


_OTHER_KINDS = {name.casefold(): name for name in (*INCOME_CATEGORIES, TRANSFER_CATEGORY)}


def built_in_category(stored: str) -> str | None:
    """The built-in category of an expense, of income or of a transfer that a row has."""
    return known_category(stored) or _OTHER_KINDS.get(stored.casefold())
