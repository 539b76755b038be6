"""Temporal's time-skipping test server for the tests that need a real one."""

import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from temporalio.contrib.pydantic import pydantic_data_converter
from temporalio.testing import WorkflowEnvironment

StartServer = Callable[[], Awaitable[WorkflowEnvironment]]


async def started() -> WorkflowEnvironment:
    return await WorkflowEnvironment.start_time_skipping(
        test_server_existing_path=str(Path(sys.executable).with_name("temporal-test-server")),
        data_converter=pydantic_data_converter,
    )


@pytest.fixture
def start_server() -> StartServer:
    """For a test that needs a server of its own, to stop it."""
    return started


@pytest.fixture(scope="session")
async def environment() -> AsyncIterator[WorkflowEnvironment]:
    """One server for all other tests."""
    async with await started() as shared:
        yield shared
