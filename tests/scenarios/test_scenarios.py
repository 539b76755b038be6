"""Every scenario with the expenses agent, by rules alone and through the real workflows."""

import pytest
from temporalio.testing import WorkflowEnvironment

from domain.conversation import Limits
from tests.agents.expenses.offline.talking import act
from tests.agents.expenses.workflow.chat import ExpenseChat
from tests.scenarios.expenses import ExpenseStage
from tests.scenarios.play import Level, Play, Scenario, scenarios
from tests.workflows.fixtures import *  # noqa: F403 - pytest finds fixtures by name

LOCALES = {"en": "en_MY", "de": "de_DE"}


def played(level: Level) -> list[object]:
    marks = {True: [pytest.mark.skips_time], False: []}
    return [pytest.param(one, id=one.name, marks=marks[one.skips_time]) for one in scenarios(level)]


@pytest.mark.parametrize("scenario", played(Level.WORKFLOW))
async def test_through_the_workflow(
    scenario: Scenario, server: WorkflowEnvironment, limits: Limits
) -> None:
    chat = ExpenseChat(server, limits, LOCALES[scenario.head.language])
    async with chat.open():
        await Play({"": ExpenseStage(chat)}).run(scenario)


@pytest.mark.parametrize("scenario", played(Level.RULES))
def test_the_words_alone_are_read_by_rules(scenario: Scenario) -> None:
    read = [step for step in scenario.steps if step.reads is not None]
    assert read, "a scenario for rules says what they read"
    for step in read:
        meaning = act(step.say or "")
        found = [
            mention.model_dump(mode="json", exclude_defaults=True) for mention in meaning.mentions
        ]
        assert (meaning.kind, found) == ("expense", [dict(each) for each in step.reads or ()])
