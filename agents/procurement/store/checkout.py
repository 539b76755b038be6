"""Sends a cart as a purchase request: only after a yes, and only as it was shown."""

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

from pydantic import JsonValue

from adapters.postgres.pool import Connection
from agents.procurement import tools
from agents.procurement.items import Proposal, RequestStatus
from agents.procurement.settings import ProcurementSettings
from agents.procurement.store import carts, requests
from agents.procurement.store.approvals import Approvals
from agents.procurement.store.carts import Held
from agents.procurement.store.proposals import (
    differences_from,
    digest_of,
    not_as_shown,
    shown_proposal,
)
from agents.procurement.tools import CheckedOut, Difference
from domain.errors import ToolRefusedError
from domain.money import Currency
from domain.tools import ErrorCode, RunToolRequest

FURTHEST_DELIVERY = timedelta(days=366)


class CartCheckout:
    """``now`` is the present, in UTC; ``currency`` is what limits are in."""

    def __init__(
        self,
        settings: ProcurementSettings,
        approvals: Approvals,
        now: Callable[[], datetime],
        currency: Currency,
    ) -> None:
        self._settings = settings
        self._approvals = approvals
        self._now = now
        self._currency = currency

    async def send(
        self, connection: Connection, request: RunToolRequest, asked: tools.Checkout
    ) -> CheckedOut:
        """With ``check`` what would be sent, beside what was shown before (``confirmed``), if
        anything was. Else sends what was confirmed, or at lower prices, and empties the cart;
        raises ``ToolRefusedError`` when anything else is not as it was shown.

        The cart stays locked until the request is in. A catalog imported meanwhile counts for the
        next request: this one is of the catalog before it.
        """
        self._check_day(request, asked.delivery_date)
        shown = shown_proposal(request.confirmed)
        if request.check:
            proposal, differences = await self._propose(connection, request, asked, shown)
            await self._check_limits(connection, request, proposal)
            waits = self._approvals.are_needed_for(proposal)
            return CheckedOut(proposal=proposal, differences=differences, needs_approval=waits)
        if shown is None or not request.confirmed_by:
            raise ToolRefusedError(
                ErrorCode.NOT_OFFERED, "A request is sent only after the person's yes."
            )
        await carts.lock(connection, request.person.user_id)
        proposal, differences = await self._propose(connection, request, asked, shown)
        if any(each.kind != "lower_price" for each in differences):
            raise not_as_shown(proposal, differences)
        await self._check_limits(connection, request, proposal)
        waits = self._approvals.are_needed_for(proposal)
        status = RequestStatus.PENDING if waits else RequestStatus.SUBMITTED
        sent = await requests.put(connection, request, proposal, digest_of(proposal), status)
        await connection.execute(
            "DELETE FROM cart_lines WHERE user_id = $1", request.person.user_id
        )
        await carts.touch(connection, request.person.user_id, None)
        requests.count_request(sent.status)
        if waits:
            await self._approvals.begin(connection, sent.number)
        return CheckedOut(proposal=proposal, differences=differences, request=sent)

    def _check_day(self, request: RunToolRequest, day: date | None) -> None:
        if day is None:
            return
        today = self._now().astimezone(ZoneInfo(request.person.timezone)).date()
        last = today + FURTHEST_DELIVERY
        if not today <= day <= last:
            raise ToolRefusedError(
                ErrorCode.INVALID_ARGUMENTS,
                f"delivery_date {day} is {'past' if day < today else 'too far away'}.",
                f"Allowed is {today} to {last}; ask the person, or leave it out.",
                {"why": "day", "day": str(day), "first": str(today), "last": str(last)},
            )

    async def _propose(
        self,
        connection: Connection,
        request: RunToolRequest,
        asked: tools.Checkout,
        shown: Proposal | None,
    ) -> tuple[Proposal, tuple[Difference, ...]]:
        """Returns the request that would be sent now, and how it differs from the one that was
        shown. Before one was shown, a product that cannot be had is refused; afterwards it is left
        out, and the person sees that.
        """
        user_id = request.person.user_id
        held = await carts.held(connection, user_id)
        if not held:
            raise ToolRefusedError(
                ErrorCode.NOT_OFFERED,
                "The cart is empty.",
                "Add products first.",
                {"why": "empty"},
            )
        missing = [each for each in held if each.gone or each.to_be_had < each.line.quantity]
        if missing and (shown is None or not any(each.to_be_had for each in held)):
            raise _missing(missing)
        currency = await connection.fetchval(
            "SELECT currency FROM carts WHERE user_id = $1", user_id
        )
        lines = tuple(each.to_order(each.to_be_had) for each in held if each.to_be_had)
        proposal = Proposal(
            lines=lines,
            total=sum((line.quantity * line.price for line in lines), Decimal(0)),
            currency=currency,
            delivery_date=asked.delivery_date,
            notes=asked.notes,
        )
        return proposal, () if shown is None else differences_from(shown, proposal, held)

    async def _check_limits(
        self, connection: Connection, request: RunToolRequest, proposal: Proposal
    ) -> None:
        """Raises ``ToolRefusedError`` for more than may be asked for."""
        own = self._settings
        if self._approvals.are_needed_for(proposal) and not self._approvals.approvers_beside(
            request.person.user_id
        ):
            raise _over(proposal, own.purchase_approval_limit or Decimal(0))
        limits = (own.purchase_limit, own.purchase_daily_limit)
        if limits == (None, None):
            return
        if proposal.currency != self._currency:
            raise ToolRefusedError(
                ErrorCode.OTHER_CURRENCY,
                f"Requests are limited in {self._currency}; this one is in {proposal.currency}.",
                f"Only {self._currency} can be sent here.",
                {"why": "limited", "currencies": [proposal.currency, self._currency]},
            )
        if own.purchase_limit is not None and proposal.total > own.purchase_limit:
            raise _over(proposal, own.purchase_limit)
        if own.purchase_daily_limit is None:
            return
        spent = await requests.spent_on(connection, request.person.user_id, proposal.currency)
        if spent + proposal.total > own.purchase_daily_limit:
            raise _over(proposal, own.purchase_daily_limit, spent)


def _missing(lines: Sequence[Held]) -> ToolRefusedError:
    told: list[JsonValue] = [
        {
            "item_id": each.line.item_id,
            "name": each.line.name,
            "wanted": each.line.quantity,
            "available": each.to_be_had,
            "gone": each.gone,
        }
        for each in lines
    ]
    said = "; ".join(
        f"{each.line.name} is not in the catalog any more"
        if each.gone
        else f"of {each.line.name} there are {each.to_be_had}, in the cart {each.line.quantity}"
        for each in lines
    )
    gone = all(each.gone for each in lines)
    return ToolRefusedError(
        ErrorCode.NOT_FOUND if gone else ErrorCode.OUT_OF_STOCK,
        f"This can't be sent: {said}.",
        "Ask the person whether to remove it or take fewer (set_quantity).",
        {"why": "missing", "lines": told},
    )


def _over(proposal: Proposal, limit: Decimal, spent: Decimal | None = None) -> ToolRefusedError:
    """``spent`` is what of the limit of a day is used up; None for the limit of one request."""
    period = "request" if spent is None else "day"
    spent = spent or Decimal(0)
    already = f", with {spent} sent today" if spent else ""
    return ToolRefusedError(
        ErrorCode.LIMIT,
        f"{proposal.total} {proposal.currency}{already} is over the limit of {limit} for one"
        f" {period}.",
        f"Something has to be removed; {max(Decimal(0), limit - spent)} is left.",
        {
            "why": f"limit_{period}",
            "limit": str(limit),
            "total": str(proposal.total),
            "spent": str(spent),
            "currency": proposal.currency,
        },
    )
