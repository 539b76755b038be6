"""Names that are stored in English, as the person reads them: categories and payment methods.

Only the built-in names are worded; what a person named themselves is shown as it is.
"""

import re

from agents.expenses.categories import built_in_category
from bot.texts.catalogue import Catalogue
from bot.texts.formats import plain_line, shown
from domain.plain_text import inert

_NOT_IN_A_KEY = re.compile(r"[^a-z0-9]+")


def category_name(stored: str, words: Catalogue) -> str:
    """The category in the person's language; the data keeps its stored name."""
    return inert(plain_category_name(stored, words))


def plain_category_name(stored: str, words: Catalogue) -> str:
    """As ``category_name`` for a file or a picture, in which nothing can be pressed."""
    known = built_in_category(stored)
    if known is None:
        return plain_line(stored)
    return words.text(f"expenses.category.{_part_of_key(known)}")


def payment_name(stored: str, words: Catalogue) -> str:
    """``Cash`` and the like in the person's language; brands stay what they are."""
    return inert(plain_payment_name(stored, words))


def plain_payment_name(stored: str, words: Catalogue) -> str:
    """As ``payment_name`` for a file."""
    key = f"expenses.payment.{_part_of_key(stored)}"
    return words.text(key) if words.has(key) else plain_line(stored)


def member_name(told: str, words: Catalogue) -> str:
    """What another member of the household is called, also where no name was told."""
    return shown(told) or words.text("expenses.unnamed_member")


def _part_of_key(name: str) -> str:
    return _NOT_IN_A_KEY.sub("_", name.casefold().replace("&", "and")).strip("_")
