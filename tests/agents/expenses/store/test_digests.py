"""Digests as rows, and how the platform learns of them when a person is deleted."""

import pytest

from adapters.postgres.stores import Stores
from agents.expenses.digests import Cadence, KeptDigest
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


async def test_one_is_kept_once_changed_and_dropped(book: Book) -> None:
    monthly = KEPT.model_copy(update={"every": Cadence.MONTH, "timezone": "UTC"})
    for kept in (KEPT, monthly, monthly):
        await book.digests.keep(kept)
    assert await book.digests.find("digest:a") == monthly
    for _ in range(2):
        await book.digests.drop("digest:a")
    assert await book.digests.find("digest:a") is None


@pytest.mark.shows("safety 13")
async def test_erasure_knows_schedules_and_their_runs_and_leaves_those_of_others(
    stores: Stores, book: Book
) -> None:
    for user_id in (ANN, BOB):
        await stores.users.person(Person(user_id=user_id))
    await book.digests.keep(KEPT)
    bobs = KEPT.model_copy(update={"schedule_id": "digest:b", "user_id": BOB})
    await book.digests.keep(bobs)
    held = await stores.erasure.held_elsewhere(ANN)
    assert [(each.system, each.reference) for each in held] == [("digest", "digest:a")]
    assert {CHAT, "digest:a"} <= set(await stores.erasure.conversations_of(ANN))
    await stores.erasure.erase(ANN)
    assert await book.digests.find("digest:a") is None
    assert await book.digests.find("digest:b") == bobs
