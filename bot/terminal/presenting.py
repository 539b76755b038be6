"""Puts a reply on the screen, in the one way in which replies appear in a terminal."""

from collections.abc import Iterator
from dataclasses import replace

from pydantic import ValidationError

from bot.terminal.memory import ScreenMemory
from bot.terminal.screen import Screen
from bot.texts.formats import Formats
from bot.texts.wording import formats_for, worded
from domain.errors import AppError
from domain.history import Entry, History, Speaker
from domain.replies import DeliveredReply, Reply
from domain.topics import Help
from domain.understanding import Person


class ScreenGoneError(BrokenPipeError):
    """Nothing can be written to the screen any more."""


def present(reply: Reply, formats: Formats, screen: Screen, memory: ScreenMemory) -> DeliveredReply:
    """Shows the reply and remembers what the next typed line may refer to.

    Raises what ``worded`` raises, and ``ScreenGoneError`` when the screen is gone: then the reply
    counts as not shown.
    """
    wording = worded(reply, formats)
    if reply.topic == Help.topic:
        hint = formats.catalogue.text("terminal.help")
        wording = replace(wording, tail=(*wording.tail, hint))
    delivered = DeliveredReply(reply_id=reply.id, text=wording.text())
    memory.note(reply, wording, delivered)
    try:
        screen.show(wording, slashed=memory.digits_are_answers, first=memory.first)
    except (OSError, ValueError) as error:
        memory.forget(reply)
        raise ScreenGoneError(str(error)) from error
    return delivered


def says(entry: Entry, question: Reply, person: Person) -> bool:
    """Whether a line of the history is this question, as it was worded when it was put."""
    if entry.speaker is not Speaker.STEWARD:
        return False
    try:
        return entry.text in _wordings(question, entry, person)
    except (AppError, ValidationError):
        return False


def _wordings(question: Reply, entry: Entry, person: Person) -> Iterator[str]:
    """With and without the name of what it is about, in full and as a history keeps it."""
    formats = formats_for(person.locale, person.timezone, entry.at)
    asked = question.content if isinstance(question.content, dict) else {}
    for content in (asked, {**asked, "which": True}):
        kept = History()
        text = worded(question.model_copy(update={"content": content}), formats).text()
        kept.append(Speaker.STEWARD, text, entry.at)
        yield from (text, kept.entries[0].text)
