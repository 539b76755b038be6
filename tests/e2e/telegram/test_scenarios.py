"""Scenarios in a real chat: what is seen there, and what stands in the database."""

from contextlib import AsyncExitStack

import pytest

from tests.e2e.telegram.conftest import Telegram
from tests.e2e.telegram.stage import TelegramStage
from tests.model_server import ScriptedModelServer
from tests.scenarios.play import Level, Play, Scenario, scenarios


def cases(*, has_model: bool) -> list[object]:
    """By their level, those that a scripted model answers or those that it does not."""
    marks = {Level.CHANNEL: (), Level.SOAK: (pytest.mark.soak,)}
    return [
        pytest.param(one, id=str(one), marks=marks[level])
        for level in marks
        for one in scenarios(level)
        if one.has_model == has_model
    ]


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


@pytest.mark.parametrize("scenario", cases(has_model=False))
async def test_in_a_chat(scenario: Scenario, telegram: Telegram) -> None:
    await play(scenario, telegram)


@pytest.mark.parametrize("scenario", cases(has_model=True))
class TestWithAModel:
    async def test_in_a_chat(
        self, scenario: Scenario, telegram: Telegram, model: ScriptedModelServer
    ) -> None:
        await play(scenario, telegram, model)
        assert model.malformed == []
