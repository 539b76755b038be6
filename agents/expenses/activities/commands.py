"""Reads what follows a command of a feature."""

from temporalio import activity

from activities.boundary import app_errors
from agents.expenses.meaning import CommandRead, CommandRequest
from agents.expenses.ports import CommandRules


class ReadCommands:
    """By rules alone: a command costs nothing and is answered at once."""

    def __init__(self, rules: CommandRules) -> None:
        self._rules = rules

    @activity.defn
    async def read_expense_command(self, request: CommandRequest) -> CommandRead:
        """Changes nothing."""
        with app_errors():
            return CommandRead(call=self._rules.command_call(request))
