"""The workflows that every worker serves for this agent."""

from temporalio import workflow

from agents.procurement.approvals import (
    FOLLOW_REQUEST,
    WORKFLOW,
    ApprovalStart,
    FollowRequest,
    LookAgain,
)
from workflows.activity_calls import Caller


@workflow.defn(name=WORKFLOW)
class PurchaseApproval:
    """Tells approvers that a request waits, reminds them, and tells who sent it what was decided.

    The request's row says how it stands; the activity that reads it says each thing once, however
    often it runs.
    """

    def __init__(self) -> None:
        self._woken = False

    @workflow.signal
    def look_again(self, look: LookAgain) -> None:
        del look
        self._woken = True

    @workflow.run
    async def run(self, start: ApprovalStart) -> None:
        caller, times = Caller(""), 0
        while True:
            self._woken = False
            request = FollowRequest(number=start.number, times=times)
            followed = await caller.run(FOLLOW_REQUEST, request, "tell how the request stands")
            if followed.over:
                return
            try:
                await workflow.wait_condition(lambda: self._woken, timeout=followed.wait)
            except TimeoutError:
                times += 1


WORKFLOWS = (PurchaseApproval,)
