"""A category for everything from one shop."""

from hashlib import sha256

import structlog
from temporalio import activity

from activities.boundary import app_errors
from agents.expenses.for_all import ForAllOutcome, ForAllRequest, SweepRequest, SweepStep
from agents.expenses.ports import SweepRules, Sweeps

_log = structlog.get_logger()

_SWEEP_LENGTH = 12


class SweepCategories:
    """Every write is idempotent on its own key, so a retry changes nothing."""

    def __init__(self, rules: SweepRules, sweeps: Sweeps) -> None:
        self._rules = rules
        self._sweeps = sweeps

    @activity.defn
    async def offer_for_all(self, request: ForAllRequest) -> ForAllOutcome:
        """Learns a category and tells how many rows have another; idempotent on ``change_id``."""
        with app_errors():
            order = self._rules.for_all_order(request)
            if order is None:
                return ForAllOutcome()
            sweep = sha256(request.change_id.encode()).hexdigest()[:_SWEEP_LENGTH]
            return await self._sweeps.offer(request.person.user_id, sweep, order)

    @activity.defn
    async def sweep_category(self, request: SweepRequest) -> ForAllOutcome:
        """Changes all rows of an offer, or changes them back. Idempotent."""
        with app_errors():
            if request.step is SweepStep.CHANGE:
                outcome = await self._sweeps.change(request)
            else:
                outcome = await self._sweeps.change_back(request)
        _log.info("expense.swept", step=request.step.value, rows=outcome.count)
        return outcome
