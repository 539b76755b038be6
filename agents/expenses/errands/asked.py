"""Which errand it is that words, a command or a button ask for."""

from collections.abc import Callable, Mapping

from agents.contract import Errand
from agents.expenses.details import ExpenseDetails
from agents.expenses.errands.budgets import budgeting
from agents.expenses.errands.export import exporting
from agents.expenses.errands.rates import rating
from agents.expenses.errands.recurring import KEEP_OFFERED, keeping_offered, recurring
from agents.expenses.errands.spending import answering, hinting, listing_last, telling
from agents.expenses.errands.take_back import taking_back
from domain.messages import ButtonPress

COMMANDS: Mapping[str, Callable[[str], Errand]] = {
    "history": listing_last,
    "export": exporting,
    "budget": budgeting,
    "rate": rating,
    "recurring": recurring,
}
"""By the command's name on the card; given what follows it."""

WORDED: Mapping[str, Callable[[str], Errand]] = {
    "export": exporting,
    "budget": budgeting,
    "rate": rating,
    "recurring": recurring,
}
"""By the field of the details that holds the words that ask for it."""

PRESSES: Mapping[str, Callable[[ButtonPress], Errand]] = {KEEP_OFFERED: keeping_offered}
"""By the action of a button of the agent that belongs to no question: ``expenses.…``."""


def errand_of(asked: ExpenseDetails) -> Errand | None:
    """None for words that tell of an expense: those open a task."""
    if asked.hint is not None:
        return hinting(asked.hint, asked.heard)
    if asked.take_back:
        return taking_back(asked.take_back)
    for field, worded in WORDED.items():
        if words := getattr(asked, field):
            return worded(words)
    if asked.notice is not None:
        return telling(asked.notice)
    return None if asked.query is None else answering(asked.query)
