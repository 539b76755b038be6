"""The tools bound to what carries them out, which ``store/`` has: by search, cart and requests."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import cast

from agents.parts import Cases, ToolHandler
from agents.procurement import tools
from agents.procurement.settings import ProcurementSettings
from agents.procurement.store import cart_tools, request_tools, search_tools
from agents.procurement.store.approvals import Approvals
from agents.procurement.store.checkout import CartCheckout
from agents.procurement.store.item_tools import CatalogEditing
from agents.procurement.store.search import CatalogSearch
from domain.money import Currency
from domain.tools import Tool
from settings import load_settings


class Shop:
    """One for a process. ``now`` is the present, in UTC; ``currency`` is
    what limits are in, else that of the deployment. ``cases`` reaches the workflows of requests
    that wait for approval: without it none may need it.
    """

    def __init__(
        self,
        settings: ProcurementSettings | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        currency: Currency | None = None,
        cases: Cases | None = None,
    ) -> None:
        """Raises ``ConfigurationError``."""
        own = settings or ProcurementSettings.load()
        money = currency or load_settings().default_currency
        self._approvals = Approvals(own, money, cases)
        self._checkout = CartCheckout(own, self._approvals, now, money)
        self._editing = CatalogEditing(own.catalog_staff, money)
        self._search = CatalogSearch()

    def bound(self) -> tuple[tuple[Tool, ToolHandler], ...]:
        """Returns every tool with what carries it out."""
        # A tool's arguments were validated by its own model before a handler gets them.
        bound = (
            (tools.SEARCH_CATALOG, partial(search_tools.search_catalog, self._search)),
            (tools.BROWSE_CATALOG, partial(search_tools.browse_catalog, self._search)),
            (tools.GET_ITEM, search_tools.get_item),
            (tools.GET_CART, cart_tools.get_cart),
            (tools.ADD_TO_CART, cart_tools.add_to_cart),
            (tools.SET_QUANTITY, cart_tools.set_quantity),
            (tools.EMPTY_CART, cart_tools.empty_cart),
            (tools.UNDO_CART_CHANGE, cart_tools.undo_cart_change),
            (tools.ORDER_LINES, partial(cart_tools.order_lines, self._search)),
            (tools.CHECKOUT, self._checkout.send),
            (tools.LIST_REQUESTS, request_tools.list_requests),
            (tools.MATCH_REQUEST, partial(request_tools.match_request, self._search)),
            (tools.REORDER, request_tools.reorder),
            (tools.TAKE_BACK, request_tools.take_back),
            (tools.DECIDE_REQUEST, self._approvals.decide),
            (tools.NOTE_EXPENSE, request_tools.note_expense),
            (tools.RECEIVE_REQUEST, request_tools.receive_request),
            (tools.ADD_ITEM, self._editing.add_item),
            (tools.CHANGE_ITEM, self._editing.change_item),
            (tools.RETIRE_ITEM, self._editing.retire_item),
            (tools.UNDO_ITEM_CHANGE, self._editing.undo_item_change),
        )
        return cast("tuple[tuple[Tool, ToolHandler], ...]", bound)
