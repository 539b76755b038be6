"""Saving, correcting, undoing and finding expenses. Sequencing is the workflow's business."""

import structlog
from temporalio import activity

from activities.boundary import app_errors
from agents.expenses.activities.rate_files import RateFiles
from agents.expenses.card import CARD
from agents.expenses.ledger import (
    AmendOutcome,
    AmendRequest,
    FindRequest,
    Found,
    RestoreRequest,
    SaveOutcome,
    SaveRequest,
    StoredTransaction,
    UndoOutcome,
    UndoRequest,
)
from agents.expenses.ports import Ledger

_log = structlog.get_logger()


class KeepLedger:
    """Every write is idempotent on its own key, so a retry changes nothing."""

    def __init__(self, ledger: Ledger, rate_files: RateFiles | None = None) -> None:
        """``rate_files`` are taken in before a rate is looked up."""
        self._ledger = ledger
        self._rate_files = rate_files

    @activity.defn
    async def save_expense(self, request: SaveRequest) -> SaveOutcome:
        """Saves one row; idempotent on ``task_id``."""
        with app_errors():
            await self._take_in_rates()
            outcome = await self._ledger.save(request)
        _log.info(
            "expense.saved" if outcome.saved else "expense.duplicate", task_id=request.task_id
        )
        return outcome.model_copy(update={"late": _waited_for_the_database()})

    @activity.defn
    async def amend_expense(self, request: AmendRequest) -> AmendOutcome:
        """Corrects a saved row; idempotent on ``change_id``."""
        with app_errors():
            await self._take_in_rates()
            outcome = await self._ledger.amend(request)
        _count_corrections(outcome)
        return outcome

    @activity.defn
    async def undo_expense(self, request: UndoRequest) -> UndoOutcome:
        """Takes back the last change; idempotent on ``change_id``."""
        with app_errors():
            return await self._ledger.undo(request)

    @activity.defn
    async def restore_expense(self, request: RestoreRequest) -> StoredTransaction:
        """Brings a deleted row back; idempotent."""
        with app_errors():
            return await self._ledger.restore(request)

    @activity.defn
    async def find_expense(self, request: FindRequest) -> Found:
        """One row of this person. Reads only."""
        with app_errors():
            return Found(stored=await self._ledger.find(request))

    async def _take_in_rates(self) -> None:
        if self._rate_files is not None:
            await self._rate_files.fresh()


def _count_corrections(outcome: AmendOutcome) -> None:
    """By field and by what the expense was read from, so that the quality of reading and of
    categories shows.
    """
    counter = activity.metric_meter().create_counter(
        "agent_corrections_total", "Corrected fields of what was done"
    )
    source = "photo" if outcome.stored.card.from_photo else "words"
    for change in outcome.changes:
        counter.add(1, {"agent": CARD.slug, "field": change.field, "source": source})


def _waited_for_the_database() -> bool:
    """Whether an outage came before: only what waits for its end has no last attempt."""
    policy = activity.info().retry_policy
    return policy is not None and policy.maximum_attempts == 0
