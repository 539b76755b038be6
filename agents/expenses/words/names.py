"""Names that are stored in English, as the person reads them: categories and payment methods.

Only the built-in names are worded; what a person named themselves is shown as it is.
"""

import re

from agents.expenses.categories import built_in_category
from bot.texts.catalogue import Catalogue
from bot.texts.formats import shown

_NOT_IN_A_KEY = re.compile(r"[^a-z0-9]+")


def category_name(stored: str, words: Catalogue) -> str:
    """The category in the person's language; the data keeps its stored name."""
    known = built_in_category(stored)
    return (
        shown(stored) if known is None else words.text(f"expenses.category.{_part_of_key(known)}")
    )


def payment_name(stored: str, words: Catalogue) -> str:
    """``Cash`` and the like in the person's language; brands stay what they are."""
    key = f"expenses.payment.{_part_of_key(stored)}"
    return words.text(key) if words.has(key) else shown(stored)


def _part_of_key(name: str) -> str:
    return _NOT_IN_A_KEY.sub("_", name.casefold().replace("&", "and")).strip("_")
