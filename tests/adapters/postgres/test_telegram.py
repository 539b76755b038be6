import asyncio

from adapters.postgres.stores import Stores
from adapters.postgres.telegram import PostgresGroups, PostgresPairing, PostgresProgressNotes
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


async def test_a_wrong_code_pairs_nobody(stores: Stores) -> None:
    pairing = PostgresPairing(stores.database)
    wrong = ("", "firs", "first ", "FIRST", "ü")
    assert not any([await pairing.pair("11", code) for code in wrong])
    await pairing.code("first")
    assert not any([await pairing.pair("11", code) for code in wrong])
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
    assert big not in await groups.shared()
    await groups.set_shared(big, shared=True, by=11)
    await groups.set_shared(big, shared=True, by=12)
    assert big in await groups.shared()
    assert -1 not in await groups.shared()
    await groups.set_shared(big, shared=False, by=12)
    assert big not in await groups.shared()


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
    await notes.note(CHAT, 6)
    assert await notes.take(CHAT, winner) == 5, "a retry leaves the next one alone"
    assert await notes.take(CHAT, "next") == 6


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
