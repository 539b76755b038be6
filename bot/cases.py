"""What staff do about a case, taken to its workflow."""

from dataclasses import dataclass
from datetime import timedelta

import structlog
from pydantic import ValidationError
from temporalio.client import (
    Client,
    WorkflowHandle,
    WorkflowUpdateFailedError,
    WorkflowUpdateRPCTimeoutOrCancelledError,
)
from temporalio.exceptions import ApplicationError
from temporalio.service import RPCError, RPCStatusCode

from bot.handover import translated
from domain.errors import NotFoundError
from domain.staff import STAFF_ACT, STAFF_ACT_KEPT, StaffAct, StaffAnswer

ACT_TIMEOUT = timedelta(seconds=10)
"""An act needs a worker, which may first replay the case; after that it is left with the case. So a
case that nobody works on holds up nothing else that comes from the same channel."""

KEEP_TIMEOUT = timedelta(seconds=10)

_log = structlog.get_logger(__name__)


class CaseGoneError(NotFoundError):
    """No such case is going on: it is closed for good, or was deleted."""

    code = "case.gone"


@dataclass(frozen=True)
class StaffDesk:
    """The only way by which staff act, from whichever channel."""

    client: Client
    timeout: timedelta = ACT_TIMEOUT

    async def act(self, case: str, act: StaffAct) -> StaffAnswer:
        """Idempotent on ``act.id``. What the case refuses is an answer that is not applied.

        Raises ``CaseGoneError``; ``TemporalUnreachableError`` or ``TemporalRefusedError`` when it
        is not known what came of it: sending it again does no harm.
        """
        handle: WorkflowHandle[object, object] = self.client.get_workflow_handle(case)
        try:
            try:
                answer: StaffAnswer = await handle.execute_update(
                    STAFF_ACT, act, id=act.id, result_type=StaffAnswer, rpc_timeout=self.timeout
                )
            except WorkflowUpdateRPCTimeoutOrCancelledError:
                # Where no worker answers, the act stays with the case, which needs only the server.
                await handle.signal(STAFF_ACT_KEPT, act, rpc_timeout=KEEP_TIMEOUT)
                _log.warning("staff.act_kept", case=handle.id, action=act.action)
                answer = StaffAnswer(applied=True, kept=True)
        except WorkflowUpdateFailedError as error:
            return _get_refusal(error)
        except RPCError as error:
            if error.status is RPCStatusCode.NOT_FOUND:
                raise CaseGoneError(case) from error
            raise translated(error) from error
        _log.info("staff.acted", case=case, action=act.action, applied=answer.applied)
        return answer


def _get_refusal(error: WorkflowUpdateFailedError) -> StaffAnswer:
    """Returns what a validator says: the answer itself, as the only detail of its error."""
    cause = error.cause
    details = cause.details if isinstance(cause, ApplicationError) else ()
    if details and isinstance(details[0], dict):
        try:
            return StaffAnswer.model_validate({**details[0], "applied": False})
        except ValidationError:
            _log.warning("staff.refusal_unread")
    return StaffAnswer(applied=False)
