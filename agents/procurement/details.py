"""What an act carries for this agent."""

from agents.contract import Details


class RequestDetails(Details):
    """The person's own words that are for the shop. What they ask for is found out by the tool
    loop's engine, turn by turn; ``words`` is empty for an answer that the act's kind says (a yes).
    """

    words: str = ""
