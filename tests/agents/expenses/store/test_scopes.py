"""What a question reads: one person's rows, by an index."""

from datetime import date

import pytest

from adapters.postgres.stores import Stores
from agents.expenses.details import InsightQuery
from agents.expenses.store.scopes import Scope, amounts_of, rows_of
from tests.adapters.postgres.requests import ANN, CHAT

MONTH = {"since": date(2026, 3, 1), "until": date(2026, 3, 31)}

FILL = """
    INSERT INTO transactions (
        task_id, user_id, conversation_id, number, turn_number, item, name_key, search_key, amount,
        currency, occurred_on, timezone, category
    )
    SELECT $1::text || '/' || n, $1, $2, n, n, 'tea', 'tea', 'tea', 1, 'MYR',
           date '2026-03-31' - n % 300, 'UTC', 'Other'
    FROM generate_series(1, $3::integer) AS n
"""


@pytest.fixture
async def crowded(stores: Stores) -> Stores:
    """A database in which few rows are Ann's."""
    async with stores.database.connection() as connection:
        await connection.execute("INSERT INTO conversations (conversation_id) VALUES ($1)", CHAT)
        for person, rows in ((ANN, 300), *((f"other{n}", 600) for n in range(20))):
            await connection.execute(FILL, person, CHAT, rows)
        await connection.execute("VACUUM (ANALYZE) transactions")
    return stores


async def plan(stores: Stores, scope: Scope) -> str:
    asked = (
        "EXPLAIN SELECT currency, sum(amount)"  # noqa: S608 - the scope is made of constants
        f" FROM {scope.table} WHERE {scope.where} GROUP BY currency"
    )
    async with stores.database.connection() as connection:
        return "\n".join(str(row[0]) for row in await connection.fetch(asked, *scope.values))


@pytest.mark.shows("safety 18")
@pytest.mark.parametrize(
    "query",
    [
        InsightQuery(),
        InsightQuery(**MONTH),
        InsightQuery(category="Other"),
        InsightQuery(merchant="tea", **MONTH),
        InsightQuery(item="tea"),
        InsightQuery(payment_method="Cash"),
    ],
)
async def test_no_question_reads_the_rows_of_others(crowded: Stores, query: InsightQuery) -> None:
    for scope in (amounts_of(ANN, query), rows_of(ANN, query)):
        assert "Seq Scan" not in await plan(crowded, scope)


@pytest.mark.parametrize("more", [{}, {"merchant": "tea"}, {"payment_method": "Cash"}])
async def test_a_sum_and_a_search_by_name_read_an_index_alone(
    crowded: Stores, more: dict[str, str]
) -> None:
    query = InsightQuery(**MONTH, **more)
    for scope in (amounts_of(ANN, query), rows_of(ANN, query)):
        assert "Index Only Scan using transactions_booked" in await plan(crowded, scope)
