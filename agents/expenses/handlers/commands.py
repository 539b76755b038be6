"""Commands and buttons of features: each ends in a call of a tool."""

from collections.abc import Callable

from agents.contract import Handler, HandlerDesk
from agents.expenses.activity_calls import READ_COMMAND
from agents.expenses.features import each_of
from agents.expenses.meaning import CommandRequest
from domain.messages import ButtonPress, CallRequest
from domain.replies import Content

_UNCLEAR = {name: said for own in each_of("handler", "UNCLEAR") for name, said in own.items()}
"""The reply, by command, where rules find no call in what follows it."""


def pressing(wanted: Callable[[ButtonPress], CallRequest]) -> Callable[[ButtonPress], Handler]:
    """The call that a button stands for."""
    return lambda press: lambda desk: desk.carry_out(wanted(press))


def saying(content: Content) -> Callable[[ButtonPress], Handler]:
    """A button that is answered, and calls nothing."""

    async def say(desk: HandlerDesk) -> None:
        desk.say(content)

    return lambda _press: say


def calling(command: str) -> Callable[[str], Handler]:
    """What follows the command is read once, by rules, into a call."""

    def handler(asked: str) -> Handler:
        async def call(desk: HandlerDesk) -> None:
            async with desk.in_turn():
                await read_and_call(desk)

        async def read_and_call(desk: HandlerDesk) -> None:
            request = CommandRequest(
                person=desk.person, name=command, asked=asked, today=desk.today()
            )
            read = await desk.call(READ_COMMAND, request, f"read /{command}")
            if read.call is None:
                desk.say(_UNCLEAR[command])
            else:
                await desk.carry_out(read.call)

        return call

    return handler
