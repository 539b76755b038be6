"""Chats with the agent of service calls, on one Temporal server."""

from collections.abc import AsyncIterator

import pytest
from temporalio.testing import WorkflowEnvironment

from domain.conversation import Limits
from tests.agents.service_calls.workflow.chat import CallChat
from tests.workflows.fixtures import *  # noqa: F403 - pytest finds fixtures by name


@pytest.fixture
async def chat(server: WorkflowEnvironment, limits: Limits) -> AsyncIterator[CallChat]:
    """The channel's home agent takes service calls; without a model."""
    async with CallChat(server, limits).open() as chat:
        yield chat
