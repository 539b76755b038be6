"""Budgets in words, each with a bar of what is used."""

from agents.expenses.budgets import (
    Apart,
    BudgetNotice,
    BudgetStanding,
    BudgetWish,
    SpendingBudget,
)
from agents.expenses.replies import BudgetShown
from agents.expenses.words import cards
from agents.expenses.words.names import category_name
from bot.texts.formats import Formats, shown
from bot.texts.speech import Wording, Words, table

_CELLS = 10
_ALL = 100
_ALL_ICON = "💰"
_USED, _FREE = "▰", "▱"


def budget_shown(content: BudgetShown, formats: Formats) -> Wording:
    words, key, done = formats.catalogue, content.topic, content.budgeted
    named = category_name(done.named, words) if done.named else ""
    if done.problem is not None:
        lead = words.first(f"{key}.{done.problem}", f"{key}.unclear", named=named)
        return Wording(lead=lead, tail=(words.text(f"{key}.example"),))
    if done.wish is BudgetWish.REMOVE:
        return _removed(content, named, formats)
    if not done.standings:
        lead = words.text(f"{key}.none_of", named=named) if named else words.text(f"{key}.none")
        return Wording(lead=lead, tail=(words.text(f"{key}.example"),))
    lead = words.text(f"{key}.set" if done.wish is BudgetWish.SET else key)
    lines = [line for standing in done.standings for line in _standing(standing, formats)]
    if done.before is not None and done.before != done.standings[0].budget:
        lines.append(words.text(f"{key}.before", budget=_budget(done.before, formats)))
    return Wording(lead=lead, tail=tuple(lines))


def _removed(content: BudgetShown, named: str, formats: Formats) -> Wording:
    words, key, gone = formats.catalogue, content.topic, content.budgeted.removed
    if not gone:
        lead = words.text(f"{key}.none_of", named=named) if named else words.text(f"{key}.none")
        return Wording(lead=lead)
    lines = tuple(_named_budget(budget, formats) for budget in gone)
    return Wording(lead=words.count(f"{key}.removed", len(gone)), tail=lines)


def notice_lines(notices: tuple[BudgetNotice, ...], formats: Formats) -> tuple[str, ...]:
    """What goes with a card that brought budgets to a level."""
    return tuple(_notice(notice, formats) for notice in notices)


def _notice(notice: BudgetNotice, formats: Formats) -> str:
    standing, words = notice.standing, formats.catalogue
    over = standing.left < 0
    kind = "near" if notice.level < _ALL else "over" if over else "used"
    return words.text(
        f"expenses.budget.notice.{kind}",
        name=_name(standing.budget, formats),
        percent=str(standing.budget.percent(standing.spent)),
        spent=formats.money(standing.spent, standing.budget.currency),
        budget=_budget(standing.budget, formats),
        left=formats.money(abs(standing.left), standing.budget.currency),
    )


def _standing(standing: BudgetStanding, formats: Formats) -> list[str]:
    words, budget = formats.catalogue, standing.budget
    percent = budget.percent(standing.spent)
    used = min(_CELLS, percent * _CELLS // _ALL)
    today = formats.now.astimezone(formats.zone).date()
    kind = "over" if standing.left < 0 else "left"
    lines = [
        _named_budget(budget, formats),
        words.text(
            f"expenses.budget.line.{kind}",
            bar=_USED * used + _FREE * (_CELLS - used),
            percent=str(percent),
            spent=formats.money(standing.spent, budget.currency),
            left=formats.money(abs(standing.left), budget.currency),
            days=words.count("expenses.budget.days", standing.days_left(today)),
        ),
    ]
    if standing.apart:
        parts = [_apart(part, formats) for part in standing.apart]
        lines.append(words.text("expenses.budget.apart", apart=formats.listed(parts)))
    return lines


def _apart(part: Apart, formats: Formats) -> str:
    return formats.money(part.amount, part.currency)


def _named_budget(budget: SpendingBudget, formats: Formats) -> str:
    text = _budget(budget, formats)
    return formats.catalogue.text("expenses.budget.of", name=_name(budget, formats), budget=text)


def _name(budget: SpendingBudget, formats: Formats) -> str:
    if not budget.category:
        return f"{_ALL_ICON} {formats.catalogue.text('expenses.budget.all')}"
    name = category_name(budget.category, formats.catalogue)
    return f"{cards.icon(budget.category)} {shown(name)}"


def _budget(budget: SpendingBudget, formats: Formats) -> str:
    money = formats.money(budget.amount, budget.currency)
    return formats.catalogue.text(f"expenses.budget.each.{budget.period}", money=money)


WORDS = table(Words(BudgetShown, budget_shown))
"""What words these topics."""
