import asyncio
import json

import pytest

from adapters.postgres.stores import Stores
from adapters.postgres.telegram import (
    PostgresGroups,
    PostgresPairing,
    PostgresProgressNotes,
    PostgresRefusedUpdates,
)


async def test_the_open_code_stays_the_same_until_somebody_was_paired(stores: Stores) -> None:
    pairing = PostgresPairing(stores.database)
    assert await pairing.owner() is None
    assert await pairing.code("first") == "first"
    assert await pairing.code("second") == "first"
    assert await pairing.pair("11", "first")
    assert await pairing.code("third") is None
    assert await pairing.owner() == "11"


@pytest.mark.parametrize("wrong", ["", "firs", "first ", "FIRST", "ü"])
async def test_a_wrong_code_pairs_nobody(stores: Stores, wrong: str) -> None:
    pairing = PostgresPairing(stores.database)
    assert not await pairing.pair("11", wrong)
    await pairing.code("first")
    assert not await pairing.pair("11", wrong)
    assert await pairing.owner() is None


async def test_of_many_who_send_the_code_at_once_one_is_paired(stores: Stores) -> None:
    pairing = PostgresPairing(stores.database)
    await pairing.code("first")
    paired = await asyncio.gather(*(pairing.pair(str(n), "first") for n in range(20)))
    assert paired.count(True) == 1
    assert await pairing.owner() == str(paired.index(True))


async def test_a_group_is_shared_only_when_it_was_set_so(stores: Stores) -> None:
    groups = PostgresGroups(stores.database)
    big = -1_002_345_678_901
    assert not await groups.shared(big)
    await groups.set_shared(big, shared=True, by=11)
    await groups.set_shared(big, shared=True, by=12)
    assert await groups.shared(big)
    assert not await groups.shared(-1)
    await groups.set_shared(big, shared=False, by=12)
    assert not await groups.shared(big)


async def test_a_progress_message_is_taken_once(stores: Stores) -> None:
    notes = PostgresProgressNotes(stores.database)
    await notes.note("conversation:telegram:11", 5)
    await notes.note("conversation:telegram:11", 6)
    taken = await asyncio.gather(*(notes.take("conversation:telegram:11") for _ in range(5)))
    assert sorted(m for m in taken if m) == [6]
    assert await notes.take("conversation:telegram:12") is None


@pytest.mark.parametrize("text", ["lunch", "nul \x00 in it", "half \ud83d of an emoji", "😀"])
async def test_whatever_an_update_holds_it_can_be_kept(stores: Stores, text: str) -> None:
    refused = PostgresRefusedUpdates(stores.database)
    body = json.dumps({"update_id": 7, "message": {"text": text}})
    await refused.keep(7, body, f"KeyError: {text}")
    await refused.keep(7, "{}", "again")
    async with stores.database.connection() as connection:
        kept = await connection.fetch("SELECT body, error FROM telegram_refused_updates")
    assert [row["body"]["update_id"] for row in kept] == [7]
    assert kept[0]["error"].startswith("KeyError")
