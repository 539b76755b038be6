"""Saved expenses as a workbook or CSV for people; the same ones in one language make the same
bytes.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from io import BytesIO

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.utility import xl_range
from xlsxwriter.worksheet import Worksheet

from agents.expenses.files.book import BookTexts, ExportedExpense
from agents.expenses.files.sheets import Cell, csv_of, padded, photo_name
from agents.expenses.shown import Card, MoneyKind
from domain.money import MINOR_UNITS, rounded
from domain.plain_text import visible

ROW_HEADINGS = (
    "date", "merchant", "item", "category", "amount", "currency", "home", "kind",
    "payment_method", "tax", "reference", "parts", "entered_by", "number", "photo",
)  # fmt: skip
LINE_HEADINGS = ("date", "merchant", "name", "quantity", "unit_price", "amount", "currency")

_ALWAYS = frozenset(["date", "merchant", "item", "category", "amount", "currency", "kind"])
_MONEY = frozenset(["amount", "home", "tax", "unit_price"])
_NUMBERS = _MONEY | {"quantity", "number"}
_MADE = datetime(2000, 1, 1)  # noqa: DTZ001 - a workbook knows no zone
"""In place of the hour, which would make another file of the same rows."""
_NARROWEST, _WIDEST = 8, 42
_DAY, _SUM, _TITLE = 12, 14, 26
_ARROW = 3
"""Room for that of the filter."""

Row = Mapping[str, Cell]
Sums = dict[str, dict[date, Decimal]]
"""By category and first day of the month."""


def workbook_of(expenses: Sequence[ExportedExpense], texts: BookTexts) -> bytes:
    """A sheet of all rows, one of sums by category and month, and one of receipts' lines where
    there are any. What people wrote is text there, never a formula.
    """
    content = BytesIO()
    with Workbook(content, {"in_memory": True}) as book:
        book.set_properties({"created": _MADE})
        pages = _Pages(texts, _Looks.of(book, texts.date_format))
        used, rows = _list_rows(expenses, texts)
        pages.fill(book.add_worksheet(texts.sheets["rows"]), used, rows)
        pages.add_sums(book.add_worksheet(texts.sheets["months"]), expenses)
        lines = list(_lines(expenses))
        if lines:
            pages.fill(book.add_worksheet(texts.sheets["lines"]), LINE_HEADINGS, lines)
    return content.getvalue()


def table_of(expenses: Sequence[ExportedExpense], texts: BookTexts) -> bytes:
    """Makes CSV of the sheet of all rows."""
    used, rows = _list_rows(expenses, texts)
    return csv_of([texts.headings[name] for name in used], ([row[n] for n in used] for row in rows))


@dataclass(frozen=True)
class _Looks:
    head: Format
    head_of_numbers: Format
    foot: Format
    title: Format
    text: Format
    day: Format
    money: Mapping[str, Format]
    """By currency."""
    sums: Mapping[str, Format]
    """At the end of a row."""
    totals: Mapping[str, Format]
    """At the end of a column."""

    @classmethod
    def of(cls, book: Workbook, date_format: str) -> "_Looks":
        patterns = {
            code: "#,##0" + ("." + "0" * places) * (places > 0)
            for code, places in MINOR_UNITS.items()
        }
        head, foot = {"bold": True, "bottom": 1, "bg_color": "#E8EEF4"}, {"bold": True, "top": 1}
        return cls(
            head=book.add_format({**head, "indent": 1}),
            head_of_numbers=book.add_format({**head, "align": "right"}),
            foot=book.add_format({**foot, "indent": 1}),
            title=book.add_format({"bold": True, "font_size": 13, "indent": 1}),
            text=book.add_format({"indent": 1}),
            day=book.add_format({"num_format": date_format, "align": "left", "indent": 1}),
            money={c: book.add_format({"num_format": p}) for c, p in patterns.items()},
            sums={c: book.add_format({"num_format": p, "bold": True}) for c, p in patterns.items()},
            totals={c: book.add_format({"num_format": p, **foot}) for c, p in patterns.items()},
        )


@dataclass(frozen=True)
class _Pages:
    """Fills sheets in the words and looks of one workbook."""

    texts: BookTexts
    looks: _Looks

    def fill(self, sheet: Worksheet, names: Sequence[str], rows: Sequence[Row]) -> None:
        """Headings that stay, a filter on each, and columns as wide as what is in them."""
        sheet.freeze_panes(1, 0)
        sheet.repeat_rows(0)
        _print_wide(sheet)
        sheet.autofilter(0, 0, len(rows), len(names) - 1)
        for at, name in enumerate(names):
            heading = self.texts.headings[name]
            looks = self.looks
            numbers = name in _NUMBERS
            sheet.write_string(0, at, heading, looks.head_of_numbers if numbers else looks.head)
            widest = max((_width(row[name]) for row in rows), default=0)
            sheet.set_column(at, at, _fitting(max(widest, len(heading) + _ARROW)))
            for down, row in enumerate(rows, 1):
                self._write(sheet, (down, at), row[name], self._money(name, row))

    def _money(self, name: str, row: Row) -> Format | None:
        currency = self.texts.home if name == "home" else str(row["currency"])
        return self.looks.money.get(currency) if name in _MONEY else None

    def _write(
        self, sheet: Worksheet, at: tuple[int, int], cell: Cell, money: Format | None
    ) -> None:
        match cell:
            case None:
                pass
            case str():
                sheet.write_string(*at, visible(cell), self.looks.text)
            case date():
                sheet.write_datetime(*at, cell, self.looks.day)
            case _:
                sheet.write_number(*at, cell, money)

    def add_sums(self, sheet: Worksheet, expenses: Sequence[ExportedExpense]) -> None:
        """A table for each kind and currency: categories down, months across, sums at the ends.
        All in the person's own currency comes first, where several were paid in and each has a
        rate.
        """
        texts = self.texts
        sheet.freeze_panes(0, 1)
        _print_wide(sheet)
        widest = max(map(len, texts.categories.values()), default=0)
        sheet.set_column(0, 0, _fitting(max(widest, _TITLE)))
        sheet.set_column(1, len(texts.months) + 1, _SUM)
        down = 0
        for kind in (MoneyKind.EXPENSE, MoneyKind.INCOME):
            of_kind = [each.card for each in expenses if each.card.kind is kind]
            for title, currency, sums in self._sums(of_kind, texts.titles[kind]):
                sheet.write_string(down, 0, title, self.looks.title)
                down = self._add_table(sheet, down + 1, sums, currency) + 1

    def _sums(self, cards: Sequence[Card], title: str) -> Iterator[tuple[str, str, Sums]]:
        """Title, currency and sums of each table of one kind."""
        home = self.texts.home
        used = {card.currency or home for card in cards}
        if len(used) > 1 and all(home_amount(card, home) is not None for card in cards):
            converted = _added_up((card, home_amount(card, home)) for card in cards)
            yield f"{title}, {self.texts.all_in}", home, converted
        for currency in sorted(used, key=lambda code: (code != home, code)):
            paid = _added_up((c, c.amount) for c in cards if (c.currency or home) == currency)
            yield f"{title}, {currency}", currency, paid

    def _add_table(self, sheet: Worksheet, top: int, sums: Sums, currency: str) -> int:
        """Returns the row behind the table. Its totals are formulas with their value beside."""
        texts, looks, months = self.texts, self.looks, sorted(self.texts.months)
        money, bold = looks.money.get(currency), looks.totals.get(currency)
        end = len(months) + 1
        headings = [texts.headings["category"], *(texts.months[m] for m in months), texts.total]
        for at, heading in enumerate(headings):
            sheet.write_string(top, at, heading, looks.head_of_numbers if at else looks.head)
        for down, (category, by_month) in enumerate(sums.items(), top + 1):
            sheet.write_string(down, 0, visible(texts.categories.get(category, "")), looks.text)
            for at, month in enumerate(months, 1):
                if month in by_month:
                    sheet.write_number(down, at, by_month[month], money)
            row = xl_range(down, 1, down, end - 1)
            sheet.write_formula(
                down, end, f"=SUM({row})", looks.sums.get(currency), float(sum(by_month.values()))
            )
        last = top + len(sums)
        sheet.write_string(last + 1, 0, texts.total, looks.foot)
        for at in range(1, end + 1):
            of = months[at - 1 : at] or months
            total = sum(by.get(month, Decimal()) for by in sums.values() for month in of)
            column = xl_range(top + 1, at, last, at)
            sheet.write_formula(last + 1, at, f"=SUM({column})", bold, float(total))
        return last + 2


def _list_rows(
    expenses: Sequence[ExportedExpense], texts: BookTexts
) -> tuple[Sequence[str], Sequence[Row]]:
    """Returns the columns that say something, and the rows."""
    rows = [_row(expense, texts) for expense in expenses]
    return [name for name in ROW_HEADINGS if _is_used(name, rows, texts.home)], rows


def _row(expense: ExportedExpense, texts: BookTexts) -> Row:
    card = expense.card
    told = (
        f"{texts.categories[part.category]} {padded(part.amount, card.currency):f}"
        for part in card.parts
    )
    return {
        "date": card.occurred_on,
        "merchant": card.merchant,
        "item": card.item,
        "category": texts.categories.get(card.category or ""),
        "amount": padded(card.amount, card.currency),
        "currency": card.currency,
        "home": home_amount(card, texts.home),
        "kind": texts.kinds[card.kind],
        "payment_method": texts.payments.get(card.payment_method or ""),
        "tax": card.tax,
        "reference": card.reference,
        "parts": "; ".join(told) or None,
        "entered_by": _name_member(card, texts),
        "number": card.number or None,
        "photo": photo_name(expense) or None,
    }


def _name_member(card: Card, texts: BookTexts) -> str | None:
    """Returns who entered a row, where there are rows of several people."""
    if card.entered_by is None:
        return texts.me if texts.members else None
    return texts.members[card.entered_by]


def _is_used(name: str, rows: Sequence[Row], home: str) -> bool:
    """A column that is empty in each row is left out, and one that only says the amount again."""
    if name == "home":
        return any(row["currency"] != home for row in rows)
    return name in _ALWAYS or any(row[name] is not None for row in rows)


def home_amount(card: Card, home: str) -> Decimal | None:
    """The amount in the person's own currency; None where no rate is known."""
    if card.amount is None or card.currency == home:
        return card.amount
    if card.rate is None or card.home_currency != home:
        return None
    return rounded(card.amount * card.rate, home)


def _lines(expenses: Iterable[ExportedExpense]) -> Iterator[Row]:
    for expense in expenses:
        card = expense.card
        for item in expense.items:
            yield {
                "date": card.occurred_on,
                "merchant": card.merchant,
                "name": item.name,
                "quantity": item.quantity,
                "unit_price": item.unit_price,
                "amount": item.amount,
                "currency": card.currency,
            }


def _print_wide(sheet: Worksheet) -> None:
    """All columns on one page, however many pages long."""
    sheet.set_landscape()
    sheet.fit_to_pages(1, 0)


def _width(cell: Cell) -> int:
    match cell:
        case None:
            return 0
        case str():
            return max(map(len, cell.splitlines()), default=0)
        case date():
            return _DAY
        case _:
            return len(f"{cell:,.2f}")


def _fitting(width: int) -> int:
    return min(max(width + 2, _NARROWEST), _WIDEST)


def _added_up(cards: Iterable[tuple[Card, Decimal | None]]) -> Sums:
    """By category, the largest first; what was split counts where its parts belong."""
    sums: Sums = defaultdict(lambda: defaultdict(Decimal))
    for card, amount in cards:
        if amount is None or card.occurred_on is None:
            continue
        month = card.occurred_on.replace(day=1)
        share = amount / card.amount if card.amount else Decimal(1)
        for part in card.parts:
            sums[part.category][month] += part.amount * share
        if not card.parts:
            sums[card.category or ""][month] += amount
    return dict(sorted(sums.items(), key=lambda each: -sum(each[1].values())))
