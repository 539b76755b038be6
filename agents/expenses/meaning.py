"""What messages mean for spending, typed, and what else is asked of engines about an expense.

``HeardWords`` and ``Meaning`` are the platform's ``UnderstandRequest`` and ``Act`` with this
agent's own details in them; ``heard`` and ``acts_of`` go from the one to the other.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Annotated

from pydantic import Field, JsonValue, ValidationError

from agents.expenses.card import CARD
from agents.expenses.details import Mention
from agents.expenses.ledger import THE_SAVE
from agents.expenses.shown import MoneyKind
from domain.history import Entry
from domain.messages import CallRequest, Frozen
from domain.money import Currency
from domain.understanding import (
    Act,
    ActKind,
    Confidence,
    EngineAnswer,
    Person,
    Said,
    TaskPhase,
    TaskView,
    UnderstandRequest,
)


class Kind(StrEnum):
    """What a message does. The first group opens something new, the second concerns a task."""

    EXPENSE = "expense"
    """Tells of one or more new expenses, of income or transfers (``mentions``)."""
    GUESS = "guess"
    """Has an amount, and may tell of an expense (``mentions``): it is proposed."""
    CALL = "call"
    """Asks for a tool (``call``)."""
    HINT = "hint"
    """Talk of which more is known: a wish that these words do not say well enough, or a bank's
    notice of something else than a payment. ``call`` explains it."""
    GENERAL = "general"
    """Anything else said to Steward: greetings, questions, small talk, refusals."""
    CANCEL = "cancel"
    """Drop what is going on ("actually ignore that")."""
    UNDO = "undo"
    """Take back the last thing saved or changed."""
    RESTORE = "restore"
    """Bring back what was deleted."""

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


class Meaning(Frozen):
    """One thing that the messages do. A message may hold several; several may make one."""

    kind: Kind
    message_ids: tuple[str, ...] = ()
    """The messages that this act was understood from."""
    task_id: str | None = None
    """The task that it concerns, one of those offered; None lets the supervisor choose. Of an
    expense that is not likely, the one that it may change instead."""
    mentions: tuple[Mention, ...] = ()
    call: CallRequest | None = None
    """The tool that a ``CALL`` asks for, or that explains a ``HINT``."""
    whole: bool = False
    """Of an undo: the expense itself is to go, not only its last change."""
    judged: bool = False
    """It follows from what the whole message is judged to be for, not from each of its words."""
    sure: bool = False
    """Rules are sure of it: no model needs to be asked."""
    explicit: bool = False
    """Of a detail: it names its task, by its number, name, amount or place."""
    likely: bool = True
    """Not sure, but saved at once where there is no model to ask."""
    reason: str = ""
    """Why the engine thinks so, for the operator: at most one sentence."""


class QuestionKind(StrEnum):
    AMOUNT = "amount"
    MERCHANT = "merchant"
    CATEGORY = "category"
    DATE = "date"
    BETTER_IMAGE = "better_image"
    DUPLICATE = "duplicate"
    EDIT = "edit"
    RETRY = "retry"
    IMPORT = "import"
    PROPOSAL = "proposal"
    """Whether to save what rules only guess to be an expense."""
    READING = "reading"
    """Whether what a photo leaves in doubt was read right: all of it at once."""


class ExpenseTask(Frozen):
    """A task as shown to an engine: what is going on and what is known so far."""

    task_id: str
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


NAMES_OF_OTHERS = "names_of_others"
"""Of what is looked up: how rows are called that other members of the household saved lately."""


class HeardWords(Frozen):
    """``said`` in the order in which it was sent; ``tasks`` of this agent, and those that were
    ``dropped`` or ``deleted``, newest last.

    ``open_question`` is the id of the task whose question the person sees now, if any.
    """

    person: Person
    said: Annotated[tuple[Said, ...], Field(min_length=1)]
    tasks: tuple[ExpenseTask, ...] = ()
    dropped: tuple[ExpenseTask, ...] = ()
    deleted: tuple[ExpenseTask, ...] = ()
    open_question: str | None = None
    history: tuple[Entry, ...] = ()
    summary: str = ""
    looked_up: dict[str, JsonValue] = Field(default_factory=dict)


def task_of(view: TaskView) -> ExpenseTask | None:
    """A task of this agent with its own details; None for another's, or one it cannot read."""
    if view.agent != CARD.slug:
        return None
    try:
        known = Mention.model_validate(view.known or {})
        question = QuestionKind(view.question) if view.question else None
    except (ValidationError, ValueError):
        return None
    return ExpenseTask(
        task_id=view.task_id,
        phase=view.phase,
        number=view.number,
        activity=view.activity,
        question=question,
        known=known,
        choices=view.choices,
    )


def heard(request: UnderstandRequest) -> HeardWords:
    """The platform's request with the tasks of this agent only."""
    return HeardWords(
        person=request.person,
        said=request.said,
        tasks=tuple(task for task in map(task_of, request.tasks) if task is not None),
        dropped=tuple(task for task in map(task_of, request.dropped) if task is not None),
        deleted=tuple(task for task in map(task_of, request.deleted) if task is not None),
        open_question=request.open_question,
        history=request.history,
        summary=request.summary,
        looked_up=request.looked_up,
    )


_ENVELOPE = dict.fromkeys((Kind.CALL, Kind.EXPENSE, Kind.GUESS), ActKind.OPEN) | {
    Kind.HINT: ActKind.GENERAL
}
"""Of all others the kind of the act has the same name."""


def acts_of(meanings: Iterable[Meaning]) -> tuple[Act, ...]:
    """The envelopes: one opening act for each expense that a message tells of."""
    return tuple(act for meaning in meanings for act in _acts(meaning))


def _acts(meaning: Meaning) -> Sequence[Act]:
    kind = _ENVELOPE.get(meaning.kind) or ActKind(meaning.kind.value)
    talk = kind is ActKind.GENERAL and meaning.call is None
    return [
        Act(
            kind=kind,
            agent="" if talk else CARD.slug,
            task_id=meaning.task_id,
            details=details,
            call=meaning.call,
            message_ids=meaning.message_ids,
            sure=meaning.sure,
            likely=meaning.likely,
            explicit=meaning.explicit,
            reason=meaning.reason,
        )
        for details in _carried(meaning, kind) or [None]
    ]


def _carried(meaning: Meaning, kind: ActKind) -> Sequence[JsonValue]:
    """The details of each act."""
    if kind is ActKind.UNDO and meaning.whole:
        return [THE_SAVE]
    if kind not in {ActKind.OPEN, ActKind.DETAIL, ActKind.WHY}:
        return []
    return [each.model_dump(mode="json", exclude_defaults=True) for each in meaning.mentions]


class CategorizeRequest(Frozen):
    """Asks for a category of an expense whose merchant (or item) and amount are valid."""

    person: Person
    task_id: str
    kind: MoneyKind = MoneyKind.EXPENSE
    merchant: str | None
    item: str | None
    amount: Decimal
    currency: Currency
    guess: str | None = None
    """The category that the reading itself guessed."""
    guess_confidence: Confidence = 0.0
    attachment_sha256: str | None = None
    """The receipt's picture: its lines are looked up for the engine."""
    attachment_part: int = 0
    """Which of the receipts on it."""
    lines: tuple[str, ...] = ()
    """The receipt's text, filled in by the activity; workflows do not carry it."""


class CategorySource(StrEnum):
    LEARNED = "learned"
    READING = "reading"
    MODEL = "model"
    RULES = "rules"


class Categorized(EngineAnswer):
    """``settled`` is False when rules are not sure and a model may be asked instead.
    ``category`` may be None when nothing fits; ``suggestions`` are best first, at most five.
    """

    category: str | None
    confidence: Confidence
    source: CategorySource
    suggestions: tuple[str, ...] = ()
    reason: str = ""
    settled: bool = True


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


class CommandRequest(Frozen):
    """Asks which tool a command of a feature calls. ``asked`` is what follows the command. The
    date is the person's own.
    """

    person: Person
    name: str
    asked: str
    today: date


class CommandRead(Frozen):
    """``call`` is None where it is not clear what is asked for."""

    call: CallRequest | None = None


class RecogniseRequest(Frozen):
    """The cheap path: is this text a plain answer to the open question?"""

    person: Person
    said: Said
    task: ExpenseTask
