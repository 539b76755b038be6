"""What a message means: the questions put to an understanding engine, and its typed answers.

An engine (offline rules or a model) proposes; the rules in ``domain`` dispose. One call
understands every message that is still open, so that "coffee 15" followed by "I mean 25 not 15"
is one expense of 25.
"""

from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from domain.agents.card import AgentCard
from domain.history import Entry
from domain.messages import Frozen
from domain.money import Currency
from domain.reading import Confidence
from domain.usage import Budget


class Person(Frozen):
    """Who is speaking, as far as understanding needs it."""

    user_id: str
    locale: str = "en_MY"
    """A Babel locale identifier: how this person writes numbers and dates."""
    currency: Currency = "MYR"
    """Used where a text names none."""
    timezone: str = "Asia/Kuala_Lumpur"
    """IANA zone: what "today" means."""


class Mention(Frozen):
    """One expense as mentioned in words. None means not mentioned; nothing is ever filled in."""

    merchant: str | None = None
    """Who was paid, only when the text names somebody: "Starbucks", not "coffee"."""
    item: str | None = None
    """What it was for, when the text says so: "lunch", "gas"."""
    amount: Decimal | None = None
    """As written, sign kept ("-5" is -5); shorthand expanded ("15k" is 15000)."""
    currency: Currency | None = None
    """Only when written: a symbol, code or word."""
    occurred_on: date | None = None
    """Resolved against the person's own today ("yesterday")."""
    category: str | None = None
    """Only when the person names it."""
    payment_method: str | None = None
    reference: str | None = None
    ambiguous_amounts: tuple[Decimal, ...] = ()
    """Set instead of ``amount`` when the notation reads in two ways ("1.250"): ask which."""


class ActKind(StrEnum):
    """What a message does. The first group opens something new, the second concerns a task."""

    EXPENSE = "expense"
    """Tells of one or more new expenses (``mentions``)."""
    INSIGHTS = "insights"
    """Asks about recorded spending (``query``)."""
    GENERAL = "general"
    """Anything else said to Steward: greetings, questions, small talk, refusals."""
    CANCEL = "cancel"
    """Drop what is going on ("actually ignore that")."""
    UNDO = "undo"
    """Take back the last thing saved or changed."""

    DETAIL = "detail"
    """Adds to or changes the fields of a task, open or saved (``mentions[0]`` has only them)."""
    DONT_KNOW = "dont_know"
    """Cannot answer the open question."""
    AFFIRM = "affirm"
    DENY = "deny"
    UNCLEAR = "unclear"
    """Meant as an answer to the open question, but not understood ("banana" for an amount)."""
    WHY = "why"
    """Asks where a value of a card came from ("why 9.00?")."""


class InsightMeasure(StrEnum):
    TOTAL = "total"
    LIST = "list"


class InsightQuery(Frozen):
    """A question about recorded spending. Dates are the person's own, both ends included."""

    measure: InsightMeasure = InsightMeasure.TOTAL
    since: date | None = None
    until: date | None = None
    merchant: str | None = None
    category: str | None = None


class Act(Frozen):
    """One thing that the messages do. A message may hold several; several may make one."""

    kind: ActKind
    message_ids: tuple[str, ...] = ()
    """The messages that this act was understood from."""
    agent: str = ""
    """Slug of the agent that an opening act is for; empty for the supervisor itself."""
    task_id: str | None = None
    """The task that it concerns, one of those offered; None lets the supervisor choose."""
    mentions: tuple[Mention, ...] = ()
    query: InsightQuery | None = None
    confidence: Confidence = 1.0
    reason: str = ""
    """Why the engine thinks so, for the operator: at most one sentence."""


class Said(Frozen):
    """A message that is to be understood."""

    message_id: str
    text: str
    sent_at: datetime
    reply_to_task: str | None = None
    """The task whose card or question the person replied to."""
    edited: bool = False
    """It replaces what the person said of that task (or of several) before: no new expense."""


class QuestionKind(StrEnum):
    AMOUNT = "amount"
    MERCHANT = "merchant"
    CATEGORY = "category"
    DATE = "date"
    BETTER_IMAGE = "better_image"
    DUPLICATE = "duplicate"
    EDIT = "edit"
    RETRY = "retry"


class TaskPhase(StrEnum):
    WORKING = "working"
    WAITING = "waiting"
    SAVED = "saved"


class TaskView(Frozen):
    """A task as shown to an engine: what is going on and what is known so far."""

    task_id: str
    agent: str
    phase: TaskPhase
    number: int = 0
    """What the person calls it: "#3"; 0 when it has no number."""
    activity: str = ""
    """What it does right now, in plain words ("reading a photo")."""
    question: QuestionKind | None = None
    """The question that it has open or queued."""
    known: Mention = Mention()
    choices: tuple[str, ...] = ()
    """Values offered as buttons with the open question."""


class UnderstandRequest(Frozen):
    """``said`` in the order in which it was sent; ``tasks`` newest last.

    ``open_question`` is the id of the task whose question the person sees now, if any.
    """

    person: Person
    said: Annotated[tuple[Said, ...], Field(min_length=1)]
    tasks: tuple[TaskView, ...] = ()
    open_question: str | None = None
    history: tuple[Entry, ...] = ()
    summary: str = ""
    agents: tuple[AgentCard, ...] = ()


class EngineAnswer(Frozen):
    """Any answer of an engine."""

    degraded: bool | None = None
    """True: a configured model did not answer, so the offline engine did. False: the model is up.
    None: no model was needed."""
    used_up: Budget | None = None
    """Set when a limit for the day kept the models out, so that the offline engine answered."""


class Understood(EngineAnswer):
    """``engine`` names who understood."""

    acts: Annotated[tuple[Act, ...], Field(min_length=1)]
    engine: str


class RecogniseRequest(Frozen):
    """The cheap path: is this text a plain answer to the open question?"""

    person: Person
    said: Said
    task: TaskView


class Recognised(Frozen):
    """``act`` is None when it is not a plain answer: then the message has to be understood."""

    act: Act | None = None


class CategorizeRequest(Frozen):
    """Asks for a category of an expense whose merchant (or item) and amount are valid."""

    person: Person
    task_id: str
    merchant: str | None
    item: str | None
    amount: Decimal
    currency: Currency
    guess: str | None = None
    """The category that the reading itself guessed."""
    guess_confidence: Confidence = 0.0
    attachment_sha256: str | None = None
    """The receipt's picture: its lines are looked up for the engine."""
    lines: tuple[str, ...] = ()
    """The receipt's text, filled in by the activity; workflows do not carry it."""


class CategorySource(StrEnum):
    LEARNED = "learned"
    READING = "reading"
    MODEL = "model"
    RULES = "rules"


class Categorized(EngineAnswer):
    """``category`` may be None when nothing fits; ``suggestions`` are best first, at most five."""

    category: str | None
    confidence: Confidence
    source: CategorySource
    suggestions: tuple[str, ...] = ()
    reason: str = ""


class DecideRequest(Frozen):
    """Asks which of several legal actions to take next. ``legal`` has at least two."""

    task_id: str
    legal: Annotated[tuple[str, ...], Field(min_length=2)]
    known: Mention
    problems: tuple[str, ...] = ()
    """What is missing or invalid, as ``field: status``."""
    reading_confidence: Confidence | None = None
    history: tuple[Entry, ...] = ()
    user_id: str = ""
    """Whose expense it is: for the record of what was used, never shown to a model."""


class Decided(EngineAnswer):
    action: str
    reason: str


class ConverseRequest(Frozen):
    """Asks for a reply to something that is not about an expense."""

    person: Person
    said: Said
    tasks: tuple[TaskView, ...] = ()
    history: tuple[Entry, ...] = ()
    summary: str = ""
    agents: tuple[AgentCard, ...] = ()


class Topic(StrEnum):
    """What an engine without free speech can still answer; the channel has the words."""

    GREETING = "greeting"
    THANKS = "thanks"
    CAPABILITIES = "capabilities"
    REFUSAL = "refusal"
    """Asked for what Steward never does: others' data, its own instructions."""
    NO_FREE_CHAT = "no_free_chat"


class Conversed(EngineAnswer):
    """Either the model's own ``text`` or, from rules, a ``topic`` that the channel words."""

    text: str = ""
    topic: Topic | None = None


class SummariseRequest(Frozen):
    person: Person
    entries: tuple[Entry, ...]
    previous: str = ""


class Summarised(EngineAnswer):
    summary: str
    """At most 1,000 characters; replaces the previous summary."""
