"""In a group everybody has their own ledger until an admin has it shared."""

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


async def test_who_is_no_admin_cannot_have_it_shared() -> None:
    stage = Stage()
    assert await stage.hear(message(1, "/shared on", chat=GROUP)) == []
    assert stage.records.groups == {}
    assert len(stage.voice.to(GROUP)) == 1


async def test_a_stranger_cannot_have_it_shared_even_as_an_admin() -> None:
    stage = Stage()
    stage.telegram.admins.add(EVE)
    await stage.hear(message(1, "/shared on", user=EVE, chat=GROUP))
    assert stage.records.groups == {}


async def test_asking_how_it_is_changes_nothing() -> None:
    stage = Stage()
    await stage.hear(message(1, "/shared", chat=GROUP), message(2, "/shared on"))
    assert stage.records.groups == {}
    assert (len(stage.voice.to(GROUP)), len(stage.voice.to(ANA))) == (1, 1)


async def test_a_group_stays_shared_when_it_moves() -> None:
    stage = Stage()
    stage.records.groups[GROUP] = True
    await stage.hear(message(1, chat=GROUP, migrate_to_chat_id=MOVED_TO))
    assert stage.records.moves == [(GROUP, MOVED_TO)]
    (heard,) = await stage.hear(message(2, "lunch", chat=MOVED_TO))
    assert heard.sender_id == f"telegram:{MOVED_TO}"


async def test_what_is_known_of_a_group_outlives_the_database() -> None:
    stage = Stage()
    stage.records.groups[GROUP] = True
    await stage.hear(message(1, "a", chat=GROUP))
    stage.records.down = StorageUnavailableError("gone")
    (heard,) = await stage.hear(message(2, "b", chat=GROUP))
    assert heard.sender_id == f"telegram:{GROUP}"
    (heard,) = await stage.hear(message(3, "c", chat=MOVED_TO))
    assert heard.sender_id == f"telegram:{ANA}"


async def test_while_nothing_is_known_of_groups_what_they_say_stays_with_telegram() -> None:
    stage = Stage()
    stage.records.groups[GROUP] = True
    stage.records.down = StorageUnavailableError("gone")
    assert not (await stage.receive(message(1, "a", chat=GROUP))).settled
    (heard,) = await stage.hear(message(2, "b"))
    assert heard.text == "b"
    stage.records.down = None
    (heard,) = await stage.hear(message(1, "a", chat=GROUP))
    assert heard.sender_id == f"telegram:{GROUP}"


async def test_sharing_while_the_database_is_away_is_said_to_have_failed() -> None:
    stage = Stage()
    stage.telegram.admins.add(ANA)
    await stage.hear(message(1, "a", chat=GROUP))
    stage.records.down = StorageUnavailableError("gone")
    assert await stage.hear(message(2, "/shared on", chat=GROUP)) == []
    assert stage.voice.to(GROUP) == [ENGLISH.text("telegram.shared_unavailable")]
    (heard,) = await stage.hear(message(3, "b", chat=GROUP))
    assert heard.sender_id == f"telegram:{ANA}"


async def test_what_is_said_to_somebody_else_is_not_listened_to() -> None:
    stage = Stage()
    heard = await stage.hear(
        message(1, "thanks!", chat=GROUP, reply_to_message=said_by(person(BEN))),
        message(2, "/help@OtherBot", chat=GROUP),
        message(3, "15", chat=GROUP, reply_to_message=said_by(BOT)),
        message(4, "@stewardbot lunch 12", chat=GROUP, reply_to_message=said_by(person(BEN))),
        message(
            5,
            "in a topic",
            chat=GROUP,
            reply_to_message=said_by(
                person(BEN), forum_topic_created={"name": "money", "icon_color": 1}
            ),
        ),
    )
    assert [m.text for m in heard] == ["15", "lunch 12", "in a topic"]


@pytest.mark.parametrize("text", ["/help@StewardBot", "/HELP@stewardbot", "@StewardBot /help"])
async def test_a_command_to_this_bot_is_one(text: str) -> None:
    (heard,) = await Stage().hear(message(1, text, chat=GROUP))
    assert heard.command == Command.HELP


async def test_only_an_admin_may_ask_to_delete_what_a_group_shares() -> None:
    stage = Stage()
    stage.telegram.admins.add(ANA)
    stage.records.groups[GROUP] = True
    command = "/deletemydata@StewardBot"
    assert await stage.hear(message(1, command, user=BEN, chat=GROUP)) == []
    assert stage.voice.to(GROUP) == [ENGLISH.text("telegram.erase_not_admin")]
    (heard,) = await stage.hear(message(2, command, chat=GROUP))
    assert heard.command == Command.DELETE_MY_DATA


async def test_everybody_may_delete_what_is_their_own() -> None:
    stage = Stage()
    heard = await stage.hear(
        message(1, "/deletemydata", user=BEN), message(2, "/deletemydata", user=BEN, chat=GROUP)
    )
    assert [m.sender_id for m in heard] == [f"telegram:{BEN}"] * 2


async def test_what_is_said_to_nobody_in_particular_is_marked_so() -> None:
    heard = await Stage().hear(
        message(1, "hello everybody", chat=GROUP),
        message(2, "@stewardbot hello", chat=GROUP),
        message(3, "15", chat=GROUP, reply_to_message=said_by(BOT)),
        message(4, "/status", chat=GROUP),
        message(5, "hello"),
    )
    assert [m.addressed for m in heard] == [False, True, True, True, True]
