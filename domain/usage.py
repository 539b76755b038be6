"""What model calls use: recorded for every call, whatever came of it, and limited by the day."""

from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum

from domain.messages import Frozen


class ModelCall(Frozen):
    """``cost`` is in US dollars, None when the price of the model is not known."""

    provider: str
    model: str
    purpose: str
    """What was asked: ``understand``, ``transcribe``, ``converse`` …"""
    outcome: str
    """``ok`` or the ``code`` of the error."""
    latency_ms: int
    input_tokens: int = 0
    output_tokens: int = 0
    cost: Decimal | None = None
    user_id: str = ""
    """The person for whom it was asked; empty when there is none."""
    task_id: str = ""
    """The task that it was for; empty for what belongs to the conversation as a whole."""
    agent: str = ""
    round: int = 0
    """Of that agent's turn, from 1; 0 for what is no round."""


class Spent(Frozen):
    """Tokens (input and output) and US dollars. Calls without a known price cost nothing here."""

    tokens: int = 0
    cost: Decimal = Decimal(0)


class Budget(StrEnum):
    """Whose limit for the day is used up. Days are those of UTC."""

    PERSON = "person"
    EVERYBODY = "everybody"


class UsageRequest(Frozen):
    """A person asks what their messages used."""

    user_id: str


LATELY_DAYS = 7
"""What a person is shown besides today: a week is remembered."""


class UsageOfPerson(Frozen):
    """``today`` since midnight UTC, ``lately`` within the last ``days`` days. Limits are None where
    there are none.
    """

    today: Spent
    lately: Spent
    days: int
    calls: int
    """Model calls within these days that a model answered, usably or not."""
    calls_today: int = 0
    unpriced: int = 0
    """Those of them whose price is not known."""
    token_limit: int | None = None
    cost_limit: Decimal | None = None
    has_model: bool = True
    """Whether a model is configured at all."""
    all_used_up: bool = False
    """The limit for everybody together is used up, this person's own is not."""


class UsageBy(StrEnum):
    """What a line of a report stands for."""

    PURPOSE = "purpose"
    """One provider, model and purpose."""
    MODEL = "model"
    """One provider and model; the purpose is empty."""
    DAY = "day"
    """One day of UTC; provider, model and purpose are empty."""
    PERSON = "person"
    """One person; provider, model and purpose are empty."""


class UsageLine(Frozen):
    """Calls that belong together (``UsageBy``), for operators. Latencies are milliseconds."""

    provider: str
    model: str
    purpose: str
    calls: int
    failed: int
    input_tokens: int
    output_tokens: int
    cost: Decimal | None
    """Of the calls whose price is known; None when that is none of them."""
    unpriced: int = 0
    """Calls that a model answered, usably or not, and whose price is not known."""
    latency_p50: int
    latency_p95: int
    day: date | None = None
    persons: int = 0
    person: str = ""
    """By person only; empty for calls that were for nobody, or whose person is forgotten."""


class UsageReport(Frozen):
    """All calls of a time, most expensive first, or by day; ``persons`` is how many different
    people they were for.
    """

    since: datetime
    until: datetime
    lines: tuple[UsageLine, ...]
    persons: int
    kept_for: timedelta | None = None
    """How long calls are kept: nothing older can be shown."""
