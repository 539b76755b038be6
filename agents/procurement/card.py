"""How the agent introduces itself, and a session as the person sees it."""

from agents.procurement.items import Cart
from domain.agents import AgentCard
from domain.commands import CommandForm
from domain.messages import Frozen
from domain.tools import TOOL_QUEUE

CATALOG = "catalog"
"""The command of staff."""

CARD = AgentCard(
    slug="procurement",
    title="Shopping",
    purpose=(
        "Finds products in the catalog, keeps the person's cart and sends purchase requests; not"
        " for money that was spent already."
    ),
    examples=(
        "find blue pens under 20",
        "add two of the first",
        "order it for friday",
        "what's in my cart?",
    ),
    commands=(
        CommandForm(name="cart", words=("cart", "my cart", "troli", "troli saya", "warenkorb")),
        CommandForm(
            name="orders",
            words=("orders", "my orders", "pesanan saya", "meine bestellungen", "bestellungen"),
        ),
        CommandForm(name=CATALOG, takes_value=True, listed=False),
    ),
    queues=(TOOL_QUEUE,),
    single=True,
)


class SessionCard(Frozen):
    """A shopping session: the cart as it was seen last."""

    task_id: str
    number: int = 0
    cart: Cart = Cart()
