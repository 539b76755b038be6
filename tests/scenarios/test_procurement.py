"""Every scenario with the shopping agent: by rules, and with a model that takes the same steps."""

import pytest
from temporalio.testing import WorkflowEnvironment

from adapters.postgres.stores import Stores
from domain.conversation import Limits
from tests.agents.procurement.workflow.chat import ShopChat
from tests.agents.procurement.workflow.conftest import *  # noqa: F403 - pytest finds fixtures
from tests.scenarios.play import Level, Play, Scenario, scenarios
from tests.scenarios.procurement import ShopStage

PLAYED = [
    pytest.param(one, level, id=f"{one}-{level}", marks=[pytest.mark.skips_time] * one.skips_time)
    for level in (Level.WORKFLOW, Level.MODEL)
    for one in scenarios(level, "procurement")
]


@pytest.mark.parametrize(("scenario", "level"), PLAYED)
async def test_through_the_workflow(
    scenario: Scenario, level: Level, server: WorkflowEnvironment, limits: Limits, shop: Stores
) -> None:
    own = {"has_model": level is Level.MODEL, "enabled": ("procurement",)}
    async with ShopChat(server, limits.model_copy(update=own), shop).open() as chat:
        stage = ShopStage(chat)
        try:
            await Play({"": stage}).run(scenario)
        finally:
            await stage.tidy()
