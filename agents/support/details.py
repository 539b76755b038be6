"""What an act carries for this agent."""

from typing import Literal

from agents.contract import Details
from agents.support.tickets import Ticketed, TicketSummary
from domain.messages import Frozen


class Taken(Frozen):
    """What was found out about a message before a task is given it. Never of rules or a model.

    ``kind`` as of ``CustomerSaid``.
    """

    customer_id: str = ""
    """Empty when nobody could be asked: it is looked up again before anything is saved."""
    message: Ticketed
    further: tuple[Ticketed, ...] = ()
    """What came with it: the second and further files of a message."""
    kind: str = "said"
    of: str = ""
    """The message that this one replaces, by its id."""
    ticket: TicketSummary | None = None
    """The ticket that is taken up again, as its row has it."""
    reopened: bool = False
    articles: tuple[str, ...] = ()
    """What had been the answer."""
    linked_to: str = ""
    told: bool = False
    """They were told already that it joined the ticket."""
    agreed: bool = False
    """They said yes to people getting these words."""
    by_people: bool = False
    """People have it: it is passed on, and nothing is decided."""


Wish = Literal["help", "state", "withdraw"]
"""Why somebody writes to support: for help, or about a ticket that is there."""


class SupportDetails(Details):
    """The person's own words about a problem; rules and models never put it in words of theirs.

    Several problems in a message are several acts, each with its own words.
    """

    words: str = ""
    human: bool = False
    """They ask for a person."""
    bare: bool = False
    """They ask for support and tell of nothing yet: they are asked what is wrong."""
    wish: Wish = "help"
    """``state``: they are shown how tickets stand. ``withdraw``: one is dropped after a yes."""
    target: str = ""
    """The ticket that they named: a task's id (a reply), ``#4`` or ``TKT-…``; empty leaves it to
    the matcher."""
    verdict: str = ""
    """``solved`` or ``not_solved``, said in words of the answer that ``target`` got."""
    article: str = ""
    """What that answer was."""
    taken: Taken | None = None
