"""What a reply becomes before a channel gives it its looks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, Protocol, TypeVar

from bot.texts.formats import Formats
from domain.messages import ButtonPress
from domain.replies import Choice, Content, Reply

Said = TypeVar("Said", bound=Content)


@dataclass(frozen=True)
class Button:
    label: str
    press: ButtonPress
    short: str = ""
    """Stands on it where what it belongs to is plain to see."""
    place: int = 0
    """As of its choice."""


@dataclass(frozen=True)
class CardView:
    """A card ready to be shown: a title and a few short lines. ``number`` 0 is not shown.

    ``amount`` and ``buttons`` are for a channel that lays cards out; no plain text has them.
    """

    number: int
    title: str
    lines: tuple[str, ...] = ()
    amount: str = ""
    buttons: tuple[Button, ...] = ()

    @property
    def mark(self) -> str:
        """``#3``; empty for a card without a number."""
        return f"#{self.number}" if self.number else ""

    def text(self) -> str:
        return "\n".join((f"{self.mark} {self.title}".strip(), *self.lines))


@dataclass(frozen=True)
class Panel:
    """What stays in sight beside the chat, in a channel that has room for it. A later one with the
    same ``key`` takes its place; one without cards clears it.
    """

    key: str
    title: str
    summary: str
    """All of it in one line."""
    cards: tuple[CardView, ...] = ()
    total: str = ""
    buttons: tuple[Button, ...] = ()


@dataclass(frozen=True)
class Wording:
    """A reply in words: a lead, the cards that it shows, what follows them, and its buttons.

    ``text()`` is the whole of it as plain text, without the buttons. The words of a topic fill
    what comes before ``buttons``, and may offer examples there; the rest is the same for all.
    """

    lead: str
    cards: tuple[CardView, ...] = ()
    tail: tuple[str, ...] = ()
    digits: bool = False
    """It asks, and a bare number is an answer rather than the choice of a button."""
    beside: bool = False
    """It is about a task and yet answers no question that the task has open."""
    buttons: tuple[Button, ...] = ()
    numbers: Mapping[int, str] = field(default_factory=dict)
    """The ids of the tasks that it names, by their numbers."""
    tiles: Mapping[str, CardView] = field(default_factory=dict)
    """Lines of the lead and the tail as cards, for a channel that lays cards out."""
    panel: Panel | None = None
    rateable: bool = False
    """The person can be asked whether it helped."""

    def text(self) -> str:
        return "\n".join(
            part for part in (self.lead, *(card.text() for card in self.cards), *self.tail) if part
        )

    def blocks(self) -> tuple[str | CardView, ...]:
        """The same as paragraphs and cards, for a channel that lays cards out."""
        blocks: list[str | CardView] = [self.tiles.get(self.lead, self.lead), *self.cards]
        for line in self.tail:
            tile = self.tiles.get(line, line)
            if isinstance(tile, str) and len(blocks) > 1 and isinstance(blocks[-1], str):
                blocks[-1] = f"{blocks[-1]}\n{tile}"
            else:
                blocks.append(tile)
        return tuple(block for block in blocks if block)


class Spoken(NamedTuple):
    """What a topic's own words make of a reply; an empty label is left to the platform."""

    content: Content
    wording: Wording
    labels: tuple[str, ...]


def no_label(choice: Choice, said: Content, formats: Formats) -> str:
    """Leaves the label of a button to the platform."""
    del choice, said, formats
    return ""


@dataclass(frozen=True)
class Words(Generic[Said]):
    """What words one topic. ``label`` names buttons that the platform cannot name: the values of
    an answer, or a platform's button that means something else here; empty leaves it to the rest.
    """

    content: type[Said]
    word: Callable[[Said, Formats], Wording]
    label: Callable[[Choice, Said, Formats], str] = no_label

    @property
    def topic(self) -> str:
        return self.content.topic

    def spoken(self, reply: Reply, formats: Formats) -> Spoken:
        """Raises ``ValidationError`` for content that is not this topic's."""
        said = self.content.model_validate(reply.content or {})
        labels = tuple(self.label(choice, said, formats) for choice in reply.choices)
        return Spoken(said, self.word(said, formats), labels)


class TopicWords(Protocol):
    """``Words`` of whatever content."""

    @property
    def topic(self) -> str: ...

    def spoken(self, reply: Reply, formats: Formats) -> Spoken: ...


def table(*words: TopicWords) -> Mapping[str, TopicWords]:
    """By topic."""
    return {entry.topic: entry for entry in words}
