"""Whatever is sent becomes a safe message, or is refused with words for the person."""

import io
import os
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bot.intake import (
    Origin,
    Refusal,
    RefusedMessageError,
    cleaned,
    inbound,
    press_by_label,
    press_message,
    text_message,
    upload_from,
    upload_of,
)
from bot.texts.catalogue import catalogue_for
from bot.texts.speech import Button
from domain.commands import Command
from domain.errors import UnusableAttachmentError
from domain.messages import (
    MAX_ATTACHMENT_BYTES,
    MAX_ATTACHMENTS,
    MAX_TEXT_LENGTH,
    ButtonPress,
    MediaKind,
    Unusable,
)

ORIGIN = Origin("terminal", "home", "ana", 7, datetime(2026, 11, 21, tzinfo=UTC))


def png(shade: int = 0) -> bytes:
    buffer = io.BytesIO()
    Image.new("L", (32, 32), shade).save(buffer, "PNG")
    return buffer.getvalue()


def test_a_text_becomes_a_message_with_its_dedupe_key() -> None:
    message = inbound(ORIGIN, "  lunch 12.50 ").message
    assert message.id == "terminal:home:7"
    assert (message.sender_id, message.text, message.command) == ("ana", "lunch 12.50", None)


@pytest.mark.shows("1.2")
@pytest.mark.parametrize("text", ["/cancel", "cancel", "Cancel!", "/CANCEL"])
def test_a_command_is_recognised_at_the_channel(text: str) -> None:
    assert inbound(ORIGIN, text).message.command == Command.CANCEL


@pytest.mark.parametrize("text", ["1\u202e52\u202c0", "1\u200f5", "\u202e21\u202c", "12\u206250"])
def test_a_number_that_unseen_characters_change_stays_none(text: str) -> None:
    assert not any(character.isdigit() for character in cleaned(f"lunch {text}"))


@given(st.text())
def test_cleaned_text_can_be_stored_and_cleaning_is_final(text: str) -> None:
    clean = cleaned(text)
    clean.encode("utf-8")
    assert "\x00" not in clean
    assert cleaned(clean) == clean


@pytest.mark.shows("safety 9")
@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        *((empty, Refusal.EMPTY) for empty in ("", "   \n\t ", "\x00\x07", "\u202e", "\ud800")),
        ("x" * (MAX_TEXT_LENGTH + 1), Refusal.TOO_LONG),
    ],
)
def test_a_message_of_nothing_or_of_far_too_much_is_refused(text: str, refusal: Refusal) -> None:
    with pytest.raises(RefusedMessageError) as refused:
        inbound(ORIGIN, text)
    assert refused.value.refusal is refusal
    assert inbound(ORIGIN, "x" * MAX_TEXT_LENGTH).message.text


@pytest.mark.shows("safety 9")
@pytest.mark.parametrize(
    ("text", "clean"),
    [
        *((text, text) for text in ("☕️ 5.50", "👨‍👩‍👧 lunch 30", "قهوة 15.50", "咖啡 12")),
        ("cafe\u0301\x1b[31m 5\x000\u202e", "café[31m 50"),
        ("coffee 5\r\ngrab 12\rbus 2\u2028x", "coffee 5\ngrab 12\nbus 2\nx"),
    ],
)
def test_text_is_composed_control_characters_go_and_other_scripts_stay(
    text: str, clean: str
) -> None:
    assert cleaned(text) == inbound(ORIGIN, text).message.text == clean


def test_a_button_with_words_to_say_is_the_message_with_these_words() -> None:
    for words in ("lunch 12.50", "/help receipt"):
        press = ButtonPress(action="say", subject="", value=words)
        assert press_message(ORIGIN, press, "A receipt") == inbound(ORIGIN, words).message
    with pytest.raises(RefusedMessageError):
        press_message(ORIGIN, ButtonPress(action="say", subject="", value=""))


LATER = Button("Later", ButtonPress(action="keep", subject="c/expenses/1/q1"))


@pytest.mark.parametrize("words", ["Later", "later", "LATER.", " later!"])
def test_a_typed_label_of_the_newest_reply_is_a_press_of_its_button(words: str) -> None:
    said = text_message(ORIGIN, words)
    made = press_by_label(said, [LATER])
    assert (made.press, made.id, made.text) == (LATER.press, said.id, said.text)


ERASE = Button("🗑️ Delete everything", ButtonPress(action="erase", subject="erase:1"))
ERASE_ES = Button("Borrar todo", ERASE.press)
KEEP = Button("Keep it", ButtonPress(action="keep_data", subject="erase:1"))
JOIN = Button("Join", ButtonPress(action="expenses.household_join", subject="CODE"))
NOT_PAID = Button("No", ButtonPress(action="expenses.recurring_not_now", subject="r1"))


@pytest.mark.parametrize(
    ("words", "shown", "pressed"),
    [
        ("yes", [ERASE, KEEP], ERASE),
        ("Ja!", [ERASE, KEEP], ERASE),
        ("nein", [ERASE, KEEP], KEEP),
        ("sí", [JOIN], JOIN),
        ("non", [JOIN, NOT_PAID], NOT_PAID),
        ("yes, join", [JOIN, NOT_PAID], JOIN),
        ("sí, borra todo", [ERASE_ES, KEEP], ERASE_ES),
    ],
)
def test_a_bare_yes_or_no_presses_the_button_that_is_one(
    words: str, shown: list[Button], pressed: Button
) -> None:
    assert press_by_label(text_message(ORIGIN, words), shown).press == pressed.press


@pytest.mark.parametrize(
    "words", ["yes, lunch 12.50", "yes but not today", "later", "yes, everyone", "sí, borrador"]
)
def test_a_yes_with_more_words_presses_nothing(words: str) -> None:
    for erase in (ERASE, ERASE_ES):
        assert press_by_label(text_message(ORIGIN, words), [erase, KEEP]).press is None


def test_a_bare_yes_to_what_a_task_asks_is_understood_as_words() -> None:
    save = Button("Yes, save", ButtonPress(action="yes", subject="c/expenses/1/q1"))
    assert press_by_label(text_message(ORIGIN, "ok"), [save, LATER]).press is None


def test_other_words_files_edits_replies_commands_and_examples_stay_what_they_are() -> None:
    example = Button("lunch 12.50", ButtonPress(action="say", subject="", value="lunch 12.50"))
    undo = Button("Undo", ButtonPress(action="undo", subject="c/expenses/1"))
    for message in (
        text_message(ORIGIN, "later today"),
        text_message(ORIGIN, "lunch 12.50"),
        text_message(ORIGIN, "undo"),
        text_message(ORIGIN, "later", reply_to="c/expenses/2/r1"),
        text_message(replace(ORIGIN, reply_to_ref="12"), "later"),
        text_message(replace(ORIGIN, edits="11"), "later"),
        inbound(ORIGIN, "later", [upload_of(png())]).message,
    ):
        assert press_by_label(message, [LATER, example, undo]) == message
    assert press_by_label(text_message(ORIGIN, "later"), []).press is None


def test_a_message_carries_its_files_and_what_the_channel_knows_of_it() -> None:
    origin = replace(ORIGIN, ref="12", edits="11", album="trip")
    message = inbound(origin, "lunch 12").message
    assert (message.ref, message.edits, message.album) == ("12", "11", "trip")
    press = ButtonPress(action="undo", subject="task")
    message = press_message(ORIGIN, press, "Undo")
    assert (message.press, message.text, message.command) == (press, "Undo", None)
    assert text_message(ORIGIN, "", unusable=Unusable.STICKER).unusable is Unusable.STICKER
    # What comes with a file, or cannot be used, is no command.
    assert text_message(ORIGIN, "cancel", unusable=Unusable.VIDEO).command is None
    upload = upload_of(png())
    made = inbound(ORIGIN, "cancel", [upload, upload])
    assert (made.message.command, made.message.attachments) == (None, (upload.attachment,))
    assert made.contents == {upload.attachment.sha256: png()}
    assert upload.attachment.kind is MediaKind.IMAGE
    uploads = [upload_of(png(shade)) for shade in range(MAX_ATTACHMENTS + 1)]
    with pytest.raises(RefusedMessageError) as refused:
        inbound(ORIGIN, "", uploads)
    assert refused.value.refusal is Refusal.TOO_MANY_FILES


async def test_a_file_is_read_with_its_facts_or_refused_by_them(tmp_path: Path) -> None:
    photo, pipe, big = (tmp_path / name for name in ("a receipt.png", "pipe.jpg", "big.jpg"))
    photo.write_bytes(png())
    assert (await upload_from(photo)).attachment.mime_type == "image/png"
    photo.write_text("hello")
    with pytest.raises(UnusableAttachmentError) as unusable:
        await upload_from(photo)
    assert unusable.value.user_text
    os.mkfifo(pipe)
    with big.open("wb") as file:
        file.truncate(MAX_ATTACHMENT_BYTES + 1)
    big.chmod(0o000)  # where permissions count, reading it would fail in another way
    for path, expected in (
        (tmp_path, Refusal.NOT_A_FILE),
        (pipe, Refusal.NOT_A_FILE),
        (tmp_path / "none.jpg", Refusal.NO_SUCH_FILE),
        (Path("nul\x00.jpg"), Refusal.NOT_A_FILE),
        (tmp_path / ("x" * 5_000), Refusal.NOT_A_FILE),
        (big, Refusal.TOO_LARGE),
    ):
        with pytest.raises(RefusedMessageError) as refused:
            await upload_from(path)
        assert refused.value.refusal is expected
    assert all(catalogue_for("en").text(each.value, name="a.jpg", limit="20") for each in Refusal)
