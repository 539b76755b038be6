"""Erasure, export and retention of what the shop keeps of a person."""

from datetime import UTC, datetime, timedelta

import pytest

from adapters.postgres.pool import Database
from agents.procurement.store.part import PART
from tests.agents.procurement.store.conftest import Counter
from tests.agents.procurement.store.test_cart import lines

PERSONAL = ("carts", "cart_lines", "purchase_requests", "purchase_changes")


async def fill(counter: Counter) -> None:
    await counter.call("add_to_cart", item_id="PEN-1")
    await counter.agreed(await counter.proposed())
    added = await counter.call("add_to_cart", item_id="PEN-1")
    await counter.call("undo_cart_change", change_id=added.change_id)
    sent = (await counter.call("list_requests")).requests[0].number
    await counter.call("take_back", number=sent)


@pytest.mark.shows("shop data")
async def test_erasure_and_export_are_of_one_person(counter: Counter, database: Database) -> None:
    other = counter.of("terminal:other")
    await fill(counter)
    await fill(other)
    async with database.transaction() as connection:
        exported = await PART.export(connection, "terminal:me")
        erased = await PART.erase(connection, "terminal:me")
        left = await PART.export(connection, "terminal:me")
        others = await PART.export(connection, "terminal:other")
    assert tuple(exported) == (*PERSONAL, "purchase_requests_of_groups", "purchase_decisions")
    assert all(exported[table] for table in PERSONAL)
    assert erased == {"requests": 1}
    assert not any(left.values())
    assert {table: len(rows) for table, rows in others.items()} == {
        table: len(rows) for table, rows in exported.items()
    }


@pytest.mark.shows("shop data")
async def test_carts_that_nobody_touched_go_and_requests_stay(
    counter: Counter, database: Database
) -> None:
    await fill(counter)
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    assert await PART.purge(database, tomorrow - timedelta(days=2)) == {"carts": 0}
    assert lines(await counter.call("get_cart")) == {"PEN-1": 1}
    assert await PART.purge(database, tomorrow) == {"carts": 1}
    assert lines(await counter.call("get_cart")) == {}
    assert len((await counter.call("list_requests")).requests) == 1
    async with database.connection() as connection:
        kept = await connection.fetch("SELECT number FROM purchase_changes")
    assert [row["number"] is None for row in kept] == [False]


@pytest.mark.shows("shop data")
async def test_every_table_of_the_shop_is_registered(database: Database) -> None:
    async with database.connection() as connection:
        rows = await connection.fetch(
            """
            SELECT relname FROM pg_class WHERE relkind = 'r' AND (relname LIKE 'catalog%'
                OR relname LIKE 'cart%' OR relname LIKE 'purchase%')
            """
        )
    assert {row["relname"] for row in rows} == set(PART.tables)
