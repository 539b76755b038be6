"""Keeps, lists and removes what comes again and again."""

from temporalio import activity

from activities.boundary import app_errors
from agents.expenses.ports import RecurringRules, RecurringStore
from agents.expenses.recurring import (
    RecurringProblem,
    RecurringRequest,
    RecurringTold,
    RecurringWish,
)


class KeepRecurring:
    """Nothing is saved as an expense by it."""

    def __init__(self, rules: RecurringRules, store: RecurringStore) -> None:
        self._rules = rules
        self._store = store

    @activity.defn
    async def keep_recurring(self, request: RecurringRequest) -> RecurringTold:
        """What is asked of one person's recurring expenses; idempotent on name and currency."""
        with app_errors():
            if request.task_id:
                return await self._offered(request)
            return await self._ordered(request)

    async def _offered(self, request: RecurringRequest) -> RecurringTold:
        kept = await self._store.keep_offered(request.person.user_id, request.task_id)
        if kept is None:
            return RecurringTold(wish=RecurringWish.KEEP, problem=RecurringProblem.UNKNOWN)
        return RecurringTold(wish=RecurringWish.KEEP, items=(kept,))

    async def _ordered(self, request: RecurringRequest) -> RecurringTold:
        order, user_id = self._rules.recurring_order(request), request.person.user_id
        if order is None:
            return RecurringTold(problem=RecurringProblem.UNCLEAR)
        if order.wish is RecurringWish.SHOW:
            return RecurringTold(items=await self._store.items(user_id))
        if order.wish is RecurringWish.KEEP:
            kept = await self._store.keep(user_id, order, request.today)
            return RecurringTold(wish=order.wish, items=(kept,) if kept else ())
        name = order.item or ""
        removed = await self._store.remove(user_id, name)
        problem = None if removed else RecurringProblem.UNKNOWN
        return RecurringTold(wish=order.wish, problem=problem, named=name, items=removed)
