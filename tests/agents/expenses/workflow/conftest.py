"""Chats with the expenses agent; the ports are fakes."""

from collections.abc import AsyncIterator

import pytest
from temporalio.testing import WorkflowEnvironment

from domain.conversation import Limits
from tests.agents.expenses.workflow.chat import ExpenseChat
from tests.workflows.fixtures import *  # noqa: F403 - pytest finds fixtures by name


@pytest.fixture
async def chat(
    server: WorkflowEnvironment, limits: Limits, locale: str
) -> AsyncIterator[ExpenseChat]:
    async with ExpenseChat(server, limits, locale).open() as chat:
        yield chat
