"""Who may talk, and that strangers leave no trace."""

import pytest

from bot.telegram.access import MAX_TRIES, TRIES_WITHIN, Access, Paired, may_be_answered
from bot.telegram.address import Address
from bot.telegram.groups import SharedGroups
from bot.texts.catalogue import catalogue_of
from domain.commands import Command
from domain.errors import StorageUnavailableError
from tests.bot.fakes import FakeClock
from tests.bot.telegram.telegram import (
    ANA,
    BEN,
    EVE,
    GROUP,
    MemoryRecords,
    Stage,
    document,
    message,
)

CODE = "ABCDEFGHJK"
WRONG = "ABCDEFGHJJ"


def unpaired() -> Stage:
    return Stage(allowed=frozenset(), records=MemoryRecords(open_code=CODE))


@pytest.mark.shows("safety 31")
async def test_a_stranger_gets_one_sentence_and_nothing_of_theirs_is_fetched_or_kept() -> None:
    stage = Stage()
    stage.telegram.files["file"] = b"secret"
    heard = await stage.hear(
        *(message(n, "let me in", user=EVE) for n in range(1, 4)),
        message(4, user=EVE, document=document("file")),
    )
    assert heard == []
    assert len(stage.voice.to(EVE)) == 1
    assert stage.telegram.requests == []
    assert stage.conversations.attempts == []


async def test_a_stranger_in_a_group_is_passed_over_in_silence_and_a_code_there_pairs_nobody() -> (
    None
):
    stage = Stage()
    heard = await stage.hear(
        message(1, "lunch 5", user=EVE, chat=GROUP), message(2, "lunch 6", chat=GROUP)
    )
    assert [m.text for m in heard] == ["lunch 6"]
    assert stage.voice.said == []
    fresh = unpaired()
    assert await fresh.hear(message(1, CODE, chat=GROUP)) == []
    assert fresh.records.owned_by is None


@pytest.mark.shows("safety 31")
@pytest.mark.parametrize("text", [CODE, f"/start {CODE}", f"  {CODE.lower()} "])
async def test_the_first_person_with_the_code_gets_in_and_the_code_goes_no_further(
    text: str,
) -> None:
    stage = unpaired()
    (greeting,) = await stage.hear(message(1, text))
    assert (greeting.command, greeting.text) == (Command.START, "/start")
    assert stage.records.owned_by == str(ANA)
    assert [m.text for m in await stage.hear(message(2, "lunch 12"))] == ["lunch 12"]
    assert await stage.hear(message(3, CODE, user=BEN)) == []
    assert stage.records.owned_by == str(ANA)


async def test_while_nobody_is_paired_start_leads_to_the_code() -> None:
    stage, words = unpaired(), catalogue_of("en")
    await stage.hear(message(1, "/start"))
    assert stage.voice.to(ANA) == [words.text("telegram.not_paired")]
    await stage.hear(message(2, CODE), message(3, "/start", user=EVE))
    assert stage.voice.to(EVE) == [words.text("telegram.not_allowed")]


@pytest.mark.parametrize("code", ["\ud800", "\x00", "AB\x00\udfffC", "ünïcödé🙂"])
async def test_whatever_follows_start_can_be_compared_with_the_code(code: str) -> None:
    stage = unpaired()
    assert await stage.hear(message(1, f"/start {code}", user=EVE)) == []
    assert all(tried.isprintable() for tried in stage.records.tried)
    (greeting,) = await stage.hear(message(2, f"/start {CODE[:5]}\u200b{CODE[5:]}"))
    assert greeting.command == Command.START


async def test_a_code_whose_greeting_failed_is_not_handed_over_as_words() -> None:
    stage = unpaired()
    stage.conversations.failures.append(StorageUnavailableError("gone"))
    assert not (await stage.receive(message(1, CODE))).settled
    (greeting,) = await stage.hear(message(1, CODE))
    assert greeting.text == "/start"


@pytest.mark.shows("safety 31")
async def test_codes_cannot_be_tried_through() -> None:
    stage = unpaired()
    await stage.hear(*(message(n, WRONG, user=EVE) for n in range(1, 50)))
    assert len(stage.records.tried) == MAX_TRIES
    assert await stage.hear(message(51, CODE, user=EVE)) == []
    assert len(stage.voice.to(EVE)) == MAX_TRIES + 1


async def test_after_an_hour_the_code_may_be_tried_again() -> None:
    clock = FakeClock()
    access = Access(frozenset(), MemoryRecords(open_code=CODE), clock.seconds)
    tries = [await access.pair(EVE, WRONG) for _ in range(MAX_TRIES + 1)]
    assert tries[-1] is Paired.TOO_MANY_TRIES
    clock.now += TRIES_WITHIN
    assert await access.pair(EVE, CODE) is Paired.YES


async def test_where_people_are_named_neither_a_code_nor_a_pairing_lets_anybody_in() -> None:
    stage = Stage(records=MemoryRecords(open_code=CODE, owned_by=str(EVE)))
    assert await stage.access.invitation() is None
    assert await stage.hear(message(1, CODE, user=EVE)) == []
    assert stage.records.tried == []
    assert len(await stage.hear(message(2, "lunch", user=ANA))) == 1


async def test_the_code_stays_the_same_over_restarts_until_it_was_used() -> None:
    stage = Stage(allowed=frozenset())
    code = await stage.access.invitation()
    stage.restart()
    assert code is not None
    assert await stage.access.invitation() == code
    await stage.hear(message(1, code))
    assert await stage.access.invitation() is None


async def test_who_is_paired_is_let_in_after_a_restart_and_while_the_database_is_down() -> None:
    stage = unpaired()
    await stage.hear(message(1, CODE))
    stage.restart()
    assert len(await stage.hear(message(2, "lunch"))) == 1
    stage.records.down = StorageUnavailableError("gone")
    assert len(await stage.hear(message(3, "dinner"))) == 1
    assert await stage.hear(message(4, "lunch", user=EVE)) == []


async def test_nobody_is_turned_away_before_it_could_be_looked_up_who_the_owner_is() -> None:
    stage = Stage(allowed=frozenset(), records=MemoryRecords(owned_by=str(ANA)))
    stage.records.down = StorageUnavailableError("gone")
    assert not (await stage.receive(message(1, "lunch"))).settled
    stage.records.down = None
    assert len(await stage.hear(message(1, "lunch"))) == 1


@pytest.mark.parametrize("slip", ["WRONGCODE1", "0", "0OI1L"])
async def test_a_slip_in_the_code_is_answered(slip: str) -> None:
    stage = unpaired()
    await stage.hear(message(1, "hello", user=EVE), message(2, f"/start {slip}", user=EVE))
    assert len(stage.voice.to(EVE)) == 2


@pytest.mark.parametrize(
    ("address", "answered"),
    [
        (Address(ANA), True),
        (Address(EVE), False),
        (Address(GROUP, ANA), True),
        (Address(GROUP, EVE), False),
        (Address(GROUP), True),
        (Address(GROUP - 1), False),
    ],
)
async def test_only_those_are_answered_who_may_talk(address: Address, *, answered: bool) -> None:
    records = MemoryRecords()
    records.groups[GROUP] = True
    access = Access(frozenset({ANA}), records)
    assert await may_be_answered(access, SharedGroups(records), address) is answered


async def test_an_open_bot_knows_whoever_writes_and_pairs_nobody() -> None:
    access = Access(frozenset({ANA}), MemoryRecords(open_code=CODE), everybody=True)
    assert await access.admits(EVE)
    assert await access.invitation() is None
    assert await access.pair(EVE, CODE) is Paired.NO_CODE
