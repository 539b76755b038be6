"""Rows of a table as they would be saved, and what is left out of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal
from functools import cache

from agents.expenses.categories import MAX_CATEGORY_LENGTH
from agents.expenses.offline.lexicon import category_by_whole_name
from agents.expenses.rules import MAX_MERCHANT_LENGTH, OLDEST_DATE
from agents.expenses.shown import MoneyKind
from agents.expenses.tables.bookings import (
    BANKING,
    category_known,
    category_told,
    is_brand,
    without_fee_inside,
)
from agents.expenses.tables.columns import MONEY, Layout, balance_steps, layout_of, words
from agents.expenses.tables.days import (
    day_in,
    is_day,
    is_day_without_year,
    last_day_named,
    order_of,
    with_year,
)
from agents.expenses.tables.formats.known import table_in
from agents.expenses.tables.moves import (
    moves_own_money,
    names_own_account,
    pays_card_bill,
    takes_cash,
)
from agents.expenses.tables.names import (
    is_processor,
    labelled_in,
    names_kind_of_payment,
    payee_in,
    says_nothing,
    shop_in,
)
from agents.expenses.tables.numbers import CellAmount, amount_in, currency_called, decimal_mark
from agents.expenses.tables.preamble import currency_stated, owners_named
from agents.expenses.tables.splitting import Record, seen_text
from agents.expenses.tables.tabulating import (
    MAX_TABLE_BYTES,
    MAX_TABLE_COLUMNS,
    MAX_TABLE_ROWS,
    FoundColumn,
    LeftOut,
    LineFault,
    ReadTable,
    TableColumn,
    TableFault,
    TableRow,
    TableWish,
)
from agents.expenses.tables.vocabulary import plain
from domain.money import amount_limit, rounded

_MOST_RECORDS = MAX_TABLE_ROWS + 100
"""Rows, and what may stand above and below them."""
_MAX_REFERENCE = 60
REFUND = "Refund"
_FUEL = "Fuel"
_LOOKED_AT = 200
_CLEARLY = 0.25
_CUT_AT = 20
"""Letters: names are cut at 22 to 40."""
_BESIDE = 3
"""Lines that both sides of an exchange are apart."""
_BEGINS_A_FORMULA = "=+-@＝＋－＠"


@dataclass(frozen=True)
class ReadingPlace:
    """What the readings of dates and amounts depend on: the reader's own."""

    currency: str
    locale: str
    today: date


class _LineLeftOutError(Exception):
    def __init__(self, why: LineFault) -> None:
        super().__init__(why.value)
        self.why = why


def read_table(content: bytes, place: ReadingPlace, wish: TableWish | None = None) -> ReadTable:
    """Every line is a row or is left out with its reason; a file that is no table has a fault.

    Raises nothing for any bytes.
    """
    if len(content) > MAX_TABLE_BYTES:
        return ReadTable(fault=TableFault.TOO_LARGE)
    found = table_in(content, _MOST_RECORDS + 1)
    if isinstance(found, TableFault):
        return ReadTable(fault=found)
    records = found.records
    fault = _fault(records)
    if fault is not None:
        return ReadTable(fault=fault)
    layout = layout_of(records, place.currency)
    if layout is None:
        return ReadTable(fault=_missing(records, place.currency))
    if layout.first >= len(records):
        return ReadTable(fault=TableFault.ONLY_HEADINGS)
    above = [record.cells for record in records[: max(0, layout.first - 1)]]
    above.append(("account holder", found.owner))
    reading = _Reading(records[layout.first :], layout, place, wish or TableWish(), above)
    table = reading.read()
    return table if found.named else table.model_copy(update={"columns": ()})


def _fault(records: Sequence[Record]) -> TableFault | None:
    if not records:
        return TableFault.EMPTY
    if len(records) > _MOST_RECORDS:
        return TableFault.TOO_MANY
    widths = [len(record.cells) for record in records]
    if max(widths) == 1 or min(MAX_TABLE_COLUMNS, max(widths)) == MAX_TABLE_COLUMNS:
        return TableFault.NO_TABLE
    return None


def _missing(records: Sequence[Record], own: str) -> TableFault:
    """Which of the two that a table must have it lacks."""
    for record in records:
        for cell in record.cells:
            if is_day(cell):
                return TableFault.NO_AMOUNT
    cells = [cell for record in records for cell in record.cells]
    has_money = any(amount_in(cell, ".", own) for cell in cells)
    return TableFault.NO_DATE if has_money else TableFault.NO_TABLE


class _Reading:
    """One way through a table, with what its columns as a whole say."""

    def __init__(
        self,
        records: Sequence[Record],
        layout: Layout,
        place: ReadingPlace,
        wish: TableWish,
        above: Sequence[Sequence[str]],
    ) -> None:
        self._records, self._layout = records, _with_telling_text(layout, records)
        self._place, self._wish = place, wish
        self._complete_days(above)
        self._order = order_of(self._column(TableColumn.DATE), place.locale, place.today)
        self._mark = decimal_mark(
            [cell for column in MONEY for cell in self._column(column)], place.locale
        )
        self._told_ways = bool(layout.ways) or any(
            _is_named(cell, words("kinds", MoneyKind.INCOME))
            for cell in self._column(TableColumn.KIND)
        )
        self._marks = {
            cell.strip(" ()").casefold().rstrip(".") for cell in self._column(TableColumn.KIND)
        } & self._layout.ways.keys()
        self._complete_signs()
        self._signed = self._is_signed()
        self._ids = self._ids_in_rows()
        self._seen: set[tuple[str, ...]] = set()
        self._banks_kinds = any(
            f" {name} " in f" {plain(cell)} "
            for cell in set(self._column(TableColumn.KIND))
            for name in words("kinds", "bank")
        )
        accounts = {plain(cell) for cell in self._column(TableColumn.PAYMENT)}
        self._accounts = {name for name in accounts if any(map(str.isalpha, name))}
        self._kinds_in_text = self._find_kinds_in_text()
        self._owners = {*owners_named(above), *self._owners_in_rows()}
        self._stated = layout.currency or currency_stated(above, layout.headings, place.currency)
        self._assumed: str | None = None
        self._spends_above_zero = self._is_turned_card()

    def _complete_days(self, above: Sequence[Sequence[str]]) -> None:
        """Gives days without a year the last one that they had until the end of the statement."""
        at = self._layout.places[TableColumn.DATE]
        cells = [cell for cell in self._column(TableColumn.DATE) if cell]
        bare = [cell for cell in cells if not is_day(cell) and is_day_without_year(cell)]
        if len(bare) * 2 <= len(cells):
            return
        today = self._place.today
        numbered = [cell.strip(" '.") + f"/{today.year}" for cell in bare]
        order = order_of(numbered, self._place.locale, today)
        wanted = self._wish.month_first
        first = order.month_first if wanted is None else wanted
        named = last_day_named((cell for line in above for cell in line), month_first=first)
        until = min(named or today, today)
        self._records = [
            replace(record, cells=(*record.cells[:at], day, *record.cells[at + 1 :]))
            if at < len(record.cells)
            and (day := with_year(record.cells[at], until, month_first=first))
            else record
            for record in self._records
        ]

    def _complete_signs(self) -> None:
        """Gives amounts without any sign a minus where the balance beside them went down."""
        at = self._layout.places.get(TableColumn.AMOUNT)
        amounts = self._values(at)
        if at is None or self._told_ways or any(a.sign for a in amounts if a is not None):
            return
        values = [None if a is None else a.value for a in amounts]
        width = max((len(record.cells) for record in self._records), default=0)
        for other in range(width):
            if other in self._layout.places.values():
                continue
            balance = [None if b is None else b.value * (b.sign or 1) for b in self._values(other)]
            steps = balance_steps(balance, values)
            down = [step is None or step < 0 for step in steps or ()]
            if sum(down) * 2 > len(down):
                self._records = [
                    replace(record, cells=(*record.cells[:at], f"-{cell}", *record.cells[at + 1 :]))
                    if went_down and at < len(record.cells) and (cell := record.cells[at].strip())
                    else record
                    for record, went_down in zip(self._records, down, strict=True)
                ]
                return

    def _values(self, at: int | None) -> list[CellAmount | None]:
        return [
            amount_in(record.cells[at], self._mark, self._place.currency)
            if at is not None and at < len(record.cells)
            else None
            for record in self._records
        ]

    def read(self) -> ReadTable:
        rows: list[TableRow] = []
        left_out: list[LeftOut] = []
        for record in self._records:
            if record.cells == self._layout.headings:
                continue
            try:
                rows += self._rows(record)
            except _LineLeftOutError as fault:
                footer = sum(map(bool, record.cells)) == 1 and not record.broken
                why = LineFault.TOTAL if footer or _is_balance(record) else fault.why
                left_out.append(LeftOut(line=record.line, why=why))
        if len(rows) > MAX_TABLE_ROWS:
            return ReadTable(fault=TableFault.TOO_MANY)
        rows = _with_refunds(_without_conversions(rows))
        if self._wish.turned:
            rows = [row.model_copy(update={"kind": _TURNED[row.kind]}) for row in rows]
        return ReadTable(
            rows=tuple(rows),
            left_out=tuple(left_out),
            columns=self._columns(),
            days_in_doubt=self._order.in_doubt,
            month_first=self._month_first,
            signs_in_doubt=self._in_doubt(rows),
            assumed_currency=self._assumed,
            fault=None if rows else TableFault.NOTHING if left_out else TableFault.ONLY_HEADINGS,
        )

    @property
    def _month_first(self) -> bool:
        wanted = self._wish.month_first
        return self._order.month_first if wanted is None else wanted

    def _in_doubt(self, rows: Sequence[TableRow]) -> bool:
        """Where nothing says which way money went, or most of it seems to have come in."""
        places = self._layout.places
        if {TableColumn.KIND, TableColumn.DEBIT, TableColumn.CREDIT} & places.keys():
            return False
        came_in = sum(row.kind is MoneyKind.INCOME for row in rows)
        return not self._signed or came_in * 2 >= len(rows) or self._wish.turned

    def _columns(self) -> tuple[FoundColumn, ...]:
        headings = self._layout.headings
        return tuple(
            FoundColumn(column=column, heading=headings[at] if at < len(headings) else "")
            for column, at in self._layout.places.items()
        )

    def _column(self, column: TableColumn) -> list[str]:
        return [self._cell(record, column) for record in self._records]

    def _cell(self, record: Record, column: TableColumn) -> str:
        at = self._layout.places.get(column)
        return record.cells[at].strip() if at is not None and at < len(record.cells) else ""

    def _text(self, record: Record, column: TableColumn) -> str:
        """A cell without the apostrophe that keeps a spreadsheet from running it."""
        return _unquoted(self._cell(record, column))

    def _rows(self, record: Record) -> list[TableRow]:
        """The payment and, where a column has it, the bank's fee for it."""
        try:
            row = self._row(record)
        except _LineLeftOutError as fault:
            fee = self._small_amount(record, TableColumn.FEE, self._place.currency)
            if not fee or fault.why not in {LineFault.AMOUNT, LineFault.ZERO}:
                raise
            return [self._row(record, CellAmount(fee, -1))]
        fee = self._small_amount(record, TableColumn.FEE, row.currency)
        if not fee:
            return [row]
        heading = self._layout.headings[self._layout.places[TableColumn.FEE]]
        charged = TableRow(
            line=row.line,
            kind=MoneyKind.EXPENSE,
            merchant=row.merchant,
            item=heading,
            amount=fee,
            currency=row.currency,
            occurred_on=row.occurred_on,
            told_category=BANKING,
        )
        return [row, charged]

    def _row(self, record: Record, fee: CellAmount | None = None) -> TableRow:
        """``fee`` is what a line comes to whose money stands in the column of fees alone."""
        if record.broken:
            raise _LineLeftOutError(LineFault.BROKEN)
        day = day_in(self._cell(record, TableColumn.DATE), month_first=self._month_first)
        if day is None:
            raise _LineLeftOutError(self._no_day(record))
        self._check_day(day)
        if self._is_undone(record):
            raise _LineLeftOutError(LineFault.UNDONE)
        if any(_begins(text, "opening") for text in self._texts(record)):
            raise _LineLeftOutError(LineFault.TOTAL)
        amount, came_in = (fee, False) if fee else self._amount(record)
        came_in = self._told_way(record) if came_in is None else came_in
        currency = self._currency(record, amount)
        _check_amount(amount.value, currency)
        merchant, item = self._names(record, came_in=came_in)
        self._check_repeated(record)
        kind = MoneyKind.EXPENSE if fee else self._kind(record, amount.value, came_in=came_in)
        said = [without_fee_inside(text, amount.value) for text in self._words(record)]
        return TableRow(
            line=record.line,
            kind=kind,
            merchant=merchant,
            item=item,
            amount=_padded(amount.value, currency),
            currency=currency,
            occurred_on=day,
            category=self._category(record),
            told_category=BANKING if fee else _told_category(said, merchant, kind, currency),
            payment_method=self._payment_method(record),
            reference=self._text(record, TableColumn.REFERENCE)[:_MAX_REFERENCE] or None,
            tax=self._small_amount(record, TableColumn.TAX, currency),
            is_cash=kind is MoneyKind.TRANSFER and takes_cash(tuple(self._words(record))),
        )

    def _category(self, record: Record) -> str | None:
        """None for a word that says nothing, or that all rows have and no category is called by."""
        told = self._text(record, TableColumn.CATEGORY)[:MAX_CATEGORY_LENGTH]
        one = self._layout.places.get(TableColumn.CATEGORY) in self._layout.nameless
        unsorted = plain(told) in words("rows", "unsorted")
        empty = unsorted or (one and category_by_whole_name(told) is None)
        return None if empty or says_nothing(told) else told or None

    def _payment_method(self, record: Record) -> str | None:
        """What is not the number of an account."""
        told = self._text(record, TableColumn.PAYMENT)[:_MAX_REFERENCE]
        return told if any(map(str.isalpha, told)) else None

    def _no_day(self, record: Record) -> LineFault:
        """A line without a date may be the total at the end."""
        widths = len(record.cells) < len(self._layout.places)
        if any(_is_named(cell, words("rows", "totals")) for cell in record.cells):
            return LineFault.TOTAL
        return LineFault.BROKEN if widths else LineFault.DATE

    def _check_day(self, day: date) -> None:
        if day > self._place.today + timedelta(days=1):
            raise _LineLeftOutError(LineFault.FUTURE)
        if day < OLDEST_DATE:
            raise _LineLeftOutError(LineFault.OLD)

    def _is_undone(self, record: Record) -> bool:
        state, kind = (self._cell(record, at) for at in (TableColumn.STATE, TableColumn.KIND))
        return (
            _is_named(state, words("rows", "undone") | words("rows", "unbooked"))
            or any(_has(told, "waiting") for told in (state, kind))
            or any(_begins(text, "waiting") for text in self._texts(record))
            or any(_is_named(cell, words("rows", "waiting")) for cell in self._unplaced(record))
        )

    def _unplaced(self, record: Record) -> Iterator[str]:
        """The cells of columns of unknown headings: that of states may be called "Info"."""
        placed = self._layout.placed
        return (cell for at, cell in enumerate(record.cells) if at not in placed)

    def _amount(self, record: Record) -> tuple[CellAmount, bool | None]:
        """The amount, and whether it came in: None where the line does not say."""
        if TableColumn.AMOUNT in self._layout.places:
            amount = self._money(record, TableColumn.AMOUNT)
            if amount is None:
                raise _LineLeftOutError(LineFault.AMOUNT)
            return amount, self._came_in(amount)
        out, into = self._money(record, TableColumn.DEBIT), self._money(record, TableColumn.CREDIT)
        filled = [found for found in (out, into) if found is not None and found.value]
        if len(filled) != 1:
            zero = not filled and (out or into)
            raise _LineLeftOutError(LineFault.ZERO if zero else LineFault.AMOUNT)
        # A minus in a column of its own only says again which column it is.
        return filled[0], filled[0] is into

    def _came_in(self, amount: CellAmount) -> bool | None:
        if self._signed or amount.sign > 0:
            return (amount.sign >= 0) != self._spends_above_zero
        return None

    def _is_signed(self) -> bool:
        """Whether signs say which way money went. They do not where all are below zero, and the
        kinds name what came in.
        """
        found = (
            amount_in(cell, self._mark, self._place.currency)
            for cell in self._column(TableColumn.AMOUNT)
        )
        signs = [amount.sign for amount in found if amount is not None]
        below = [sign < 0 for sign in signs]
        return any(below) and not (all(below) and self._told_ways)

    def _is_turned_card(self) -> bool:
        """Whether a card's statement has what was bought above zero: then its paid bills, which
        came in, are below.
        """
        bills = [
            amount.sign
            for record in self._records
            if pays_card_bill(self._texts(record))
            and (amount := amount_in(self._cell(record, TableColumn.AMOUNT), self._mark, ""))
        ]
        return bool(bills) and all(sign < 0 for sign in bills) and self._mostly_above_zero()

    def _mostly_above_zero(self) -> bool:
        found = (
            amount_in(cell, self._mark, self._place.currency)
            for cell in self._column(TableColumn.AMOUNT)
        )
        signs = [amount.sign for amount in found if amount is not None]
        return sum(sign >= 0 for sign in signs) * 2 > len(signs)

    def _ids_in_rows(self) -> set[str]:
        """References of one payment each: "NOTPROVIDED", and a code that different lines share,
        are none.
        """
        lines: dict[str, set[tuple[str, ...]]] = {}
        for record in self._records:
            lines.setdefault(self._cell(record, TableColumn.REFERENCE), set()).add(record.cells)
        return {
            reference
            for reference, cells in lines.items()
            if len(cells) == 1 and any(map(str.isdigit, reference))
        }

    def _owners_in_rows(self) -> set[str]:
        """Who paid what went out and was paid what came in, where a column each says so."""
        both = {TableColumn.PAYER, TableColumn.MERCHANT} <= self._layout.places.keys()
        if not (both and self._signed):
            return set()
        own = set()
        for record in self._records:
            amount = amount_in(self._cell(record, TableColumn.AMOUNT), self._mark, "")
            payer, paid = (
                plain(self._cell(record, side))
                for side in (TableColumn.PAYER, TableColumn.MERCHANT)
            )
            if amount is not None and payer and paid:
                own.add(payer if amount.sign < 0 else paid)
        return own

    def _texts(self, record: Record) -> tuple[str, ...]:
        """All that says what a payment was for."""
        named = (*_NAMING, TableColumn.CATEGORY, TableColumn.REFERENCE)
        more = (record.cells[at] for at in self._layout.more_text if at < len(record.cells))
        return (*(self._cell(record, column) for column in named), *more)

    def _words(self, record: Record) -> Iterator[str]:
        """All cells with words that may say what a payment was for."""
        of_account = {
            self._layout.places.get(column)
            for column in (TableColumn.PAYMENT, TableColumn.CURRENCY, TableColumn.STATE)
        }
        for at, cell in enumerate(record.cells):
            if (
                at not in of_account
                and at not in self._layout.beside
                and any(map(str.isalpha, cell))
            ):
                yield cell

    def _money(self, record: Record, column: TableColumn) -> CellAmount | None:
        cell = self._cell(record, column)
        if not cell or cell in {"-", "–"}:
            return None
        amount = amount_in(cell, self._mark, self._place.currency)
        if amount is None:
            raise _LineLeftOutError(LineFault.AMOUNT)
        return amount

    def _currency(self, record: Record, amount: CellAmount) -> str:
        """An empty cell leaves it to the table and the person; a line that ends before the cell
        does not, unless the amount or the heading has the currency.
        """
        told = self._cell(record, TableColumn.CURRENCY)
        if told:
            code = currency_called(told, self._place.currency)
            if code is None:
                raise _LineLeftOutError(LineFault.CURRENCY)
            return code
        known = amount.currency or self._stated
        if known is None and len(record.cells) <= self._layout.places.get(TableColumn.CURRENCY, -1):
            raise _LineLeftOutError(LineFault.BROKEN)
        if known is None and self._wish.currency is None:
            self._assumed = self._place.currency
        return known or self._wish.currency or self._place.currency

    def _told_way(self, record: Record) -> bool | None:
        """Whether money came in, by the column that names the kind of a payment."""
        told = self._cell(record, TableColumn.KIND)
        ways = self._layout.ways
        if ways:
            way = ways.get(told.strip(" ()").casefold().rstrip("."))
            if way is None and len(self._marks) == 1:
                return not ways[next(iter(self._marks))]
            return way
        for kind in (MoneyKind.INCOME, MoneyKind.EXPENSE):
            if _is_named(told, words("kinds", kind)):
                return kind is MoneyKind.INCOME
        return None

    def _kind(self, record: Record, amount: Decimal, *, came_in: bool | None) -> MoneyKind:
        """What a column says, else which way the money went; without either, it was spent."""
        told = self._cell(record, TableColumn.KIND)
        category = self._cell(record, TableColumn.CATEGORY)
        named, sorted_so = (
            _is_named(cell, words("kinds", "transfer")) and not self._banks_kinds
            for cell in (told, category)
        )
        other = self._other_side(record, came_in=came_in)
        texts = [without_fee_inside(text, amount) for text in self._texts(record)]
        if (
            moves_own_money(told, texts, other, came_in=came_in)
            or sorted_so
            or _is_named(category, words("moves", "categories"))
            or (named and (came_in is None or "out" not in told.casefold().split()))
            or self._is_with_owner(record, came_in=came_in)
            or any(names_own_account(text, self._accounts) for text in self._texts(record))
        ):
            return MoneyKind.TRANSFER
        sides = {TableColumn.DEBIT, TableColumn.CREDIT} <= self._layout.places.keys()
        if not (self._signed or sides):
            told_way = self._told_way(record)
            came_in = came_in if told_way is None else told_way
        return MoneyKind.INCOME if came_in else MoneyKind.EXPENSE

    def _counterparty(self, record: Record, *, came_in: bool | None) -> str:
        """Who was paid; of what came in, who paid."""
        paid, payer = (
            self._text(record, column) for column in (TableColumn.MERCHANT, TableColumn.PAYER)
        )
        return (payer or paid) if came_in else (paid or payer)

    def _other_side(self, record: Record, *, came_in: bool | None) -> tuple[str, ...]:
        columns = (TableColumn.TEXT, TableColumn.NOTES, TableColumn.ITEM, TableColumn.CATEGORY)
        more = (record.cells[at] for at in self._layout.more_text if at < len(record.cells))
        told = (self._cell(record, column) for column in columns)
        return (self._counterparty(record, came_in=came_in), *told, *more)

    def _is_with_owner(self, record: Record, *, came_in: bool | None) -> bool:
        names = self._counterparty(record, came_in=came_in), self._cell(record, TableColumn.TEXT)
        return any(plain(name) in self._owners for name in names if name)

    def _names(self, record: Record, *, came_in: bool | None) -> tuple[str | None, str | None]:
        notes = self._text(record, TableColumn.NOTES)
        paid = self._counterparty(record, came_in=came_in)
        merchant = "" if says_nothing(paid) else payee_in(_whole(paid, notes))
        if not came_in and _whole(paid, notes) != paid:
            notes = ""  # it says the same
        text = _whole(self._text(record, TableColumn.TEXT), notes)
        more = [
            _unquoted(record.cells[at]) for at in self._layout.more_text if at < len(record.cells)
        ]
        item = self._text(record, TableColumn.ITEM)
        if not (merchant or item) and (says_nothing(text) or text in self._kinds_in_text):
            others = self._cells_beside(record)
            text = next(iter(others), "") or text or next(iter(filter(None, more)), "")
        party, text = labelled_in(text)
        merchant = merchant or payee_in(party)
        told = text or notes
        if is_processor(merchant) and not says_nothing(text):
            merchant = ""
        shop = merchant[:MAX_MERCHANT_LENGTH].strip() or shop_in(text or paid)
        # What came in says why beside the name: "CR SALARY PETRONAS", "AMAZON REFUND".
        explained = merchant or (came_in and plain(shop) != plain(told))
        thing = item or (told if explained and not says_nothing(told) else "")
        if not shop:
            rest = (TableColumn.CATEGORY, TableColumn.KIND, TableColumn.REFERENCE)
            named = (self._text(record, column) for column in rest)
            words_beside = (_unquoted(cell) for cell in self._words(record) if not is_day(cell))
            money = (self._layout.places[column] for column in MONEY if self._cell(record, column))
            headings = (
                at < len(self._layout.headings) and self._layout.headings[at] for at in money
            )
            found = (*named, *words_beside, *headings)
            thing = thing or told or next((cell for cell in found if cell), "")
        if not any(char.isalnum() for char in shop + thing):
            raise _LineLeftOutError(LineFault.NAME)
        if _is_named(shop or thing, words("rows", "totals")):
            raise _LineLeftOutError(LineFault.TOTAL)
        return shop or None, thing[:MAX_MERCHANT_LENGTH].strip() or None

    def _cells_beside(self, record: Record) -> list[str]:
        """What may name a payment whose text does not: further texts and notes."""
        more = (record.cells[at] for at in self._layout.more_text if at < len(record.cells))
        cells = map(_unquoted, (*more, self._cell(record, TableColumn.NOTES)))
        return [cell for cell in cells if not says_nothing(cell)]

    def _find_kinds_in_text(self) -> set[str]:
        """Phrases for how different others were paid, not written as a name is: "Transferencia
        realizada".
        """
        beside: dict[str, set[str]] = {}
        for record in self._records:
            text = self._text(record, TableColumn.TEXT)
            if text[1:].islower() and names_kind_of_payment(text):
                beside.setdefault(text, set()).update(self._cells_beside(record)[:1])
        return {text for text, others in beside.items() if len(others) > 1}

    def _small_amount(self, record: Record, column: TableColumn, currency: str) -> Decimal | None:
        """A tax or a fee that stands beside the amount; a tax below zero is none."""
        cell = self._cell(record, column)
        amount = amount_in(cell, self._mark, currency) if cell else None
        if amount is None or (amount.sign < 0 and column is TableColumn.TAX):
            return None
        return _padded(amount.value, currency)

    def _check_repeated(self, record: Record) -> None:
        """The same coffee twice in a day is two; the same line with the same reference is one."""
        if self._cell(record, TableColumn.REFERENCE) in self._ids:
            if record.cells in self._seen:
                raise _LineLeftOutError(LineFault.REPEATED)
            self._seen.add(record.cells)


_NAMING = (
    TableColumn.MERCHANT,
    TableColumn.PAYER,
    TableColumn.TEXT,
    TableColumn.ITEM,
    TableColumn.NOTES,
)
_TURNED = {
    MoneyKind.EXPENSE: MoneyKind.INCOME,
    MoneyKind.INCOME: MoneyKind.EXPENSE,
    MoneyKind.TRANSFER: MoneyKind.TRANSFER,
}


def _told_category(
    said: Sequence[str], merchant: str | None, kind: MoneyKind, currency: str
) -> str | None:
    """What words of the bank say; of a shop that is known, not what they say behind its name."""
    told = category_told(said, kind)
    if told != BANKING or kind is not MoneyKind.EXPENSE or not plain(merchant or ""):
        return told
    name = plain(merchant or "").split()[0]
    ahead = [text.partition(name)[0] for text in map(plain, said)]
    own = "" if is_brand(merchant or "") else merchant or ""
    known = category_known(merchant, currency)
    # Who sells fuel also sells electricity, and the words say which.
    return told if known == _FUEL or category_told([*ahead, own], kind) else known or told


def _is_balance(record: Record) -> bool:
    """Whether a cell begins with words for a balance: "Beginning balance as of 11/01/2026"."""
    phrases = [phrase for phrase in words("rows", "totals") if " " in phrase]
    return any(plain(cell).startswith(phrase) for cell in record.cells for phrase in phrases)


def _check_amount(value: Decimal, currency: str) -> None:
    if not value:
        raise _LineLeftOutError(LineFault.ZERO)
    if value > amount_limit(currency):
        raise _LineLeftOutError(LineFault.ABSURD)
    if rounded(value, currency) != value:
        raise _LineLeftOutError(LineFault.PRECISE)


def _padded(value: Decimal, currency: str) -> Decimal:
    """With the digits of its currency, where it has no more."""
    digits = rounded(value, currency)
    return digits if digits == value else value


def _unquoted(cell: str) -> str:
    """Without the apostrophe that keeps a spreadsheet from running a cell."""
    text = seen_text(cell)
    return text[1:] if text.startswith("'") and text[1:].lstrip()[:1] in _BEGINS_A_FORMULA else text


def _with_refunds(rows: Sequence[TableRow]) -> list[TableRow]:
    """With what a shop gave back named so: it was paid the same."""
    paid = {
        (row.merchant, row.amount, row.currency)
        for row in rows
        if row.kind is MoneyKind.EXPENSE and row.merchant
    }
    return [
        row.model_copy(update={"told_category": REFUND})
        if row.kind is MoneyKind.INCOME
        and row.told_category is None
        and (row.merchant, row.amount, row.currency) in paid
        else row
        for row in rows
    ]


def _without_conversions(rows: Sequence[TableRow]) -> list[TableRow]:
    """With what was paid in a foreign currency in the amount that it was changed for: a wallet
    writes the payment and both sides of the exchange as three lines.
    """
    changed = [row for row in rows if _is_conversion(row)]
    sides = {
        row.line: other
        for row in changed
        if (other := next((one for one in changed if _is_other_side(one, row)), None))
    }
    kept = [row for row in rows if row.line not in sides]
    for leg in (row for row in changed if row.line in sides):
        paid = next((at for at, row in enumerate(kept) if _same_money(row, leg)), None)
        if paid is not None:
            other = sides[leg.line]
            told = {"amount": other.amount, "currency": other.currency}
            kept[paid] = kept[paid].model_copy(update=told)
    return kept or list(rows)


def _is_conversion(row: TableRow) -> bool:
    said = f" {plain(row.item or '')} {plain(row.merchant or '')} "
    return any(f" {phrase} " in said for phrase in words("rows", "conversion"))


def _same_money(row: TableRow, leg: TableRow) -> bool:
    """Whether a side of an exchange brought in what a row spent, or took what it brought in."""
    if MoneyKind.TRANSFER in {row.kind, leg.kind} or row.kind is leg.kind:
        return False
    return (row.occurred_on, row.amount, row.currency) == (
        leg.occurred_on,
        leg.amount,
        leg.currency,
    )


def _is_other_side(one: TableRow, leg: TableRow) -> bool:
    near = abs(one.line - leg.line) <= _BESIDE and one.occurred_on == leg.occurred_on
    return near and one.currency != leg.currency


def _with_telling_text(layout: Layout, records: Sequence[Record]) -> Layout:
    """With the column as the text that differs most from row to row: where one says "Card payment"
    and "Transfer", the other names shops.
    """
    first = layout.places.get(TableColumn.TEXT)
    named = {TableColumn.MERCHANT, TableColumn.ITEM, TableColumn.NOTES} & layout.places.keys()
    if first is None and named:
        return layout
    looked = records[:_LOOKED_AT]
    width = max((len(record.cells) for record in looked), default=0)
    taken = {*layout.places.values(), *layout.beside, *layout.nameless, layout.marks}
    others = [at for at in range(width) if at not in taken and at not in layout.more_text]

    def told(at: int) -> float:
        cells = [record.cells[at] for record in looked if at < len(record.cells)]
        telling = {cell for cell in cells if cell and not says_nothing(cell)}
        return len(telling) / max(1, len(looked))

    columns = dict.fromkeys(at for at in (first, *layout.more_text, *others) if at is not None)
    best = max(columns, key=told, default=None)
    if best is None or best == first:
        return layout
    if first is not None and told(best) < told(first) + _CLEARLY:
        return layout
    more = tuple(at for at in columns if at != best and (at == first or at in layout.more_text))
    places = {**layout.places, TableColumn.TEXT: best}
    return replace(layout, places=places, more_text=more)


def _whole(name: str, notes: str) -> str:
    """The longer writing, where a field of a fixed width cuts a name off."""
    cut = len(name) >= _CUT_AT and notes.casefold().startswith(name.casefold())
    return notes if cut else name


@cache
def _plain_words(name: str) -> tuple[str, ...]:
    return tuple(f"{plain(phrase)} " for phrase in words("rows", name))


def _begins(text: str, name: str) -> bool:
    """Whether a text begins with words of a list."""
    return f"{plain(text)} ".startswith(_plain_words(name))


def _has(text: str, name: str) -> bool:
    said = f" {plain(text)} "
    return any(f" {phrase}" in said for phrase in _plain_words(name))


def _is_named(text: str, names: frozenset[str]) -> bool:
    return bool(text) and plain(text) in names
