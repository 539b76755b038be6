"""Approval of requests above a limit: which need it, and what an approver decides.

Whoever sends such a request, or decides on it, wakes its workflow before the transaction is
committed. What the workflow runs then waits for the end of the transaction
(``requests.approval_of``): it sees what was committed, and after a rollback nothing new.
"""

from collections.abc import Collection

from adapters.postgres.channel_events import HTTP, PostgresChannelEvents
from adapters.postgres.pool import Connection, Database
from agents.parts import Cases
from agents.procurement import tools
from agents.procurement.approvals import LOOK_AGAIN, WORKFLOW, ApprovalStart, LookAgain, case_id
from agents.procurement.call_replies import FOR_APPROVERS
from agents.procurement.items import Proposal, RequestStatus, called
from agents.procurement.settings import ProcurementSettings
from agents.procurement.store import requests
from agents.procurement.store.requests import ApprovalStanding
from domain.conversation import conversation_id
from domain.errors import ToolRefusedError
from domain.money import Currency
from domain.tools import ErrorCode, RunToolRequest


class Approvals:
    """``currency`` is what the limit is in."""

    def __init__(
        self, settings: ProcurementSettings, currency: Currency, cases: Cases | None
    ) -> None:
        self._limit = settings.purchase_approval_limit
        self._approvers = settings.purchase_approvers
        self._currency = currency
        self._cases = cases

    def are_needed_for(self, proposal: Proposal) -> bool:
        """Nobody can tell whether an amount in another currency is above the limit: it waits."""
        if self._limit is None:
            return False
        return proposal.currency != self._currency or proposal.total > self._limit

    def approvers_beside(self, user_id: str) -> Collection[str]:
        return self._approvers - {user_id}

    async def begin(self, connection: Connection, number: int) -> None:
        """Has approvers told of a request that this transaction sends."""
        await requests.approval_of(connection, number)  # locked until it is committed
        await self._wake(number)

    async def decide(
        self, connection: Connection, request: RunToolRequest, asked: tools.DecideRequest
    ) -> tools.Decided:
        """The first decision stands. Approved is what was asked for, at the prices of then."""
        approver = request.person.user_id
        if approver not in self._approvers:
            raise ToolRefusedError(
                ErrorCode.NOT_OFFERED,
                "Only approvers decide on requests.",
                "Say so.",
                {"why": FOR_APPROVERS},
            )
        found = await requests.approval_of(connection, asked.number)
        if found is None:
            raise ToolRefusedError(
                ErrorCode.NOT_FOUND,
                f"No request {called(asked.number)} waits for approval.",
                "Say so.",
                {"why": "no_approval", "number": asked.number},
            )
        if approver in (found.user_id, found.author_id):
            raise ToolRefusedError(
                ErrorCode.NOT_OFFERED,
                f"{called(asked.number)} is the person's own: another approver decides on it.",
                "Say so.",
                {"why": "own_request", "number": asked.number},
            )
        if not found.waits:
            raise _decided_before(found)
        if found.is_of_nobody_known:
            raise ToolRefusedError(
                ErrorCode.NOT_OFFERED,
                f"Nobody knows any more who of the group sent {called(asked.number)}.",
                "Say so; an operator can settle it, or the group sends it anew.",
                {"why": "nobody_known", "number": asked.number},
            )
        decided = tools.Decided(number=asked.number, approve=asked.approve, reason=asked.reason)
        if request.check:
            waiting = tools.WaitingRequest(request=found.request, sent_by=found.user_id)
            return decided.model_copy(update={"waiting": waiting})
        status = RequestStatus.SUBMITTED if asked.approve else RequestStatus.REJECTED
        await requests.become(
            connection,
            request.call.call_id,
            found.user_id,
            asked.number,
            status,
            by=approver,
            reason=asked.reason,
        )
        requests.count_request(status)
        await self._wake(asked.number)
        return decided

    async def _wake(self, number: int) -> None:
        if self._cases is None:
            raise RuntimeError("a shop whose requests wait for approval needs its workflows")
        start = ApprovalStart(number=number)
        await self._cases.pass_on(WORKFLOW, case_id(number), start, LOOK_AGAIN, LookAgain())


def _decided_before(found: ApprovalStanding) -> ToolRefusedError:
    settled = (RequestStatus.REJECTED, RequestStatus.CANCELLED)
    number, status = found.request.number, found.request.status
    told = status.value if status in settled else "approved"
    return ToolRefusedError(
        ErrorCode.ALREADY_DONE,
        f"{called(number)} is {told} already.",
        "Say so; nothing was changed.",
        {"why": "settled", "number": number, "status": told},
    )


class PostgresApprovals:
    """Implements ``agents.procurement.activities.WaitingRequests``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def standing(self, number: int) -> ApprovalStanding | None:
        async with self._database.transaction() as connection:
            return await requests.approval_of(connection, number)

    async def chat_of(self, user_id: str) -> str | None:
        """The conversation in which a person is told of others' requests: their own chat, or their
        newest session; None where they have none yet.
        """
        channel, _, chat_id = user_id.partition(":")
        if channel == HTTP:
            session = await PostgresChannelEvents(self._database).latest(user_id)
            return None if session is None else conversation_id(channel, session.session_id)
        return conversation_id(channel, chat_id)
