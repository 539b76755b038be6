"""Between a conversation and the workflow of a ticket: what is said goes there and back."""

from collections.abc import Callable
from datetime import timedelta
from typing import Protocol

from temporalio import activity

from activities.boundary import app_errors
from agents.parts import Cases
from agents.support.activity_calls import (
    CaseRules,
    Hours,
    HoursRequest,
    MergeRequest,
    MergeResult,
    Nothing,
    Passed,
    PassRequest,
    ToCustomerRequest,
)
from agents.support.business_hours import Policy, hours
from agents.support.case.ticket_case import WORKFLOW, case_id
from agents.support.settings import SupportSettings
from agents.support.store.tickets import MergeTarget
from agents.support.tickets import Ticketed, TicketStatus
from agents.support.triage_state import start_of

CUSTOMER_SAID = "customer_said"
TICKET_MERGED = "ticket_merged"


def rules_of(settings: SupportSettings) -> CaseRules:
    """Who is on call is named by their ids, which the staff's chat makes mentions of."""
    return CaseRules(
        send_delay=timedelta(seconds=settings.support_send_delay_s),
        return_after=timedelta(minutes=settings.support_return_minutes),
        remind_after=timedelta(hours=settings.support_remind_hours),
        close_after=timedelta(hours=settings.support_close_hours),
        reopen_for=settings.reopen_within,
        working_language=settings.support_working_language,
        translate=settings.support_translate,
        staff_chat=settings.support_staff_chat is not None,
        oncall=tuple(str(member) for member in sorted(settings.support_oncall)),
        signature=settings.support_signature,
    )


class Standings(Protocol):
    """How tickets stand, by their rows. Implemented by ``agents.support.store.tickets``."""

    async def merge(self, customer_id: str, ticket_id: str, into: str) -> MergeTarget | str: ...

    async def standing(self, customer_id: str, ticket_id: str) -> tuple[TicketStatus, str] | None:
        """Its status, and the name of who has it (empty for nobody); None where there is no row.

        Raises ``StorageUnavailableError``.
        """


class Passing:
    """``rules`` are those of today's settings."""

    def __init__(
        self, cases: Cases, standings: Standings, policy: Policy, rules: Callable[[], CaseRules]
    ) -> None:
        self._cases = cases
        self._standings = standings
        self._policy = policy
        self._rules = rules

    @activity.defn
    async def pass_to_ticket(self, request: PassRequest) -> Passed:
        """The case is begun where it does not run. The case drops what it heard before, so it may
        be said again.
        """
        start, said = request.start, request.said
        case = case_id(start.customer_id, start.ticket_id)
        with app_errors():
            await self._cases.pass_on(WORKFLOW, case, start, CUSTOMER_SAID, said)
            standing = await self._standings.standing(start.customer_id, start.ticket_id)
        if standing is None:
            return Passed(status=start.status)
        status, held_by = standing
        return Passed(status=status, held_by=held_by)

    @activity.defn
    async def merge_tickets(self, request: MergeRequest) -> MergeResult:
        """The row of the one ticket names the other one, whose workflow is told of it. Idempotent:
        that workflow drops what it was told before.
        """
        customer, merged = request.customer_id, request.merged
        with app_errors():
            target = await self._standings.merge(customer, merged.ticket_id, request.into)
            if isinstance(target, str):
                return MergeResult(refused=target)
            into = target.row.ticket_id
            opened = Ticketed(id=f"{into}/opened", text="", at=merged.at)
            start = start_of(target.row, request.person, target.conversation_id, opened)
            case = case_id(customer, into)
            await self._cases.pass_on(WORKFLOW, case, start, TICKET_MERGED, merged)
        return MergeResult(into=start)

    @activity.defn
    async def pass_to_customer(self, request: ToCustomerRequest) -> Nothing:
        """The conversation drops a notice that it had before, so it may be said again."""
        with app_errors():
            await self._cases.tell(request.conversation_id, request.user_id, request.notice)
        return Nothing()

    @activity.defn
    async def business_hours(self, request: HoursRequest) -> Hours:
        """Pure but for today's settings."""
        reckoned = hours(self._policy, request)
        return reckoned.model_copy(update={"rules": self._rules()})
