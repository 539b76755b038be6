"""What a turn begins with, in one look at the database."""

from collections.abc import Collection

from adapters.postgres.pool import Database
from agents.procurement.activity_calls import LookedIn
from agents.procurement.store import carts, requests


class ShopGlance:
    """Implements ``agents.procurement.activities.Glance``. ``staff`` and
    ``approvers`` are ids of persons.
    """

    def __init__(
        self, database: Database, staff: Collection[str] = (), approvers: Collection[str] = ()
    ) -> None:
        self._database = database
        self._staff = staff
        self._approvers = approvers

    async def look_in(self, user_id: str) -> LookedIn:
        async with self._database.connection() as connection:
            cart = await carts.cart_of(connection, user_id)
            sent = await requests.newest(connection, user_id, 1)
        return LookedIn(
            cart=cart,
            has_requests=bool(sent),
            is_staff=user_id in self._staff,
            is_approver=user_id in self._approvers,
        )
