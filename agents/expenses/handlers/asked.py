"""Which handler it is that words, a command or a button ask for."""

from collections.abc import Callable, Mapping

from agents.contract import Handler
from agents.expenses.details import ExpenseDetails
from agents.expenses.features import commands_of_features, each_of
from agents.expenses.handlers.commands import calling, pressing, saying
from agents.expenses.handlers.spending import answering, hinting, telling
from agents.expenses.handlers.take_back import taking_back
from domain.messages import ButtonPress

COMMANDS: Mapping[str, Callable[[str], Handler]] = {
    form.name: calling(form.name) for form in commands_of_features()
}
"""By the command's name on the card; given what follows it."""

PRESSES: Mapping[str, Callable[[ButtonPress], Handler]] = {
    **{
        action: pressing(call)
        for own in each_of("handler", "PRESSES")
        for action, call in own.items()
    },
    **{
        action: saying(content)
        for own in each_of("handler", "ANSWERS")
        for action, content in own.items()
    },
}
"""By the action of a button of the agent that belongs to no question: ``expenses.…``."""


def handler_of(asked: ExpenseDetails) -> Handler | None:
    """None for words that tell of an expense: those open a task."""
    if asked.hint is not None:
        return hinting(asked.hint, asked.heard)
    if asked.take_back:
        return taking_back(asked.take_back)
    if asked.notice is not None:
        return telling(asked.notice)
    return None if asked.query is None else answering(asked.query)
