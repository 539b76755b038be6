"""QIF, which Quicken and older exports of banks write: a letter in front of each line."""

from collections.abc import Iterator
from itertools import islice

from agents.expenses.tables.formats.records import FoundTable, Payment, table_of
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


def qif_payments(text: str, most: int) -> FoundTable:
    return table_of(islice(_payments(text), most))


def _payments(text: str) -> Iterator[tuple[int, Payment]]:
    """The payments of accounts, with the line that each begins at; other lists are passed over."""
    wanted, begun, paid = False, 0, dict[TableColumn, str]()
    for line, written in enumerate(text.splitlines(), 1):
        letter, value = written[:1].upper(), written[1:].strip()
        if letter == "!":
            name = value.casefold()
            wanted = name.startswith("type:") and name[5:].strip().startswith(_OF_PAYMENTS)
            paid = {}
        elif letter == "^":
            if wanted and paid:
                yield begun, _completed(paid)
            paid = {}
        elif letter in _LETTERS and value:
            begun = line if not paid else begun
            paid.setdefault(_LETTERS[letter], value)
    if wanted and paid:
        yield begun, _completed(paid)


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
