"""The agent's rules: what an expense needs and what may be done next, and the state of a task.

Pure and total: every function answers for every state. How sure a photo must be is in
``photo_certainty``.
"""

from datetime import date, time, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import Generic, TypeVar

from pydantic import BaseModel, Field

from agents.expenses.categories import MAX_CATEGORY_LENGTH
from agents.expenses.details import Mention
from agents.expenses.importing import ImportState
from agents.expenses.ledger import AmendRequest
from agents.expenses.meaning import QuestionKind
from agents.expenses.photo_certainty import AMOUNT_CONFIDENCE_THRESHOLD, FIELD_CONFIDENCE_THRESHOLD
from agents.expenses.reading import LineItem, ReadValue
from agents.expenses.shown import (
    Card,
    Change,
    FeatureNotice,
    MoneyKind,
    Provenance,
    SplitPart,
)
from domain.messages import Attachment, Frozen
from domain.money import Currency, amount_limit, rounded
from domain.understanding import Confidence


class AdaptiveDecisions(StrEnum):
    """When a model chooses the next action of a task."""

    NEVER = "never"
    """The order is fixed: merchant, amount, date, category."""
    WHEN_UNSURE = "when_unsure"
    """Only where the rules leave several questions open about what was told in words: the order of
    those about a photo, which models may have read already, is not worth a further call."""
    ALWAYS = "always"
    """At each decision, among all legal actions."""


class ExpenseLimits(Frozen):
    """The settings that this agent decides by."""

    category_confidence_threshold: Confidence = 0.8
    """From here on a category is taken without a question."""
    extraction_confidence_threshold: Confidence = 0.3
    """A reading below this is not used where it lacks the merchant or the amount."""
    adaptive_decisions: AdaptiveDecisions = AdaptiveDecisions.WHEN_UNSURE


GUESSED_CATEGORY_CONFIDENCE = 0.8
"""Of the category that a model gives with an expense that it read in words."""

MIN_MERCHANT_LENGTH = 2
MAX_MERCHANT_LENGTH = 120
OLDEST_DATE = date(2000, 1, 1)
"""Before this a date is likelier misread or a clock's zero (1970) than a receipt."""

MAX_ATTEMPTS = 3
"""The third misunderstood answer offers to drop the draft or keep it for later."""


class Source(StrEnum):
    PHOTO = "photo"
    TEXT = "text"
    INJECTED = "injected"
    ANSWER = "answer"
    INFERRED = "inferred"
    LEARNED = "learned"
    FILE = "file"
    """A line of a table that was imported."""
    WORKED_OUT = "worked_out"
    """Follows from what was told; the evidence is the calculation."""
    EARLIER = "earlier"
    """Was told or shown before; the evidence is the text."""


class FieldStatus(StrEnum):
    VALID = "valid"
    INVALID = "invalid"
    MISSING = "missing"


class Problem(StrEnum):
    """Why a field is not valid."""

    MISSING = "missing"
    UNSURE = "unsure"
    AMBIGUOUS = "ambiguous"
    TOO_SHORT = "too_short"
    TOO_LONG = "too_long"
    ZERO = "zero"
    NEGATIVE = "negative"
    ABSURD = "absurd"
    TOO_PRECISE = "too_precise"
    FUTURE = "future"
    TOO_OLD = "too_old"


Value = TypeVar("Value")


class DraftField(Frozen, Generic[Value]):
    """A value, where it came from and how sure that source was."""

    value: Value
    source: Source
    confidence: Confidence = 1.0
    evidence: str = ""


class Draft(BaseModel):
    """The expense being completed. A field that is None is missing."""

    kind: MoneyKind = MoneyKind.EXPENSE
    merchant: DraftField[str] | None = None
    item: DraftField[str] | None = None
    amount: DraftField[Decimal] | None = None
    ambiguous_amounts: tuple[Decimal, ...] = ()
    currency: DraftField[Currency]
    occurred_on: DraftField[date]
    occurred_at: time | None = None
    """As its receipt has it, without a zone."""
    category: DraftField[str] | None = None
    payment_method: DraftField[str] | None = None
    reference: DraftField[str] | None = None
    tax: Decimal | None = None
    items: tuple[LineItem, ...] = ()
    parts: tuple[SplitPart, ...] = ()
    """As they were told; of another amount than theirs they are none."""


class FieldName(StrEnum):
    MERCHANT = "merchant"
    AMOUNT = "amount"
    DATE = "date"
    CATEGORY = "category"


class Checked(Frozen):
    """One field's state. ``problem`` is None exactly when ``status`` is valid."""

    status: FieldStatus
    problem: Problem | None = None


VALID = Checked(status=FieldStatus.VALID)


def _missing(problem: Problem = Problem.MISSING) -> Checked:
    return Checked(status=FieldStatus.MISSING, problem=problem)


def _invalid(problem: Problem) -> Checked:
    return Checked(status=FieldStatus.INVALID, problem=problem)


def check_merchant(draft: Draft) -> Checked:
    """A merchant, or what it was for when the person said that instead ("lunch")."""
    field = draft.merchant or draft.item
    if field is None:
        return _missing()
    if field.confidence < FIELD_CONFIDENCE_THRESHOLD:
        return _missing(Problem.UNSURE)
    name = field.value.strip()
    word_in_a_sign = any("\u3400" <= c <= "\u9fff" for c in name)
    short = len(name) < MIN_MERCHANT_LENGTH and not word_in_a_sign
    if short or not any(c.isalnum() for c in name):
        return _invalid(Problem.TOO_SHORT)
    return _invalid(Problem.TOO_LONG) if len(name) > MAX_MERCHANT_LENGTH else VALID


def check_amount(draft: Draft) -> Checked:
    """Positive, within the limit of its currency, no more decimals than the currency has."""
    if draft.amount is None:
        return _missing(Problem.AMBIGUOUS if draft.ambiguous_amounts else Problem.MISSING)
    if draft.amount.confidence < AMOUNT_CONFIDENCE_THRESHOLD:
        return _missing(Problem.UNSURE)
    amount, currency = draft.amount.value, draft.currency.value
    if amount == 0:
        return _invalid(Problem.ZERO)
    if amount < 0:
        return _invalid(Problem.NEGATIVE)
    if not amount.is_finite() or amount > amount_limit(currency):
        return _invalid(Problem.ABSURD)
    return VALID if rounded(amount, currency) == amount else _invalid(Problem.TOO_PRECISE)


def check_date(draft: Draft, today: date) -> Checked:
    """Not before 2000 and not after the person's own tomorrow (a traveller's zone may differ). The
    earliest of all stands for a day that no calendar has: "31/11".
    """
    if draft.occurred_on.value == date.min:
        return _missing()
    if draft.occurred_on.confidence < FIELD_CONFIDENCE_THRESHOLD:
        return _missing(Problem.UNSURE)
    if draft.occurred_on.value > today + timedelta(days=1):
        return _invalid(Problem.FUTURE)
    return _invalid(Problem.TOO_OLD) if draft.occurred_on.value < OLDEST_DATE else VALID


def check_category(draft: Draft) -> Checked:
    """A built-in category or the person's own, when it is short enough to be a name."""
    if draft.category is None or not draft.category.value.strip():
        return _missing()
    too_long = len(draft.category.value) > MAX_CATEGORY_LENGTH
    return _invalid(Problem.TOO_LONG) if too_long else VALID


def validate(draft: Draft, today: date) -> dict[FieldName, Checked]:
    """The state of each field that must be valid before the draft may be saved."""
    return {
        FieldName.MERCHANT: check_merchant(draft),
        FieldName.AMOUNT: check_amount(draft),
        FieldName.DATE: check_date(draft, today),
        FieldName.CATEGORY: check_category(draft),
    }


class Action(StrEnum):
    PROPOSE = "propose"
    CONFIRM_READING = "confirm_reading"
    CONFIRM_DUPLICATE = "confirm_duplicate"
    REQUEST_BETTER_IMAGE = "request_better_image"
    REQUEST_MERCHANT = "request_merchant"
    REQUEST_AMOUNT = "request_amount"
    REQUEST_DATE = "request_date"
    CATEGORIZE = "categorize"
    REQUEST_CATEGORY = "request_category"
    STORE = "store"


class Wish(StrEnum):
    """What the person wants done with the task instead of completing it."""

    KEEP = "keep"
    DROP = "drop"
    CHANGE_OTHER = "change_other"
    """What was told is a correction of the expense that it may change."""


class RefusedCorrection(Frozen):
    """A correction that may not be made: which field, why, and the value that was told."""

    field: FieldName
    problem: Problem
    value: str


class ExpenseState(BaseModel):
    """All that a task needs to go on after continue-as-new or days of waiting."""

    task_id: str
    number: int
    draft: Draft
    attachment: Attachment | None = None
    caption: str = ""
    """The words below the attachment, for whoever reads it."""
    read: bool = False
    """The attachment was read, or reading it failed for good."""
    reading_confidence: Confidence | None = None
    receipts_seen: int = 1
    """How many receipts the photo shows; of several, the first was read."""
    unreadable: str = ""
    """Why the attachment could not be read, in words for the person."""
    unreadable_code: str = ""
    """The code of the ``AppError`` behind it."""
    better_image_wanted: bool = False
    categorized: bool = False
    suggestions: tuple[str, ...] = ()
    attempts: dict[QuestionKind, int] = Field(default_factory=dict)
    """Answers to a question that did not help, by its kind."""
    duplicate_of: Card | None = None
    duplicate_saved_on: date | None = None
    """The person's own date."""
    duplicate_accepted: bool = False
    noted: bool = False
    """The last thing said changed something, but not what was asked for: worth a word."""
    differences: tuple[Change, ...] = ()
    """Where the person's words overrule the photo: shown on the card."""
    wish: Wish | None = None
    saving: bool = False
    """The save was begun with this draft. It is done again before anything else is taken in: by
    then it may have happened."""
    saved: Card | None = None
    notices: tuple[FeatureNotice, ...] = ()
    """What is to be told with the saved row."""
    announced: bool = False
    """The person was shown the saved row."""
    proposed: bool = False
    """Rules only guess that it is meant as an expense: the person has not said yes."""
    may_change: Card | None = None
    """An expense that the proposed words may be about instead."""
    changing: bool = False
    """The person wants something of what is proposed, or was read, to be different."""
    category_unasked: bool = False
    """It was proposed, or its photo left doubt: the category is guessed and not asked for."""
    edit_wanted: bool = False
    edit_field: FieldName | None = None
    """The field that the person chose to change; None while that is open."""
    refused: RefusedCorrection | None = None
    """Why the last correction was not made."""
    guess: ReadValue[str] | None = None
    """The category that the reading itself guessed."""
    pending: Mention | None = None
    """Corrections of the saved row that are not written yet."""
    pending_source: Source = Source.TEXT
    pending_evidence: str = ""
    amending: AmendRequest | None = None
    """The correction that is being written; as ``saving``."""
    late: bool = False
    """Saving had to wait for the database."""
    explain: tuple[str, ...] = ()
    """Fields whose provenance the person asked for."""
    table: ImportState | None = None
    """Set where the attachment is a table: then it is imported, and nothing else of this counts."""

    @property
    def sha256(self) -> str | None:
        """Of the attachment, once it is stored."""
        return self.attachment.sha256 or None if self.attachment is not None else None


_REQUESTS = {
    FieldName.MERCHANT: Action.REQUEST_MERCHANT,
    FieldName.AMOUNT: Action.REQUEST_AMOUNT,
    FieldName.DATE: Action.REQUEST_DATE,
}


def doubtful_fields(state: ExpenseState, today: date) -> tuple[FieldName, ...]:
    """The fields of a photo whose value was read, or told below it, and may be wrong."""
    if state.attachment is None:
        return ()
    checked = validate(state.draft, today)
    return tuple(name for name in _REQUESTS if checked[name].problem is Problem.UNSURE)


def legal_actions(state: ExpenseState, today: date) -> tuple[Action, ...]:
    """What may be done next. The first is the fixed order's choice; more than one is a decision.

    What is not known is asked for, merchant and amount before the category. What a photo leaves in
    doubt is confirmed in one question, its category guessed. ``STORE`` is legal only when all is
    valid.
    """
    if state.duplicate_of is not None and not state.duplicate_accepted:
        return (Action.CONFIRM_DUPLICATE,)
    if state.better_image_wanted:
        return (Action.REQUEST_BETTER_IMAGE,)
    return _completing(state, today)


def _completing(state: ExpenseState, today: date) -> tuple[Action, ...]:
    """Returns the actions that complete a draft, or store it."""
    checked = validate(state.draft, today)
    doubtful = doubtful_fields(state, today)
    unknown = tuple(
        action
        for name, action in _REQUESTS.items()
        if checked[name].status is not FieldStatus.VALID and name not in doubtful
    )
    if unknown:
        return unknown
    if doubtful:
        guess = not state.categorized and state.draft.category is None
        return (Action.CATEGORIZE if guess else Action.CONFIRM_READING,)
    if state.proposed:
        return (Action.PROPOSE,)
    if checked[FieldName.CATEGORY].status is FieldStatus.VALID:
        return (Action.STORE,)
    return (Action.REQUEST_CATEGORY,) if state.categorized else (Action.CATEGORIZE,)


def possible_actions(state: ExpenseState, today: date) -> tuple[Action, ...]:
    """All that may be done next, the fixed order's choice first: for ``AdaptiveDecisions.ALWAYS``.

    What asks for the person's yes stays alone. A clearer photo is asked for once, a category only
    when it is not known, and ``STORE`` is legal only when all is valid.
    """
    first = legal_actions(state, today)
    if first[0] in {Action.CONFIRM_DUPLICATE, Action.CONFIRM_READING, Action.PROPOSE}:
        return first
    checked = validate(state.draft, today)
    further: list[Action] = []
    readable = state.attachment is not None and state.read
    if (
        first[0] is not Action.STORE
        and readable
        and QuestionKind.BETTER_IMAGE not in state.attempts
    ):
        further.append(Action.REQUEST_BETTER_IMAGE)
    if first[0] is Action.REQUEST_BETTER_IMAGE:
        further += [a for n, a in _REQUESTS.items() if checked[n].status is not FieldStatus.VALID]
    if checked[FieldName.CATEGORY].status is not FieldStatus.VALID:
        further.append(Action.REQUEST_CATEGORY)
        known = all(checked[name].status is FieldStatus.VALID for name in _REQUESTS)
        further += [Action.CATEGORIZE] if known and not state.categorized else []
    return tuple(dict.fromkeys((*first, *further)))


FIELDS = (
    "merchant", "item", "amount", "currency", "occurred_on", "category", "payment_method",
    "reference",
)  # fmt: skip
"""The fields that a draft, a mention, a card and a row have."""


def _known_fields(draft: Draft) -> dict[str, DraftField[object]]:
    fields = {name: getattr(draft, name) for name in FIELDS}
    return {name: field for name, field in fields.items() if field is not None}


def provenance_of(draft: Draft) -> dict[str, Provenance]:
    """Where each known field came from."""
    return {
        name: Provenance(source=field.source, evidence=field.evidence)
        for name, field in _known_fields(draft).items()
    }


def card_of(state: ExpenseState) -> Card:
    """The draft as shown to the person; the saved row when there is one."""
    if state.saved is not None:
        return state.saved
    draft = state.draft
    return Card.model_validate(
        {
            **{name: field.value for name, field in _known_fields(draft).items()},
            "task_id": state.task_id,
            "number": state.number,
            "kind": draft.kind,
            "occurred_at": draft.occurred_at,
            "tax": draft.tax,
            "item_count": len(draft.items),
            "parts": _parts_of(draft),
            "from_photo": state.attachment is not None and state.table is None,
            "from_table": state.table is not None,
            "provenance": provenance_of(draft),
        }
    )


def _parts_of(draft: Draft) -> tuple[SplitPart, ...]:
    whole = draft.amount.value if draft.amount is not None else None
    return draft.parts if sum(part.amount for part in draft.parts) == whole else ()


def mention_of(card: Card) -> Mention:
    """What is known of an expense, as context for engines. That it is one goes without saying."""
    shared = (Mention.model_fields.keys() & Card.model_fields.keys()) - {"parts"}
    if card.kind is MoneyKind.EXPENSE:
        shared -= {"kind"}
    return Mention.model_validate(card.model_dump(include=set(shared)))
