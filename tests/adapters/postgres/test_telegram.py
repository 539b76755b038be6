import asyncio
import json
from datetime import timedelta

import pytest

from adapters.postgres.stores import Stores
from adapters.postgres.telegram import (
    PostgresGroups,
    PostgresPairing,
    PostgresProgressNotes,
    PostgresRefusedUpdates,
)
from bot.telegram.locales import KnownLocales
from domain.understanding import Person


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


CHAT = "conversation:telegram:11"


async def test_a_progress_message_is_claimed_by_one_reply_for_good(stores: Stores) -> None:
    notes = PostgresProgressNotes(stores.database)
    await notes.note(CHAT, 5)
    assert await notes.waiting(CHAT) == 5
    taken = await asyncio.gather(*(notes.take(CHAT, f"r{number}") for number in range(5)))
    assert sorted(message for message in taken if message) == [5]
    winner = f"r{taken.index(5)}"
    await notes.note(CHAT, 5)
    assert [await notes.take(CHAT, winner) for _ in range(2)] == [5, 5]
    assert await notes.take(CHAT, "later") is None
    assert await notes.waiting(CHAT) is None
    assert await notes.take("conversation:telegram:12", winner) is None


async def test_a_retry_leaves_the_next_progress_message_alone(stores: Stores) -> None:
    notes = PostgresProgressNotes(stores.database)
    await notes.note(CHAT, 5)
    assert await notes.take(CHAT, "r1") == 5
    await notes.note(CHAT, 6)
    assert await notes.take(CHAT, "r1") == 5
    assert await notes.take(CHAT, "r2") == 6


async def test_old_claims_are_forgotten(stores: Stores) -> None:
    notes = PostgresProgressNotes(stores.database)
    await notes.note(CHAT, 5)
    await notes.take(CHAT, "r1")
    async with stores.database.connection() as connection:
        await connection.execute("UPDATE telegram_progress SET at = now() - interval '8 days'")
    await notes.note(CHAT, 6)
    async with stores.database.connection() as connection:
        assert await connection.fetchval("SELECT count(*) FROM telegram_progress") == 1


async def test_looking_up_the_locale_makes_nobody_known(stores: Stores) -> None:
    locales = KnownLocales(stores.users, "en_MY")
    assert await locales.locale_of("telegram:11") == "en_MY"
    assert await stores.users.known("telegram:11") is None
    await stores.users.person(Person(user_id="telegram:11", locale="de_DE"))
    assert await locales.locale_of("telegram:11") == "de_DE"


async def test_kept_updates_come_in_order_until_they_are_dropped(stores: Stores) -> None:
    refused = PostgresRefusedUpdates(stores.database)
    for number in (9, 7, 8):
        await refused.keep(number, json.dumps({"update_id": number}), "a defect")
    assert [body["update_id"] for body in await refused.kept(2)] == [7, 8]
    await refused.drop(7)
    await refused.drop(7)
    assert [body["update_id"] for body in await refused.kept(9)] == [8, 9]


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


async def test_a_refused_update_is_kept_no_longer_than_any_other_message(stores: Stores) -> None:
    refused = PostgresRefusedUpdates(stores.database)
    await refused.keep(1, '{"text": "old"}', "a defect")
    await refused.keep(2, '{"text": "new"}', "a defect")
    async with stores.database.connection() as connection:
        await connection.execute(
            "UPDATE telegram_refused_updates SET at = now() - interval '31 days' "
            "WHERE update_id = 1"
        )
    assert (await stores.purge(timedelta(days=30))).messages == 1
    async with stores.database.connection() as connection:
        left = await connection.fetch("SELECT update_id FROM telegram_refused_updates")
    assert [row["update_id"] for row in left] == [2]
