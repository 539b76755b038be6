"""Carries out what is asked about the category of everything from one shop.

Years of one shop are changed in batches of their own transactions: each write is idempotent on its
own key, so a repetition goes on where the first attempt broke off.
"""

from collections.abc import Awaitable, Callable
from functools import partial
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
from agents.parts import FeatureParts, OutsideToolHandler
from domain.errors import ToolRefusedError
from domain.tools import Arguments, ErrorCode, RunToolRequest

_log = structlog.get_logger()

_SWEEP_LENGTH = 12


async def categorize(
    sweeps: Sweeps, request: RunToolRequest, arguments: Arguments
) -> ForAllOutcome:
    """Idempotent on the call's id."""
    asked, user_id = ShopCategory.model_validate(arguments), request.person.user_id
    category = known_category(asked.category)
    category = category or await sweeps.category_called(user_id, asked.category)
    if category is None:
        raise ToolRefusedError(ErrorCode.INVALID_ARGUMENTS, "there is no category of this name")
    sweep = sha256(request.call.call_id.encode()).hexdigest()[:_SWEEP_LENGTH]
    return await sweeps.offer(user_id, sweep, ForAllOrder(name=asked.shop, category=category))


def _sweeping(
    step: str, carry_out: Callable[[SweepRequest], Awaitable[ForAllOutcome]]
) -> OutsideToolHandler:
    """Returns the tool that takes this step of a sweep that was offered."""

    async def handle(request: RunToolRequest, arguments: Arguments) -> ForAllOutcome:
        asked = SweepRequest(
            user_id=request.person.user_id,
            conversation_id=request.conversation_id,
            sweep=SweepSelection.model_validate(arguments).sweep or "",
            today=request.today,
        )
        outcome = await carry_out(asked)
        if outcome.order is None:
            raise ToolRefusedError(ErrorCode.NOT_FOUND, "there is no such offer any more")
        _log.info("expense.swept", step=step, rows=outcome.count)
        return outcome

    return handle


def bind(shared: Shared) -> FeatureParts:
    sweeps = Sweeps(shared.lent.database)
    return FeatureParts(
        outside=(
            (CATEGORIZE_SHOP, partial(categorize, sweeps)),
            (RECATEGORIZE_SHOP, _sweeping("change", sweeps.change)),
            (UNCATEGORIZE_SHOP, _sweeping("undo", sweeps.change_back)),
        )
    )
