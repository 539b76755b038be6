"""Commands and buttons of features: each ends in a call of a tool, or in a fixed reply."""

from collections.abc import Callable, Mapping

from agents.contract import Handler, HandlerDesk
from agents.expenses.activity_calls import READ_COMMAND
from agents.expenses.features import FEATURES
from agents.expenses.meaning import CommandRequest

_UNCLEAR = {
    name: said for own in FEATURES.each_of("replies", "UNCLEAR") for name, said in own.items()
}
"""The reply, by command, where rules find no call in what follows it."""


def _command(name: str) -> Callable[[str], Handler]:
    """Rules read once what follows the command, into a call."""

    def handler(asked: str) -> Handler:
        async def call(desk: HandlerDesk) -> None:
            async with desk.in_turn():
                person, today = desk.person, desk.today()
                request = CommandRequest(person=person, name=name, asked=asked, today=today)
                read = await desk.call(READ_COMMAND, request, f"read /{name}")
                if read.call is None:
                    desk.say(_UNCLEAR[name])
                else:
                    await desk.carry_out(read.call)

        return call

    return handler


COMMANDS: Mapping[str, Callable[[str], Handler]] = {
    form.name: _command(form.name) for form in FEATURES.commands
}
"""By the command's name on the card; given what follows it."""
