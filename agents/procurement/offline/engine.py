"""This agent's rules as one object."""

from agents.procurement.last_shown import ShownItem, ShownLast, ShownLine
from agents.procurement.offline.acts import acts_of
from agents.procurement.offline.steps import next_step
from agents.procurement.offline.wish import Scene
from agents.procurement.offline.wishes import wishes_in
from domain.tools import Step, StepRequest
from domain.understanding import Act, UnderstandRequest


class ShopRules:
    """Rules and tables; no key, no network, no state, no clock. Safe to share between threads.

    Implements ``AgentRules`` and ``StepRules``. Raises nothing for any text.
    """

    def __init__(self) -> None:
        # Its patterns are made once, now, and not when the first person speaks.
        line = ShownLine(item_id="1", name="1", quantity=1)
        item = ShownItem(position=1, item_id="1", name="1")
        for asking in (False, True):
            scene = Scene(shown=ShownLast(items=(item,), cart=(line,)), live=True, asking=asking)
            wishes_in("zzz, zzz", scene)

    def understand(self, request: UnderstandRequest) -> tuple[Act, ...]:
        """What of the open messages is for the shop; ``Act.sure`` where rules are sure of it."""
        return acts_of(request)

    def refuses(self, text: str) -> bool:
        """Whether it asks for other people's carts and orders."""
        return wishes_in(text, Scene()).is_refused

    def step(self, request: StepRequest) -> Step:
        """The calls that the words ask for, then how the turn ends."""
        return next_step(request)
