"""What a worker gets of the agent: every activity that the workflow calls, on its queue."""

import inspect
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import yaml
from temporalio import activity

from agents.expenses import activity_calls
from agents.expenses.bind import bind
from agents.expenses.card import READING_QUEUE
from agents.expenses.features import FEATURES
from agents.expenses.rules import ExpenseLimits
from agents.expenses.settings import ExpenseSettings
from agents.parts import AgentParts
from domain.activity_calls import ActivityCall
from domain.conversation import Limits
from tests.agents.lent import lend_nothing

WORKER_MEGABYTES = 500
"""What a worker takes for itself."""

CALLS = [
    call
    for module in (activity_calls, *FEATURES.modules("workflow"), *FEATURES.modules("replies"))
    for call in vars(module).values()
    if isinstance(call, ActivityCall)
]
SETTINGS = ExpenseSettings(category_confidence_threshold=0.7, ocr_processes=2)


@pytest.fixture
async def parts() -> AsyncIterator[AgentParts]:
    lent = lend_nothing()
    bound = bind(lent, SETTINGS)
    yield bound
    await bound.close()


async def test_every_call_has_its_activity_and_every_activity_its_call(parts: AgentParts) -> None:
    for call in CALLS:
        found = {_name(done): done for done in parts.activities[call.queue]}
        signature = inspect.signature(found[call.name])
        (request,) = signature.parameters.values()
        assert request.annotation is call.request, call.name
        assert signature.return_annotation is call.result, call.name
    bound = [_name(done) for some in parts.activities.values() for done in some]
    assert sorted(bound) == sorted(call.name for call in CALLS)


async def test_its_settings_are_its_limits(parts: AgentParts) -> None:
    limits = Limits(agents={parts.slug: parts.limits})
    own = limits.of(parts.slug, ExpenseLimits)
    assert own == ExpenseLimits(category_confidence_threshold=0.7)
    assert parts.at_once == {READING_QUEUE: 5}, "two are recognised, three wait for a model"
    assert parts.processes is not None
    assert (parts.processes.running(), parts.processes.most) == ((), 2)


def test_the_composed_worker_has_room_for_its_readings() -> None:
    compose = yaml.safe_load((Path(__file__).parents[3] / "docker-compose.yml").read_text())
    own = ExpenseSettings(_env_file=None)
    gigabytes = int(compose["services"]["worker"]["mem_limit"].removesuffix("g"))
    assert gigabytes * 1024 >= WORKER_MEGABYTES + own.ocr_processes * own.ocr_memory_mb


def _name(done: object) -> str:
    name = activity._Definition.must_from_callable(done).name  # type: ignore[arg-type]
    assert name is not None
    return name
