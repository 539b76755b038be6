"""Who may talk, that strangers leave no trace, and whose ledger it is in a group."""

from typing import Any

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
    ME,
    MemoryRecords,
    Stage,
    document,
    message,
    person,
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
    assert stage.telegram.calls == []
    assert stage.conversations.attempts == []
    # In a group they are passed over in silence, and a code pairs nobody there.
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
    for number, slip in enumerate(("WRONGCODE1", "0", "0OI1L"), 1):
        await stage.hear(message(number + 1, f"/start {slip}", user=EVE))
        assert len(stage.voice.to(EVE)) == number  # a slip in the code is answered
    await stage.hear(message(5, CODE), message(6, "/start", user=EVE))
    assert stage.voice.to(EVE)[-1] == words.text("telegram.not_allowed")


@pytest.mark.parametrize("code", ["\ud800", "\x00", "AB\x00\udfffC", "ünïcödé🙂"])
async def test_whatever_follows_start_can_be_compared_with_the_code(code: str) -> None:
    stage = unpaired()
    assert await stage.hear(message(1, f"/start {code}", user=EVE)) == []
    assert all(tried.isprintable() for tried in stage.records.tried)
    (greeting,) = await stage.hear(message(2, f"/start {CODE[:5]}\u200b{CODE[5:]}"))
    assert greeting.command == Command.START
    # A code whose greeting failed is not handed over as words.
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


async def test_where_people_are_named_or_all_are_welcome_no_code_pairs_anybody() -> None:
    stage = Stage(records=MemoryRecords(open_code=CODE, owned_by=str(EVE)))
    assert await stage.access.invitation() is None
    assert await stage.hear(message(1, CODE, user=EVE)) == []
    assert stage.records.tried == []
    assert len(await stage.hear(message(2, "lunch", user=ANA))) == 1
    everybody = Access(frozenset(), MemoryRecords(open_code=CODE), everybody=True)
    assert await everybody.admits(EVE)
    assert await everybody.invitation() is None
    assert await everybody.pair(EVE, CODE) is Paired.NO_CODE


async def test_the_code_and_who_is_paired_stay_the_same_over_restarts() -> None:
    stage = Stage(allowed=frozenset())
    code = await stage.access.invitation()
    stage.restart()
    assert code is not None
    assert await stage.access.invitation() == code
    await stage.hear(message(1, code))
    assert await stage.access.invitation() is None
    # Who is paired is let in after a restart, and while the database is down.
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


ENGLISH = catalogue_of("en")
BOT = ME.model_dump(exclude_none=True)
MOVED_TO = -1002


def said_by(user: dict[str, object], **parts: object) -> dict[str, object]:
    return {
        "message_id": 9,
        "date": 1,
        "chat": {"id": GROUP, "type": "supergroup"},
        "from": user,
        "text": "x",
        **parts,
    }


@pytest.mark.shows("safety 34")
async def test_members_have_ledgers_of_their_own_while_no_admin_has_the_group_share_one() -> None:
    stage = Stage()
    heard = await stage.hear(message(1, "a", chat=GROUP), message(2, "b", user=BEN, chat=GROUP))
    assert [m.sender_id for m in heard] == [f"telegram:{ANA}", f"telegram:{BEN}"]
    assert [stage.conversations.places[m.id] for m in heard] == [
        Address(GROUP, ANA).chat_id,
        Address(GROUP, BEN).chat_id,
    ]
    stage.telegram.statuses[ANA] = "administrator"
    shared = await stage.hear(
        message(3, "/shared on", chat=GROUP), message(4, "b", user=BEN, chat=GROUP)
    )
    written = [(m.text, m.sender_id, m.author_id) for m in shared]
    assert written == [("b", f"telegram:{GROUP}", f"telegram:{BEN}")]
    assert stage.conversations.places[shared[0].id] == str(GROUP)
    own = await stage.hear(
        message(5, "/shared@StewardBot off", chat=GROUP), message(6, "c", user=BEN, chat=GROUP)
    )
    assert [(m.sender_id, m.author_id) for m in own] == [(f"telegram:{BEN}", "")]
    assert len(stage.voice.to(GROUP)) == 2
    # It stays shared when it moves.
    moved = (
        message(7, "/shared on", chat=GROUP),
        message(8, chat=GROUP, migrate_to_chat_id=MOVED_TO),
    )
    await stage.hear(*moved)
    assert stage.records.moves == [(GROUP, MOVED_TO)]
    (heard_there,) = await stage.hear(message(9, "lunch", chat=MOVED_TO))
    assert heard_there.sender_id == f"telegram:{MOVED_TO}"


@pytest.mark.parametrize(
    ("user", "admin", "text", "chat", "answers"),
    [
        (ANA, False, "/shared on", GROUP, 1),
        (EVE, True, "/shared on", GROUP, 0),
        (ANA, True, "/shared", GROUP, 1),  # it asks how it is
        (ANA, True, "/shared on", ANA, 1),
    ],
)
async def test_only_an_admin_who_may_talk_has_it_shared(
    user: int, text: str, chat: int, answers: int, *, admin: bool
) -> None:
    stage = Stage()
    stage.telegram.statuses |= {user: "administrator"} if admin else {}
    assert await stage.hear(message(1, text, user=user, chat=chat)) == []
    assert stage.records.groups == {}
    assert len(stage.voice.to(chat)) == answers


async def test_what_is_known_of_a_group_outlives_the_database_and_else_it_is_waited_for() -> None:
    stage = Stage()
    stage.records.groups[GROUP] = True
    stage.records.down = StorageUnavailableError("gone")
    assert not (await stage.receive(message(1, "a", chat=GROUP))).settled
    (own,) = await stage.hear(message(2, "b"))
    assert own.text == "b"
    stage.records.down = None
    (first,) = await stage.hear(message(1, "a", chat=GROUP))
    stage.records.down = StorageUnavailableError("gone")
    (second,) = await stage.hear(message(3, "b", chat=GROUP))
    assert {first.sender_id, second.sender_id} == {f"telegram:{GROUP}"}
    (other,) = await stage.hear(message(4, "c", chat=MOVED_TO))
    assert other.sender_id == f"telegram:{ANA}"
    # That it cannot be shared meanwhile is said.
    stage = Stage()
    stage.telegram.statuses[ANA] = "administrator"
    await stage.hear(message(1, "a", chat=GROUP))
    stage.records.down = StorageUnavailableError("gone")
    assert await stage.hear(message(2, "/shared on", chat=GROUP)) == []
    assert stage.voice.to(GROUP) == [ENGLISH.text("telegram.shared_unavailable")]
    (heard,) = await stage.hear(message(3, "b", chat=GROUP))
    assert heard.sender_id == f"telegram:{ANA}"


@pytest.mark.parametrize("text", ["/help@StewardBot", "/HELP@stewardbot", "@StewardBot /help"])
async def test_a_command_to_this_bot_is_one(text: str) -> None:
    (heard,) = await Stage().hear(message(1, text, chat=GROUP))
    assert heard.command == Command.HELP


IN_A_TOPIC = {"forum_topic_created": {"name": "money", "icon_color": 1}}


@pytest.mark.parametrize(
    ("text", "parts", "heard"),
    [
        ("thanks!", {"reply_to_message": said_by(person(BEN))}, None),
        ("/help@OtherBot", {}, None),
        ("hello everybody", {}, ("hello everybody", False)),
        (
            "in a topic",
            {"reply_to_message": said_by(person(BEN), **IN_A_TOPIC)},
            ("in a topic", False),
        ),
        ("15", {"reply_to_message": said_by(BOT)}, ("15", True)),
        ("@stewardbot lunch 12", {"reply_to_message": said_by(person(BEN))}, ("lunch 12", True)),
        ("/status", {}, ("/status", True)),
        ("hello", {"chat": ANA}, ("hello", True)),
    ],
)
async def test_what_is_said_to_somebody_else_is_not_listened_to_and_to_nobody_is_marked_so(
    text: str, parts: dict[str, Any], heard: tuple[str, bool] | None
) -> None:
    messages = await Stage().hear(message(1, text, **{"chat": GROUP, **parts}))
    assert [(m.text, m.addressed) for m in messages] == ([heard] if heard else [])


async def test_only_an_admin_may_ask_to_delete_what_a_group_shares() -> None:
    stage = Stage()
    own = await stage.hear(
        message(1, "/deletemydata", user=BEN), message(2, "/deletemydata", user=BEN, chat=GROUP)
    )
    assert [m.sender_id for m in own] == [f"telegram:{BEN}"] * 2
    shared = Stage()
    shared.telegram.statuses[ANA] = "administrator"
    shared.records.groups[GROUP] = True
    command = "/deletemydata@StewardBot"
    assert await shared.hear(message(1, command, user=BEN, chat=GROUP)) == []
    assert shared.voice.to(GROUP) == [ENGLISH.text("telegram.erase_not_admin")]
    (heard,) = await shared.hear(message(2, command, chat=GROUP))
    assert heard.command == Command.DELETE_MY_DATA
