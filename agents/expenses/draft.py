"""How a draft changes: by what is read, by what the person says, by the buttons they press.

Pure functions on ``ExpenseState``. What the person says of an expense overrules its photo; a
caption that only tells of the photo (``ActKind.OPEN``) adds to what was surely read. A value that
is only inferred gives way to everything. What may be changed on a saved row follows the same rules
as a draft that is to be saved.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Final

from pydantic import ValidationError

from agents.expenses.card import CARD
from agents.expenses.categories import MAX_CATEGORY_LENGTH, REFUND_CATEGORY, known_category
from agents.expenses.details import Mention
from agents.expenses.meaning import QuestionKind
from agents.expenses.photo_certainty import (
    AMOUNT_CONFIDENCE_THRESHOLD,
    FIELD_CONFIDENCE_THRESHOLD,
    OFFERED_CONFIDENCE_THRESHOLD,
    if_sure,
)
from agents.expenses.reading import Reading, ReadValue
from agents.expenses.rules import (
    GUESSED_CATEGORY_CONFIDENCE,
    Checked,
    Draft,
    DraftField,
    ExpenseState,
    FieldName,
    FieldStatus,
    Problem,
    RefusedCorrection,
    Source,
    Value,
    Wish,
    doubtful_fields,
    validate,
)
from agents.expenses.shown import Card, Change, MoneyKind
from agents.expenses.spending import CurrencyTotal, Insight, InsightMeasure
from domain.messages import Attachment, ButtonPress
from domain.money import AmountOrigin, Currency
from domain.tasks import Injected
from domain.topics import PressAction
from domain.understanding import Act, ActKind
from language.yes_no import begins_with_no

SAVE_ANYWAY: Final = f"{CARD.slug}.save_anyway"
"""This agent's own button: the same receipt is saved once more."""

SAVE_PROPOSED: Final = f"{CARD.slug}.save"
"""Its own button: what rules guessed is saved."""

CHANGE_PROPOSED: Final = f"{CARD.slug}.change"
"""Its own button: something of what rules guessed is different."""

SAVE_AS_SPENT: Final = f"{CARD.slug}.save_as_spent"
"""Its own button: what rules took for money that came in was spent."""

SAVE_AS_REFUND: Final = f"{CARD.slug}.save_as_refund"
"""Its own button: an amount below zero is money that came back."""

SAVE_ALL: Final = f"{CARD.slug}.save_all"
"""Its own button, beside several proposals: all of them are saved."""

CHANGE_OTHER: Final = f"{CARD.slug}.change_other"
"""Its own button: what rules guessed changes an expense that is there."""

EDIT_FIELD: Final = f"{CARD.slug}.field"
"""Its own button too: the field of a saved row that is to be changed."""

QUESTION_FIELD = {
    QuestionKind.AMOUNT: FieldName.AMOUNT,
    QuestionKind.MERCHANT: FieldName.MERCHANT,
    QuestionKind.DATE: FieldName.DATE,
    QuestionKind.CATEGORY: FieldName.CATEGORY,
}

_BARE_ANSWERS = frozenset({ActKind.UNCLEAR, ActKind.AFFIRM, ActKind.DENY})
"""Answers without a value: when the question is still open after one, it did not help."""

SPOKEN = frozenset({Source.TEXT, Source.INJECTED, Source.ANSWER, Source.WORKED_OUT, Source.EARLIER})
"""Sources that are the person's own words, or follow from them."""


def blank_draft(currency: Currency, today: date) -> Draft:
    """A draft that knows nothing: the person's currency and today, both only inferred."""
    return Draft(
        currency=DraftField[str](value=currency, source=Source.INFERRED),
        occurred_on=DraftField[date](value=today, source=Source.INFERRED),
    )


def follow_currency(state: ExpenseState, currency: Currency) -> None:
    """An amount that is still to be told will count in what is the person's currency by then."""
    draft = state.draft
    if state.saved is None and draft.amount is None and draft.currency.source is Source.INFERRED:
        draft.currency = DraftField[str](value=currency, source=Source.INFERRED)


def absorb(state: ExpenseState, said: Injected, today: date) -> None:
    """Takes one thing that the person said into the task. Details that are none say nothing."""
    question = _kind(said.question)
    before = _open_problem(state, question, today)
    known = state.draft.model_copy()
    if said.attachment is not None:
        _take_new_photo(state, said.attachment)
    elif said.press is not None:
        _press(state, said, said.press, today)
    elif said.act is not None:
        _hear(state, said.act, said, today)
    after = _open_problem(state, question, today)
    state.noted = after is not None and state.draft != known
    if question is not None and before is not None and after is not None:
        touched = said.act is None or said.act.kind in _BARE_ANSWERS
        if touched or after != before or _mentions_field(said, question):
            state.attempts[question] = state.attempts.get(question, 0) + 1


def _kind(question: str | None) -> QuestionKind | None:
    return next((kind for kind in QuestionKind if kind == question), None)


def _mentioned(act: Act) -> Mention | None:
    """What an act says of the expense; None when it carries nothing, or nothing of ours."""
    try:
        return None if act.details is None else Mention.model_validate(act.details)
    except ValidationError:
        return None


def _open_problem(
    state: ExpenseState, question: QuestionKind | None, today: date
) -> Checked | None:
    """What is still wrong with what was asked for; None when the question is settled."""
    if question is None or state.wish is not None:
        return None
    field = QUESTION_FIELD.get(question)
    if state.saved is not None:
        return _UNANSWERED if state.edit_wanted else None
    if field is None:
        return _UNANSWERED if _is_open(state, question, today) else None
    checked = validate(state.draft, today)[field]
    return None if checked.status is FieldStatus.VALID else checked


_UNANSWERED = Checked(status=FieldStatus.MISSING, problem=Problem.MISSING)


def _is_open(state: ExpenseState, question: QuestionKind, today: date) -> bool:
    """Whether a question that is not about a field still waits for an answer."""
    match question:
        case QuestionKind.BETTER_IMAGE:
            return state.better_image_wanted
        case QuestionKind.DUPLICATE:
            return state.duplicate_of is not None and not state.duplicate_accepted
        case QuestionKind.EDIT:
            return state.edit_wanted
        case QuestionKind.PROPOSAL:
            return state.proposed
        case QuestionKind.READING:
            return bool(doubtful_fields(state, today))
        case _:
            return False


def _mentions_field(said: Injected, question: QuestionKind) -> bool:
    if said.act is None or said.act.kind is ActKind.WHY:
        return False
    mention = _mentioned(said.act) or Mention()
    given = {
        QuestionKind.AMOUNT: mention.amount is not None or bool(mention.ambiguous_amounts),
        QuestionKind.MERCHANT: bool(mention.merchant or mention.item),
        QuestionKind.DATE: mention.occurred_on is not None,
        QuestionKind.CATEGORY: mention.category is not None,
        QuestionKind.EDIT: mention != Mention(),
    }
    return given.get(question, False)


def _take_new_photo(state: ExpenseState, attachment: Attachment) -> None:
    if state.better_image_wanted:
        attempts = state.attempts.get(QuestionKind.BETTER_IMAGE, 0)
        state.attempts[QuestionKind.BETTER_IMAGE] = attempts + 1
    state.attachment = attachment
    state.read = False
    state.unreadable = ""
    state.unreadable_code = ""
    state.better_image_wanted = False


def _hear(state: ExpenseState, act: Act, said: Injected, today: date) -> None:
    question, mention = _kind(said.question), _mentioned(act)
    match act.kind:
        case ActKind.DETAIL if act.details is None:
            _want_change(state)
        case ActKind.DETAIL | ActKind.OPEN if mention is not None:
            adds = act.kind is ActKind.OPEN
            if question is QuestionKind.READING and not adds:
                _accept(state)  # they saw all of it, and name what is different
            taken = _added(state, mention) if adds else mention
            has_currency_alone = taken == Mention(currency=taken.currency) != Mention()
            renames = _renames(state.draft, taken)
            unclear = begins_with_no(said.text) or renames or has_currency_alone
            _take_mention(state, taken, said, today)
            # Whoever completes it means it; behind a no, with another name or a currency alone,
            # it is asked again.
            state.proposed = state.proposed and unclear and not state.changing
            if adds and taken.merchant and mention.amount is None and state.draft.merchant:
                # What a caption names ("from Dubai") may be no shop: it is offered, not taken.
                offered = {"confidence": FIELD_CONFIDENCE_THRESHOLD / 2}
                state.draft.merchant = state.draft.merchant.model_copy(update=offered)
        case ActKind.AFFIRM:
            _affirm(state, question)
        case ActKind.DENY:
            _deny(state, question)
        case ActKind.DONT_KNOW:
            _step_back(state)
        case ActKind.CANCEL:
            _step_back(state, Wish.DROP)
        case ActKind.WHY:
            state.explain = (*state.explain, _asked_field(mention or Mention()))


def _renames(draft: Draft, told: Mention) -> bool:
    """Whether another name takes the place of one that is known."""
    pairs = ((draft.merchant, told.merchant), (draft.item, told.item))
    return any(known and new and known.value.casefold() != new.casefold() for known, new in pairs)


def _step_back(state: ExpenseState, wish: Wish = Wish.KEEP) -> None:
    """A saved row is never dropped by this: only the wish to edit it is."""
    if state.saved is not None:
        _leave_edit(state)
    else:
        state.wish = wish


def _want_change(state: ExpenseState) -> None:
    """Asks what is to be different: of the saved row, or of what is proposed."""
    state.edit_wanted = state.saved is not None
    state.changing = state.saved is None
    state.edit_field = state.refused = None


def _leave_edit(state: ExpenseState) -> None:
    state.edit_wanted, state.edit_field = False, None


def _affirm(state: ExpenseState, question: QuestionKind | None) -> None:
    doubted = state.refused
    if state.saved is not None and doubted is not None and doubted.problem is Problem.UNSURE:
        state.pending = Mention(amount=Decimal(doubted.value))
        state.pending_source = Source.ANSWER
        _leave_edit(state)
    elif question in {QuestionKind.PROPOSAL, QuestionKind.READING}:
        _accept(state)
    elif question is QuestionKind.DUPLICATE:
        state.duplicate_accepted = True
    elif question is QuestionKind.AMOUNT and state.draft.amount is not None:
        state.draft.amount = _confirmed(state.draft.amount)
        if state.draft.amount.value < 0:
            apply_mention(state, _REFUND, Source.ANSWER)
    elif question is QuestionKind.MERCHANT and state.draft.merchant is not None:
        state.draft.merchant = _confirmed(state.draft.merchant)
    elif question is QuestionKind.DATE:
        state.draft.occurred_on = _confirmed(state.draft.occurred_on)


def _accept(state: ExpenseState) -> None:
    """Takes the values as the person confirmed them."""
    state.proposed, draft = False, state.draft
    draft.merchant = draft.merchant and _confirmed(draft.merchant)
    draft.amount = draft.amount and _confirmed(draft.amount)
    draft.occurred_on = _confirmed(draft.occurred_on)
    if draft.category is None and state.suggestions:
        draft.category = DraftField(value=state.suggestions[0], source=Source.ANSWER)


def _answer_proposal(state: ExpenseState, *, changing: bool) -> None:
    state.changing = changing
    if not changing:
        _accept(state)


def _confirmed(field: DraftField[Value]) -> DraftField[Value]:
    return field.model_copy(update={"confidence": 1.0})


def _deny(state: ExpenseState, question: QuestionKind | None) -> None:
    amount = state.draft.amount if question is QuestionKind.AMOUNT else None
    below_zero = amount is not None and amount.value < 0
    if below_zero or question in {QuestionKind.DUPLICATE, QuestionKind.PROPOSAL}:
        _step_back(state, Wish.DROP)
    elif question is QuestionKind.READING:
        state.changing = True
    elif question is QuestionKind.EDIT or state.edit_field is not None:
        _leave_edit(state)


def _asked_field(mention: Mention) -> str:
    """The field that a "why" is about: the one whose value it names, else the amount."""
    if mention.category:
        return "category"
    if mention.merchant or (mention.item and mention.amount is None):
        return "merchant"
    if mention.occurred_on and mention.amount is None:
        return "occurred_on"
    return "amount"


def _added(state: ExpenseState, mention: Mention) -> Mention:
    """What of a caption is taken: what was surely read stays as read, and which of two amounts is
    right is asked. Of a saved row, only the shop that its photo shows stays.
    """
    draft, row = state.draft, state.saved
    if row is not None:
        shop = row.provenance.get("merchant")
        shown = shop is not None and shop.source == Source.PHOTO
        return mention.model_copy(update={"merchant": None}) if shown else mention
    kept: dict[str, object] = {
        name: None
        for name in ("merchant", "currency", "occurred_on", "payment_method", "reference")
        if _is_read(getattr(draft, name), FIELD_CONFIDENCE_THRESHOLD)
    }
    told = (mention.amount,) if mention.amount is not None else mention.ambiguous_amounts
    read = draft.amount
    if told and read is not None and _is_read(read, AMOUNT_CONFIDENCE_THRESHOLD):
        either = () if read.value in told else (read.value, *told)
        kept |= {"amount": None, "ambiguous_amounts": either}
    return mention.model_copy(update=kept)


def _is_read(field: DraftField[Value] | None, sure: float) -> bool:
    return field is not None and field.source is Source.PHOTO and field.confidence >= sure


def _take_mention(state: ExpenseState, mention: Mention, said: Injected, today: date) -> None:
    source = Source.ANSWER if said.question else Source.INJECTED
    if state.saved is not None:
        corrected = take_correction(state, state.saved, mention, today)
        state.edit_wanted = isinstance(corrected, RefusedCorrection)
        if isinstance(corrected, RefusedCorrection):
            state.refused = corrected
            if corrected.problem is Problem.UNSURE:
                state.edit_field = corrected.field
            return
        state.refused = state.edit_field = None
        state.pending = corrected
        state.pending_source = source if said.question else Source.TEXT
        state.pending_evidence = said.text
        if mention.amount_origin in _EXPLAINED:
            state.pending_source = Source(mention.amount_origin.value)
            state.pending_evidence = mention.amount_evidence or said.text
        return
    apply_mention(state, mention, source, said.text)


_COMPARED = ("amount", "merchant", "currency", "occurred_on")
"""Fields of which the card shows where the person's words and the photo differ."""


def apply_mention(
    state: ExpenseState, mention: Mention, source: Source, evidence: str = ""
) -> None:
    """Writes each mentioned field into the draft and notes where that overrules the photo."""
    draft = state.draft
    if mention.ambiguous_amounts and mention.amount is None:
        draft.amount, draft.ambiguous_amounts = None, mention.ambiguous_amounts
    for name in (*_COMPARED, "item", "payment_method", "reference"):
        value = getattr(mention, name)
        if value is None or value == "":
            continue
        if name in _COMPARED:
            _note_overruled(state, name, getattr(draft, name), value)
        setattr(draft, name, DraftField(value=value, source=source, evidence=evidence))
    if mention.amount is not None and draft.amount is not None:
        draft.amount, draft.ambiguous_amounts = _with_origin(draft.amount, mention), ()
        state.better_image_wanted = False
    if mention.kind is not None:
        _take_kind(state, mention.kind)
    if mention.merchant or mention.item:
        if draft.category is None or draft.category.source not in SPOKEN:
            draft.category, state.categorized = None, False
        state.better_image_wanted = False
    _take_category(state, mention, source, evidence)


def _take_kind(state: ExpenseState, kind: MoneyKind) -> None:
    """The kind tells what an amount below zero was."""
    draft = state.draft
    if draft.amount is not None:
        draft.amount = draft.amount.model_copy(update={"value": abs(draft.amount.value)})
    if kind is not draft.kind:
        draft.kind = kind
        draft.category, state.categorized = None, False


def _take_category(state: ExpenseState, mention: Mention, source: Source, evidence: str) -> None:
    draft = state.draft
    named = mention.category and (known_category(mention.category) or mention.category)
    if mention.parts or named:
        draft.parts = mention.parts
    if named:
        draft.category = DraftField(value=named, source=source, evidence=evidence)
    _take_guess(state, mention)


def _take_guess(state: ExpenseState, mention: Mention) -> None:
    if mention.likely_category and not mention.category and state.guess is None:
        confidence = GUESSED_CATEGORY_CONFIDENCE
        state.guess = ReadValue(value=mention.likely_category, confidence=confidence)


_EXPLAINED = frozenset({AmountOrigin.WORKED_OUT, AmountOrigin.EARLIER})


def not_counted(answer: Insight, drafts: Sequence[ExpenseState]) -> tuple[CurrencyTotal, ...]:
    """Returns, by currency, the sum of the drafts that the answer would count if they were saved.

    Empty where the question asks for no total or balance, or names a category, shop, item or way
    of paying, and where both income and expenses wait.
    """
    query = answer.query
    narrowed = query.category or query.merchant or query.item or query.payment_method
    if answer.measure not in _WHOLE or narrowed:
        return ()
    sums: dict[Currency, CurrencyTotal] = {}
    if len({state.draft.kind for state in drafts if state.saved is None}) > 1:
        return ()  # what came in and what was spent make no sum
    for state in drafts:
        draft, amount = state.draft, state.draft.amount
        if state.saved is not None or amount is None or draft.kind is MoneyKind.TRANSFER:
            continue
        if amount.value < 0:
            continue  # which way it went is asked
        day, currency = draft.occurred_on.value, draft.currency.value
        of_kind = answer.measure is InsightMeasure.BALANCE or query.kind in {None, draft.kind}
        within = (answer.since or day) <= day <= (answer.until or day)
        if of_kind and within:
            known = sums.get(currency) or CurrencyTotal(
                currency=currency, amount=Decimal(0), count=0
            )
            more = {"amount": known.amount + amount.value, "count": known.count + 1}
            sums[currency] = known.model_copy(update=more)
    return tuple(sums.values())


_WHOLE = frozenset({InsightMeasure.TOTAL, InsightMeasure.BALANCE})


def _with_origin(amount: DraftField[Decimal], mention: Mention) -> DraftField[Decimal]:
    """The amount with where it comes from; one that nothing shows is asked about."""
    match mention.amount_origin:
        case AmountOrigin.UNSURE:
            return amount.model_copy(update={"confidence": FIELD_CONFIDENCE_THRESHOLD})
        case None:
            return amount
        case origin:
            shown = {"source": Source(origin.value), "evidence": mention.amount_evidence or ""}
            return amount.model_copy(update=shown)


def names_shop(draft: Draft) -> bool:
    """Whether its category is worth a question: a shop's is asked for once and known from then on.
    A name all in small letters may be a thing, whose category is changed on its card.
    """
    return draft.merchant is not None and not draft.merchant.value.islower()


def told_in(draft: Draft) -> tuple[Mention, str]:
    """Returns the values that the person told, without names, and the amount's own words."""
    fields = ("amount", "currency", "occurred_on", "payment_method")
    told = {name: getattr(draft, name) for name in fields}
    spoken = {n: f.value for n, f in told.items() if f is not None and f.source in SPOKEN}
    return Mention.model_validate(spoken), draft.amount.evidence if draft.amount else ""


_WISHES: Mapping[str, Wish] = {
    PressAction.DROP: Wish.DROP,
    PressAction.KEEP: Wish.KEEP,
    CHANGE_OTHER: Wish.CHANGE_OTHER,
}


_REFUND = Mention(kind=MoneyKind.INCOME, category=REFUND_CATEGORY)


def _press(state: ExpenseState, said: Injected, press: ButtonPress, today: date) -> None:
    if press.action == SAVE_ANYWAY:
        state.duplicate_accepted = True
        return
    if press.action in {SAVE_AS_SPENT, SAVE_AS_REFUND}:
        spent = press.action == SAVE_AS_SPENT
        apply_mention(state, Mention(kind=MoneyKind.EXPENSE) if spent else _REFUND, Source.ANSWER)
        state.proposed = False
        return
    if press.action in {SAVE_PROPOSED, CHANGE_PROPOSED}:
        _answer_proposal(state, changing=press.action == CHANGE_PROPOSED)
        return
    if press.action == EDIT_FIELD:
        state.edit_wanted = state.saved is not None
        state.edit_field = next((name for name in FieldName if name == press.value), None)
        state.refused = None
        return
    if press.action in _WISHES:
        _step_back(state, _WISHES[press.action])
        return
    match press.action:
        case PressAction.EDIT:
            _want_change(state)
        case PressAction.ANSWER:
            state.proposed = False
            mention = _pressed_value(press.value, _kind(said.question))
            if mention is not None and state.saved is not None:
                _take_mention(state, mention, said, today)
            elif mention is not None:
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


_READ_FIELDS = (
    ("merchant", "merchant", OFFERED_CONFIDENCE_THRESHOLD),
    ("amount", "total", OFFERED_CONFIDENCE_THRESHOLD),
    ("currency", "currency", FIELD_CONFIDENCE_THRESHOLD),
    ("occurred_on", "occurred_on", 0.0),
    ("payment_method", "payment_method", FIELD_CONFIDENCE_THRESHOLD),
    ("reference", "reference", FIELD_CONFIDENCE_THRESHOLD),
)
"""Fields of a draft, as the reading names them, and how surely they must be read to be taken: one
that nobody is asked about surely, another one when it is likely enough to be suggested.
"""


def absorb_reading(state: ExpenseState, reading: Reading, threshold: float) -> None:
    """Takes what was read into the draft; a field that the person told stays as told.

    Below ``threshold`` with merchant or amount not surely read, nothing is taken and a clearer
    photo is wanted, unless the person told both already.
    """
    state.read = True
    state.reading_confidence = reading.confidence
    state.receipts_seen = reading.receipts_seen
    draft = state.draft
    told = bool(draft.amount) and bool(draft.merchant or draft.item)
    poor = not reading.is_receipt or reading.confidence < threshold
    if poor and (reading.total is None or reading.merchant is None or not reading.is_receipt):
        state.better_image_wanted = not told
        return
    for name, read_as, enough in _READ_FIELDS:
        read = if_sure(getattr(reading, read_as), enough)
        if read is None or (name == "amount" and draft.ambiguous_amounts):
            continue
        known = getattr(draft, name)
        if known is None or known.source not in SPOKEN:
            photo = read.model_dump(include={"value", "confidence", "evidence"})
            setattr(draft, name, DraftField(source=Source.PHOTO, **photo))
        elif name in _COMPARED:
            _note(state, name, str(read.value), known.value)
    draft.occurred_at = reading.occurred_at
    draft.tax = reading.tax.value if reading.tax else None
    draft.items = reading.items
    state.guess = reading.category


def _note_overruled(
    state: ExpenseState, name: str, old: DraftField[Value] | None, new: Value
) -> None:
    """The person says ``new`` where the draft has ``old``: a difference that the card shows.

    It is compared with the photo's own value, also when an earlier word overruled that already.
    """
    earlier = next((d for d in state.differences if d.field == name), None)
    if earlier is not None:
        _note(state, name, earlier.before, new)
    elif old is not None and old.source is Source.PHOTO:
        _note(state, name, str(old.value), new)


def _note(state: ExpenseState, name: str, photo: str | None, told: object) -> None:
    others = tuple(d for d in state.differences if d.field != name)
    change = Change(field=name, before=photo, after=str(told))
    state.differences = others if _same(photo, told) else (*others, change)


def _same(photo: str | None, told: object) -> bool:
    """Whether both say the same; 9.0 is 9.00."""
    if isinstance(told, Decimal) and photo is not None:
        return Decimal(photo) == told
    return photo == str(told)


_CHECKED = {
    FieldName.MERCHANT: ("merchant", "item"),
    FieldName.AMOUNT: ("amount", "currency", "ambiguous_amounts"),
    FieldName.DATE: ("occurred_on",),
    FieldName.CATEGORY: ("category",),
}


def take_correction(
    state: ExpenseState, row: Card, mention: Mention, today: date
) -> Mention | RefusedCorrection:
    """The corrections that wait to be written, with these; or why these may not be made.

    An amount of zero or a date in 1970 is asked about, not written, as with a new expense.
    """
    waiting = (state.pending or Mention()).model_dump(exclude_none=True)
    if mention.ambiguous_amounts:
        waiting.pop("amount", None)
    both = Mention.model_validate({**waiting, **mention.model_dump(exclude_none=True)})
    checked = validate(_draft_of(row, both, state.draft, today), today)
    for name in _touched(mention):
        problem = checked[name].problem
        if problem is not None:
            told = {
                FieldName.MERCHANT: mention.merchant or mention.item,
                FieldName.AMOUNT: mention.amount,
                FieldName.DATE: mention.occurred_on,
                FieldName.CATEGORY: mention.category,
            }[name]
            value = "" if told is None else str(told)
            return RefusedCorrection(field=name, problem=problem, value=value)
    return both


def _touched(mention: Mention) -> list[FieldName]:
    """The checked fields that a mention changes; zero is an amount as well."""
    return [
        name
        for name, fields in _CHECKED.items()
        if any(getattr(mention, field) not in (None, ()) for field in fields)
    ]


def _draft_of(row: Card, changes: Mention, draft: Draft, today: date) -> Draft:
    """The row as it would be with the changes."""

    def field(value: Value) -> DraftField[Value]:
        return DraftField(value=value, source=Source.TEXT)

    ambiguous = changes.ambiguous_amounts
    amount = changes.amount if changes.amount is not None else row.amount
    merchant, item = changes.merchant or row.merchant, changes.item or row.item
    currency, category = changes.currency or row.currency, changes.category or row.category
    return draft.model_copy(
        update={
            "merchant": merchant and field(merchant),
            "item": item and field(item),
            "amount": None if ambiguous or amount is None else _with_origin(field(amount), changes),
            "ambiguous_amounts": ambiguous,
            "currency": field(currency) if currency else draft.currency,
            "occurred_on": field(changes.occurred_on or row.occurred_on or today),
            "category": category and field(category),
        }
    )
