"""What the agent can say: one model for each topic. ``words`` has the texts."""

from collections.abc import Sequence
from typing import ClassVar

from agents.support.card import TicketCard
from agents.support.tickets import Citation
from domain.replies import Content, Placement, Question


class About(Content):
    """Says something about one ticket."""

    placement: ClassVar[Placement] = Placement.ASIDE
    card: TicketCard


class Answer(About):
    """From the knowledge base. ``text`` is a model's, checked against the citations; empty: the
    passage itself is the answer. Choices solved, person, withdraw.
    """

    topic: ClassVar[str] = "support.answer"
    text: str = ""
    citations: tuple[Citation, ...] = ()
    other_language: bool = False


class HandedOver(About):
    """Who gets it and by when is on the card. ``text`` and ``citations``: what the knowledge base
    says meanwhile.
    """

    topic: ClassVar[str] = "support.handed_over"
    text: str = ""
    citations: tuple[Citation, ...] = ()
    other_language: bool = False


class AskToPass(Question):
    """Whether people are to get the words, with the newest of them in one line, behind what the
    knowledge base says. Choices yes, no.
    """

    topic: ClassVar[str] = "support.ask_to_pass"
    quote: str
    """A line for each of their messages."""
    text: str = ""
    citations: tuple[Citation, ...] = ()
    other_language: bool = False
    nothing_known: bool = False
    """The knowledge base has nothing on it, which is said."""


class NotPassed(Content):
    """Nobody was told of it."""

    topic: ClassVar[str] = "support.not_passed"


class AskDetail(Question):
    """The one detail that is missing, by its name (``Answered.asks``)."""

    topic: ClassVar[str] = "support.ask_detail"
    card: TicketCard
    detail: str
    text: str = ""
    citations: tuple[Citation, ...] = ()
    other_language: bool = False


class Joined(About):
    """A message went to a ticket that was there. Choices not this one."""

    topic: ClassVar[str] = "support.joined"


class HumanWords(About):
    """What a member of the staff says. ``original`` when ``text`` is a translation of it. Choices
    solved, not solved, original.
    """

    topic: ClassVar[str] = "support.human_words"
    text: str = ""
    signature: str
    author: str
    original: str = ""
    edited: bool = False


class TicketTold(About):
    """The ticket's state changed. ``what``: claimed, handed_back, waiting, reminder, closed,
    reopened, withdrawn, urgency, late, solved, kept_note; merged, into the ticket ``into``.
    """

    topic: ClassVar[str] = "support.told"
    what: str
    into: TicketCard | None = None


class AskWithdraw(About):
    """Before a ticket that people can see is withdrawn; choices withdraw, keep. ``cancelled``: they
    cancelled, and there was nothing else to cancel.
    """

    topic: ClassVar[str] = "support.ask_withdraw"
    cancelled: bool = False


class AskRating(About):
    """1 to 5, and a comment in words. Choices rate."""

    topic: ClassVar[str] = "support.ask_rating"


class Rated(About):
    topic: ClassVar[str] = "support.rated"
    score: int


class Tickets(Content):
    """Answers ``/tickets``."""

    topic: ClassVar[str] = "support.tickets"
    placement: ClassVar[Placement] = Placement.ASIDE
    cards: tuple[TicketCard, ...] = ()


class Unknown(Content):
    """No such ticket of this customer."""

    topic: ClassVar[str] = "support.unknown"
    placement: ClassVar[Placement] = Placement.ASIDE
    named: str = ""


class TooManyTickets(Content):
    """So many tickets are open that no further one is begun."""

    topic: ClassVar[str] = "support.too_many"
    placement: ClassVar[Placement] = Placement.ASIDE
    cards: tuple[TicketCard, ...] = ()


CONTENTS: Sequence[type[Content]] = (
    Answer, HandedOver, AskToPass, NotPassed, AskDetail, Joined, HumanWords, TicketTold,
    AskWithdraw, AskRating, Rated, Tickets, Unknown, TooManyTickets,
)  # fmt: skip
"""Every topic that a customer is told; a test finds one without words."""
