"""What Steward says, as facts. The channel has the words, the language and the buttons' looks.

A reply never holds finished prose (but for a model's free answer), so texts may change, or be
translated, without touching a workflow.
"""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated

from pydantic import Field

from domain.messages import ButtonPress, Frozen, Message
from domain.money import Currency


class Choice(Frozen):
    """A button. ``label`` is a value to show as it is (a category) or empty: then the channel
    words it from ``press.action``.
    """

    press: ButtonPress
    label: str = ""


class Provenance(Frozen):
    """Where a field's value came from: ``photo``, ``text``, ``injected``, ``answer``, ``inferred``
    or ``learned``, with the evidence (a line of the receipt, the words of the person).
    """

    source: str
    evidence: str = ""


class Card(Frozen):
    """An expense as shown to the person, saved or not. Amounts in ``currency``; the date is the
    person's own.
    """

    task_id: str
    number: int
    """Counts the expenses of a conversation from 1: what "#3" in a reply means."""
    merchant: str | None = None
    item: str | None = None
    amount: Decimal | None = None
    currency: Currency | None = None
    occurred_on: date | None = None
    category: str | None = None
    payment_method: str | None = None
    reference: str | None = None
    tax: Decimal | None = None
    item_count: int = 0
    from_photo: bool = False
    provenance: dict[str, Provenance] = Field(default_factory=dict)
    """By field name."""


class Change(Frozen):
    """One field's value before and after a correction, as plain strings; dates in ISO 8601."""

    field: str
    before: str | None
    after: str | None


class Reply(Frozen):
    """One thing to say. ``topic`` names the text in the channel's catalogue.

    ``id`` is deterministic (``{task or conversation id}/r{n}``), so a channel can tell a repeated
    delivery from a new one. ``question_id`` is set when this asks something.
    """

    id: str
    topic: str
    task_id: str | None = None
    cards: tuple[Card, ...] = ()
    changes: tuple[Change, ...] = ()
    choices: tuple[Choice, ...] = ()
    question_id: str | None = None
    facts: dict[str, str] = Field(default_factory=dict)
    """Further plain values that the text mentions."""
    text: str = ""
    """A model's own words, for ``general.answer`` only; data, escaped by the channel."""


class DeliveredReply(Frozen):
    """The words that were shown and the channel's own id of the message they stand in."""

    reply_id: str
    text: str
    channel_ref: str = ""


class Delivery(Frozen):
    """Replies for one chat, in order, delivered by one activity in the channel's process."""

    conversation_id: str
    channel: str
    chat_id: str
    user_id: str
    locale: str
    timezone: str
    replies: Annotated[tuple[Reply, ...], Field(min_length=1)]
    heard: tuple[Message, ...] = ()
    """Messages that the channel could not write to the transcript when they came."""
    said: tuple[DeliveredReply, ...] = ()
    """Earlier replies that were shown but could not be written to the transcript."""
    recorded: bool = True
    """False for what must not stand in the transcript: that everything was deleted."""


class Delivered(Frozen):
    replies: tuple[DeliveredReply, ...]
    at: datetime
    """UTC."""
    unwritten: tuple[str, ...] = ()
    """Ids of messages and replies of this delivery that are not in the transcript yet."""
    recipient_gone: bool = False
    """The person blocked the bot or the chat is deleted: the conversation should end."""
