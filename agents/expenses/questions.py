"""The agent's questions: each says what is known and offers what can be offered."""

from collections.abc import Sequence
from dataclasses import dataclass

from agents.contract import Choices, Desk
from agents.expenses.categories import CATEGORIES, MAX_SUGGESTIONS
from agents.expenses.draft import (
    CHANGE_OTHER,
    CHANGE_PROPOSED,
    EDIT_FIELD,
    QUESTION_FIELD,
    SAVE_ALL,
    SAVE_ANYWAY,
    SAVE_AS_REFUND,
    SAVE_AS_SPENT,
    SAVE_PROPOSED,
)
from agents.expenses.meaning import QuestionKind
from agents.expenses.replies import (
    AskAmount,
    AskBetterImage,
    AskCategory,
    AskDate,
    AskDuplicate,
    AskEdit,
    Asking,
    AskMerchant,
    AskReading,
    AskTogether,
    AskToSave,
    Doubt,
)
from agents.expenses.rules import (
    MAX_ATTEMPTS,
    Action,
    Checked,
    ExpenseState,
    FieldName,
    Problem,
    card_of,
    doubtful_fields,
    validate,
)
from agents.expenses.shown import MoneyKind
from domain.messages import ButtonPress
from domain.replies import Choice, Reply
from domain.topics import PressAction


@dataclass(frozen=True)
class _Question:
    kind: QuestionKind
    content: type[Asking]
    field: FieldName | None = None


_QUESTIONS = {
    Action.REQUEST_AMOUNT: _Question(QuestionKind.AMOUNT, AskAmount, FieldName.AMOUNT),
    Action.REQUEST_MERCHANT: _Question(QuestionKind.MERCHANT, AskMerchant, FieldName.MERCHANT),
    Action.REQUEST_DATE: _Question(QuestionKind.DATE, AskDate, FieldName.DATE),
    Action.REQUEST_CATEGORY: _Question(QuestionKind.CATEGORY, AskCategory, FieldName.CATEGORY),
    Action.REQUEST_BETTER_IMAGE: _Question(QuestionKind.BETTER_IMAGE, AskBetterImage),
    Action.CONFIRM_DUPLICATE: _Question(QuestionKind.DUPLICATE, AskDuplicate),
    Action.CONFIRM_READING: _Question(QuestionKind.READING, AskReading),
    Action.PROPOSE: _Question(QuestionKind.PROPOSAL, AskToSave),
}


EDITED = (FieldName.AMOUNT, FieldName.MERCHANT, FieldName.DATE, FieldName.CATEGORY)
"""Fields that have a button; others are said in words."""


async def ask(action: Action, state: ExpenseState, desk: Desk) -> None:
    """Puts the question that belongs to ``action`` and waits until something is said."""
    question = _QUESTIONS[action]
    proposed = sum(isinstance(t.state, ExpenseState) and t.state.proposed for t in desk.tasks())
    checked = validate(state.draft, desk.today()).get(question.field) if question.field else None
    await desk.ask(
        question.kind,
        _content(question, state, checked, doubtful_fields(state, desk.today())),
        _choices(question, state, checked, proposed),
    )


async def ask_edit(state: ExpenseState, desk: Desk) -> None:
    """Asks what to change on the saved row, or says why a correction could not be made."""
    if state.edit_field is not None:
        await _ask_field(state.edit_field, state, desk)
        return
    refused = state.refused
    content = AskEdit(
        card=card_of(state),
        attempt=state.attempts.get(QuestionKind.EDIT, 0) + 1,
        field=refused.field.value if refused else "",
        problem=refused.problem.value if refused else "",
        value=refused.value if refused else "",
    )
    await desk.ask(
        QuestionKind.EDIT,
        content,
        lambda question: [
            *(button(EDIT_FIELD, question, field.value) for field in EDITED),
            button(PressAction.KEEP, question),
        ],
    )


async def _ask_field(field: FieldName, state: ExpenseState, desk: Desk) -> None:
    """Asks for the new value of one field of the saved row."""
    card, refused = card_of(state), state.refused
    kind = next(kind for kind, asked in QUESTION_FIELD.items() if asked is field)
    problem = refused.problem.value if refused is not None and refused.field is field else ""
    value = refused.value if refused is not None and problem else ""
    if field is FieldName.CATEGORY:
        others = [name for name in CATEGORIES if name != card.category][:MAX_SUGGESTIONS]
        await desk.ask(
            kind,
            AskCategory(card=card, problem=problem, value=value),
            lambda question: [_value(name, question) for name in others],
        )
    else:
        content = AskEdit(card=card, field=field.value, problem=problem, value=value)
        offered = [value] if problem == Problem.UNSURE else []
        await desk.ask(
            kind,
            content,
            lambda question: [
                *(_value(each, question) for each in offered),
                button(PressAction.KEEP, question),
            ],
        )


def _content(
    question: _Question,
    state: ExpenseState,
    checked: Checked | None,
    doubtful: Sequence[FieldName],
) -> Asking:
    facts: dict[str, object] = {
        "card": card_of(state),
        "attempt": state.attempts.get(question.kind, 0) + 1,
        "noted": state.noted,
        "problem": checked.problem.value if checked and checked.problem else "",
        "several": state.receipts_seen,
    }
    if question.kind is QuestionKind.BETTER_IMAGE:
        facts |= {"code": state.unreadable_code, "reason": state.unreadable}
    if question.kind is QuestionKind.DUPLICATE:
        facts |= {"saved": state.duplicate_of, "saved_on": state.duplicate_saved_on}
    if question.kind is QuestionKind.PROPOSAL:
        facts |= {"changing": state.changing, "other": state.may_change}
    if question.kind is QuestionKind.CATEGORY:
        facts |= {"alone": state.changing}
    if question.kind is QuestionKind.READING:
        facts |= {"changing": state.changing, "unsure": doubtful}
    return question.content.model_validate(facts)


def _choices(
    question: _Question, state: ExpenseState, checked: Checked | None, proposed: int
) -> Choices:
    """The buttons: values to choose from, and a way out from the third attempt."""
    if question.kind is QuestionKind.DUPLICATE:
        return lambda q: [button(SAVE_ANYWAY, q), button(PressAction.DROP, q)]
    if question.kind is QuestionKind.PROPOSAL:
        actions = (SAVE_PROPOSED, *_other_actions(state), PressAction.DROP)
        together = [button(SAVE_ALL, "all", str(proposed))] if proposed > 1 else []
        return lambda q: [*(button(action, q) for action in actions), *together]
    if question.kind is QuestionKind.READING:
        change = () if state.changing else (CHANGE_PROPOSED,)
        keeping = (SAVE_PROPOSED, *change, PressAction.DROP, PressAction.KEEP)
        return lambda q: [button(action, q) for action in keeping]
    if checked is not None and checked.problem is Problem.NEGATIVE:
        either = (SAVE_AS_REFUND, SAVE_AS_SPENT, PressAction.DROP)
        return lambda q: [button(action, q) for action in either]
    values = _values(question.kind, state, checked)
    stuck = state.attempts.get(question.kind, 0) + 1 >= MAX_ATTEMPTS

    def build(question_id: str) -> Sequence[Choice]:
        offered = [_value(value, question_id) for value in values]
        way_out = (PressAction.DROP, PressAction.KEEP) if stuck else ()
        return [*offered, *(button(action, question_id) for action in way_out)]

    return build


def _other_actions(state: ExpenseState) -> Sequence[str]:
    """What else a proposal may be than what it was read as."""
    if state.may_change is not None:
        return (CHANGE_OTHER,)
    spent = (SAVE_AS_SPENT,) if state.draft.kind is MoneyKind.INCOME else ()
    return spent if state.changing else (*spent, CHANGE_PROPOSED)


def _values(kind: QuestionKind, state: ExpenseState, checked: Checked | None) -> Sequence[str]:
    draft = state.draft
    problem = checked.problem if checked else None
    if kind is QuestionKind.CATEGORY:
        return state.suggestions
    if problem is Problem.AMBIGUOUS:
        return [str(amount) for amount in draft.ambiguous_amounts]
    if problem is not Problem.UNSURE:
        return ()
    if kind is QuestionKind.AMOUNT and draft.amount is not None:
        return [str(draft.amount.value)]
    if kind is QuestionKind.MERCHANT and draft.merchant is not None:
        return [draft.merchant.value]
    return [draft.occurred_on.value.isoformat()] if kind is QuestionKind.DATE else ()


def list_doubts(questions: Sequence[Reply], *, seen: bool) -> AskTogether:
    """One list of what photos left in doubt: each as a yes would save it."""
    doubts: list[Doubt] = []
    for reply in questions:
        if reply.topic == AskReading.topic:
            reading = AskReading.model_validate(reply.content)
            doubts.append(Doubt(card=reading.card, unsure=reading.unsure))
        else:
            card = AskCategory.model_validate(reply.content).card
            likeliest = card.model_copy(update={"category": reply.choices[0].press.value})
            doubts.append(Doubt(card=likeliest, unsure=(FieldName.CATEGORY,)))
    return AskTogether(doubts=tuple(doubts), seen=seen)


def button(action: str, subject: str, value: str = "") -> Choice:
    """A button that the channel words from its action."""
    return Choice(press=ButtonPress(action=action, subject=subject, value=value))


def _value(value: str, question_id: str) -> Choice:
    return button(PressAction.ANSWER, question_id, value).model_copy(update={"label": value})
