"""Which column of a table holds what: by its headings, else by what stands in it."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import pairwise

from agents.expenses.tables.days import day_in, is_day
from agents.expenses.tables.numbers import amount_in, currency_called
from agents.expenses.tables.splitting import Record
from agents.expenses.tables.tabulating import TableColumn
from domain.money import MINOR_UNITS
from language.word_lists import Lists, lists_of

_HEADINGS_WITHIN = 40
"""Lines above which a statement says whose account it is."""
_LOOKED_AT = 200
_MOSTLY = 0.8
_LONGEST_HEADING = 60
_JOINED = re.compile(r"(?<=[a-zà-ÿ])(?=[A-Z])")
_WITHOUT_ACCENTS = str.maketrans({"ß": "ss", "ł": "l", "ø": "o", "đ": "d"})
"""What Unicode does not take apart."""
WITHOUT_SPACES = re.compile(r"[\u3040-\u9fff\uac00-\ud7a3]")
"""Of a language that writes words without spaces between them."""
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


def _lists(section: str) -> Lists:
    return lists_of("agents.expenses.tables", "data/columns.toml", section)


@cache
def words(section: str, name: str) -> frozenset[str]:
    """A list of columns.toml."""
    return frozenset(_lists(section)[name])


@lru_cache(maxsize=8192)
def plain(text: str) -> str:
    """Lower case, without accents and signs; words that only a capital parts are apart."""
    apart = _JOINED.sub(" ", text)
    folded = unicodedata.normalize("NFKD", apart.casefold().translate(_WITHOUT_ACCENTS))
    bare = "".join(c if c.isalnum() else " " for c in folded if not unicodedata.combining(c))
    return " ".join(bare.split())


def layout_of(records: Sequence[Record], own: str) -> Layout | None:
    """None where no line has headings and no column has dates and amounts."""
    for at, record in enumerate(records[:_HEADINGS_WITHIN]):
        found = _by_headings(record.cells, at, own)
        if found is not None:
            return _with_currency(found, records)
    return _by_content(records, own)


def _with_currency(layout: Layout, records: Sequence[Record]) -> Layout:
    """With the column of codes, where the heading of that is of something else ("Valuta")."""
    if TableColumn.CURRENCY in layout.places or layout.currency is not None:
        return layout
    taken = set(layout.places.values())
    looked = [record.cells for record in records[layout.first : layout.first + _LOOKED_AT]]
    for place, heading in enumerate(layout.headings):
        if _rank(plain(heading), TableColumn.BALANCE) is not None:
            continue
        cells = [cells[place] for cells in looked if place < len(cells) and cells[place]]
        if place not in taken and cells and {*cells} <= MINOR_UNITS.keys():
            places = {**layout.places, TableColumn.CURRENCY: place}
            return replace(layout, places=places)
    return layout


def _by_headings(cells: Sequence[str], at: int, own: str) -> Layout | None:
    names = [
        plain(_IN_BRACKETS.sub(" ", cell)) if len(cell) <= _LONGEST_HEADING else ""
        for cell in cells
    ]
    if any(day_in(cell, month_first=False) for cell in cells):
        return None
    places, more = _places([name or plain(cell) for name, cell in zip(names, cells, strict=True)])
    money = places.keys() & MONEY
    if TableColumn.DATE not in places or not money:
        return None
    named = (_currency_in(cells[places[column]], own) for column in sorted(money))
    return Layout(
        places=places,
        headings=tuple(cells),
        first=at + 1,
        currency=next((code for code in named if code), None),
        more_text=more,
        beside=frozenset(
            place
            for place, name in enumerate(map(plain, cells))
            if _rank(name, TableColumn.BALANCE) is not None
        ),
    )


def _currency_in(heading: str, own: str) -> str | None:
    """As in "Amount (EUR)", "Betrag in EUR", "Debit RM"."""
    last = heading.split()[-1:] if heading.split() else []
    for part in (*_IN_BRACKETS.findall(heading), *last):
        code = currency_called(part, own)
        if code is not None and part.casefold() not in {"all", "top"}:
            return code
    return None


def _places(names: Sequence[str]) -> tuple[dict[TableColumn, int], tuple[int, ...]]:
    """Each column once; of headings that fit several, the better fit."""
    fits = _fits(names)
    useless = {place for _, place in fits.pop(TableColumn.BALANCE, [])}
    taken: dict[int, TableColumn] = {}
    for column in _TAKING_TURNS:
        free = [
            fit for fit in fits.get(column, ()) if fit[1] not in taken and fit[1] not in useless
        ]
        if free:
            taken[min(free)[1]] = column
    places = {column: place for place, column in taken.items()}
    if (TableColumn.DEBIT in places) != (
        TableColumn.CREDIT in places
    ) and TableColumn.AMOUNT in places:
        places.pop(TableColumn.DEBIT, None)
        places.pop(TableColumn.CREDIT, None)
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
    for rank, known in enumerate(_lists("headings")[column]):
        if known.startswith("="):
            if name == plain(known):
                return rank
        elif f" {known} " in padded or (WITHOUT_SPACES.match(known) and plain(known) in name):
            return rank
    return None


def _by_content(records: Sequence[Record], own: str) -> Layout | None:
    """Without headings: dates, amounts and words tell themselves."""
    first = next((at for at, r in enumerate(records) if any(map(is_day, r.cells))), 0)
    looked = [record.cells for record in records[first : first + _LOOKED_AT] if not record.broken]
    width = max((len(cells) for cells in looked), default=0)
    columns = [[cells[i] if i < len(cells) else "" for cells in looked] for i in range(width)]
    dated = [
        i for i, cells in enumerate(columns) if _share(is_day(cell) for cell in cells) > _MOSTLY
    ]
    if not dated:
        return None
    dates = dated[0]
    numeric = [i for i, cells in enumerate(columns) if i not in dated and _is_money(cells, own)]
    if not numeric:
        return None
    places = {TableColumn.DATE: dates, **_amounts(columns, numeric)}
    text = [i for i in range(width) if i not in {*dated, *numeric}]
    text.sort(key=lambda i: -len({cell for cell in columns[i] if any(map(str.isalpha, cell))}))
    codes = [
        i for i in text if _share(cell.upper() in MINOR_UNITS for cell in columns[i]) > _MOSTLY
    ]
    if codes:
        places[TableColumn.CURRENCY] = codes[0]
    named = [i for i in text if i not in codes]
    if named:
        places[TableColumn.TEXT] = named[0]
    return Layout(places=places, first=first, more_text=tuple(named[1:]))


def _is_money(cells: Sequence[str], own: str) -> bool:
    """Numbers, most of them with hundredths or a sign, and no long numbers of accounts."""
    filled = [cell for cell in cells if cell.strip()]
    if not filled:
        return False
    amounts = [amount_in(cell, ".", own) or amount_in(cell, ",", own) for cell in filled]
    return _share(amount is not None for amount in amounts) > _MOSTLY and any(
        "." in cell or "," in cell or "-" in cell for cell in filled
    )


def _amounts(columns: Sequence[Sequence[str]], numeric: Sequence[int]) -> dict[TableColumn, int]:
    """One column, or two of which each line fills one. What follows may be the balance."""
    for first, second in pairwise(numeric):
        pairs = list(zip(columns[first], columns[second], strict=True))
        if _share(bool(a.strip()) != bool(b.strip()) for a, b in pairs) > _MOSTLY:
            return {TableColumn.DEBIT: first, TableColumn.CREDIT: second}
    signed = [i for i in numeric if any("-" in cell for cell in columns[i])]
    return {TableColumn.AMOUNT: (signed or list(numeric))[0]}


def _share(told: Iterable[bool]) -> float:
    known = list(told)
    return sum(known) / len(known) if known else 0.0
