"""What this agent does outside of its tools: a look before a turn, and telling of approvals."""

from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

import structlog
from temporalio import activity

from activities.boundary import app_errors
from agents.parts import Cases
from agents.procurement.activity_calls import LookedIn, LookInRequest
from agents.procurement.approvals import Followed, FollowRequest
from agents.procurement.call_replies import decision_buttons, take_back_button
from agents.procurement.items import RequestStatus, called
from agents.procurement.replies import AskApproval, RequestAnswered
from agents.procurement.store.requests import ApprovalStanding
from agents.procurement.tools import WaitingRequest
from domain.replies import Notice

_log = structlog.get_logger(__name__)

_REMINDERS = 1
_DAYS_OFF_BEHIND = {4: 2, 5: 2, 6: 1}
"""Days on which nobody works that a working day is longer for, by the weekday on which it begins.
"""


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


class WaitingRequests(Protocol):
    async def standing(self, number: int) -> ApprovalStanding | None: ...

    async def chat_of(self, user_id: str) -> str | None: ...


class FollowApproval:
    """``now`` is the present, ``timezone`` the one in which approvers work."""

    def __init__(
        self,
        requests: WaitingRequests,
        cases: Cases,
        approvers: Collection[str],
        now: Callable[[], datetime],
        timezone: str,
    ) -> None:
        self._requests = requests
        self._cases = cases
        self._approvers = sorted(approvers)
        self._now = now
        self._zone = ZoneInfo(timezone)

    @activity.defn
    async def follow_purchase_request(self, request: FollowRequest) -> Followed:
        """Tells approvers of a request that waits, and once more after a working day; tells who
        sent it what an approver decided. A notice has an id: said again, it is not shown again.
        """
        with app_errors():
            found = await self._requests.standing(request.number)
            if found is None:
                return Followed(over=True)
            if not found.waits:
                await self._answer(found)
                return Followed(over=True)
            if request.times <= _REMINDERS:
                await self._ask(found, request.times)
        today = self._now().astimezone(self._zone).weekday()
        return Followed(wait=timedelta(days=1 + _DAYS_OFF_BEHIND.get(today, 0)))

    async def _ask(self, found: ApprovalStanding, times: int) -> None:
        number = found.request.number
        waiting = WaitingRequest(request=found.request, sent_by=found.user_id)
        content = AskApproval(waiting=waiting, again=times > 0)
        notice = Notice(
            id=f"{called(number)}/asked/{times}",
            topic=content.topic,
            content=content.model_dump(mode="json"),
            choices=decision_buttons(number),
        )
        for approver in self._approvers:
            if approver in (found.user_id, found.author_id):
                continue
            chat = await self._requests.chat_of(approver)
            if chat is None:
                _log.warning("approver.has_no_chat")
            else:
                await self._cases.tell(chat, approver, notice)

    async def _answer(self, found: ApprovalStanding) -> None:
        if found.answer is None or found.request.status is RequestStatus.CANCELLED:
            return
        request, approved = found.request, found.answer is RequestStatus.SUBMITTED
        content = RequestAnswered(
            number=request.number,
            approve=approved,
            total=request.total,
            currency=request.currency,
            reason=found.reason,
        )
        notice = Notice(
            id=f"{called(request.number)}/{'approved' if approved else 'rejected'}",
            topic=content.topic,
            content=content.model_dump(mode="json"),
            choices=(take_back_button(request.number),) if approved else (),
        )
        await self._cases.tell(found.conversation_id, found.user_id, notice)
