"""What saves tell of budgets, in words, and how a budget is named."""

from agents.expenses.budgets import BudgetNotice, SpendingBudget
from agents.expenses.words import cards
from agents.expenses.words.names import category_name
from bot.texts.formats import Formats, shown

_ALL = 100
_ALL_ICON = "💰"


def notice_lines(notices: tuple[BudgetNotice, ...], formats: Formats) -> tuple[str, ...]:
    """What goes with a card that brought budgets to a level."""
    return tuple(_notice(notice, formats) for notice in notices)


def _notice(notice: BudgetNotice, formats: Formats) -> str:
    standing, words = notice.standing, formats.catalogue
    over = standing.left < 0
    kind = "near" if notice.level < _ALL else "over" if over else "used"
    return words.text(
        f"expenses.budget.notice.{kind}",
        name=budget_name(standing.budget, formats),
        percent=str(standing.budget.percent(standing.spent)),
        spent=formats.money(standing.spent, standing.budget.currency),
        budget=budget_each(standing.budget, formats),
        left=formats.money(abs(standing.left), standing.budget.currency),
    )


def budget_name(budget: SpendingBudget, formats: Formats) -> str:
    if not budget.category:
        return f"{_ALL_ICON} {formats.catalogue.text('expenses.budget.all')}"
    name = category_name(budget.category, formats.catalogue)
    return f"{cards.icon(budget.category)} {shown(name)}"


def budget_each(budget: SpendingBudget, formats: Formats) -> str:
    money = formats.money(budget.amount, budget.currency)
    return formats.catalogue.text(f"expenses.budget.each.{budget.period}", money=money)
