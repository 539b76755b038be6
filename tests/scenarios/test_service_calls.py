"""Every scenario with the agent of service calls, by rules alone."""

import pytest

from tests.scenarios.play import Level, Play, Scenario, scenarios
from tests.scenarios.service_calls import ServiceCallStage


@pytest.mark.parametrize("scenario", scenarios(Level.RULES, "service_calls"), ids=str)
async def test_a_call_by_rules_alone(scenario: Scenario) -> None:
    await Play({"": ServiceCallStage()}).run(scenario)
