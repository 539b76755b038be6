"""What one agent knows and others may do something with: they meet through these alone."""

from datetime import date, datetime
from decimal import Decimal

from pydantic import Field

from domain.messages import Frozen
from domain.money import Currency
from domain.understanding import Person


class PurchasedLine(Frozen):
    """``quantity`` is 1 where none was told."""

    name: str
    quantity: int = 1


class Purchase(Frozen):
    """Something ordered, or bought and paid. ``ref`` names it once, in whatever conversation:
    ``PR-7``, or the id of the task that saved it.
    """

    ref: str
    paid: bool
    """It was paid; else it was only ordered."""
    on_paper: bool = False
    """It stands on a paper or photo that the person sent."""
    supplier: str = ""
    """Empty where it is not known, or several."""
    total: Decimal
    currency: Currency
    on: date | None = None
    reference: str = ""
    """What the paper, or the one who ordered, calls it."""
    lines: tuple[PurchasedLine, ...] = ()


class Offer(Frozen):
    """A purchase that was told, and which agents were asked to take it up."""

    purchase: Purchase
    taken: tuple[str, ...] = Field(default=())


class PersonWanted(Frozen):
    """Somebody wants a person in the task of an agent that has none to answer in the chat."""

    key: str
    """Names the wish once: the same twice is one."""
    conversation_id: str
    person: Person
    text: str
    """For the person who answers: what it is about in the first line, and what was said so far."""
    at: datetime
