"""What Temporal holds of conversations, deleted at a person's wish."""

from collections.abc import AsyncIterator

import structlog
from temporalio.api.common.v1 import WorkflowExecution
from temporalio.api.workflowservice.v1 import DeleteWorkflowExecutionRequest
from temporalio.client import Client, WorkflowExecutionStatus
from temporalio.service import RPCError

from adapters.temporal_server import RPC_TIMEOUT, describe_run, passing_over_missing
from domain.errors import AppError

_CLOSED_ERASURES = "WorkflowType = 'erasure' AND ExecutionStatus != 'Running'"

_log = structlog.get_logger()


class HistoryNotDeletedError(AppError):
    """Temporal does not answer or refuses; the deletion goes on when it is back."""

    code = "temporal.not_deleted"
    retryable = True


class TemporalConversations:
    """Implements ``RunningConversations``. Idempotent: what is gone is passed over."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def remove(self, conversation_ids: tuple[str, ...]) -> int:
        """Ends them at once and deletes every run; how many ran.

        The server deletes in the background: one that runs is ended at once, one that is closed
        goes within a minute or so. Lists lag behind by a moment, so the newest run and the first
        of its chain are asked for by name. Raises ``HistoryNotDeletedError`` when Temporal does not
        answer.
        """
        try:
            return sum([await self._remove(workflow_id) for workflow_id in conversation_ids])
        except RPCError as error:
            raise _not_deleted(error) from error

    async def forget_erasures(self) -> int:
        """Deletes the histories of erasures that are over; how many."""
        forgotten = 0
        try:
            async for workflow_id, run_id in self._listed(_CLOSED_ERASURES):
                await self._delete(workflow_id, run_id)
                forgotten += 1
        except RPCError as error:
            raise _not_deleted(error) from error
        return forgotten

    async def _remove(self, workflow_id: str) -> int:
        ended, quoted = 0, _quoted(workflow_id)
        own = f"WorkflowId = '{quoted}' OR WorkflowId STARTS_WITH '{quoted}/'"  # its aftermaths
        while True:
            newest = await describe_run(self._client, workflow_id)
            runs = dict.fromkeys([run async for run in self._listed(own)])
            if newest is not None:
                info = newest.raw_description.workflow_execution_info
                named = (info.first_run_id or newest.run_id, newest.run_id)
                runs |= dict.fromkeys((workflow_id, run_id) for run_id in named)
            for run in runs:
                await self._delete(*run)
            if newest is None or newest.status is not WorkflowExecutionStatus.RUNNING:
                return ended
            ended = 1  # and may have gone on in a new run just before it was deleted

    async def _listed(self, query: str) -> AsyncIterator[tuple[str, str]]:
        async for found in self._client.list_workflows(query, rpc_timeout=RPC_TIMEOUT):
            yield found.id, found.run_id

    async def _delete(self, workflow_id: str, run_id: str) -> None:
        execution = WorkflowExecution(workflow_id=workflow_id, run_id=run_id)
        request = DeleteWorkflowExecutionRequest(
            namespace=self._client.namespace, workflow_execution=execution
        )
        with passing_over_missing():
            await self._client.workflow_service.delete_workflow_execution(
                request, retry=True, timeout=RPC_TIMEOUT
            )


def _quoted(text: str) -> str:
    """As it stands between single quotes in a query."""
    return text.replace("\\", "\\\\").replace("'", "\\'")


def _not_deleted(error: RPCError) -> HistoryNotDeletedError:
    _log.warning("temporal.history_not_deleted", status=error.status.name)
    return HistoryNotDeletedError(f"temporal: {error.status.name.lower()}")
