"""How the agent introduces itself, and a ticket as the person sees it."""

from datetime import datetime

from agents.support.tickets import TicketStatus, TicketType, Urgency
from domain.agents import AgentCard
from domain.commands import CommandForm
from domain.messages import Frozen, MediaKind

CARD = AgentCard(
    slug="support",
    title="Support",
    purpose=(
        "Problems, complaints and questions about the company's own service, also with an amount"
        " in them; and whoever asks for a person."
    ),
    examples=(
        "I was charged twice this month",
        "the app does not sync any more",
        "how do I reset my password?",
        "I want to talk to a person",
    ),
    accepts=frozenset({MediaKind.IMAGE, MediaKind.PDF}),
    commands=(
        CommandForm(name="support", takes_value=True),
        CommandForm(name="tickets", words=("tickets", "my tickets", "tiket saya", "meine tickets")),
        CommandForm(name="human", takes_value=True),
    ),
)


class TicketCard(Frozen):
    """A ticket as its customer sees it. ``due``: by when a person answers, UTC."""

    task_id: str
    number: int = 0
    ticket_id: str = ""
    subject: str = ""
    """As of ``subject_of``."""
    status: TicketStatus = TicketStatus.ACTIVE
    type: TicketType | None = None
    urgency: Urgency | None = None
    assignee: str = ""
    """The name of the person who has it; empty while nobody does."""
    due: datetime | None = None
    awaits: str = ""
    """The detail that the bot asked for and has not got (``Answered.asks``)."""

    def stands_as(self, other: "TicketCard") -> bool:
        """Whether the same people have it, in the same state and until the same time."""
        own = self.status, self.type, self.assignee, self.due
        return own == (other.status, other.type, other.assignee, other.due)
