"""Where the person's words and the photo disagree: shown on the card, the words hold."""

from decimal import Decimal

from domain.agents.transaction import DraftField, Source, TransactionState, Value
from domain.replies import Change


def note_overruled(
    state: TransactionState, name: str, old: DraftField[Value] | None, new: Value
) -> None:
    """The person says ``new`` where the draft has ``old``.

    It is compared with the photo's own value, also when an earlier word overruled that already.
    """
    earlier = next((d for d in state.differences if d.field == name), None)
    if earlier is not None:
        _note(state, name, earlier.before, new)
    elif old is not None and old.source is Source.PHOTO:
        _note(state, name, str(old.value), new)


def note_contradicted(state: TransactionState, name: str, told: Value, read: Value) -> None:
    """The photo says ``read`` where the person told something already."""
    _note(state, name, str(read), told)


def _note(state: TransactionState, name: str, photo: str | None, told: object) -> None:
    others = tuple(d for d in state.differences if d.field != name)
    change = Change(field=name, before=photo, after=str(told))
    state.differences = others if _same(photo, told) else (*others, change)


def _same(photo: str | None, told: object) -> bool:
    """Whether both say the same; 9.0 is 9.00."""
    if isinstance(told, Decimal) and photo is not None:
        return Decimal(photo) == told
    return photo == str(told)
