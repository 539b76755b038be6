"""How a draft changes: by what was read, by what the person says, by the buttons they press.

Pure functions on ``TransactionState``. The person's own words always overrule a photo; a value
that is only inferred gives way to everything.
"""

from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Protocol

from domain.agents.transaction import (
    Checked,
    Draft,
    DraftField,
    FieldName,
    Problem,
    Source,
    Status,
    TransactionState,
    Value,
    Wish,
    validate,
)
from domain.agents.transaction_correction import RefusedCorrection, take_correction
from domain.agents.transaction_differences import note_overruled
from domain.categories import MAX_CATEGORY_LENGTH, known_category
from domain.injection import Injected
from domain.messages import Attachment, ButtonPress
from domain.topics import PressAction
from domain.understanding import Act, ActKind, Mention, Person, QuestionKind

QUESTION_FIELD = {
    QuestionKind.AMOUNT: FieldName.AMOUNT,
    QuestionKind.MERCHANT: FieldName.MERCHANT,
    QuestionKind.DATE: FieldName.DATE,
    QuestionKind.CATEGORY: FieldName.CATEGORY,
}

_BARE_ANSWERS = frozenset({ActKind.UNCLEAR, ActKind.AFFIRM, ActKind.DENY})
"""Answers without a value: when the question is still open after one, it did not help."""

SPOKEN = frozenset({Source.TEXT, Source.INJECTED, Source.ANSWER})
"""Sources that are the person's own words."""


def blank_draft(person: Person, today: date) -> Draft:
    """A draft that knows nothing: the person's currency and today, both only inferred."""
    return Draft(
        currency=DraftField[str](value=person.currency, source=Source.INFERRED),
        occurred_on=DraftField[date](value=today, source=Source.INFERRED),
    )


def absorb(state: TransactionState, said: Injected, today: date) -> None:
    """Takes one thing that the person said into the task."""
    before = _open_problem(state, said.question, today)
    known = state.draft.model_copy()
    if said.attachment is not None:
        _take_new_photo(state, said.attachment)
    elif said.press is not None:
        _press(state, said.press, said.question)
    elif said.act is not None:
        _hear(state, said.act, said, today)
    after = _open_problem(state, said.question, today)
    state.noted = after is not None and state.draft != known
    if said.question is not None and before is not None and after is not None:
        touched = said.act is None or said.act.kind in _BARE_ANSWERS
        if touched or after != before or _mentions_field(said):
            state.attempts[said.question] = state.attempts.get(said.question, 0) + 1


def _open_problem(
    state: TransactionState, question: QuestionKind | None, today: date
) -> Checked | None:
    """What is still wrong with what was asked for; None when the question is settled."""
    if question is None or state.wish is not None:
        return None
    field = QUESTION_FIELD.get(question)
    if field is None:
        return _UNANSWERED if _is_open(state, question) else None
    checked = validate(state.draft, today)[field]
    return None if checked.status is Status.VALID else checked


_UNANSWERED = Checked(status=Status.MISSING, problem=Problem.MISSING)


def _is_open(state: TransactionState, question: QuestionKind) -> bool:
    """Whether a question that is not about a field still waits for an answer."""
    match question:
        case QuestionKind.BETTER_IMAGE:
            return state.better_image_wanted
        case QuestionKind.DUPLICATE:
            return state.duplicate_of is not None and not state.duplicate_accepted
        case QuestionKind.EDIT:
            return state.edit_wanted
        case _:
            return False


def _mentions_field(said: Injected) -> bool:
    asks = said.act is None or said.act.kind is ActKind.WHY
    mention = said.act.mentions[0] if said.act and said.act.mentions and not asks else Mention()
    given = {
        QuestionKind.AMOUNT: mention.amount is not None or bool(mention.ambiguous_amounts),
        QuestionKind.MERCHANT: bool(mention.merchant or mention.item),
        QuestionKind.DATE: mention.occurred_on is not None,
        QuestionKind.CATEGORY: mention.category is not None,
        QuestionKind.EDIT: mention != Mention(),
    }
    return said.question is not None and given.get(said.question, False)


def _take_new_photo(state: TransactionState, attachment: Attachment) -> None:
    if state.better_image_wanted:
        attempts = state.attempts.get(QuestionKind.BETTER_IMAGE, 0)
        state.attempts[QuestionKind.BETTER_IMAGE] = attempts + 1
    state.attachment = attachment
    state.read = False
    state.unreadable = ""
    state.unreadable_code = ""
    state.better_image_wanted = False


def _hear(state: TransactionState, act: Act, said: Injected, today: date) -> None:
    match act.kind:
        case ActKind.DETAIL | ActKind.EXPENSE if act.mentions:
            _take_mention(state, act.mentions[0], said, today)
        case ActKind.AFFIRM:
            _affirm(state, said.question)
        case ActKind.DENY:
            _deny(state, said.question)
        case ActKind.DONT_KNOW:
            _step_back(state)
        case ActKind.CANCEL:
            _step_back(state, Wish.DROP)
        case ActKind.WHY:
            state.explain = (*state.explain, _asked_field(act))


def _step_back(state: TransactionState, wish: Wish = Wish.KEEP) -> None:
    """A saved row is never dropped by this: only the wish to edit it is."""
    if state.saved is not None:
        state.edit_wanted = False
    else:
        state.wish = wish


def _affirm(state: TransactionState, question: QuestionKind | None) -> None:
    if question is QuestionKind.DUPLICATE:
        state.duplicate_accepted = True
    elif question is QuestionKind.AMOUNT and state.draft.amount is not None:
        state.draft.amount = _confirmed(state.draft.amount)
    elif question is QuestionKind.MERCHANT and state.draft.merchant is not None:
        state.draft.merchant = _confirmed(state.draft.merchant)
    elif question is QuestionKind.DATE:
        state.draft.occurred_on = _confirmed(state.draft.occurred_on)


def _confirmed(field: DraftField[Value]) -> DraftField[Value]:
    return field.model_copy(update={"confidence": 1.0})


def _deny(state: TransactionState, question: QuestionKind | None) -> None:
    if question is QuestionKind.DUPLICATE:
        _step_back(state, Wish.DROP)
    elif question is QuestionKind.EDIT:
        state.edit_wanted = False


def _asked_field(act: Act) -> str:
    """The field that a "why" is about: the one whose value it names, else the amount."""
    mention = act.mentions[0] if act.mentions else Mention()
    if mention.category:
        return "category"
    if mention.merchant or (mention.item and mention.amount is None):
        return "merchant"
    if mention.occurred_on and mention.amount is None:
        return "occurred_on"
    return "amount"


def _take_mention(state: TransactionState, mention: Mention, said: Injected, today: date) -> None:
    source = Source.ANSWER if said.question else Source.INJECTED
    if state.saved is not None:
        corrected = take_correction(state, state.saved, mention, today)
        state.edit_wanted = isinstance(corrected, RefusedCorrection)
        if isinstance(corrected, RefusedCorrection):
            state.refused = {
                "field": corrected.field.value,
                "problem": corrected.problem.value,
                "value": corrected.value,
            }
            return
        state.refused = {}
        state.pending = corrected
        state.pending_source = source if said.question else Source.TEXT
        state.pending_evidence = said.text
        return
    apply_mention(state, mention, source, said.text)


def apply_mention(
    state: TransactionState, mention: Mention, source: Source, evidence: str = ""
) -> None:
    """Writes each mentioned field into the draft and notes where that overrules the photo."""
    draft = state.draft

    def told(value: Value) -> DraftField[Value]:
        return DraftField(value=value, source=source, evidence=evidence)

    _apply_amount(state, mention, told)
    _apply_payee(state, mention, told)
    if mention.currency:
        note_overruled(state, "currency", draft.currency, mention.currency)
        draft.currency = told(mention.currency)
    if mention.occurred_on:
        note_overruled(state, "occurred_on", draft.occurred_on, mention.occurred_on)
        draft.occurred_on = told(mention.occurred_on)
    if mention.category:
        draft.category = told(known_category(mention.category) or mention.category)
    if mention.payment_method:
        draft.payment_method = told(mention.payment_method)
    if mention.reference:
        draft.reference = told(mention.reference)


class _Told(Protocol):
    def __call__(self, value: Value) -> DraftField[Value]: ...


def _apply_amount(state: TransactionState, mention: Mention, told: _Told) -> None:
    draft = state.draft
    if mention.amount is not None:
        note_overruled(state, "amount", draft.amount, mention.amount)
        draft.amount = told(mention.amount)
        draft.ambiguous_amounts = ()
        state.better_image_wanted = False
    elif mention.ambiguous_amounts:
        draft.amount = None
        draft.ambiguous_amounts = mention.ambiguous_amounts


def _apply_payee(state: TransactionState, mention: Mention, told: _Told) -> None:
    draft = state.draft
    if mention.merchant:
        note_overruled(state, "merchant", draft.merchant, mention.merchant)
        draft.merchant = told(mention.merchant)
    if mention.item:
        draft.item = told(mention.item)
    if mention.merchant or mention.item:
        _forget_inferred_category(state)
        state.better_image_wanted = False


def _forget_inferred_category(state: TransactionState) -> None:
    category = state.draft.category
    if category is None or category.source not in SPOKEN:
        state.draft.category = None
        state.categorized = False


def _press(state: TransactionState, press: ButtonPress, question: QuestionKind | None) -> None:
    match press.action:
        case PressAction.SAVE_ANYWAY:
            state.duplicate_accepted = True
        case PressAction.EDIT:
            state.edit_wanted = state.saved is not None
        case PressAction.DROP:
            _step_back(state, Wish.DROP)
        case PressAction.KEEP:
            _step_back(state)
        case PressAction.ANSWER:
            mention = _pressed_value(press.value, question)
            if mention is not None:
                apply_mention(state, mention, Source.ANSWER, press.value)


def _pressed_value(value: str, question: QuestionKind | None) -> Mention | None:
    """A button's value as the field that was asked for; None when it cannot be one."""
    try:
        match question:
            case QuestionKind.AMOUNT:
                return Mention(amount=Decimal(value))
            case QuestionKind.DATE:
                return Mention(occurred_on=date.fromisoformat(value))
            case QuestionKind.MERCHANT:
                return Mention(merchant=value)
            case QuestionKind.CATEGORY if len(value) <= MAX_CATEGORY_LENGTH:
                return Mention(category=value)
            case _:
                return None
    except (InvalidOperation, ValueError):
        return None
