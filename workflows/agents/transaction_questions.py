"""The receipt agent's questions: each says what is known and offers what can be offered."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from domain.agents.transaction import (
    MAX_ATTEMPTS,
    Action,
    Checked,
    FieldName,
    Problem,
    TransactionState,
    validate,
)
from domain.agents.transaction_card import card_of
from domain.messages import ButtonPress
from domain.replies import Choice
from domain.topics import PressAction, TransactionTopic
from domain.understanding import QuestionKind
from workflows.desk import Desk


@dataclass(frozen=True)
class _Question:
    kind: QuestionKind
    topic: TransactionTopic
    field: FieldName | None = None


_QUESTIONS = {
    Action.REQUEST_AMOUNT: _Question(
        QuestionKind.AMOUNT, TransactionTopic.ASK_AMOUNT, FieldName.AMOUNT
    ),
    Action.REQUEST_MERCHANT: _Question(
        QuestionKind.MERCHANT, TransactionTopic.ASK_MERCHANT, FieldName.MERCHANT
    ),
    Action.REQUEST_DATE: _Question(QuestionKind.DATE, TransactionTopic.ASK_DATE, FieldName.DATE),
    Action.REQUEST_CATEGORY: _Question(
        QuestionKind.CATEGORY, TransactionTopic.ASK_CATEGORY, FieldName.CATEGORY
    ),
    Action.REQUEST_BETTER_IMAGE: _Question(
        QuestionKind.BETTER_IMAGE, TransactionTopic.ASK_BETTER_IMAGE
    ),
    Action.CONFIRM_DUPLICATE: _Question(QuestionKind.DUPLICATE, TransactionTopic.ASK_DUPLICATE),
}


async def ask(action: Action, state: TransactionState, desk: Desk) -> None:
    """Puts the question that belongs to ``action`` and waits until something is said."""
    question = _QUESTIONS[action]
    checked = validate(state.draft, desk.today()).get(question.field) if question.field else None
    cards = [card_of(state)]
    if action is Action.CONFIRM_DUPLICATE and state.duplicate_of is not None:
        cards.append(state.duplicate_of)
    await desk.ask(
        question.kind,
        question.topic,
        cards=cards,
        choices=_choices(question, state, checked),
        facts=_facts(question, state, checked, desk),
    )


def _facts(
    question: _Question, state: TransactionState, checked: Checked | None, desk: Desk
) -> dict[str, str]:
    facts = {"attempt": str(state.attempts.get(question.kind, 0) + 1)}
    if checked is not None and checked.problem is not None:
        facts["problem"] = checked.problem.value
    if state.noted:
        facts["noted"] = "1"
    if state.receipts_seen > 1:
        facts["several"] = str(state.receipts_seen)
    if question.kind is QuestionKind.BETTER_IMAGE and state.unreadable:
        facts |= {"reason": state.unreadable, "code": state.unreadable_code}
    if question.kind is QuestionKind.DUPLICATE and state.duplicate_saved_at is not None:
        facts["saved_at"] = desk.date_of(state.duplicate_saved_at).isoformat()
    return facts


def _choices(
    question: _Question, state: TransactionState, checked: Checked | None
) -> Callable[[str], Sequence[Choice]]:
    """The buttons: values to choose from, and a way out from the third attempt."""
    if question.kind is QuestionKind.DUPLICATE:
        return lambda q: [_button(PressAction.SAVE_ANYWAY, q), _button(PressAction.DROP, q)]
    values = _values(question.kind, state, checked)
    stuck = state.attempts.get(question.kind, 0) + 1 >= MAX_ATTEMPTS

    def build(question_id: str) -> Sequence[Choice]:
        offered = [_value(value, question_id) for value in values]
        way_out = (PressAction.DROP, PressAction.KEEP) if stuck else ()
        return [*offered, *(_button(action, question_id) for action in way_out)]

    return build


def _values(kind: QuestionKind, state: TransactionState, checked: Checked | None) -> Sequence[str]:
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


def _button(action: PressAction, question_id: str) -> Choice:
    return Choice(press=ButtonPress(action=action, subject=question_id))


def _value(value: str, question_id: str) -> Choice:
    press = ButtonPress(action=PressAction.ANSWER, subject=question_id, value=value)
    return Choice(press=press, label=value)


def explain(state: TransactionState, desk: Desk) -> None:
    """Tells where the values came from that the person asked about."""
    for field in state.explain:
        desk.say(TransactionTopic.PROVENANCE, cards=[card_of(state)], facts={"field": field})
    state.explain = ()
