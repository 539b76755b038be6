"""Saving, correcting, undoing and finding transactions. Sequencing is the workflow's business."""

import structlog
from temporalio import activity

from activities.boundary import app_errors
from activities.ports import Ledger
from domain.ledger import (
    AmendOutcome,
    AmendRequest,
    FindRequest,
    Found,
    Insight,
    InsightRequest,
    RestoreRequest,
    SaveOutcome,
    SaveRequest,
    StoredTransaction,
    UndoOutcome,
    UndoRequest,
)

_log = structlog.get_logger()


class KeepLedger:
    """Every write is idempotent on its own key, so a retry changes nothing."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    @activity.defn
    async def save_transaction(self, request: SaveRequest) -> SaveOutcome:
        """Saves one row; idempotent on ``task_id``."""
        with app_errors():
            outcome = await self._ledger.save(request)
        event = "transaction.saved" if outcome.saved else "transaction.duplicate"
        _log.info(event, task_id=request.task_id)
        return outcome

    @activity.defn
    async def amend_transaction(self, request: AmendRequest) -> AmendOutcome:
        """Corrects a saved row; idempotent on ``change_id``."""
        with app_errors():
            return await self._ledger.amend(request)

    @activity.defn
    async def undo_transaction(self, request: UndoRequest) -> UndoOutcome:
        """Takes back the last change; idempotent on ``change_id``."""
        with app_errors():
            return await self._ledger.undo(request)

    @activity.defn
    async def restore_transaction(self, request: RestoreRequest) -> StoredTransaction:
        """Brings a deleted row back; idempotent."""
        with app_errors():
            return await self._ledger.restore(request)

    @activity.defn
    async def find_transaction(self, request: FindRequest) -> Found:
        """One row of this person. Reads only."""
        with app_errors():
            return Found(stored=await self._ledger.find(request))

    @activity.defn
    async def summarise_spending(self, request: InsightRequest) -> Insight:
        """Totals and rows of this person. Reads only."""
        with app_errors():
            return await self._ledger.insight(request)
