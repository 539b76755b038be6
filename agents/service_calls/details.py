"""What an act carries for this agent."""

from agents.contract import Details


class CallDetails(Details):
    """What a call begins with. What the words ask for is found out in the call."""

    words: str = ""
    """The person's own."""
