"""What files of expenses say in the person's language."""

import re
from collections.abc import Iterable
from datetime import date

from babel.dates import format_skeleton

from agents.expenses.files.book import BookTexts, ExportedExpense
from agents.expenses.files.workbook import LINE_HEADINGS, ROW_HEADINGS
from agents.expenses.shown import MoneyKind
from agents.expenses.words.names import member_name, plain_category_name, plain_payment_name
from bot.texts.formats import Formats, plain_line
from domain.money import Currency


def book_texts(
    formats: Formats, home: Currency, expenses: Iterable[ExportedExpense], me: str = ""
) -> BookTexts:
    """Texts for all that stands in these expenses; ``home`` is the person's own currency, ``me``
    what the household calls the person, if it was told.
    """
    words = formats.catalogue
    cards = [expense.card for expense in expenses]
    categories = {card.category for card in cards} | {p.category for c in cards for p in c.parts}
    months = {card.occurred_on.replace(day=1) for card in cards if card.occurred_on is not None}
    return BookTexts(
        sheets={
            name: words.text(f"expenses.file.sheet.{name}") for name in ("rows", "months", "lines")
        },
        headings={
            name: words.text(f"expenses.file.column.{name}", currency=home)
            for name in (*ROW_HEADINGS, *LINE_HEADINGS)
        },
        kinds={kind: words.text(f"expenses.file.kind.{kind}") for kind in MoneyKind},
        titles={kind: words.text(f"expenses.file.title.{kind}") for kind in MoneyKind},
        categories={each: plain_category_name(each, words) for each in categories if each},
        payments={
            card.payment_method: plain_payment_name(card.payment_method, words)
            for card in cards
            if card.payment_method
        },
        months={month: _month(month, formats) for month in months},
        total=words.text("expenses.file.total"),
        all_in=words.text("expenses.file.all_in", currency=home),
        date_format=_date_format(formats),
        home=home,
        members={
            card.entered_by: member_name(card.entered_by, words)
            for card in cards
            if card.entered_by is not None
        },
        me=plain_line(me) or words.text("expenses.file.me"),
    )


def _month(month: date, formats: Formats) -> str:
    return plain_line(format_skeleton("yMMM", month, locale=formats.locale))


def _date_format(formats: Formats) -> str:
    """As the person's place writes dates in numbers: "dd.mm.yyyy", "mm/dd/yyyy"."""
    short = formats.locale.date_formats["short"].pattern
    wide = {"d": "dd", "M": "mm", "y": "yyyy"}
    return re.sub(r"d+|M+|y+", lambda part: wide[part[0][0]], short)
