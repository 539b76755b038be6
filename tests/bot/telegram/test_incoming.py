"""What people send becomes the right message, and waits where it comes too fast."""

import io
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from aiogram.methods import GetFile
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bot.telegram.address import Address
from bot.telegram.rate_limit import AT_ONCE_FOR_EACH, LONGEST_WAIT, MOST_AT_ONCE, WINDOW, RateLimit
from bot.texts.catalogue import catalogue_of
from bot.texts.speech import Button
from domain.commands import Command
from domain.errors import DeliveryFailedError, StorageUnavailableError
from domain.messages import MAX_ATTACHMENT_BYTES, ButtonPress, MediaKind, Message, Unusable
from tests.bot.telegram.telegram import (
    ANA,
    BEN,
    EVE,
    GROUP,
    ME,
    NOON,
    Stage,
    document,
    edited,
    message,
    person,
    photo,
)

BOT = ME.model_dump(exclude_none=True)


def png() -> bytes:
    buffer = io.BytesIO()
    Image.new("L", (32, 32), 200).save(buffer, "PNG")
    return buffer.getvalue()


async def test_a_text_becomes_a_message_named_after_its_update() -> None:
    stage = Stage()
    (heard,) = await stage.hear(message(7, "lunch 12"))
    assert (heard.id, heard.sender_id) == (f"telegram:{ANA}:7", f"telegram:{ANA}")
    assert (heard.text, heard.ref, heard.edits) == ("lunch 12", "1007", "")
    assert heard.sent_at.isoformat() == "2026-11-21T12:00:00+00:00"
    assert [slow for _, slow in stage.voice.shown] == [False]


async def test_a_photo_in_its_largest_size_and_a_voice_note_are_named_and_not_fetched() -> None:
    stage = Stage()
    sizes = photo("file", ("small", 90, 900), ("huge", 9_000, MAX_ATTACHMENT_BYTES + 1))
    (heard,) = await stage.hear(message(1, photo=sizes, caption="cancel"))
    (attachment,) = heard.attachments
    assert (attachment.kind, heard.text, heard.command) == (MediaKind.IMAGE, "cancel", None)
    assert (attachment.remote, attachment.sha256, attachment.size) == ("file", "", 100_000)
    voice = {"file_id": "file", "file_unique_id": "file", "duration": 2, "file_size": 300}
    recording, large = await stage.hear(
        message(2, voice=voice), message(3, document=document("file", 21 * 1024 * 1024))
    )
    assert [(a.kind, a.size) for a in recording.attachments] == [(MediaKind.AUDIO, 300)]
    assert large.unusable is Unusable.TOO_LARGE
    assert not files_asked_for(stage)
    assert stage.voice.shown[0][1]  # it is slow


def files_asked_for(stage: Stage) -> list[object]:
    return stage.telegram.of(GetFile)


@pytest.mark.parametrize(
    ("declared", "kind"),
    [
        ({"mime_type": "application/pdf"}, MediaKind.PDF),
        ({"mime_type": "image/heic"}, MediaKind.IMAGE),
        ({"mime_type": "audio/ogg"}, MediaKind.AUDIO),
        ({"mime_type": "application/octet-stream", "file_name": "bill.pdf"}, MediaKind.PDF),
        ({"file_name": "note.mp3"}, MediaKind.AUDIO),
        ({"file_name": "receipt"}, MediaKind.IMAGE),
        ({"mime_type": "text/csv"}, MediaKind.TABLE),
        ({"mime_type": "application/vnd.ms-excel", "file_name": "bank.csv"}, MediaKind.TABLE),
        ({"mime_type": "application/octet-stream", "file_name": "Bank.QFX"}, MediaKind.TABLE),
        ({"mime_type": "text/xml", "file_name": "camt053.xml"}, MediaKind.TABLE),
        ({"file_name": "umsatz.sta"}, MediaKind.TABLE),
        ({"file_name": "umsatz.xlsx"}, MediaKind.TABLE),
        ({"mime_type": "application/zip"}, MediaKind.TABLE),
        ({"mime_type": "application/x-tar"}, MediaKind.IMAGE),
    ],
)
async def test_until_it_is_fetched_a_file_is_what_it_is_declared_to_be(
    declared: dict[str, str], kind: MediaKind
) -> None:
    sent = {"file_id": "file", "file_unique_id": "file", **declared}
    (heard,) = await Stage().hear(message(1, document=sent, caption="lunch 12"))
    assert [a.kind for a in heard.attachments] == [kind]
    assert (heard.text, heard.unusable) == ("lunch 12", None)


FILE = {"file_id": "f", "file_unique_id": "f"}
SIZED = {**FILE, "width": 1, "height": 1}
PLACE = {"latitude": 1.0, "longitude": 2.0}


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        (
            {"sticker": {**SIZED, "type": "regular", "is_animated": False, "is_video": False}},
            Unusable.STICKER,
        ),
        (
            {"location": PLACE, "venue": {"location": PLACE, "title": "t", "address": "a"}},
            Unusable.LOCATION,
        ),
        ({"contact": {"phone_number": "1", "first_name": "B"}}, Unusable.CONTACT),
        ({"video": {**SIZED, "duration": 1}}, Unusable.VIDEO),
        ({"animation": {**SIZED, "duration": 1}, "document": document("f")}, Unusable.VIDEO),
        ({"video_note": {**FILE, "length": 1, "duration": 1}}, Unusable.VIDEO),
        ({"dice": {"emoji": "🎲", "value": 3}}, Unusable.OTHER),
        ({"something_of_next_year": {"a": 1}}, Unusable.OTHER),
        ({}, Unusable.OTHER),
    ],
)
async def test_what_cannot_be_used_is_named(parts: dict[str, Any], expected: Unusable) -> None:
    (heard,) = await Stage().hear(message(1, **parts))
    assert (heard.unusable, heard.attachments, heard.command) == (expected, (), None)


@pytest.mark.parametrize(
    "update",
    [
        message(1, "lunch 12"),
        message(1, photo=photo("file")),
        message(1, "/status"),
        message(1, "15", reply_to_message=message(0)["message"] | {"message_id": 5, "from": BOT}),
        edited(1, message(0, "lunch"), text="lunch 12"),
    ],
)
async def test_no_database_and_no_bytes_are_needed_before_the_signal(
    update: dict[str, Any],
) -> None:
    stage = Stage()
    stage.records.down = StorageUnavailableError("gone")
    (heard,) = await stage.hear(update)
    assert heard.sender_id == f"telegram:{ANA}"
    assert not files_asked_for(stage)


@pytest.mark.parametrize(
    "update",
    [
        message(1, chat=GROUP, new_chat_members=[person(BEN)]),
        message(1, pinned_message={"message_id": 1, "date": 0, "chat": {"id": 1, "type": "x"}}),
        {"update_id": 1, "channel_post": message(1, "news")["message"]},
        {"update_id": 1, "message_of_next_year": {"text": "?"}},
        {"update_id": 1},
        message(1, "beep", sender=person(ANA, is_bot=True)),
        message(1, "psst", chat=GROUP, sender_chat={"id": GROUP, "type": "supergroup"}),
    ],
)
async def test_what_no_person_says_is_acknowledged_in_silence(update: dict[str, Any]) -> None:
    stage = Stage()
    assert await stage.hear(update) == []
    assert stage.voice.said == []


async def test_a_message_says_what_it_belongs_to() -> None:
    stage = Stage()
    first, picture = message(1, "lunch 12"), message(2, photo=photo("file"), caption="lunch")
    place = message(5, location=PLACE)
    answered = message(0)["message"] | {"message_id": 55}
    heard = await stage.hear(
        first,
        picture,
        edited(3, first, text="lunch 21"),
        edited(4, picture, caption="dinner"),
        place,
        edited(6, place),  # a location that moves says nothing
        message(7, "15", reply_to_message=answered | {"from": BOT}),
        message(8, "15", reply_to_message=answered | {"from": person(BEN)}),
        *(message(n, photo=photo("file"), media_group_id="trip") for n in (10, 11)),
    )
    assert [(m.text, m.ref, m.edits) for m in heard[2:4]] == [
        ("lunch 21", "1001", "1001"),
        ("dinner", "1002", "1002"),
    ]
    assert heard[3].attachments == ()
    assert heard[4].unusable is Unusable.LOCATION
    assert [m.reply_to_ref for m in heard[4:7]] == ["", "55", ""]
    assert [(m.album, len(m.attachments)) for m in heard[7:]] == [("trip", 1)] * 2


async def test_commands_are_recognised_where_the_agent_is_and_too_much_is_answered() -> None:
    updates = [message(n, t) for n, t in enumerate(("/status", "/start from_a_link", "/history"))]
    commands = [m.command for m in await Stage().hear(*updates)]
    assert commands == [Command.STATUS, Command.START, "history"]
    stage = Stage(agents=())
    commands = [m.command for m in await stage.hear(*updates)]
    assert commands == [Command.STATUS, Command.START, None]
    assert await stage.hear(message(4, "x" * 5_000)) == []
    assert len(stage.voice.to(ANA)) == 1


async def test_a_link_to_the_bot_carries_a_command_only_where_that_may_be_linked() -> None:
    code = "ABCDEFGHJK"
    links = (f"household_{code}", "household_leave", "household", f"debts_{code}", f"cancel_{code}")
    heard = await Stage().hear(*(message(n, f"/start {t}") for n, t in enumerate(links)))
    assert [(m.command, m.text) for m in heard] == [
        ("household", "/household ABCDEFGHJK"),
        *[(Command.START, "/start")] * 4,
    ]


async def test_the_topic_of_a_forum_is_told_to_whoever_shows_that_work_goes_on() -> None:
    stage = Stage()
    await stage.hear(
        message(1, "a", chat=GROUP, message_thread_id=3, is_topic_message=True),
        message(2, "b", chat=GROUP, message_thread_id=4),  # a thread of answers, not a topic
    )
    assert stage.voice.topics == [3, None]
    stage.voice.broken = DeliveryFailedError("slow")  # which does not bring the message twice
    await stage.hear(message(3, "lunch"))
    assert stage.conversations.attempts[2:] == [f"telegram:{ANA}:3"]


async def test_somebody_new_starts_in_the_language_of_their_app() -> None:
    stage = Stage()
    german = person(BEN, language_code="de")
    await stage.hear(message(1, "hallo", user=BEN, sender=german))
    await stage.hear(message(2, "hi", sender=person(ANA, language_code="en-GB")))
    assert stage.conversations.people[f"telegram:{BEN}"].locale == "de_DE"
    assert stage.conversations.people[f"telegram:{ANA}"].locale == "en_MY"


@pytest.mark.shows("safety 33")
async def test_nobody_can_write_into_the_conversation_of_somebody_else() -> None:
    stage = Stage(allowed=frozenset({ANA, BEN}))
    forged = message(1, "lunch", user=BEN)
    forged["message"]["forward_origin"] = {
        "type": "user",
        "sender_user": person(ANA),
        "date": 0,
    }
    (heard,) = await stage.hear(forged)
    assert (heard.sender_id, stage.conversations.places[heard.id]) == (f"telegram:{BEN}", str(BEN))
    assert await stage.hear(message(2, "lunch", user=EVE)) == []


@pytest.mark.parametrize("place", [{"inline_message_id": "i"}, {"message": {"type": "channel"}}])
async def test_a_button_that_steward_never_shows_stops_waiting(place: dict[str, Any]) -> None:
    stage = Stage()
    parts = dict(place)
    if "message" in parts:
        chat = {"id": GROUP, "type": "channel"}
        parts["message"] = {"message_id": 1, "date": NOON, "chat": chat, "text": "x"}
    press = {"id": "q", "from": person(ANA), "chat_instance": "1", "data": "x", **parts}
    await stage.hear({"update_id": 1, "callback_query": press})
    assert stage.telegram.notes == [catalogue_of("en").text("telegram.press.not_here")]


START = datetime(2026, 11, 21, 12, tzinfo=UTC)


def waits(heard: list[Message]) -> list[int]:
    """For how many seconds from noon on each message waits."""
    return [round((m.not_before - START).total_seconds()) if m.not_before else 0 for m in heard]


@pytest.mark.shows("safety 26")
async def test_what_is_beyond_ten_a_minute_waits_and_the_person_is_told_once() -> None:
    stage = Stage(per_minute=10)
    heard = await stage.hear(*(message(n, str(n), date=NOON) for n in range(1, 24)))
    assert [m.text for m in heard] == [str(n) for n in range(1, 24)]
    assert waits(heard) == [0] * 10 + [60] * 10 + [120] * 3
    (told,) = stage.voice.to(ANA)
    assert told == catalogue_of("en").text("telegram.slow_down", limit="10")
    assert waits(await stage.hear(message(50, "b", user=BEN))) == [0]
    stage.now += timedelta(hours=1)
    await stage.hear(*(message(n, "x", date=NOON + 3600) for n in range(60, 71)))
    assert len(stage.voice.to(ANA)) == 2  # who is too fast again later is told again


@pytest.mark.shows("safety 26")
async def test_what_piled_up_while_the_bot_was_away_does_not_wait() -> None:
    stage = Stage(per_minute=10, now=START + timedelta(hours=1))
    heard = await stage.hear(*(message(n, str(n), date=NOON) for n in range(1, 60)))
    assert waits(heard) == [0] * 59
    assert stage.voice.said == []


async def test_an_album_counts_as_one_message_and_each_edit_of_its_caption_as_another() -> None:
    stage = Stage(per_minute=2)
    album = [message(n, photo=photo("none"), media_group_id="trip") for n in range(1, 11)]
    heard = await stage.hear(message(0, "first"), *album, message(20, "one more"))
    assert waits(heard) == [0] * 11 + [60]
    part = message(30, photo=photo("none"), media_group_id="trip", user=BEN)
    edits = [edited(n, part, caption=f"shop {n}", edit_date=NOON) for n in range(31, 35)]
    assert waits(await stage.hear(part, *edits)) == [0, 0, 60, 60, 120]


async def test_what_comes_again_after_a_failure_is_not_counted_twice() -> None:
    stage = Stage(per_minute=1)
    stage.conversations.failures += [StorageUnavailableError("gone")] * 5
    for _ in range(5):
        assert not (await stage.receive(message(1, "lunch"))).settled
    assert waits(await stage.hear(message(1, "lunch"))) == [0]


async def test_far_too_much_is_refused_with_words_below_the_first_that_is_not_taken() -> None:
    stage = Stage(per_minute=1)
    most = 1 + LONGEST_WAIT // WINDOW
    heard = await stage.hear(*(message(n, str(n)) for n in range(most + 50)))
    assert len(heard) == most
    _, refused = stage.voice.to(ANA)
    assert refused == catalogue_of("en").text("telegram.too_much")
    assert stage.voice.replied[-1] == 1_000 + most
    (command,) = await stage.hear(message(997, "/cancel"))  # which is taken however much waits
    assert (command.command, command.not_before) == ("cancel", None)
    stage.now += WINDOW
    await stage.hear(message(998, "taken", date=NOON + 60), message(999, "again", date=NOON + 60))
    assert stage.voice.to(ANA).count(refused) == 2


def press(update_id: int) -> dict[str, Any]:
    asked = message(0, "Which?")["message"]
    pressed = {"id": str(update_id), "from": person(ANA), "chat_instance": "1", "data": "x"}
    return {"update_id": update_id, "callback_query": pressed | {"message": asked}}


@pytest.mark.parametrize(
    ("per_minute", "allowed"), [(2, 2 * AT_ONCE_FOR_EACH), (1_000, MOST_AT_ONCE)]
)
async def test_presses_without_end_are_answered_and_not_applied(
    per_minute: int, allowed: int
) -> None:
    stage = Stage(per_minute=per_minute)
    await stage.hear(*(press(n) for n in range(allowed + 3)))
    words = catalogue_of("en").text("telegram.press.too_fast")
    assert stage.telegram.notes == [words] * 3
    stage.now += WINDOW
    await stage.hear(press(500))
    assert len(stage.telegram.notes) == 3
    # Presses and messages do not hold each other up.
    assert waits(await stage.hear(message(501, "lunch", date=NOON + 60))) == [0]


@pytest.mark.shows("safety 26")
@given(st.lists(st.integers(0, 300), max_size=80), st.integers(1, 10))
def test_no_minute_has_more_than_the_limit_and_below_it_nothing_waits(
    seconds: list[int], limit: int
) -> None:
    rate_limit = RateLimit(limit, longest_wait=timedelta(days=1))
    taken: list[datetime] = []
    for number, second in enumerate(sorted(seconds)):
        sent = START + timedelta(seconds=second)
        at = rate_limit.judge(ANA, number, sent, sent).at
        assert at is not None
        assert rate_limit.judge(ANA, number, sent, sent).at == at
        assert at == sent or sum(at - before <= WINDOW for before in taken) >= limit
        assert sum(at - before < WINDOW for before in taken) < limit
        taken.append(at)


async def test_a_typed_label_of_the_newest_reply_is_its_press_but_in_groups() -> None:
    stage = Stage()
    later = Button("Later", ButtonPress(action="keep", subject="q1"))
    for chat in (Address(ANA), Address(GROUP, ANA)):
        stage.newest_buttons[chat.chat_id] = (later,)
    (typed,) = await stage.hear(message(1, "later"))
    assert (typed.press, typed.text) == (later.press, "later")
    (other,) = await stage.hear(message(2, "later", user=BEN))
    assert other.press is None
    (among,) = await stage.hear(message(3, "later", chat=GROUP))
    assert among.press is None
