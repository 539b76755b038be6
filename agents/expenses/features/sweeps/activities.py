"""Carries out what is asked about the category of everything from one shop.

Years of one shop are changed in batches of their own transactions: each write is idempotent on its
own key, so a repetition goes on where the first attempt broke off.
"""

from hashlib import sha256

import structlog

from agents.expenses.categories import known_category
from agents.expenses.features.sweeps.store import Sweeps
from agents.expenses.features.sweeps.sweep import ForAllOrder, ForAllOutcome, SweepRequest
from agents.expenses.features.sweeps.tools import (
    CATEGORIZE_SHOP,
    RECATEGORIZE_SHOP,
    UNCATEGORIZE_SHOP,
    ShopCategory,
    SweepSelection,
)
from agents.expenses.parts import Shared
from agents.parts import FeatureParts
from domain.errors import ToolRefusedError
from domain.tools import Arguments, ErrorCode, RunToolRequest

_log = structlog.get_logger()

_SWEEP_LENGTH = 12


class SweepCategories:
    def __init__(self, sweeps: Sweeps) -> None:
        self._sweeps = sweeps

    async def categorize(self, request: RunToolRequest, arguments: Arguments) -> ForAllOutcome:
        """Idempotent on the call's id."""
        asked, user_id = ShopCategory.model_validate(arguments), request.person.user_id
        category = known_category(asked.category)
        category = category or await self._sweeps.category_called(user_id, asked.category)
        if category is None:
            raise ToolRefusedError(ErrorCode.INVALID_ARGUMENTS, "there is no category of this name")
        sweep = sha256(request.call.call_id.encode()).hexdigest()[:_SWEEP_LENGTH]
        order = ForAllOrder(name=asked.shop, category=category)
        return await self._sweeps.offer(user_id, sweep, order)

    async def recategorize(self, request: RunToolRequest, arguments: Arguments) -> ForAllOutcome:
        return _done(await self._sweeps.change(_sweep_of(request, arguments)), "change")

    async def uncategorize(self, request: RunToolRequest, arguments: Arguments) -> ForAllOutcome:
        return _done(await self._sweeps.change_back(_sweep_of(request, arguments)), "undo")


def _sweep_of(request: RunToolRequest, arguments: Arguments) -> SweepRequest:
    return SweepRequest(
        user_id=request.person.user_id,
        conversation_id=request.conversation_id,
        sweep=SweepSelection.model_validate(arguments).sweep or "",
        today=request.today,
    )


def _done(outcome: ForAllOutcome, step: str) -> ForAllOutcome:
    if outcome.order is None:
        raise ToolRefusedError(ErrorCode.NOT_FOUND, "there is no such offer any more")
    _log.info("expense.swept", step=step, rows=outcome.count)
    return outcome


def bind(shared: Shared) -> FeatureParts:
    sweeps = SweepCategories(Sweeps(shared.lent.database))
    return FeatureParts(
        outside=(
            (CATEGORIZE_SHOP, sweeps.categorize),
            (RECATEGORIZE_SHOP, sweeps.recategorize),
            (UNCATEGORIZE_SHOP, sweeps.uncategorize),
        )
    )
