"""Words about budgets: "set a budget of 500 for food", "how much of my budget is left"."""

import re
from decimal import Decimal
from functools import cache

from agents.expenses.budgets import (
    BudgetOrder,
    BudgetPeriod,
    BudgetProblem,
    BudgetWish,
    amount_problem,
)
from agents.expenses.categories import known_category
from agents.expenses.offline.amounts import Amount, find_amounts
from agents.expenses.offline.lexicon import category_by_whole_name
from agents.expenses.offline.notation import locale_of
from agents.expenses.offline.tables import lists
from agents.expenses.offline.words import phrase_pattern
from domain.understanding import Person

_MAX_WORDS = 16
_MAX_NAME_WORDS = 3
_POWER = re.compile(r"(?<![\w.,])\d+(?:\.\d+)?e\+?\d+(?!\w)", re.IGNORECASE)
"""As in "1e12", which is no notation of amounts."""
_COMPOUND = re.compile(r"(?<!\w)([^\W\d_]{3,}?)s?budget(?=s?(?!\w))", re.IGNORECASE)
"""As German writes it: "Essensbudget"."""
_EDGES = re.compile(r"^[\s,.;:!?&-]+|[\s,.;:!?&-]+$")


@cache
def _words(name: str) -> re.Pattern[str]:
    return phrase_pattern(lists("budgets.toml")[name])


def asks_about_budget(text: str, person: Person) -> bool:
    """Whether it can be about nothing but a budget: each word is of an order or of a category
    that is known. "Budget hotel 120" names what was bought.
    """
    text = _COMPOUND.sub(r"\1 budget", text)
    if len(text.split()) > _MAX_WORDS or _words("budget").search(text) is None:
        return False
    order = budget_in(text, person)
    if order is None or order.problem is BudgetProblem.UNCLEAR:
        return False
    if order.wish is BudgetWish.SET and _is_of_a_thing(text, order):
        return False
    if not order.named:
        return True
    verb = {BudgetWish.SET: "set", BudgetWish.REMOVE: "remove"}.get(order.wish)
    ordered = verb is not None and _words(verb).search(text) is not None
    return ordered and len(order.named.split()) <= _MAX_NAME_WORDS


def _is_of_a_thing(text: str, order: BudgetOrder) -> bool:
    """As in "budget lunch 12": in front of a thing it says what kind of thing it was."""
    named = re.fullmatch(
        r"\W*budget\s+(?P<what>[^\W\d]+(?:\s[^\W\d]+)*)\s+\W?\S*\d\S*", text, re.IGNORECASE
    )
    if named is None or order.period is not None:
        return False
    what = named["what"].casefold()
    plain = what in lists("budgets.toml")["plain"] or known_category(what) is not None
    return not plain and _words("filler").match(what) is None and _words("set").match(what) is None


def budget_in(text: str, person: Person) -> BudgetOrder | None:
    """The order in the person's words, or in what follows the command; None for too many words."""
    if len(text.split()) > _MAX_WORDS:
        return None
    text = _COMPOUND.sub(r"\1 budget", text)
    power = _POWER.search(text)
    amounts = find_amounts(_POWER.sub(" ", text), person)
    rest = _POWER.sub(" ", text)
    for amount in sorted(amounts, key=lambda a: a.span, reverse=True):
        rest = f"{rest[: amount.span.start]} {rest[amount.span.end :]}"
    period = next((p for p in BudgetPeriod if _words(p.value).search(rest)), None)
    removes = _words("remove").search(rest) is not None
    sets = _words("set").search(rest) is not None
    shows = _words("show").search(rest) is not None or text.rstrip().endswith("?")
    category = _category(rest)
    named = "" if category is not None else _named(rest)
    wish = BudgetWish.SHOW
    if amounts or power is not None:
        wish = BudgetWish.SET
    elif removes:
        wish = BudgetWish.REMOVE
    elif sets and not shows:
        wish = BudgetWish.SET
    order = BudgetOrder(
        wish=wish,
        category=category or "",
        named=named,
        period=period,
        week_starts=locale_of(person.locale).first_week_day,
    )
    if wish is not BudgetWish.SET:
        return order
    return _with_amount(order, amounts, person, huge=power is not None)


def _with_amount(
    order: BudgetOrder, amounts: list[Amount], person: Person, *, huge: bool
) -> BudgetOrder:
    if huge:
        return order.model_copy(update={"problem": BudgetProblem.TOO_LARGE})
    if not amounts:
        return order.model_copy(update={"problem": BudgetProblem.NO_AMOUNT})
    if len(amounts) > 1 or amounts[0].value is None:
        return order.model_copy(update={"problem": BudgetProblem.SEVERAL_AMOUNTS})
    currency = amounts[0].currency or person.currency
    amount = amounts[0].value or Decimal(0)
    problem = amount_problem(amount, currency)
    return order.model_copy(update={"amount": amount, "currency": currency, "problem": problem})


def _category(text: str) -> str | None:
    """The built-in category that is left when the words of an order are gone; None for another
    name, or for none.
    """
    # A category's own name may hold a word of orders: "Bills & Utilities" before "all".
    return category_by_whole_name(_named(text)) if _named(text) else None


def _named(text: str) -> str:
    rest = text
    for name in ("budget", "week", "month", "remove", "show", "set", "all", "filler"):
        rest = _words(name).sub(" ", rest)
    return _EDGES.sub("", " ".join(rest.split()))
