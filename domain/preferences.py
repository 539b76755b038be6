"""What a person may set for themselves: the currency, the language and the time zone."""

from datetime import datetime
from enum import StrEnum

from pydantic import Field

from domain.conversation import Zone
from domain.messages import Frozen
from domain.understanding import EngineAnswer, Person

LANGUAGES = {"en": "en_MY", "ms": "ms_MY", "de": "de_DE", "es": "es_ES", "fr": "fr_FR"}
"""Languages that Steward speaks, each with the locale whose numbers and dates go with it. A
locale of the same language that the person already has is kept."""

MAX_OFFERED = 6
"""Buttons under a question for a preference."""

_CURRENCIES = ("MYR", "SGD", "USD", "EUR", "IDR", "GBP", "AUD")
_ZONES = (
    "Asia/Kuala_Lumpur",
    "Asia/Jakarta",
    "Asia/Tokyo",
    "Europe/London",
    "Europe/Berlin",
    "America/New_York",
)


class PreferenceField(StrEnum):
    CURRENCY = "currency"
    LANGUAGE = "language"
    TIMEZONE = "timezone"

    def of(self, person: Person) -> str:
        """The value that this person has: a code, a locale or a zone."""
        match self:
            case PreferenceField.CURRENCY:
                return person.currency
            case PreferenceField.LANGUAGE:
                return person.locale
            case PreferenceField.TIMEZONE:
                return person.timezone

    def offered(self, person: Person) -> tuple[str, ...]:
        """Likely values, to choose from: the person's own first, where it can be kept."""
        if self is PreferenceField.LANGUAGE:
            return tuple(LANGUAGES)
        likely = _CURRENCIES if self is PreferenceField.CURRENCY else _ZONES
        return tuple(dict.fromkeys((self.of(person), *likely)))[:MAX_OFFERED]


class WantedPreference(Frozen):
    """What is to be set. ``value`` is as the person says it."""

    field: PreferenceField
    value: str


class PreferenceRequest(Frozen):
    """Sets one preference. ``value`` is as typed or pressed: a code, a name, anything; empty asks
    for what is set. ``person`` is as the conversation knows them, for a person not yet stored.
    """

    person: Person
    field: PreferenceField
    value: str


class PreferenceOutcome(Frozen):
    """``person`` after the request; unchanged when ``value`` is no currency, language or zone."""

    person: Person
    accepted: bool
    zone: Zone | None = None
    """Theirs after the request; None from a worker that does not tell it."""
    likely_zone: str = ""
    """The time zone that goes with their language and currency, where it is another one."""


class EraseRequest(Frozen):
    """Everything of one person is to be deleted. Idempotent."""

    user_id: str
    conversation_id: str = ""
    """A conversation of theirs that the database may not know of."""


class Ended(Frozen):
    """``running``: whether a conversation still ran, so that an activity of it still may.
    ``rooms``: what staff are shown of this person, by the workflows that it belongs to.
    """

    running: bool
    rooms: tuple[str, ...] = ()


class StillToCome(Frozen):
    """Something that was arranged for a person in another system and is not over yet."""

    what: str
    until: datetime
    """Its end, UTC."""


class BeforeErasing(Frozen):
    """What a person should know before they have everything deleted."""

    still_to_come: tuple[StillToCome, ...] = ()


class HeldElsewhere(Frozen):
    """What another system holds of a person because of a task here, by the system's own id."""

    system: str
    reference: str


class ErasedElsewhere(Frozen):
    """``kept_by``: the systems that still have something of the person."""

    kept_by: tuple[str, ...] = ()


class ErasedRows(Frozen):
    """How much was deleted, by kind of thing (``messages``, ``files``, what agents register)."""

    counts: dict[str, int] = Field(default_factory=dict)

    def __add__(self, other: "ErasedRows") -> "ErasedRows":
        kinds = {**self.counts, **other.counts}
        return ErasedRows(counts={k: self.counts.get(k, 0) + other.counts.get(k, 0) for k in kinds})


class ErasureStart(Frozen):
    """Input of the erasure workflow: whom it is about, and where they are told."""

    person: Person
    conversation_id: str
    channel: str
    chat_id: str
    reply_queue: str
    elsewhere: bool = False
    """Other systems are to erase what they hold, too."""


class TranscribeRequest(Frozen):
    """A stored voice note of this person; ``locale`` hints at its language."""

    user_id: str
    sha256: str
    locale: str


class Transcribed(EngineAnswer):
    """The words of a voice note; empty when nothing was said."""

    text: str
