"""Which rows a question is about, as conditions of SQL. Texts of people are parameters only."""

from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

from agents.expenses.shown import MoneyKind
from agents.expenses.spending import InsightQuery
from agents.expenses.store.household import RowOwners, owned_by
from agents.expenses.store.names import folded

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
_COLUMNS = """
    currency, occurred_on, created_at, category, home_currency, rate, payment_method, name_key,
    search_key, parts
"""
# What a row that names the thing cost, and of other receipts the lines that name it, which are
# found by the index of their words.
_NAMED_ONCE = """(
    strpos(' ' || {0} || ' ', ' ' || {{1}} || ' ') > 0
    OR strpos(' ' || {0} || ' ', ' ' || {{2}} || ' ') > 0
)"""
"""One of the singulars of what is sought, as whole words."""
_WITH_ITEM = f"""(
    SELECT task_id, user_id, kind, amount, {_COLUMNS}
    FROM live WHERE strpos(search_key, {{0}}) > 0 OR {_NAMED_ONCE.format("search_key")}
    UNION ALL
    SELECT task_id, user_id, kind, (
               SELECT sum(line.amount)
               FROM jsonb_to_recordset(items) AS line(name text, amount numeric)
               WHERE strpos(lower(line.name), {{0}}) > 0 OR {_NAMED_ONCE.format("lower(line.name)")}
           ), {_COLUMNS}
    FROM transactions
    WHERE deleted_at IS NULL AND items <> '[]'
      AND strpos(search_key, {{0}}) = 0 AND NOT {_NAMED_ONCE.format("search_key")}
      AND jsonb_to_tsvector('simple', items, '["string"]')
          @@ (phraseto_tsquery('simple', {{0}}) || phraseto_tsquery('simple', {{1}})
              || phraseto_tsquery('simple', {{2}}))
) AS named"""  # noqa: S608 - a constant of this module


class Scope(NamedTuple):
    """``table`` and ``where`` for a FROM and a WHERE, and the values that they name."""

    table: str
    where: str
    values: Sequence[Any]
    rows: str = "count(*)"
    """How many rows they are: of a split one each part is a row of ``booked``."""


def rows_of(owners: RowOwners, query: InsightQuery) -> Scope:
    """Whole rows: those of a category where any part of them is of it. With an item, ``amount`` is
    what the item cost.
    """
    values, conditions = _common(owners, query)
    if category := _plain(query.category):
        conditions.append(_CATEGORY_OF_ROW.format(_add(values, category)))
    item = folded(query.item or "")
    if not item:
        return Scope("live", " AND ".join(conditions), values)
    table = _WITH_ITEM.format(*(_add(values, name) for name in (item, *_singulars(item))))
    return Scope(table, " AND ".join(conditions), values)


def _singulars(item: str) -> tuple[str, str]:
    """Returns both singulars that a plural in "s" may have: of "cookies" these are "cookie" and
    "cooky". A name that is no such plural is returned twice.
    """
    if not item.endswith("s") or item.endswith("ss"):
        return item, item
    other = f"{item.removesuffix('ies')}y" if item.endswith("ies") else item.removesuffix("es")
    return item.removesuffix("s"), other if len(other) < len(item) else item.removesuffix("s")


def parts_of(owners: RowOwners, query: InsightQuery) -> Scope:
    """Of what was split, only the parts of the category that is asked for."""
    values, conditions = _common(owners, query)
    rows = "sum(counted)"
    if category := _plain(query.category):
        conditions.append(_CATEGORY.format(_add(values, category)))
        rows = "count(DISTINCT task_id)"
    return Scope("booked", " AND ".join(conditions), values, rows)


def amounts_of(owners: RowOwners, query: InsightQuery) -> Scope:
    """What sums are taken of."""
    return rows_of(owners, query) if folded(query.item or "") else parts_of(owners, query)


def _common(owners: RowOwners, query: InsightQuery) -> tuple[list[Any], list[str]]:
    values: list[Any] = []
    conditions = [owned_by(owners, values)]
    if query.kind is not None:
        conditions.append(f"kind = {_add(values, MoneyKind(query.kind).value)}")
    if query.since is not None:
        conditions.append(f"occurred_on >= {_add(values, query.since)}")
    if query.until is not None:
        conditions.append(f"occurred_on <= {_add(values, query.until)}")
    if merchant := folded(query.merchant or ""):
        conditions.append(_MERCHANT.format(_add(values, merchant)))
    if payment := _plain(query.payment_method):
        conditions.append(_PAYMENT.format(_add(values, payment)))
    return values, conditions


def _add(values: list[Any], value: str | date) -> str:
    """Its place among the values; its type is told, as a bare parameter may be of any."""
    values.append(value)
    kind = "date" if isinstance(value, date) else "text"
    return f"${len(values)}::{kind}"


def _plain(name: str | None) -> str:
    return (name or "").strip()
