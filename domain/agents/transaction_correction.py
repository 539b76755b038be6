"""What may be changed on a saved row: the same rules as for a draft that is to be saved."""

from datetime import date

from domain.agents.transaction import (
    Draft,
    DraftField,
    FieldName,
    Problem,
    Source,
    TransactionState,
    Value,
    validate,
)
from domain.messages import Frozen
from domain.replies import Card
from domain.understanding import Mention

_CHECKED = {
    FieldName.MERCHANT: ("merchant", "item"),
    FieldName.AMOUNT: ("amount", "currency", "ambiguous_amounts"),
    FieldName.DATE: ("occurred_on",),
    FieldName.CATEGORY: ("category",),
}


class RefusedCorrection(Frozen):
    """A correction that may not be made: which field, why, and the value that was told."""

    field: FieldName
    problem: Problem
    value: str


def take_correction(
    state: TransactionState, row: Card, mention: Mention, today: date
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

    def field(value: Value | None) -> DraftField[Value] | None:
        return None if value is None else DraftField(value=value, source=Source.TEXT)

    ambiguous = changes.ambiguous_amounts
    amount = changes.amount if changes.amount is not None else row.amount
    return draft.model_copy(
        update={
            "merchant": field(changes.merchant or row.merchant),
            "item": field(changes.item or row.item),
            "amount": None if ambiguous else field(amount),
            "ambiguous_amounts": ambiguous,
            "currency": field(changes.currency or row.currency) or draft.currency,
            "occurred_on": field(changes.occurred_on or row.occurred_on or today),
            "category": field(changes.category or row.category),
        }
    )
