"""Hands messages to a fresh run of a conversation, once the cancelled one has closed."""

from datetime import timedelta

from temporalio.client import Client, WorkflowExecutionStatus
from temporalio.common import WorkflowIDConflictPolicy, WorkflowIDReusePolicy
from temporalio.service import RPCError

from adapters.temporal_server import RPC_TIMEOUT, describe_run
from domain.activity_calls import MAIN_QUEUE
from domain.conversation import conversation_id
from domain.errors import AppError
from domain.restart import RestartRequest

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
            old = await describe_run(self._client, workflow_id, request.closed_run_id)
            if old is not None and old.status is WorkflowExecutionStatus.RUNNING:
                raise StillRunningError("the cancelled run has not closed yet", retry_after=_SOON)
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
            raise StillRunningError(
                f"temporal: {error.status.name.lower()}", retry_after=_SOON
            ) from error
