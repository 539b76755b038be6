"""Sets, shows and removes budgets."""

from temporalio import activity

from activities.boundary import app_errors
from agents.expenses.budgets import (
    Budgeted,
    BudgetOrder,
    BudgetPeriod,
    BudgetProblem,
    BudgetRequest,
    BudgetWish,
    SpendingBudget,
)
from agents.expenses.ports import BudgetRules, BudgetStore


class KeepBudgets:
    """An order that cannot be carried out as a whole changes nothing."""

    def __init__(self, rules: BudgetRules, budgets: BudgetStore) -> None:
        self._rules = rules
        self._budgets = budgets

    @activity.defn
    async def keep_budget(self, request: BudgetRequest) -> Budgeted:
        """What is asked of one person's budgets; idempotent on the person and the category."""
        with app_errors():
            order = self._rules.budget_order(request)
            if order is None:
                return Budgeted(problem=BudgetProblem.UNCLEAR)
            user_id, category = request.person.user_id, order.category
            if order.named:
                category = await self._budgets.category_called(user_id, order.named) or ""
                if not category:
                    return _refused(order, BudgetProblem.UNKNOWN_CATEGORY)
            if order.problem is not None:
                return _refused(order, order.problem)
            return await self._done(order, category, request)

    async def _done(self, order: BudgetOrder, category: str, request: BudgetRequest) -> Budgeted:
        user_id, whole = request.person.user_id, category or None
        if order.wish is BudgetWish.REMOVE:
            removed = await self._budgets.remove(user_id, whole)
            return Budgeted(wish=order.wish, named=category, removed=removed)
        if order.wish is BudgetWish.SHOW or order.amount is None:
            standings = await self._budgets.standings(user_id, request.today, whole)
            return Budgeted(wish=BudgetWish.SHOW, named=category, standings=standings)
        budget = SpendingBudget(
            category=category,
            amount=order.amount,
            currency=order.currency or request.person.currency,
            period=order.period or BudgetPeriod.MONTH,
            week_starts=order.week_starts,
        )
        standing, before = await self._budgets.set_budget(user_id, budget, request.today)
        return Budgeted(wish=order.wish, named=category, standings=(standing,), before=before)


def _refused(order: BudgetOrder, problem: BudgetProblem) -> Budgeted:
    return Budgeted(wish=order.wish, problem=problem, named=order.named or order.category)
