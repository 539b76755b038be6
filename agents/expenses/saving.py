"""From what was said to a row: what a task begins with, what is asked of it and what is written.

Pure functions on ``ExpenseState``, for the workflow and for what saves where words are read.
"""

from datetime import date

from agents.expenses.categories import CATEGORIES, MAX_SUGGESTIONS, UNASKED
from agents.expenses.details import Mention
from agents.expenses.draft import apply_mention, blank_draft, names_shop
from agents.expenses.ledger import SaveOutcome, SaveRequest
from agents.expenses.meaning import Categorized, CategorizeRequest, CategorySource
from agents.expenses.rules import DraftField, ExpenseState, Source, card_of, provenance_of
from agents.expenses.shown import Card
from domain.money import Currency
from domain.tasks import Opening
from domain.understanding import Person

_SAVED_AS_SHOWN = SaveRequest.model_fields.keys() & (
    Mention.model_fields.keys() | {"tax", "occurred_at"}
)
"""Fields of an expense that a row has as its card shows them."""


def open_state(opening: Opening, currency: Currency, today: date) -> ExpenseState:
    """The state that a task begins with. Raises ``ValidationError`` for the details of another."""
    state = ExpenseState(
        task_id=opening.task_id,
        number=opening.number,
        draft=blank_draft(currency, today),
        attachment=opening.attachment,
        caption=opening.caption,
    )
    if opening.details is not None:
        mention = Mention.model_validate(opening.details)
        apply_mention(state, mention, Source.TEXT, opening.evidence)
    state.proposed = opening.proposed
    if opening.may_change is not None:
        state.may_change = Card.model_validate(opening.may_change.card)
    state.category_unasked = opening.proposed or (opening.likely and not names_shop(state.draft))
    return state


def categorize_request(state: ExpenseState, person: Person) -> CategorizeRequest:
    draft, shown = state.draft, card_of(state)
    if draft.amount is None:
        raise AssertionError("a category is looked for only when the amount is valid")
    return CategorizeRequest(
        person=person,
        task_id=state.task_id,
        kind=draft.kind,
        merchant=shown.merchant,
        item=shown.item,
        amount=draft.amount.value,
        currency=draft.currency.value,
        guess=state.guess.value if state.guess else None,
        guess_confidence=state.guess.confidence if state.guess else 0.0,
        attachment_sha256=state.sha256,
        attachment_part=state.attachment.part if state.attachment else 0,
    )


def take_category(state: ExpenseState, found: Categorized | None, threshold: float) -> None:
    """Writes the category, or what is offered in its place where it is not sure enough."""
    state.categorized = True
    unasked = UNASKED.get(state.draft.kind)
    if unasked is not None:
        chosen = found.category if found is not None and found.category else unasked
        state.draft.category = DraftField(value=chosen, source=Source.INFERRED)
        return
    state.suggestions = (found.suggestions if found else CATEGORIES)[:MAX_SUGGESTIONS]
    if state.category_unasked:
        likeliest = (found.category if found else None) or CATEGORIES[-1]
        state.draft.category = DraftField(value=likeliest, source=Source.INFERRED)
        return
    if found is None or not found.category:
        return
    if found.confidence >= threshold:
        learned = found.source is CategorySource.LEARNED
        state.draft.category = DraftField(
            value=found.category,
            source=Source.LEARNED if learned else Source.INFERRED,
            confidence=found.confidence,
        )
    elif found.category not in state.suggestions:
        state.suggestions = (found.category, *state.suggestions)[:MAX_SUGGESTIONS]


def save_request(
    state: ExpenseState, person: Person, *, conversation_id: str, turn_number: int, today: date
) -> SaveRequest:
    draft, shown = state.draft, card_of(state)
    if draft.amount is None or draft.category is None:
        raise AssertionError("a draft is saved only when all its required fields are valid")
    return SaveRequest(
        user_id=person.user_id,
        conversation_id=conversation_id,
        task_id=state.task_id,
        number=state.number,
        turn_number=turn_number,
        **shown.model_dump(include=_SAVED_AS_SHOWN),
        timezone=person.timezone,
        items=draft.items,
        attachment_sha256=state.sha256,
        attachment_part=state.attachment.part if state.attachment else 0,
        provenance=provenance_of(draft),
        confidence=state.reading_confidence,
        category_chosen=draft.category.source not in {Source.INFERRED, Source.LEARNED},
        # Whoever tells it by the amount of an earlier one knows of that one.
        force=state.duplicate_accepted or draft.amount.source is Source.EARLIER,
        home_currency=person.currency,
        today=today,
    )


def note_saved(state: ExpenseState, outcome: SaveOutcome) -> None:
    """Takes over the row, where there is one."""
    if outcome.saved is not None:
        state.saved = outcome.saved.card
        state.late = outcome.late
        state.notices = outcome.notices
