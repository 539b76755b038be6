"""Scenarios in a real chat: what is seen there, and what stands in the database."""

from contextlib import AsyncExitStack

import pytest
from _pytest.mark import ParameterSet

from tests.e2e.telegram.conftest import Telegram
from tests.e2e.telegram.stage import TelegramStage
from tests.model_server import ScriptedModelServer
from tests.scenarios.play import Level, Play, Scenario, scenarios

ALL = [
    *(pytest.param(one, id=str(one)) for one in scenarios(Level.CHANNEL)),
    *(pytest.param(one, id=str(one), marks=pytest.mark.soak) for one in scenarios(Level.SOAK)),
]


def has_model(case: ParameterSet) -> bool:
    (scenario,) = case.values
    return isinstance(scenario, Scenario) and scenario.has_model


every = pytest.mark.parametrize("scenario", [case for case in ALL if not has_model(case)])
with_a_model = pytest.mark.parametrize("scenario", [case for case in ALL if has_model(case)])


async def play(
    scenario: Scenario, telegram: Telegram, model: ScriptedModelServer | None = None
) -> None:
    head = scenario.head
    alone = len(head.people) == 1
    members = (
        [telegram.newcomer(head.people[0], head.language)]
        if alone
        else telegram.group(*head.people)
    )
    async with AsyncExitStack() as stack:
        stages = {}
        for name, member in zip(head.people, members, strict=True):
            stages["" if alone else name] = stage = TelegramStage(telegram, member, model)
            stack.push_async_callback(stage.aclose)
        await Play(stages).run(scenario)


@every
async def test_in_a_chat(scenario: Scenario, telegram: Telegram) -> None:
    await play(scenario, telegram)


@with_a_model
class TestWithAModel:
    async def test_in_a_chat(
        self, scenario: Scenario, telegram: Telegram, model: ScriptedModelServer
    ) -> None:
        await play(scenario, telegram, model)
        assert model.malformed == []
