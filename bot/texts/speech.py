"""What a reply becomes before a channel gives it its looks."""

from dataclasses import dataclass, field

from bot.texts.cards import CardView
from bot.texts.catalogue import Catalogue
from bot.texts.formats import Formats
from domain.messages import ButtonPress
from domain.replies import Card, Reply


@dataclass(frozen=True)
class Button:
    label: str
    press: ButtonPress


@dataclass(frozen=True)
class Wording:
    """A reply in words: a lead, the cards that it shows, what follows them, and its buttons.

    ``text()`` is the whole of it as plain text, without the buttons.
    """

    lead: str
    cards: tuple[CardView, ...] = ()
    tail: tuple[str, ...] = ()
    buttons: tuple[Button, ...] = field(default=())

    def text(self) -> str:
        return "\n".join(
            part for part in (self.lead, *(card.text() for card in self.cards), *self.tail) if part
        )


@dataclass(frozen=True)
class Speech:
    """A reply together with all that is needed to word it."""

    reply: Reply
    formats: Formats

    @property
    def words(self) -> Catalogue:
        return self.formats.catalogue

    @property
    def card(self) -> Card | None:
        return self.reply.cards[0] if self.reply.cards else None

    def fact(self, name: str) -> str:
        return self.reply.facts.get(name, "").strip()
