"""Hands messages to a fresh run of a conversation, once the cancelled one has closed."""

from datetime import timedelta

from temporalio.client import Client, WorkflowExecutionStatus
from temporalio.common import WorkflowIDConflictPolicy, WorkflowIDReusePolicy
from temporalio.service import RPCError, RPCStatusCode

from domain.activity_calls import MAIN_QUEUE
from domain.conversation import conversation_id
from domain.errors import AppError
from domain.restart import RestartRequest

RPC_TIMEOUT = timedelta(seconds=10)
_SOON = timedelta(milliseconds=200)


class StillRunningError(AppError):
    """The run that was cancelled has not closed yet: it will in a moment."""

    code = "temporal.still_running"
    retryable = True


class TemporalRestart:
    """Implements ``Restart``. Idempotent: a run drops a message that it has seen."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def restart(self, request: RestartRequest) -> None:
        """Raises ``StillRunningError`` while the old run is there, or Temporal does not answer."""
        start = request.start
        workflow_id = conversation_id(start.channel, start.chat_id)
        try:
            if await self._runs(workflow_id, request.closed_run_id):
                msg = "the cancelled run has not closed yet"
                raise StillRunningError(msg, retry_after=_SOON)
            for message in request.messages:
                await self._client.start_workflow(
                    "conversation",
                    start,
                    id=workflow_id,
                    task_queue=MAIN_QUEUE,
                    id_reuse_policy=WorkflowIDReusePolicy.ALLOW_DUPLICATE,
                    id_conflict_policy=WorkflowIDConflictPolicy.USE_EXISTING,
                    start_signal="receive",
                    start_signal_args=[message],
                    rpc_timeout=RPC_TIMEOUT,
                )
        except RPCError as error:
            msg = f"temporal: {error.status.name.lower()}"
            raise StillRunningError(msg, retry_after=_SOON) from error

    async def _runs(self, workflow_id: str, run_id: str) -> bool:
        handle = self._client.get_workflow_handle(workflow_id, run_id=run_id)
        try:
            described = await handle.describe(rpc_timeout=RPC_TIMEOUT)
        except RPCError as error:
            if error.status is RPCStatusCode.NOT_FOUND:
                return False
            raise
        return described.status is WorkflowExecutionStatus.RUNNING
