"""Fixtures for chats: the server that a test is for, and limits."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from temporalio.testing import WorkflowEnvironment

from domain.conversation import Limits
from tests.workflows.servers import temporal_test_server


@pytest.fixture(scope="session")
async def shared_server() -> AsyncIterator[WorkflowEnvironment]:
    """A time-skipping server: one for each module that imports this, since tests of one agent may
    leave its clock years ahead, where those of another mean today.
    """
    async with temporal_test_server() as env:
        yield env


@pytest.fixture
async def server_of_its_own() -> AsyncIterator[WorkflowEnvironment]:
    async with temporal_test_server() as env:
        yield env


@pytest.fixture
def server(request: pytest.FixtureRequest) -> WorkflowEnvironment:
    """The shared test server, one of its own for a test that skips time, or the real server.

    An activity that is abandoned while it runs holds the test server's clock for good, and a query
    that meets a continue-as-new is never answered by it. Only the one that is meant is started.
    """
    if request.node.get_closest_marker("real_server"):
        name = "dev_server"
    elif request.node.get_closest_marker("skips_time"):
        name = "server_of_its_own"
    else:
        name = "shared_server"
    env: WorkflowEnvironment = request.getfixturevalue(name)
    return env


@pytest.fixture
def limits() -> Limits:
    return Limits(retry_delay=timedelta(milliseconds=10), has_model=True)


@pytest.fixture
def locale() -> str:
    return "en_MY"
