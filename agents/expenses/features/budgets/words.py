"""Budgets in words, each with a bar of what is used."""

from decimal import Decimal

from pydantic import JsonValue

from agents.expenses.features.budgets.budget import (
    LEVELS,
    BudgetNotice,
    BudgetStanding,
    SpendingBudget,
)
from agents.expenses.features.budgets.replies import (
    ALL,
    FOR,
    FOR_OWN,
    BudgetNotChanged,
    BudgetsShown,
    BudgetsWereRemoved,
    BudgetWasSet,
)
from agents.expenses.words import cards
from agents.expenses.words.names import category_name
from agents.expenses.words.spending import money_of, today_in
from agents.expenses.words.topics import with_example
from bot.texts.cards import AgentButton
from bot.texts.formats import Formats, plain_line, shown
from bot.texts.speech import Wording, Words, table
from domain.replies import Choice

_KEY = "expenses.budget"
_CELLS = 10
_ALL = 100
_ALL_ICON = "💰"
_USED, _FREE = "▰", "▱"


def budget_set(content: BudgetWasSet, formats: Formats) -> Wording:
    words, done = formats.catalogue, content.done
    lines = _standing(done.standing, formats)
    if done.before is not None and done.before != done.standing.budget:
        lines.append(words.text(f"{_KEY}.before", budget=_each(done.before, formats)))
    reached = done.standing.budget.levels_reached(done.standing.spent)
    to_come = [formats.percent(Decimal(each) / _ALL) for each in LEVELS if each not in reached]
    if to_come:
        lines.append(words.text(f"{_KEY}.levels", levels=formats.listed(to_come)))
    return Wording(lead=words.text(f"{_KEY}.set"), tail=tuple(lines))


def budgets_shown(content: BudgetsShown, formats: Formats) -> Wording:
    words, found = formats.catalogue, content.found
    if not found.standings:
        return with_example(_none(found.category, formats), _KEY, formats)
    lines = [line for standing in found.standings for line in _standing(standing, formats)]
    return Wording(lead=words.text(_KEY), tail=tuple(lines))


def budgets_removed(content: BudgetsWereRemoved, formats: Formats) -> Wording:
    gone = content.done.removed
    if not gone:
        return Wording(lead=_none(content.done.category, formats))
    lines = tuple(_named_budget(budget, formats) for budget in gone)
    return Wording(lead=formats.catalogue.count(f"{_KEY}.removed", len(gone)), tail=lines)


def not_changed(content: BudgetNotChanged, formats: Formats) -> Wording:
    words = formats.catalogue
    named = category_name(content.named, words) if content.named else ""
    return with_example(words.text(f"{_KEY}.{content.problem}", named=named), _KEY, formats)


def _category_of(choice: Choice, content: BudgetNotChanged, formats: Formats) -> str:
    del content
    name = category_name(choice.press.subject, formats.catalogue)
    if choice.press.action == FOR_OWN:
        return formats.catalogue.text(f"{_KEY}.own", name=plain_line(name))
    return name


def _none(category: str, formats: Formats) -> str:
    words = formats.catalogue
    if not category:
        return words.text(f"{_KEY}.none")
    return words.text(f"{_KEY}.none_of", named=category_name(category, words))


def _standing(standing: BudgetStanding, formats: Formats) -> list[str]:
    words, budget = formats.catalogue, standing.budget
    percent = budget.percent(standing.spent)
    used = min(_CELLS, percent * _CELLS // _ALL)
    kind = "over" if standing.left < 0 else "left"
    lines = [
        _named_budget(budget, formats),
        words.text(
            f"expenses.budget.line.{kind}",
            bar=_USED * used + _FREE * (_CELLS - used),
            percent=formats.percent(Decimal(percent) / _ALL),
            spent=formats.money(standing.spent, budget.currency),
            left=formats.money(abs(standing.left), budget.currency),
            days=words.count("expenses.budget.days", standing.days_left(today_in(formats))),
        ),
    ]
    if standing.apart:
        apart = money_of(standing.apart, formats)
        lines.append(words.text("expenses.budget.apart", apart=apart))
    return lines


def _named_budget(budget: SpendingBudget, formats: Formats) -> str:
    name, each = _name(budget, formats), _each(budget, formats)
    return formats.catalogue.text(f"{_KEY}.of", name=name, budget=each)


def notice_line(content: JsonValue, formats: Formats) -> str:
    """What goes with a card that brought a budget to a level."""
    notice = BudgetNotice.model_validate(content)
    standing, words = notice.standing, formats.catalogue
    over = standing.left < 0
    kind = "near" if notice.level < _ALL else "over" if over else "used"
    return words.text(
        f"expenses.budget.notice.{kind}",
        name=_name(standing.budget, formats),
        percent=formats.percent(Decimal(standing.budget.percent(standing.spent)) / _ALL),
        spent=formats.money(standing.spent, standing.budget.currency),
        budget=_each(standing.budget, formats),
        left=formats.money(abs(standing.left), standing.budget.currency),
    )


def _name(budget: SpendingBudget, formats: Formats) -> str:
    if not budget.category:
        return f"{_ALL_ICON} {formats.catalogue.text('expenses.budget.all')}"
    name = category_name(budget.category, formats.catalogue)
    return f"{cards.icon(budget.category)} {shown(name)}"


def _each(budget: SpendingBudget, formats: Formats) -> str:
    money = formats.money(budget.amount, budget.currency)
    return formats.catalogue.text(f"expenses.budget.each.{budget.period}", money=money)


BUTTONS = (
    AgentButton(action=ALL, code="bu", settles=False),
    AgentButton(action=FOR, code="bf"),
    AgentButton(action=FOR_OWN, code="bo"),
)

WORDS = table(
    Words(BudgetWasSet, budget_set),
    Words(BudgetsShown, budgets_shown),
    Words(BudgetsWereRemoved, budgets_removed),
    Words(BudgetNotChanged, not_changed, _category_of),
)
"""What words these topics."""
