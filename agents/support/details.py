"""What an act carries for this agent."""

from agents.contract import Details


class SupportDetails(Details):
    """The person's own words about a problem; rules and models never put it in words of theirs.

    Several problems in a message are several acts, each with its own words.
    """

    words: str = ""
    human: bool = False
    """They ask for a person."""
    target: str = ""
    """The ticket that they named: a task's id (a reply), ``#4`` or ``TKT-…``; empty leaves it to
    the matcher."""
