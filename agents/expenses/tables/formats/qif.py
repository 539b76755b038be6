"""QIF, which Quicken and older exports of banks write: a letter in front of each line."""

from collections.abc import Iterator, Sequence
from itertools import islice

from agents.expenses.tables.formats.records import FoundTable, Payment, table_of
from agents.expenses.tables.numbers import amount_in
from agents.expenses.tables.tabulating import TableColumn

_OF_PAYMENTS = ("bank", "cash", "ccard", "oth a", "oth l")
_LETTERS = {
    "D": TableColumn.DATE,
    "T": TableColumn.AMOUNT,
    "P": TableColumn.MERCHANT,
    "M": TableColumn.NOTES,
    "L": TableColumn.CATEGORY,
    "N": TableColumn.REFERENCE,
}
_PART = "S"
"""Its line begins a part, with the category of it."""
_SEVERAL = 2
_OF_PART = {"$": TableColumn.AMOUNT, "E": TableColumn.NOTES}


def qif_payments(text: str, most: int) -> FoundTable:
    return table_of(islice(_payments(text), most))


def _payments(text: str) -> Iterator[tuple[int, Payment]]:
    """The payments of accounts, with the line that each begins at; other lists are passed over. One
    that is split over categories is a payment for each of its parts.
    """
    wanted, begun, paid = False, 0, dict[TableColumn, str]()
    parts: list[dict[TableColumn, str]] = []
    for line, written in enumerate(text.splitlines(), 1):
        letter, value = written[:1].upper(), written[1:].strip()
        if letter == "!":
            name = value.casefold()
            wanted = name.startswith("type:") and name[5:].strip().startswith(_OF_PAYMENTS)
            paid, parts = {}, []
        elif letter == "^":
            if wanted and paid:
                yield from ((begun, _completed(part)) for part in _parts(paid, parts))
            paid, parts = {}, []
        elif letter == _PART:
            parts.append({TableColumn.CATEGORY: value})
        elif letter in _OF_PART and parts and value:
            parts[-1].setdefault(_OF_PART[letter], value)
        elif letter in _LETTERS and value:
            begun = line if not paid else begun
            paid.setdefault(_LETTERS[letter], value)
    if wanted and paid:
        yield from ((begun, _completed(part)) for part in _parts(paid, parts))


def _parts(
    paid: dict[TableColumn, str], parts: Sequence[dict[TableColumn, str]]
) -> Sequence[dict[TableColumn, str]]:
    """The parts of a payment; the payment itself where they do not add up to it. Parts of nothing
    are none, and each of several has a number of its own behind that of the payment.
    """
    cells = [each.get(TableColumn.AMOUNT, "") for each in (paid, *parts)]
    for mark in ".,":
        found = [amount_in(cell, mark, "") for cell in cells]
        values = [a.value * (a.sign or 1) for a in found if a is not None]
        if len(values) == len(cells) > _SEVERAL and sum(values[1:]) == values[0]:
            told = [
                {**paid, **part} for part, value in zip(parts, values[1:], strict=True) if value
            ]
            return (_numbered(told) if len(told) > 1 else told) or [paid]
    return [paid]


def _numbered(parts: Sequence[dict[TableColumn, str]]) -> Sequence[dict[TableColumn, str]]:
    """As "101/1" and "101/2", so that equal parts are not taken for one line that comes again."""
    number = parts[0].get(TableColumn.REFERENCE, "")
    if not any(map(str.isdigit, number)):
        return parts
    return [
        {**part, TableColumn.REFERENCE: f"{number}/{count}"} for count, part in enumerate(parts, 1)
    ]


def _completed(paid: dict[TableColumn, str]) -> Payment:
    """Years as in "1/2'26"; a category in brackets is another account of the person's."""
    day = paid.get(TableColumn.DATE, "").replace("' ", "'").replace("'", "/").replace(" ", "")
    category = paid.get(TableColumn.CATEGORY, "")
    moved = category.startswith("[") and category.endswith("]")
    return {
        **paid,
        TableColumn.DATE: day,
        TableColumn.CATEGORY: "" if moved else category.partition(":")[0],
        TableColumn.KIND: "own account" if moved else "",
    }
