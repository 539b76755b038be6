"""What a question reads: one person's rows, by an index."""

from datetime import UTC, date, datetime

import pytest

from adapters.postgres.stores import Stores
from agents.expenses.spending import InsightQuery
from agents.expenses.store.household import Member, RowOwners
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


async def plan(stores: Stores, scope: Scope) -> str:
    asked = (
        "EXPLAIN SELECT currency, sum(amount)"  # noqa: S608 - the scope is made of constants
        f" FROM {scope.table} WHERE {scope.where} GROUP BY currency"
    )
    async with stores.database.connection() as connection:
        return "\n".join(str(row[0]) for row in await connection.fetch(asked, *scope.values))


@pytest.mark.shows("safety 18")
async def test_no_question_reads_the_rows_of_others_and_usual_ones_read_an_index_alone(
    stores: Stores,
) -> None:
    async with stores.database.connection() as connection:
        await connection.execute("INSERT INTO conversations (conversation_id) VALUES ($1)", CHAT)
        for person, rows in ((ANN, 300), *((f"other{n}", 600) for n in range(20))):
            await connection.execute(FILL, person, CHAT, rows)
        await connection.execute("VACUUM (ANALYZE) transactions")
    for query in (
        InsightQuery(),
        InsightQuery(category="Other"),
        InsightQuery(item="tea"),
        InsightQuery(payment_method="Cash"),
    ):
        for scope in (amounts_of(RowOwners(ANN), query), rows_of(RowOwners(ANN), query)):
            assert "Seq Scan" not in await plan(stores, scope), query
    since = datetime(2026, 3, 1, tzinfo=UTC)
    two = tuple(Member(user_id, "h", "", since) for user_id in (ANN, "other1"))
    of_both = amounts_of(RowOwners(ANN, two), InsightQuery(**MONTH))
    assert "Seq Scan" not in await plan(stores, of_both), "of a household"
    usual: tuple[dict[str, str], ...] = ({}, {"merchant": "tea"}, {"payment_method": "Cash"})
    for more in usual:
        query = InsightQuery(**MONTH, **more)
        for scope in (amounts_of(RowOwners(ANN), query), rows_of(RowOwners(ANN), query)):
            found = await plan(stores, scope)
            assert "Index Only Scan using transactions_booked" in found, more
            assert "Seq Scan" not in found, more
