"""What the Temporal server says of a namespace and of its task queues."""

from datetime import timedelta

from temporalio.api.enums.v1 import TaskQueueType
from temporalio.api.taskqueue.v1 import TaskQueue
from temporalio.api.workflowservice.v1 import (
    DescribeNamespaceRequest,
    DescribeTaskQueueRequest,
    DescribeTaskQueueResponse,
)
from temporalio.client import Client


async def describe_namespace(client: Client, rpc_timeout: timedelta) -> None:
    """Succeeds when the server answers, knows the client's namespace and takes its credentials.

    Raises ``RPCError``.
    """
    await client.workflow_service.describe_namespace(
        DescribeNamespaceRequest(namespace=client.namespace), timeout=rpc_timeout
    )


async def describe_queue(
    client: Client,
    name: str,
    kind: TaskQueueType.ValueType,
    rpc_timeout: timedelta | None = None,
) -> DescribeTaskQueueResponse:
    """Who polls a queue for one kind of task, and what waits there. Raises ``RPCError``."""
    request = DescribeTaskQueueRequest(
        namespace=client.namespace,
        task_queue=TaskQueue(name=name),
        task_queue_type=kind,
        report_stats=True,
    )
    return await client.workflow_service.describe_task_queue(request, timeout=rpc_timeout)
