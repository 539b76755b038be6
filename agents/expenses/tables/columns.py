"""Which column of a table holds what: by its headings, else by what stands in it."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cache, cached_property
from itertools import combinations, pairwise

from agents.expenses.tables.days import day_in, is_day, is_day_without_year
from agents.expenses.tables.numbers import amount_in, currency_called
from agents.expenses.tables.splitting import Record
from agents.expenses.tables.tabulating import TableColumn
from agents.expenses.tables.vocabulary import WITHOUT_SPACES, meaning, plain
from domain.money import MINOR_UNITS
from language.word_lists import Lists, lists_of

_HEADINGS_WITHIN = 40
"""Lines above which a statement says whose account it is."""
_LOOKED_AT = 200
_MOSTLY = 0.8
_LONGEST_HEADING = 60
_JOINED = re.compile(r"(?<=[a-zà-ÿ])(?=[A-Z])")
_EMAIL = re.compile(r"\S+@\S+\.\w+")
_NAME = re.compile(r"(?<![^\W_])[^\W\d_]{3,}(?![^\W_])")
"""A word that is no part of a code: "REWE", not "A12BCD"."""
_SEVERAL = 5
"""Rows from which one value in all of them is no chance."""
_IN_BRACKETS = re.compile(r"[(\[]\s*([^)\]]+?)\s*[)\]]")

_TAKING_TURNS = tuple(
    TableColumn(name)
    for name in (
        "date", "kind", "debit", "credit", "amount", "currency", "category", "payment", "merchant",
        "payer", "fee", "text", "reference", "tax", "state", "notes", "item",
    )
)  # fmt: skip
"""A heading that fits several is that of the first of them."""

MONEY = (TableColumn.AMOUNT, TableColumn.DEBIT, TableColumn.CREDIT)
_NAMING = frozenset(
    [TableColumn.MERCHANT, TableColumn.PAYER, TableColumn.TEXT, TableColumn.ITEM, TableColumn.NOTES]
)
"""Where none of these is, any other column may say what a payment was for."""


@dataclass(frozen=True)
class Layout:
    """Where what stands. ``first`` is the place of the first record below the headings."""

    places: Mapping[TableColumn, int]
    headings: tuple[str, ...] = ()
    first: int = 0
    currency: str | None = None
    """The one that the heading of the amounts names."""
    more_text: tuple[int, ...] = field(default=())
    """Further columns of text, for where the first is empty."""
    beside: frozenset[int] = frozenset()
    """Columns of balances, accounts and what else is no payment's."""
    nameless: frozenset[int] = frozenset()
    """Columns of e-mails, codes or one value: they name nobody."""
    marks: int | None = None
    """A column of nothing but marks that say which way money went: DB and CR, S and H, + and -."""
    ways: Mapping[str, bool] = field(default_factory=dict)
    """By such a mark, whether money came in."""

    @cached_property
    def placed(self) -> frozenset[int]:
        """Columns whose meaning is known."""
        return frozenset((*self.places.values(), *self.more_text))


@cache
def _lists(section: str) -> Lists:
    listed = lists_of("agents.expenses.tables", "data/columns.toml", section)
    meanings = lists_of("agents.expenses.tables", "data/columns.toml", "meanings")
    found: dict[str, list[str]] = {}
    for name, own in listed.items():
        whole = f"{section}.{name}"
        more = (word for told in (whole, *meanings.get(whole, ())) for word in meaning(told))
        found[name] = [*dict.fromkeys([*own, *more])]
    return found


@cache
def words(section: str, name: str) -> frozenset[str]:
    """A list of columns.toml, with the words of the same meaning."""
    return frozenset(_lists(section)[name])


@cache
def _headings(column: TableColumn) -> Sequence[tuple[bool, str, bool]]:
    """Of each known heading: whether it is just this, its plain letters, whether it may stand
    inside of a longer one.
    """
    return [
        (known.startswith("="), plain(known), WITHOUT_SPACES.search(known) is not None)
        for known in _lists("headings")[column]
    ]


def _heading(cell: str) -> str:
    """Words that only a capital parts are apart: "TransactionDate"."""
    return plain(_JOINED.sub(" ", cell))


def layout_of(records: Sequence[Record], own: str) -> Layout | None:
    """None where no line has headings and no column has dates and amounts."""
    for at, record in enumerate(records[:_HEADINGS_WITHIN]):
        found = _by_headings(record.cells, at, records[at + 1 :], own)
        if found is not None:
            return _with_marks(_with_currency(found, records), records)
    found = _by_content(records, own)
    return None if found is None else _with_marks(found, records)


def _cells_of(place: int, records: Sequence[Record]) -> list[str]:
    """What stands in a column, without what is empty and without lines of a single cell."""
    looked = (record.cells for record in records[:_LOOKED_AT] if _has_several(record))
    return [cells[place] for cells in looked if place < len(cells) and cells[place]]


def _has_several(record: Record) -> bool:
    """Whether it is more than a title or a footer."""
    return sum(map(bool, record.cells)) > 1


def _with_marks(layout: Layout, records: Sequence[Record]) -> Layout:
    """With the column of marks, whatever it is called, where amounts stand in one column."""
    places = layout.places
    if TableColumn.AMOUNT not in places:
        return layout
    rows = records[layout.first :]
    width = max((len(record.cells) for record in rows[:_LOOKED_AT]), default=0)
    taken = {place for column, place in places.items() if column in {*MONEY, TableColumn.DATE}}
    for place in (place for place in range(width) if place not in taken):
        told = {cell.strip(" ()").casefold().rstrip(".") for cell in _cells_of(place, rows)}
        ways = _ways_of(told) if told else None
        if ways is not None:
            others = {column: at for column, at in places.items() if at != place}
            more = tuple(at for at in layout.more_text if at != place)
            return replace(
                layout,
                places={TableColumn.KIND: place, **others},
                more_text=more,
                marks=place,
                ways=ways,
            )
    return layout


def _ways_of(told: Collection[str]) -> Mapping[str, bool] | None:
    """Which of two marks is which; None for what are no marks. Some are told by both alone."""
    for name, pairs in _lists("marks").items():
        for pair in pairs:
            out, into = pair.split()
            if {*told} <= {out, into} and (name == "pairs" or len(told) > 1):
                return {out: False, into: True}
    return None


def _nameless(records: Sequence[Record], width: int) -> frozenset[int]:
    """The columns of e-mails, accounts and codes, and those with one value in all rows."""
    found = set()
    for place in range(width):
        cells = _cells_of(place, records)
        one = len(cells) >= _SEVERAL and len({*cells}) == 1
        if cells and (one or _share(map(_is_code, cells)) > _MOSTLY):
            found.add(place)
    return frozenset(found)


def _is_code(cell: str) -> bool:
    """Whether it is an e-mail, a number of an account or of a payment, and no name."""
    if _EMAIL.fullmatch(cell):
        return True
    coded = any(map(str.isdigit, cell)) and not WITHOUT_SPACES.search(cell)
    return coded and not _NAME.search(cell)


def _with_currency(layout: Layout, records: Sequence[Record]) -> Layout:
    """With the column of codes, where the heading of that is of something else ("Valuta")."""
    if TableColumn.CURRENCY in layout.places or layout.currency is not None:
        return layout
    taken = set(layout.places.values())
    looked = [record.cells for record in records[layout.first : layout.first + _LOOKED_AT]]
    for place, heading in enumerate(layout.headings):
        if _rank(_heading(heading), TableColumn.BALANCE) is not None:
            continue
        cells = [cells[place] for cells in looked if place < len(cells) and cells[place]]
        if place not in taken and cells and {*cells} <= MINOR_UNITS.keys():
            places = {**layout.places, TableColumn.CURRENCY: place}
            return replace(layout, places=places)
    return layout


def _by_headings(cells: Sequence[str], at: int, below: Sequence[Record], own: str) -> Layout | None:
    names = [
        _heading(_IN_BRACKETS.sub(" ", cell)) if len(cell) <= _LONGEST_HEADING else ""
        for cell in cells
    ]
    if any(day_in(cell, month_first=False) for cell in cells):
        return None
    names = [name or _heading(cell) for name, cell in zip(names, cells, strict=True)]
    if not _has_main(names):
        return None
    nameless = _nameless(below, len(cells))
    places, more = _places(names, nameless)
    balances = frozenset(
        place
        for place, name in enumerate(map(_heading, cells))
        if _rank(name, TableColumn.BALANCE) is not None
    )
    paired = _with_pair(places, balances, below, own)
    places = {column: paired[column] for column in _TAKING_TURNS if column in paired}
    money = places.keys() & MONEY
    if TableColumn.DATE not in places or not money:
        return None
    named = (_currency_in(cells[places[column]], own) for column in sorted(money))
    return Layout(
        places=places,
        headings=tuple(cells),
        first=at + 1,
        currency=next((code for code in named if code), None),
        more_text=tuple(at for at in more if at not in places.values()),
        beside=balances,
        nameless=nameless,
    )


def _with_pair(
    places: Mapping[TableColumn, int], balances: Collection[int], below: Sequence[Record], own: str
) -> dict[TableColumn, int]:
    """With both columns of money where not both have a known heading: the other one has an amount
    in just the lines in which the first has none. One column with both signs holds both ways.
    """
    sides = [column for column in (TableColumn.DEBIT, TableColumn.CREDIT) if column in places]
    first = sides[0] if sides else TableColumn.AMOUNT
    if len(sides) > 1 or first not in places:
        return dict(places)
    kept = {column: at for column, at in places.items() if column not in MONEY}
    looked = [record for record in below[:_LOOKED_AT] if _has_several(record)]
    width = max((len(record.cells) for record in looked), default=0)
    columns = [_amounts_of(at, looked, own) for at in range(width)]
    known = places[first]
    column = columns[known] if known < width else []
    free = [at for at in range(width) if at not in {known, *kept.values(), *balances}]
    partner = next((at for at in free if _take_turns(column, columns[at])), None)
    if partner is not None and not sides:
        return {**kept, **_out_and_in(columns, min(known, partner), max(known, partner))}
    if partner is not None:
        (other,) = {TableColumn.DEBIT, TableColumn.CREDIT} - {first}
        return {**kept, first: known, other: partner}
    if TableColumn.AMOUNT in places:
        return {**kept, TableColumn.AMOUNT: places[TableColumn.AMOUNT]}
    both_ways = len({amount > 0 for amount in column if amount}) > 1
    return {**kept, TableColumn.AMOUNT if both_ways else first: known}


def _out_and_in(
    columns: Sequence[Sequence[Decimal | None]], left: int, right: int
) -> dict[TableColumn, int]:
    """What was spent stands on the left, unless signs or a balance say otherwise."""
    moved = [
        abs(b or Decimal(0)) - abs(a or Decimal(0))
        for a, b in zip(columns[left], columns[right], strict=True)
    ]
    turned = any(b < 0 for b in columns[right] if b) and all(a > 0 for a in columns[left] if a)
    for at, column in enumerate(columns):
        steps = balance_steps(column, moved) if at not in {left, right} else None
        if steps:
            turned = _share(s == -m for s, m in zip(steps, moved, strict=True)) > 1 - _MOSTLY
    out, into = (right, left) if turned else (left, right)
    return {TableColumn.DEBIT: out, TableColumn.CREDIT: into}


def balance_steps(
    balance: Sequence[Decimal | None], moved: Sequence[Decimal | None]
) -> list[Decimal | None] | None:
    """By how much each line changed the balance beside it; None for what is no balance of these."""
    changes = [None if a is None or b is None else b - a for a, b in pairwise(balance)]
    newer_last = [None, *changes]
    newer_first = [*(None if change is None else -change for change in changes), None]
    for steps in (newer_last, newer_first):
        known = [
            abs(step) == abs(change)
            for step, change in zip(steps, moved, strict=True)
            if step is not None and change
        ]
        if len(known) > 1 and _share(known) > _MOSTLY:
            return steps
    return None


def _amounts_of(place: int, records: Sequence[Record], own: str) -> list[Decimal | None]:
    """The amounts of a column with their signs; None where a cell has other words, zero where it is
    empty.
    """
    return _amounts_in(
        [record.cells[place] if place < len(record.cells) else "" for record in records], own
    )


def _amounts_in(cells: Iterable[str], own: str) -> list[Decimal | None]:
    return [_signed_amount(cell, own) if cell.strip(" -–") else Decimal(0) for cell in cells]


def _signed_amount(cell: str, own: str) -> Decimal | None:
    amount = amount_in(cell, ".", own) or amount_in(cell, ",", own)
    return None if amount is None else amount.value * (amount.sign or 1)


def _take_turns(one: Sequence[Decimal | None], other: Sequence[Decimal | None]) -> bool:
    """Whether each line has an amount in one of two columns, and each column has lines of its own.
    A text of few lines that reads as an amount ("RON95") has none of its own.
    """
    if None in other:
        return False
    filled = [(bool(a), bool(b)) for a, b in zip(one, other, strict=True) if a or b]
    alone = [pair for pair in filled if pair[0] != pair[1]]
    return len({*alone}) > 1 and len(alone) > len(filled) * _MOSTLY


def _has_main(names: Sequence[str]) -> bool:
    """Whether one is of a day and another of money."""
    return any(_rank(name, TableColumn.DATE) is not None for name in names) and any(
        _rank(name, column) is not None for name in names for column in MONEY
    )


def _currency_in(heading: str, own: str) -> str | None:
    """As in "Amount (EUR)", "Betrag in EUR", "Debit RM"."""
    last = heading.split()[-1:] if heading.split() else []
    for part in (*_IN_BRACKETS.findall(heading), *last):
        code = currency_called(part, own)
        if code is not None and part.casefold() not in {"all", "top"}:
            return code
    return None


def _places(
    names: Sequence[str], nameless: frozenset[int]
) -> tuple[dict[TableColumn, int], tuple[int, ...]]:
    """Each column once; of headings that fit several, the better fit."""
    fits = _fits(names)
    telling = {
        column: [fit for fit in fits.get(column, ()) if fit[1] not in nameless]
        for column in _NAMING
    }
    if any(telling.values()):
        fits |= telling
    useless = {place for _, place in fits.pop(TableColumn.BALANCE, [])}
    taken: dict[int, TableColumn] = {}
    for column in _TAKING_TURNS:
        free = [
            fit for fit in fits.get(column, ()) if fit[1] not in taken and fit[1] not in useless
        ]
        if free:
            taken[min(free)[1]] = column
    places = {column: place for place, column in taken.items()}
    if TableColumn.DEBIT in places and not {TableColumn.AMOUNT, TableColumn.CREDIT} & places.keys():
        place = places[TableColumn.DEBIT]
        if _rank(names[place], TableColumn.CREDIT) is not None:  # "Debit/Credit", with signs
            places[TableColumn.AMOUNT] = places.pop(TableColumn.DEBIT)
    if {TableColumn.DEBIT, TableColumn.CREDIT} <= places.keys():
        places.pop(TableColumn.AMOUNT, None)
    further = [place for _, place in sorted(fits.get(TableColumn.TEXT, ()))]
    if not _NAMING & places.keys():
        further += [place for place in range(len(names)) if place not in useless]
    more = dict.fromkeys(place for place in further if place not in taken)
    if not _NAMING & places.keys() and not more and TableColumn.REFERENCE in places:
        places[TableColumn.TEXT] = places.pop(TableColumn.REFERENCE)
    return places, tuple(more)


def _fits(names: Sequence[str]) -> dict[TableColumn, list[tuple[int, int]]]:
    """Rank and place of each heading that fits a column. One of a day or a fee holds no amount."""
    fits: dict[TableColumn, list[tuple[int, int]]] = {}
    for place, name in enumerate(names):
        for column in TableColumn:
            rank = _rank(name, column)
            if rank is not None:
                fits.setdefault(column, []).append((rank, place))
    other = (*fits.get(TableColumn.DATE, []), *fits.get(TableColumn.FEE, []))
    no_amount = {place for _, place in other}
    for column in MONEY:
        fits[column] = [fit for fit in fits.get(column, []) if fit[1] not in no_amount]
    return fits


def _rank(name: str, column: TableColumn) -> int | None:
    """How well a heading fits: the place in the list; None for one that does not."""
    padded = f" {name} "
    for rank, (alone, known, inside) in enumerate(_headings(column)):
        if name == known if alone else f" {known} " in padded or (inside and known in name):
            return rank
    return None


def _by_content(records: Sequence[Record], own: str) -> Layout | None:
    """Without headings: dates, amounts and words tell themselves."""
    return _by_days(records, own, is_day) or _by_days(records, own, is_day_without_year)


def _by_days(records: Sequence[Record], own: str, is_day: Callable[[str], bool]) -> Layout | None:
    first = next(
        (at for at, r in enumerate(records) if _has_several(r) and any(map(is_day, r.cells))), 0
    )
    looked = [
        record.cells
        for record in records[first : first + _LOOKED_AT]
        if not record.broken and _has_several(record)
    ]
    width = max((len(cells) for cells in looked), default=0)
    columns = [[cells[i] if i < len(cells) else "" for cells in looked] for i in range(width)]
    dated = [
        i for i, cells in enumerate(columns) if _share(is_day(cell) for cell in cells) > _MOSTLY
    ]
    if not dated:
        return None
    dates = dated[0]
    amounts = [_amounts_in(cells, own) for cells in columns]
    numbers = [
        i for i in range(width) if i not in dated and _share(map(_is_some, amounts[i])) > _MOSTLY
    ]
    numeric = [i for i in numbers if _is_money(columns[i])]
    if not numeric and _add_up([amounts[i] for i in numbers]):
        numeric = numbers
    if not numeric:
        return None
    places = {TableColumn.DATE: dates, **_amounts(amounts, numeric)}
    text = [i for i in range(width) if i not in {*dated, *numeric}]
    text.sort(key=lambda i: -len({cell for cell in columns[i] if _is_telling(cell)}))
    codes = [
        i for i in text if _share(cell.upper() in MINOR_UNITS for cell in columns[i]) > _MOSTLY
    ]
    if codes:
        places[TableColumn.CURRENCY] = codes[0]
    named = [i for i in text if i not in codes]
    if named:
        places[TableColumn.TEXT] = named[0]
    return Layout(places=places, first=first, more_text=tuple(named[1:]))


def _is_telling(cell: str) -> bool:
    return any(map(str.isalpha, cell)) and not _is_code(cell)


def _is_some(amount: Decimal | None) -> bool:
    return amount is not None


def _is_money(cells: Sequence[str]) -> bool:
    """Whether some of the numbers have hundredths or a sign, as no numbers of accounts have."""
    return any("." in cell or "," in cell or "-" in cell for cell in cells)


def _add_up(columns: Sequence[Sequence[Decimal | None]]) -> bool:
    """Whether whole numbers are money: one is the balance of another, or two take turns."""
    return any(
        _take_turns(a, b) or balance_steps(a, b) or balance_steps(b, a)
        for a, b in combinations(columns, 2)
    )


def _amounts(
    columns: Sequence[Sequence[Decimal | None]], numeric: Sequence[int]
) -> dict[TableColumn, int]:
    """One column, or two of which each line fills one. Its balance is not the amount."""
    for first, second in combinations(numeric, 2):
        if _take_turns(columns[first], columns[second]):
            return _out_and_in(columns, first, second)
    added = [
        at
        for at in numeric
        for to in numeric
        if at != to and balance_steps(columns[to], columns[at])
    ]
    signed = [i for i in numeric if any(amount < 0 for amount in columns[i] if amount)]
    return {TableColumn.AMOUNT: (added or signed or list(numeric))[0]}


def _share(told: Iterable[bool]) -> float:
    known = list(told)
    return sum(known) / len(known) if known else 0.0
