"""Two people, each in a chat of their own."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from temporalio.testing import WorkflowEnvironment

from domain.conversation import Limits
from tests.agents.expenses.features.chat import FeatureChat
from tests.workflows.chat import Activities


class OtherChat(FeatureChat):
    """Stands beside another chat, whose workers serve both: its own only deliver to it."""

    def platform(self) -> Activities:
        own = (self.reply_queue, self.files_queue)
        return {queue: done for queue, done in super().platform().items() if queue in own}


@pytest.fixture
async def other(
    chat: FeatureChat, server: WorkflowEnvironment, limits: Limits
) -> AsyncIterator[FeatureChat]:
    beside = OtherChat(server, limits, chat.stores)
    for parts in list(beside.agents.values()):
        beside.bring(replace(parts, activities={}))
    async with beside.open():
        yield beside
