"""What a workbook of expenses says in the person's language."""

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime

from babel.dates import format_skeleton

from agents.expenses.features.export.book import BookTexts, ExportedExpense
from agents.expenses.features.export.workbook import LINE_HEADINGS, ROW_HEADINGS
from agents.expenses.shown import MoneyKind
from agents.expenses.words.names import plain_category_name, plain_payment_name
from bot.texts.formats import Formats, plain_line
from bot.texts.wording import formats_for
from domain.understanding import Person

_KEY = "expenses.export"
_ANY = datetime(2000, 1, 1, 12, tzinfo=UTC)
"""Nothing in a workbook depends on the hour at which it is made."""


def book_texts(person: Person, expenses: Iterable[ExportedExpense]) -> BookTexts:
    """Texts for all that stands in these expenses."""
    formats = formats_for(person.locale, person.timezone, _ANY)
    words, home = formats.catalogue, person.currency
    cards = [expense.card for expense in expenses]
    categories = {card.category for card in cards} | {p.category for c in cards for p in c.parts}
    months = {card.occurred_on.replace(day=1) for card in cards if card.occurred_on is not None}
    return BookTexts(
        sheets={name: words.text(f"{_KEY}.sheet.{name}") for name in ("rows", "months", "lines")},
        headings={
            name: words.text(f"{_KEY}.column.{name}", currency=home)
            for name in (*ROW_HEADINGS, *LINE_HEADINGS)
        },
        kinds={kind: words.text(f"{_KEY}.kind.{kind}") for kind in MoneyKind},
        titles={kind: words.text(f"{_KEY}.title.{kind}") for kind in MoneyKind},
        categories={each: plain_category_name(each, words) for each in categories if each},
        payments={
            card.payment_method: plain_payment_name(card.payment_method, words)
            for card in cards
            if card.payment_method
        },
        months={month: _month(month, formats) for month in months},
        total=words.text(f"{_KEY}.total"),
        all_in=words.text(f"{_KEY}.all_in", currency=home),
        date_format=_date_format(formats),
        home=home,
    )


def _month(month: date, formats: Formats) -> str:
    return plain_line(format_skeleton("yMMM", month, locale=formats.locale))


def _date_format(formats: Formats) -> str:
    """As the person's place writes dates in numbers: "dd.mm.yyyy", "mm/dd/yyyy"."""
    short = formats.locale.date_formats["short"].pattern
    wide = {"d": "dd", "M": "mm", "y": "yyyy"}
    return re.sub(r"d+|M+|y+", lambda part: wide[part[0][0]], short)
