"""Fixtures for chats: servers, limits."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from temporalio.testing import WorkflowEnvironment

from domain.conversation import Limits
from tests.workflows.servers import real_temporal_server, temporal_test_server


@pytest.fixture(scope="session")
async def shared_server() -> AsyncIterator[WorkflowEnvironment]:
    async with temporal_test_server() as env:
        yield env


@pytest.fixture(scope="session")
async def dev_server() -> AsyncIterator[WorkflowEnvironment]:
    async with real_temporal_server() as env:
        yield env


@pytest.fixture
async def server(
    request: pytest.FixtureRequest,
    shared_server: WorkflowEnvironment,
    dev_server: WorkflowEnvironment,
) -> AsyncIterator[WorkflowEnvironment]:
    """The shared test server, one of its own for a test that skips time, or the real server.

    An activity that is abandoned while it runs holds the test server's clock for good, and a query
    that meets a continue-as-new is never answered by it.
    """
    if request.node.get_closest_marker("real_server"):
        yield dev_server
    elif request.node.get_closest_marker("skips_time"):
        async with temporal_test_server() as env:
            yield env
    else:
        yield shared_server


@pytest.fixture
def limits() -> Limits:
    return Limits(retry_delay=timedelta(milliseconds=10), has_model=True)


@pytest.fixture
def locale() -> str:
    return "en_MY"
