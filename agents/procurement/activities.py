"""Look-ups of this agent that are no tools: they go before a turn's first round."""

from typing import Protocol

from temporalio import activity

from activities.boundary import app_errors
from agents.procurement.activity_calls import LookedIn, LookInRequest


class Glance(Protocol):
    async def look_in(self, user_id: str) -> LookedIn: ...


class LookIn:
    def __init__(self, shop: Glance) -> None:
        self._shop = shop

    @activity.defn
    async def look_into_cart(self, request: LookInRequest) -> LookedIn:
        """The cart as it is now, and whether there are requests. Changes nothing."""
        with app_errors():
            return await self._shop.look_in(request.user_id)
