"""What staff do about a case, taken to its workflow."""

from dataclasses import dataclass
from datetime import timedelta

import structlog
from pydantic import ValidationError
from temporalio.client import (
    Client,
    WorkflowUpdateFailedError,
    WorkflowUpdateRPCTimeoutOrCancelledError,
)
from temporalio.exceptions import ApplicationError
from temporalio.service import RPCError, RPCStatusCode

from bot.handover import TemporalUnreachableError, translated
from domain.errors import NotFoundError
from domain.staff import STAFF_ACT, StaffAct, StaffAnswer

ACT_TIMEOUT = timedelta(seconds=15)
"""An act needs a worker, which may first replay the case; it is sent again after that."""

_log = structlog.get_logger(__name__)


class CaseGoneError(NotFoundError):
    """No such case is going on: it is closed for good, or was deleted."""

    code = "case.gone"


@dataclass(frozen=True)
class StaffDesk:
    """The only way by which staff act, from whichever channel."""

    client: Client

    async def act(self, case: str, act: StaffAct) -> StaffAnswer:
        """Idempotent on ``act.id``. What the case refuses is an answer that is not applied.

        Raises ``CaseGoneError``; ``TemporalUnreachableError`` or ``TemporalRefusedError`` when it
        is not known what came of it: sending it again does no harm.
        """
        handle = self.client.get_workflow_handle(case)
        try:
            answer: StaffAnswer = await handle.execute_update(
                STAFF_ACT, act, id=act.id, result_type=StaffAnswer, rpc_timeout=ACT_TIMEOUT
            )
        except WorkflowUpdateFailedError as error:
            return _refusal(error)
        except WorkflowUpdateRPCTimeoutOrCancelledError as error:
            msg = "temporal: nobody took the act up in time"
            raise TemporalUnreachableError(msg) from error
        except RPCError as error:
            if error.status is RPCStatusCode.NOT_FOUND:
                raise CaseGoneError(case) from error
            raise translated(error) from error
        _log.info("staff.acted", case=case, action=act.action, applied=answer.applied)
        return answer


def _refusal(error: WorkflowUpdateFailedError) -> StaffAnswer:
    """What a validator says: the answer itself, as the only detail of its error."""
    cause = error.cause
    if isinstance(cause, ApplicationError) and cause.details:
        try:
            return StaffAnswer.model_validate(cause.details[0]).model_copy(
                update={"applied": False}
            )
        except ValidationError:
            _log.warning("staff.refusal_unread", reason=cause.type)
    return StaffAnswer(applied=False)
