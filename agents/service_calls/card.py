"""How the agent introduces itself, and a call as the customer sees it."""

from agents.service_calls.exchange import CallEnd, Slot
from domain.agents import AgentCard
from domain.commands import CommandForm
from domain.messages import Frozen, MediaKind
from domain.tools import TOOL_QUEUE

_BY_WORDS = (
    "service call", "new service call", "panggilan servis", "panggilan servis baharu",
    "serviceanruf", "neuer serviceanruf",
)  # fmt: skip

CARD = AgentCard(
    slug="service_calls",
    title="Service calls",
    purpose=(
        "The business's own customers need something repaired, cleaned or looked after at their"
        " place, or a visit booked, moved or cancelled; not for money that was spent, nor for"
        " complaints about an app or an account."
    ),
    examples=(
        "I need help with drywall repair",
        "my sink leaks, can you send somebody?",
        "can somebody look at the air conditioning on friday?",
        "I'd like to book an appointment",
    ),
    accepts=frozenset({MediaKind.IMAGE}),
    commands=(CommandForm(name="service", takes_value=True, words=_BY_WORDS),),
    queues=(TOOL_QUEUE,),
    holds_words=True,
)


class CallCard(Frozen):
    """A call: what it is about, and what came of it so far. All texts are data."""

    task_id: str
    number: int = 0
    ask: str = ""
    """In the customer's words."""
    service: str = ""
    """Of the catalog."""
    task_number: str = ""
    """The business's own: ``T-1042``."""
    booked: Slot | None = None
    timezone: str = "America/New_York"
    """Of the business, IANA: what is booked is said in it."""
    outcome: CallEnd | None = None
    """None while the call goes on."""
