"""From a reply's typed content to its words: one entry per topic, none missing."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from functools import cache

from pydantic import BaseModel

from agents import SLUGS
from bot.texts import conversation, media, preferences, usage
from bot.texts.cards import texts_of
from bot.texts.catalogue import catalogue_for
from bot.texts.formats import Formats, plain_line
from bot.texts.speech import Button, TopicWords, Wording
from domain.errors import UnknownTopicError
from domain.replies import Choice, Reply
from domain.topics import PressAction

PLATFORM: Mapping[str, TopicWords] = {
    **conversation.WORDS,
    **media.WORDS,
    **preferences.WORDS,
    **usage.WORDS,
}
"""What words the platform's topics. A test checks that none is missing."""


def formats_for(
    locale: str, timezone: str, now: datetime, agents: tuple[str, ...] = SLUGS
) -> Formats:
    """How to write values for a person; ``now`` is UTC, ``agents`` are the enabled ones."""
    return Formats.of(catalogue_for(locale), locale, timezone, now, agents)


@cache
def topics() -> Mapping[str, TopicWords]:
    """What words each topic: the platform's, and those of every agent of this tree."""
    own = (texts.words for slug in SLUGS if (texts := texts_of(slug)) is not None)
    known = dict(PLATFORM)
    for words in own:
        known |= words
    return known


def worded(reply: Reply, formats: Formats) -> Wording:
    """The words and buttons of a reply.

    Raises ``UnknownTopicError`` for a topic that this version does not have, and whatever its
    words raise when they break: ``ValidationError`` for content that is not the topic's.
    """
    words = topics().get(reply.topic)
    if words is None:
        raise UnknownTopicError(f"no words for the topic {reply.topic!r}")
    spoken = words.spoken(reply, formats)
    labels = zip(reply.choices, spoken.labels, strict=True)
    chosen = (Button(label or _label(c, formats), c.press, place=c.place) for c, label in labels)
    buttons = (*spoken.wording.buttons, *chosen)
    named = _numbered(spoken.content)
    numbers = {number: task_id for number, task_id in named if number and task_id}
    return replace(spoken.wording, buttons=_told_apart(buttons, numbers), numbers=numbers)


def _label(choice: Choice, formats: Formats) -> str:
    """A value to choose as it is; else the action, and what it is for."""
    words, action, label = formats.catalogue, choice.press.action, plain_line(choice.label)
    if action in (PressAction.ANSWER, PressAction.PREFER):
        return label or plain_line(choice.press.value) or words.text("button.answer")
    if action == PressAction.OFFER:
        return words.first(f"{choice.press.value}.button.offered", "button.offer")
    slug, dot, name = action.partition(".")
    key = f"{slug}.button.{name}" if dot else f"button.{action}"
    button = words.first(key, "button.answer")
    return words.text("button.for", button=button, name=label) if label else button


def _told_apart(buttons: tuple[Button, ...], numbers: Mapping[int, str]) -> tuple[Button, ...]:
    """Buttons of the same name for different cards get the number of theirs ("Undo #2")."""
    by_task = {task_id: number for number, task_id in numbers.items()}
    labels = Counter(button.label for button in buttons)
    return tuple(
        replace(button, label=f"{button.label} #{by_task[button.press.subject]}")
        if labels[button.label] > 1 and button.press.subject in by_task
        else button
        for button in buttons
    )


def _numbered(value: object) -> Iterator[tuple[int, str]]:
    """Number and task id of everything in a content that has both: cards and shown tasks."""
    if isinstance(value, tuple | list):
        for part in value:
            yield from _numbered(part)
    elif isinstance(value, BaseModel):
        number, task_id = getattr(value, "number", None), getattr(value, "task_id", None)
        if isinstance(number, int) and isinstance(task_id, str):
            yield number, task_id
        else:
            yield from _numbered([getattr(value, name) for name in type(value).model_fields])
