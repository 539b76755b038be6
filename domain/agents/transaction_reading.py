"""What a reading adds to a draft: a field that the person told stays as told."""

from domain.agents.transaction import (
    FIELD_CONFIDENCE_THRESHOLD,
    DraftField,
    Source,
    TransactionState,
    Value,
)
from domain.agents.transaction_differences import note_contradicted
from domain.agents.transaction_draft import SPOKEN
from domain.reading import Reading, ReadValue


def absorb_reading(state: TransactionState, reading: Reading, threshold: float) -> None:
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
    draft.merchant = _merged(state, "merchant", draft.merchant, reading.merchant)
    if not draft.ambiguous_amounts:
        draft.amount = _merged(state, "amount", draft.amount, reading.total)
    currency = _sure(reading.currency)
    draft.currency = _merged(state, "currency", draft.currency, currency) or draft.currency
    draft.occurred_on = (
        _merged(state, "occurred_on", draft.occurred_on, reading.occurred_on) or draft.occurred_on
    )
    draft.payment_method = _merged(state, "", draft.payment_method, _sure(reading.payment_method))
    draft.reference = _merged(state, "", draft.reference, _sure(reading.reference))
    draft.tax = reading.tax.value if reading.tax else None
    draft.items = reading.items
    state.guess = reading.category


def _sure(read: ReadValue[Value] | None) -> ReadValue[Value] | None:
    """A value that nobody is asked about: taken only when it is surely read."""
    if read is None or read.confidence < FIELD_CONFIDENCE_THRESHOLD:
        return None
    return read


def _merged(
    state: TransactionState,
    name: str,
    told: DraftField[Value] | None,
    read: ReadValue[Value] | None,
) -> DraftField[Value] | None:
    if read is None:
        return told
    if told is None or told.source not in SPOKEN:
        return DraftField(
            value=read.value,
            source=Source.PHOTO,
            confidence=read.confidence,
            evidence=read.evidence,
        )
    if name:
        note_contradicted(state, name, told.value, read.value)
    return told
