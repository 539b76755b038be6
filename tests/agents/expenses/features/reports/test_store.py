"""Digests as rows, and how the platform learns of them when a person is deleted."""

import pytest

from adapters.postgres.pool import Database
from adapters.postgres.stores import Stores
from agents.expenses.features.reports import store
from agents.expenses.features.reports.digests import Cadence, KeptDigest
from domain.understanding import Person
from tests.adapters.postgres.requests import ANN, BOB, CHAT
from tests.agents.expenses.store.requests import Book

KEPT = KeptDigest(
    schedule_id="digest:a",
    user_id=ANN,
    conversation_id=CHAT,
    every=Cadence.WEEK,
    timezone="Asia/Kuala_Lumpur",
)


async def keep(database: Database, kept: KeptDigest) -> None:
    async with database.transaction() as connection:
        await store.keep(connection, kept)


async def find(database: Database, schedule_id: str) -> KeptDigest | None:
    async with database.connection() as connection:
        return await store.find(connection, schedule_id)


async def test_one_is_kept_once_changed_and_dropped(book: Book) -> None:
    monthly = KEPT.model_copy(update={"every": Cadence.MONTH, "timezone": "UTC"})
    for kept in (KEPT, monthly, monthly):
        await keep(book.database, kept)
    assert await find(book.database, "digest:a") == monthly
    for _ in range(2):
        async with book.database.connection() as connection:
            await store.drop(connection, "digest:a")
    assert await find(book.database, "digest:a") is None


@pytest.mark.shows("safety 13")
async def test_erasure_knows_schedules_and_their_runs_and_leaves_those_of_others(
    stores: Stores, book: Book
) -> None:
    for user_id in (ANN, BOB):
        await stores.users.person(Person(user_id=user_id))
    await keep(book.database, KEPT)
    bobs = KEPT.model_copy(update={"schedule_id": "digest:b", "user_id": BOB})
    await keep(book.database, bobs)
    held = await stores.erasure.held_elsewhere(ANN)
    assert [(each.system, each.reference) for each in held] == [("digest", "digest:a")]
    assert {CHAT, "digest:a"} <= set(await stores.erasure.conversations_of(ANN))
    await stores.erasure.erase(ANN)
    assert await find(book.database, "digest:a") is None
    assert await find(book.database, "digest:b") == bobs
