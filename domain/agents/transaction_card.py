"""A draft as shown to the person and to engines."""

from datetime import date
from decimal import Decimal

from domain.agents.transaction import Draft, DraftField, TransactionState, Value
from domain.replies import Card, Provenance
from domain.understanding import Mention


def provenance_of(draft: Draft) -> dict[str, Provenance]:
    """Where each known field came from."""
    fields: dict[str, DraftField[str] | DraftField[Decimal] | DraftField[date] | None] = {
        "merchant": draft.merchant,
        "item": draft.item,
        "amount": draft.amount,
        "currency": draft.currency,
        "occurred_on": draft.occurred_on,
        "category": draft.category,
        "payment_method": draft.payment_method,
        "reference": draft.reference,
    }
    return {
        name: Provenance(source=field.source, evidence=field.evidence)
        for name, field in fields.items()
        if field is not None
    }


def card_of(state: TransactionState) -> Card:
    """The draft as shown to the person; the saved row when there is one."""
    if state.saved is not None:
        return state.saved
    draft = state.draft
    return Card(
        task_id=state.task_id,
        number=state.number,
        merchant=_value(draft.merchant),
        item=_value(draft.item),
        amount=_value(draft.amount),
        currency=draft.currency.value,
        occurred_on=draft.occurred_on.value,
        category=_value(draft.category),
        payment_method=_value(draft.payment_method),
        reference=_value(draft.reference),
        tax=draft.tax,
        item_count=len(draft.items),
        from_photo=state.attachment is not None,
        provenance=provenance_of(draft),
    )


def _value(field: DraftField[Value] | None) -> Value | None:
    return None if field is None else field.value


def mention_of(card: Card) -> Mention:
    """What is known of an expense, as context for engines."""
    shared = Mention.model_fields.keys() & Card.model_fields.keys()
    return Mention.model_validate(card.model_dump(include=set(shared)))
