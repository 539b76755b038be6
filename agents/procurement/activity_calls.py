"""The agent's activities beside its tools: permanent names, types, queues, timeouts."""

from agents.procurement.items import Cart
from domain.activity_calls import BY_RULES, ActivityCall, Retries
from domain.messages import Frozen


class LookInRequest(Frozen):
    user_id: str


class LookedIn(Frozen):
    """What a turn begins with: the cart, whether there are requests to order again, and what the
    person may do.
    """

    cart: Cart = Cart()
    has_requests: bool = False
    is_staff: bool = False
    """Whether the person may change the catalog."""
    is_approver: bool = False
    """Whether the person may approve requests of others."""


LOOK_IN = ActivityCall(
    "look_into_cart",
    LookInRequest,
    LookedIn,
    BY_RULES,  # two look-ups
    retries=Retries.TWICE,  # without it the cart is taken as it was seen last
)
