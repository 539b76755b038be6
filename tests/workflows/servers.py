"""Temporal servers that know Steward's search attributes."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from temporalio.api.enums.v1 import IndexedValueType
from temporalio.api.operatorservice.v1 import AddSearchAttributesRequest
from temporalio.contrib.pydantic import pydantic_data_converter
from temporalio.testing import WorkflowEnvironment

from local.temporal import DYNAMIC_CONFIG
from workflows import dashboard

BINARIES = Path(sys.executable).parent


@asynccontextmanager
async def temporal_test_server() -> AsyncIterator[WorkflowEnvironment]:
    """A time-skipping server that knows Steward's search attributes."""
    async with await WorkflowEnvironment.start_time_skipping(
        test_server_existing_path=str(BINARIES / "temporal-test-server"),
        data_converter=pydantic_data_converter,
    ) as env:
        await env.client.operator_service.add_search_attributes(
            AddSearchAttributesRequest(
                namespace=env.client.namespace,
                search_attributes={
                    key.name: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD
                    for key in dashboard.SEARCH_ATTRIBUTES
                },
            )
        )
        yield env


@asynccontextmanager
async def real_temporal_server() -> AsyncIterator[WorkflowEnvironment]:
    """The real server, in memory, set up as in production."""
    # What is continued, begun again or counted in a test does not wait seconds for it.
    at_once = (
        "history.continueAsNewMinInterval",
        "history.workflowIdReuseMinimalInterval",
        "matching.TaskQueueInfoByBuildIdTTL",
    )
    settings = (*DYNAMIC_CONFIG, *(f'{name}="0s"' for name in at_once))
    async with await WorkflowEnvironment.start_local(
        dev_server_existing_path=str(BINARIES / "temporal"),
        data_converter=pydantic_data_converter,
        search_attributes=dashboard.SEARCH_ATTRIBUTES,
        dev_server_extra_args=[
            part for each in settings for part in ("--dynamic-config-value", each)
        ],
    ) as env:
        yield env
