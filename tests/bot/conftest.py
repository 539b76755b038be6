"""Temporal's time-skipping test server for the tests that need a real one."""

from collections.abc import AsyncIterator

import pytest
from temporalio.testing import WorkflowEnvironment

from tests.workflows.servers import temporal_test_server


@pytest.fixture(scope="session")
async def environment() -> AsyncIterator[WorkflowEnvironment]:
    async with temporal_test_server() as shared:
        yield shared
