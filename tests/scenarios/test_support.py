"""Every scenario with the support agent, through the real workflows."""

import pytest
from temporalio.testing import WorkflowEnvironment

from adapters.postgres.stores import Stores
from domain.conversation import Limits
from tests.agents.support.workflow.chat import SupportChat
from tests.agents.support.workflow.conftest import *  # noqa: F403 - pytest finds fixtures by name
from tests.scenarios.play import Level, Play, Scenario, scenarios
from tests.scenarios.support import SupportStage

# The server that skips time loses the cancel of what ends at that moment.
pytestmark = pytest.mark.real_server


@pytest.mark.parametrize("scenario", scenarios(Level.WORKFLOW, "support"), ids=str)
async def test_through_the_workflow(
    scenario: Scenario, server: WorkflowEnvironment, limits: Limits, office: Stores
) -> None:
    own = limits.model_copy(update={"has_model": False, "enabled": ("support",)})
    plan = scenario.head.customer or "free"
    async with SupportChat(server, own, office, plan=plan).open() as chat:
        await Play({"": SupportStage(chat)}, waits=True).run(scenario)
