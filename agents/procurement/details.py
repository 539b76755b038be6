"""What an act carries for this agent."""

from agents.contract import Details
from domain.messages import Frozen


class BoughtBefore(Frozen):
    """A line that is to be ordered again, by its name."""

    name: str
    quantity: int = 1


class RequestDetails(Details):
    """The person's own words that are for the shop. What they ask for is found out by the tool
    loop's engine, turn by turn; ``words`` is empty for an answer that the act's kind says (a yes).
    """

    words: str = ""
    wishes: tuple[BoughtBefore, ...] = ()
    """Of something bought before, each to be found and put into the cart: no words tell of it."""
    take_back: str = ""
    """The request to be taken back, as it is called; "PR" is the newest."""
