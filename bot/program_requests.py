"""Requests of programs that a workflow of an agent's own answers, taken to Temporal."""

import asyncio
from dataclasses import dataclass
from datetime import timedelta

import structlog
from pydantic import JsonValue
from temporalio.client import Client, WorkflowFailureError, WorkflowHandle
from temporalio.common import WorkflowIDConflictPolicy, WorkflowIDReusePolicy
from temporalio.exceptions import WorkflowAlreadyStartedError
from temporalio.service import RPCError

from bot.gateway import RPC_TIMEOUT, TASK_QUEUE
from bot.handover import translated
from domain.endpoints import EndpointRequest
from domain.errors import AppError

_DIGEST = "digest"
"""The memo that tells a key that comes with another request."""

_log = structlog.get_logger(__name__)


class KeyReusedError(AppError):
    """The key is that of another request of this person."""

    code = "message_id_reused"


class RequestFailedError(AppError):
    """The workflow could not answer. The same key may be sent again: it begins anew."""

    code = "request.failed"
    retryable = True


@dataclass(frozen=True)
class ProgramRequests:
    client: Client

    async def ask(
        self, workflow: str, request: EndpointRequest, digest: str, within: timedelta
    ) -> JsonValue | None:
        """Returns what the workflow answers, or None where it takes longer. The same person's key
        again is the same request, for as long as Temporal keeps what is over: it is carried out
        once. ``digest`` is of what is asked.

        The workflow's id begins with the conversation's, so that it is deleted with that.

        Raises ``KeyReusedError``, ``RequestFailedError``, ``TemporalUnreachableError`` and
        ``TemporalRefusedError``.
        """
        try:
            handle = await self._start(workflow, request, digest)
            async with asyncio.timeout(within.total_seconds()):
                answer: JsonValue = await handle.result()
        except TimeoutError:
            return None
        except WorkflowFailureError as error:
            _log.warning("request.failed", workflow=workflow, cause=type(error.cause).__name__)
            raise RequestFailedError(f"workflow {workflow} failed") from error
        except RPCError as error:
            raise translated(error) from error
        return answer

    async def _start(
        self, workflow: str, request: EndpointRequest, digest: str
    ) -> WorkflowHandle[object, JsonValue]:
        own = f"{request.conversation_id}/{workflow}-{request.key}"
        try:
            return await self.client.start_workflow(
                workflow,
                request,
                id=own,
                task_queue=TASK_QUEUE,
                id_reuse_policy=WorkflowIDReusePolicy.ALLOW_DUPLICATE_FAILED_ONLY,
                id_conflict_policy=WorkflowIDConflictPolicy.FAIL,
                memo={_DIGEST: digest},
                rpc_timeout=RPC_TIMEOUT,
            )
        except WorkflowAlreadyStartedError:
            handle: WorkflowHandle[object, JsonValue] = self.client.get_workflow_handle(own)
            description = await handle.describe(rpc_timeout=RPC_TIMEOUT)
            known = await description.memo_value(_DIGEST, "")
            if known != digest:
                raise KeyReusedError(f"the key of another {workflow}") from None
            return handle
