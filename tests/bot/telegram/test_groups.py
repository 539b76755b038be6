"""In a group everybody has their own ledger until an admin has it shared."""

from typing import Any

import pytest

from bot.telegram.address import Address
from bot.texts.catalogue import catalogue_of
from domain.commands import Command
from domain.errors import StorageUnavailableError
from tests.bot.telegram.telegram import ANA, BEN, EVE, GROUP, ME, Stage, message, person

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
async def test_each_member_has_a_conversation_and_a_ledger_of_their_own() -> None:
    stage = Stage()
    heard = await stage.hear(message(1, "a", chat=GROUP), message(2, "b", user=BEN, chat=GROUP))
    assert [m.sender_id for m in heard] == [f"telegram:{ANA}", f"telegram:{BEN}"]
    assert [stage.conversations.places[m.id] for m in heard] == [
        Address(GROUP, ANA).chat_id,
        Address(GROUP, BEN).chat_id,
    ]


@pytest.mark.shows("safety 34")
async def test_an_admin_lets_the_group_share_one_ledger_and_takes_it_back() -> None:
    stage = Stage()
    stage.telegram.admins.add(ANA)
    shared = await stage.hear(
        message(1, "/shared on", chat=GROUP), message(2, "b", user=BEN, chat=GROUP)
    )
    written = [(m.text, m.sender_id, m.author_id) for m in shared]
    assert written == [("b", f"telegram:{GROUP}", f"telegram:{BEN}")]
    assert stage.conversations.places[shared[0].id] == str(GROUP)
    own = await stage.hear(
        message(3, "/shared@StewardBot off", chat=GROUP), message(4, "c", user=BEN, chat=GROUP)
    )
    assert [(m.sender_id, m.author_id) for m in own] == [(f"telegram:{BEN}", "")]
    assert len(stage.voice.to(GROUP)) == 2


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
    stage.telegram.admins |= {user} if admin else set()
    assert await stage.hear(message(1, text, user=user, chat=chat)) == []
    assert stage.records.groups == {}
    assert len(stage.voice.to(chat)) == answers


async def test_a_group_stays_shared_when_it_moves() -> None:
    stage = Stage()
    stage.records.groups[GROUP] = True
    await stage.hear(message(1, chat=GROUP, migrate_to_chat_id=MOVED_TO))
    assert stage.records.moves == [(GROUP, MOVED_TO)]
    (heard,) = await stage.hear(message(2, "lunch", chat=MOVED_TO))
    assert heard.sender_id == f"telegram:{MOVED_TO}"


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


async def test_sharing_while_the_database_is_away_is_said_to_have_failed() -> None:
    stage = Stage()
    stage.telegram.admins.add(ANA)
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
    shared.telegram.admins.add(ANA)
    shared.records.groups[GROUP] = True
    command = "/deletemydata@StewardBot"
    assert await shared.hear(message(1, command, user=BEN, chat=GROUP)) == []
    assert shared.voice.to(GROUP) == [ENGLISH.text("telegram.erase_not_admin")]
    (heard,) = await shared.hear(message(2, command, chat=GROUP))
    assert heard.command == Command.DELETE_MY_DATA
