"""The rest of a receipt: tax, payment method, reference number, items."""

import re
from decimal import Decimal

from agents.expenses.reader.receipt_labels import Label
from agents.expenses.reader.receipt_lists import lists
from agents.expenses.reader.receipt_table import Table, TableEntry
from agents.expenses.reader.rows import Row
from agents.expenses.reading import LineItem, ReadValue

_REFERENCE = re.compile(
    r"\b(?P<what>(?:tax\s*)?(?:invoice|inv|receipt|rcpt|resit|bill|doc(?:ument)?|slip|chk|check|order|"
    r"trans(?:action)?|trn|ref(?:erence)?|rechnung|beleg|cb|cs)\.?)\s*"
    r"(?P<no>no|num(?:ber)?|nr|id|#)?\s*[.:#：]*\s*(?P<id>[A-Z0-9][\w/\-]{2,30})",
    re.IGNORECASE,
)
_BEST_REFERENCE = re.compile(r"inv|receipt|rcpt|resit|rechnung|beleg", re.IGNORECASE)
_TAX_AT_MOST = Decimal("0.35")
_ITEM_ROWS, _NAME_LENGTH = 60, 120


def tax_of(table: Table, total: Decimal | None) -> ReadValue[Decimal] | None:
    """The tax contained in the total, by its label and the table of taxes."""
    for entry in table.labelled(Label.TAX):
        value = entry.amounts[-1].value
        if value > 0 and entry.amounts[-1].decimals and _plausible(value, total):
            return ReadValue(value=value, confidence=0.75, evidence=entry.row.evidence)
    for entry in table.entries:
        values = [a.value for a in entry.amounts if a.decimals == 2]  # noqa: PLR2004 - cents
        if entry.in_summary and len(values) == 2 and 0 < values[1] < values[0]:  # noqa: PLR2004
            if total is None or not _plausible(values[1], total):
                continue
            sure = abs(sum(values) - total) <= Decimal("0.05")
            return ReadValue(
                value=values[1],
                confidence=0.8 if sure else 0.5,
                evidence=entry.row.evidence,
            )
    return None


def _plausible(tax: Decimal, total: Decimal | None) -> bool:
    return total is None or tax <= total * _TAX_AT_MOST


def payment_method_of(table: Table) -> ReadValue[str] | None:
    """How it was paid, by the rows that take the money."""
    for entry in table.labelled(Label.CARD, Label.CASH):
        if entry.amounts[-1].value == 0:
            continue  # tills list every method and leave the unused ones at nought
        name = _method_in(entry.text)
        if name is not None:
            return ReadValue(value=name, confidence=0.85, evidence=entry.row.evidence)
    for entry in table.entries:
        if entry.label in {Label.CARD, Label.CASH} and not entry.amounts:
            name = _method_in(entry.text)
            if name is not None:
                return ReadValue(value=name, confidence=0.55, evidence=entry.row.evidence)
    return None


def _method_in(text: str) -> str | None:
    methods = lists("words")["payment"].items()
    return next(
        (m for m, words in methods if re.search("|".join(words), text, re.IGNORECASE)), None
    )


def reference_of(rows: tuple[Row, ...]) -> ReadValue[str] | None:
    """The number of the invoice or receipt, else of the order or transaction."""
    found: list[tuple[int, str, str]] = []
    for row in rows:
        for match in _REFERENCE.finditer(row.text):
            number = match["id"].strip("-/_")
            if sum(c.isdigit() for c in number) < 3 or re.fullmatch(r"[\d/\-]+20\d\d", number):  # noqa: PLR2004
                continue
            rank = 2 if _BEST_REFERENCE.search(match["what"]) else 1
            found.append((rank + (1 if match["no"] else 0), number, row.evidence))
    if not found:
        return None
    rank, number, evidence = max(found, key=lambda f: f[0])
    return ReadValue(value=number, confidence=0.8 if rank > 1 else 0.6, evidence=evidence)


def items_of(table: Table, total: Decimal | None) -> tuple[LineItem, ...]:
    """What was bought, only when the amounts add up to the total or a subtotal."""
    goals = {total, *table.values(Label.SUBTOTAL, Label.BEFORE_TAX, Label.TOTAL)}
    items: list[LineItem] = []
    above: TableEntry | None = None
    for entry in table.entries[: _ITEM_ROWS * 2]:
        if entry.label in {Label.TOTAL, Label.GRAND_TOTAL, Label.SUBTOTAL, Label.BEFORE_TAX}:
            if entry.amounts:
                break
        elif entry.label is None and entry.last and entry.last.decimals == 2:  # noqa: PLR2004
            items.append(_item(entry, above))
        above = entry if not entry.amounts or entry.last is None else None
    adds_up = sum((i.amount for i in items if i.amount is not None), Decimal(0)) in goals
    return tuple(items[:_ITEM_ROWS]) if adds_up else ()


def _item(entry: TableEntry, above: TableEntry | None) -> LineItem:
    name = _name_in(entry.text)
    if len(name) < 3 and above is not None:  # noqa: PLR2004 - the name stands on the row above
        name = _name_in(above.text)
    money = [a for a in entry.amounts if a.decimals >= 2]  # noqa: PLR2004 - cents
    amount = money[-1].value
    unit = next((each.value for each in reversed(money[:-1]) if each.value), None)
    quantity = amount / unit if unit and amount % unit == 0 else None
    return LineItem(name=name or "?", quantity=quantity, unit_price=unit, amount=amount)


def _name_in(text: str) -> str:
    words = [w for w in text.split() if sum(c.isalpha() for c in w) * 2 > len(w)]
    return " ".join(words)[:_NAME_LENGTH] if len("".join(words)) > 2 else ""  # noqa: PLR2004
