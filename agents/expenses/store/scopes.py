"""Which rows a question is about, as conditions of SQL. Texts of people are parameters only."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from agents.expenses.card import MoneyKind
from agents.expenses.details import InsightQuery
from agents.expenses.store.names import folded

Value = str | date | int | None

# The merchant is searched as a part ("how much at starbucks" means "Starbucks KLCC" too), with
# strpos and not LIKE: a person's % and _ are plain characters.
_MERCHANT = "strpos(search_key, {0}) > 0"
_CATEGORY = "lower(category) = lower({0})"
_CATEGORY_OF_ROW = """
    CASE WHEN parts IS NULL THEN lower(category) = lower({0}) ELSE EXISTS (
        SELECT FROM jsonb_to_recordset(parts) AS part(category text)
        WHERE lower(part.category) = lower({0})
    ) END
"""
_PAYMENT = "lower(payment_method) = lower({0})"
# Two looks, so that the words on receipts are found by their index.
_ITEM = """
    task_id IN (
        SELECT task_id FROM transactions
        WHERE user_id = $1 AND deleted_at IS NULL AND strpos(search_key, {0}) > 0
        UNION ALL
        SELECT task_id FROM transactions
        WHERE user_id = $1 AND deleted_at IS NULL
          AND items <> '[]'
          AND jsonb_to_tsvector('simple', items, '["string"]') @@ phraseto_tsquery('simple', {0})
    )
"""
_OF_THESE = """
    task_id IN (
        SELECT task_id FROM transactions WHERE user_id = $1 AND deleted_at IS NULL AND {0}
    )
"""
_ITEM_AMOUNT = """
    CASE WHEN strpos(search_key, {0}) > 0 THEN amount ELSE (
        SELECT sum(line.amount) FROM jsonb_to_recordset(items) AS line(name text, amount numeric)
        WHERE to_tsvector('simple', line.name) @@ phraseto_tsquery('simple', {0})
    ) END
"""


class Scope(NamedTuple):
    """``table`` and ``where`` for a FROM and a WHERE, and the values that they name."""

    table: str
    where: str
    values: Sequence[Value]
    amount: str = "amount"
    """What a row counts for: of a receipt found by a line of it, that line."""
    rows: str = "count(*)"
    """How many rows they are: of a split one each part is a row of ``booked``."""


def rows_of(user_id: str, query: InsightQuery) -> Scope:
    """Whole rows: those of a category where any part of them is of it."""
    values, conditions = _common(user_id, query)
    conditions.append("deleted_at IS NULL")
    if category := _plain(query.category):
        conditions.append(_CATEGORY_OF_ROW.format(_add(values, category)))
    if payment := _plain(query.payment_method):
        conditions.append(_PAYMENT.format(_add(values, payment)))
    amount = "amount"
    if item := folded(query.item or ""):
        place = _add(values, item)
        conditions.append(_ITEM.format(place))
        amount = _ITEM_AMOUNT.format(place)
    return Scope("transactions", " AND ".join(conditions), values, amount)


def parts_of(user_id: str, query: InsightQuery) -> Scope:
    """Of what was split, only the parts of the category that is asked for."""
    values, conditions = _common(user_id, query)
    if category := _plain(query.category):
        conditions.append(_CATEGORY.format(_add(values, category)))
    if payment := _plain(query.payment_method):
        conditions.append(_OF_THESE.format(_PAYMENT.format(_add(values, payment))))
    if item := folded(query.item or ""):
        conditions.append(_ITEM.format(_add(values, item)))
    return Scope("booked", " AND ".join(conditions), values, rows="count(DISTINCT task_id)")


def amounts_of(user_id: str, query: InsightQuery) -> Scope:
    """What sums are taken of."""
    return parts_of(user_id, query) if _plain(query.category) else rows_of(user_id, query)


def _common(user_id: str, query: InsightQuery) -> tuple[list[Value], list[str]]:
    values: list[Value] = [user_id]
    conditions = ["user_id = $1"]
    if query.kind is not None:
        conditions.append(f"kind = {_add(values, MoneyKind(query.kind).value)}")
    if query.since is not None:
        conditions.append(f"occurred_on >= {_add(values, query.since)}")
    if query.until is not None:
        conditions.append(f"occurred_on <= {_add(values, query.until)}")
    if merchant := folded(query.merchant or ""):
        conditions.append(_MERCHANT.format(_add(values, merchant)))
    return values, conditions


def _add(values: list[Value], value: Value) -> str:
    """Its place among the values; its type is told, as a bare parameter may be of any."""
    values.append(value)
    kind = "date" if isinstance(value, date) else "text"
    return f"${len(values)}::{kind}"


def _plain(name: str | None) -> str:
    return (name or "").strip()
