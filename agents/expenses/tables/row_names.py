"""Which rows of a table are meant by who names them: "Netflix", "the cash withdrawals"."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from agents.expenses.shown import MoneyKind
from agents.expenses.tables.bookings import category_told
from agents.expenses.tables.columns import words
from agents.expenses.tables.tabulating import TableRow
from agents.expenses.tables.vocabulary import plain

_ENDINGS = ("s", "es", "n", "en", "e", "er")
"""Of a plural, in languages whose banks' files are read."""
_SHORTEST = 3


class NamedRows(NamedTuple):
    """``together``: all of them are meant, by a word for several or for a kind of payment."""

    places: tuple[int, ...] = ()
    together: bool = True
    missing: tuple[str, ...] = ()
    """The names that fit no row."""


def rows_named(
    names: Sequence[str], rows: Sequence[TableRow], is_category: Callable[[str, TableRow], bool]
) -> NamedRows:
    """The rows that any of the names fits, in their order; else those for which a bank might say
    it ("tax refund").
    """
    found = [
        by_name if by_name.places else _find_told(name, rows)
        for name in names
        for by_name in [_find_named(name, rows, is_category)]
    ]
    places = sorted({place for each in found for place in each.places})
    missing = tuple(name for name, each in zip(names, found, strict=True) if not each.places)
    return NamedRows(tuple(places), all(each.together for each in found), missing)


def _find_named(
    name: str, rows: Sequence[TableRow], is_category: Callable[[str, TableRow], bool]
) -> NamedRows:
    wanted = plain(name).split()
    is_of_kind = _kind_called(wanted)
    if is_of_kind is None:
        called = [_list_words(row) for row in rows]
        fits = [place for place, text in enumerate(called) if _fits(wanted, text)]
        if fits:
            several = not all(_begins(word, called[place]) for word in wanted for place in fits)
            return NamedRows(tuple(fits), several or len(fits) == 1)
    of_kind = is_of_kind or (lambda row: is_category(name, row))
    return NamedRows(tuple(place for place, row in enumerate(rows) if of_kind(row)))


def _find_told(name: str, rows: Sequence[TableRow]) -> NamedRows:
    """Words that name what comes in name a payment, too ("tax refund"): they are read first."""
    for kind in (MoneyKind.INCOME, MoneyKind.EXPENSE):
        told = category_told([name], kind)
        of_it = (told, kind)
        fits = [n for n, row in enumerate(rows) if told and (row.told_category, row.kind) == of_it]
        if fits:
            return NamedRows(tuple(fits), together=False)
    return NamedRows()


def _kind_called(wanted: Sequence[str]) -> Callable[[TableRow], bool] | None:
    """Whether a row is of the kind that these words name, as "transfers" or "cash withdrawals"."""

    def is_called(called: frozenset[str]) -> bool:
        return all(any(form in called for form in _forms(word)) for word in wanted)

    if is_called(words("named", "cash")):
        return lambda row: row.is_cash
    kind = next((each for each in MoneyKind if is_called(words("named", each))), None)
    return None if kind is None else lambda row: row.kind is kind


def _fits(wanted: Sequence[str], text: Sequence[str]) -> bool:
    return all(any(_begins(form, text) for form in _forms(word)) for word in wanted)


def _begins(form: str, text: Sequence[str]) -> bool:
    return any(word.startswith(form) for word in text)


def _forms(word: str) -> list[str]:
    """A word as it is, and without the ending of a plural."""
    bare = (word.removesuffix(ending) for ending in _ENDINGS if word.endswith(ending))
    return [word, *(form for form in bare if len(form) >= _SHORTEST)]


def _list_texts(row: TableRow) -> list[str]:
    return [text for text in (row.merchant, row.item) if text]


def _list_words(row: TableRow) -> list[str]:
    return plain(" ".join(_list_texts(row))).split()
