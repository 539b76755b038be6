"""What the Temporal server says of a namespace, of its task queues and of a workflow."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from temporalio.api.enums.v1 import TaskQueueType
from temporalio.api.taskqueue.v1 import TaskQueue
from temporalio.api.workflowservice.v1 import (
    DescribeNamespaceRequest,
    DescribeTaskQueueRequest,
    DescribeTaskQueueResponse,
)
from temporalio.client import Client, WorkflowExecutionDescription
from temporalio.service import RPCError, RPCStatusCode

RPC_TIMEOUT = timedelta(seconds=10)


@contextmanager
def passing_over_missing() -> Iterator[None]:
    """Ends the block where the server says that there is no such thing."""
    try:
        yield
    except RPCError as error:
        if error.status is not RPCStatusCode.NOT_FOUND:
            raise


async def describe_run(
    client: Client, workflow_id: str, run_id: str | None = None
) -> WorkflowExecutionDescription | None:
    """Returns this run, or the newest one; None when there is none. Raises ``RPCError``."""
    handle = client.get_workflow_handle(workflow_id, run_id=run_id)
    with passing_over_missing():
        return await handle.describe(rpc_timeout=RPC_TIMEOUT)
    return None


async def describe_namespace(client: Client, rpc_timeout: timedelta) -> None:
    """Succeeds when the server answers, knows the client's namespace and takes its credentials.

    Raises ``RPCError``.
    """
    await client.workflow_service.describe_namespace(
        DescribeNamespaceRequest(namespace=client.namespace), timeout=rpc_timeout
    )


async def describe_queue(
    client: Client, name: str, kind: TaskQueueType.ValueType, rpc_timeout: timedelta | None = None
) -> DescribeTaskQueueResponse:
    """Who polls a queue for one kind of task, and what waits there. Raises ``RPCError``."""
    request = DescribeTaskQueueRequest(
        namespace=client.namespace,
        task_queue=TaskQueue(name=name),
        task_queue_type=kind,
        report_stats=True,
    )
    return await client.workflow_service.describe_task_queue(request, timeout=rpc_timeout)
