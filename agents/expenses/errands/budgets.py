"""Budgets: set, shown, removed."""

from agents.contract import Errand, ErrandDesk
from agents.expenses import replies
from agents.expenses.budgets import BudgetRequest
from agents.expenses.calls import KEEP_BUDGET


def budgeting(asked: str) -> Errand:
    """``asked``: the person's words, or what follows the command."""

    async def budget(desk: ErrandDesk) -> None:
        request = BudgetRequest(person=desk.person, asked=asked, today=desk.today())
        done = await desk.call(KEEP_BUDGET, request, "look after the budgets")
        desk.say(replies.BudgetShown(budgeted=done))

    return budget
