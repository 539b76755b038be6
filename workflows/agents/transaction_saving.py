"""Saving, correcting and keeping an expense. Every write is idempotent on its own id."""

from collections.abc import Sequence

from domain.agents.transaction import CARD, Source, TransactionState
from domain.agents.transaction_card import card_of, provenance_of
from domain.ledger import (
    THE_SAVE,
    AmendOutcome,
    AmendRequest,
    DraftStatus,
    SaveRequest,
    short_id,
)
from domain.messages import ButtonPress
from domain.replies import Choice, Provenance
from domain.topics import ConversationTopic, PressAction, TransactionTopic
from domain.understanding import Mention, QuestionKind
from workflows import metrics
from workflows.agents.contract import Outcome
from workflows.desk import Desk
from workflows.failures import ActivityFailed
from workflows.options import (
    AMEND_TRANSACTION,
    AMEND_TRANSACTION_LATER,
    SAVE_TRANSACTION,
    SAVE_TRANSACTION_LATER,
    WAIT_FOR_DATABASE,
)


def buttons(task_id: str, *actions: PressAction) -> Sequence[Choice]:
    """Buttons about a task that need no label of their own."""
    return [Choice(press=ButtonPress(action=action, subject=task_id)) for action in actions]


def undo_button(task_id: str, shown: str) -> Choice:
    """Takes back the change that its card shows: ``THE_SAVE``, or a ``short_id``."""
    return Choice(press=ButtonPress(action=PressAction.UNDO, subject=task_id, value=shown))


async def store(state: TransactionState, desk: Desk) -> Outcome | None:
    """Saves the draft. Only a commit, a refusal by the database or a cancel ends the wait.

    None means that there is more to do: the same receipt seems to be saved already, or something
    was said while saving.
    """
    request = _save_request(state, desk)
    try:
        outcome = await desk.call(SAVE_TRANSACTION, request, "save")
    except ActivityFailed as failure:
        if desk.cancelled:
            return Outcome.DROPPED
        if failure.code != "storage.unavailable":
            return await _not_saved(state, desk, failure)
        _wait_for_database(state, desk)
        outcome = await desk.call(SAVE_TRANSACTION_LATER, request, WAIT_FOR_DATABASE)
        desk.stuck = False
    if outcome.duplicate_of is not None and desk.cancelled:
        return Outcome.DROPPED
    if outcome.duplicate_of is not None:
        state.duplicate_of = outcome.duplicate_of.card
        state.duplicate_saved_at = outcome.duplicate_of.saved_at
        return None
    if outcome.saved is not None:
        state.saved = outcome.saved.card
    if not desk.cancelled:
        return None
    state.announced = True
    desk.told_saved = True
    desk.say(
        ConversationTopic.CANCELLED_SAVED,
        cards=[card_of(state)],
        choices=[undo_button(desk.task_id, THE_SAVE)],
    )
    return Outcome.SAVED


def _wait_for_database(state: TransactionState, desk: Desk) -> None:
    """The person is told once; the row is written when the database is back."""
    desk.say(TransactionTopic.STORAGE_DOWN, cards=[card_of(state)])
    state.late = True
    desk.step_aside()


async def _not_saved(state: TransactionState, desk: Desk, failure: ActivityFailed) -> Outcome:
    await desk.keep_draft(state, DraftStatus.KEPT)
    desk.say(
        TransactionTopic.NOT_SAVED,
        cards=[card_of(state)],
        facts=failure.facts,
        choices=buttons(desk.task_id, PressAction.RETRY),
    )
    return Outcome.KEPT


async def after_save(state: TransactionState, desk: Desk) -> Outcome | None:
    """Writes what was said since the save, shows the row once, and asks what to edit if wanted."""
    if state.pending is not None:
        await _amend(state, desk, state.pending)
        return None
    if not state.announced:
        state.announced = True
        desk.say(
            TransactionTopic.SAVED,
            cards=[card_of(state)],
            changes=state.differences,
            facts={"late": "1"} if state.late else {},
            choices=[
                *buttons(desk.task_id, PressAction.EDIT),
                undo_button(desk.task_id, THE_SAVE),
            ],
        )
        return None
    if state.edit_wanted:
        await desk.ask(
            QuestionKind.EDIT,
            TransactionTopic.ASK_EDIT,
            cards=[card_of(state)],
            choices=lambda question: buttons(question, PressAction.KEEP),
            facts={
                "attempt": str(state.attempts.get(QuestionKind.EDIT, 0) + 1),
                **state.refused,
            },
        )
        return None
    return Outcome.SAVED


async def _amend(state: TransactionState, desk: Desk, changes: Mention) -> None:
    request = AmendRequest(
        user_id=desk.person.user_id,
        conversation_id=desk.conversation_id,
        task_id=desk.task_id,
        change_id=desk.next_change_id(),
        changes=changes,
        provenance=Provenance(source=state.pending_source.value, evidence=state.pending_evidence),
    )
    state.pending = None
    try:
        outcome = await _amended(state, desk, request)
    except ActivityFailed as failure:
        if desk.cancelled:
            return
        if failure.code == "not_found":
            desk.say(TransactionTopic.NOT_FOUND)
        else:
            desk.say(ConversationTopic.FAILED, facts=failure.facts)
        state.announced = True
        return
    state.saved = outcome.stored.card
    if outcome.changes:
        metrics.corrected(CARD.slug)
    if not state.announced:
        state.differences = (*state.differences, *outcome.changes)
    elif outcome.changes:
        desk.say(
            TransactionTopic.CORRECTED,
            cards=[card_of(state)],
            changes=outcome.changes,
            choices=[undo_button(desk.task_id, short_id(request.change_id))],
        )
    else:
        desk.say(TransactionTopic.UNCHANGED, cards=[card_of(state)])


async def _amended(state: TransactionState, desk: Desk, request: AmendRequest) -> AmendOutcome:
    try:
        return await desk.call(AMEND_TRANSACTION, request, "correct")
    except ActivityFailed as failure:
        if desk.cancelled or failure.code != "storage.unavailable":
            raise
    _wait_for_database(state, desk)
    outcome = await desk.call(AMEND_TRANSACTION_LATER, request, WAIT_FOR_DATABASE)
    desk.stuck = False
    return outcome


async def keep(state: TransactionState, desk: Desk) -> Outcome | None:
    """Keeps the draft for later; the conversation is free. None when more was said meanwhile."""
    state.wish = None
    await desk.keep_draft(state, DraftStatus.KEPT)
    if desk.has_injected:
        return None
    desk.say(
        TransactionTopic.KEPT,
        cards=[card_of(state)],
        choices=buttons(desk.task_id, PressAction.RESUME),
    )
    return Outcome.KEPT


def _save_request(state: TransactionState, desk: Desk) -> SaveRequest:
    draft, card = state.draft, card_of(state)
    if draft.amount is None or draft.category is None:
        msg = "a draft is saved only when all its required fields are valid"
        raise AssertionError(msg)
    return SaveRequest(
        user_id=desk.person.user_id,
        conversation_id=desk.conversation_id,
        task_id=desk.task_id,
        number=state.number,
        turn_number=desk.turn_number,
        merchant=card.merchant,
        item=card.item,
        amount=draft.amount.value,
        currency=draft.currency.value,
        occurred_on=draft.occurred_on.value,
        timezone=desk.person.timezone,
        category=draft.category.value,
        payment_method=card.payment_method,
        reference=card.reference,
        tax=draft.tax,
        items=draft.items,
        attachment_sha256=state.attachment.sha256 if state.attachment else None,
        provenance=provenance_of(draft),
        confidence=state.reading_confidence,
        category_chosen=draft.category.source not in {Source.INFERRED, Source.LEARNED},
        force=state.duplicate_accepted,
    )
