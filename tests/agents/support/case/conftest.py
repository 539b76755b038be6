"""Tickets on time-skipping servers."""

from collections.abc import AsyncIterator, Iterator
from datetime import datetime, timedelta

import pytest
from temporalio.testing import WorkflowEnvironment

from tests.agents.support.case.office import BERLIN, Office, working
from tests.replay.recording import only
from tests.workflows.servers import temporal_test_server

SUPPORT = {"support": "agents.support"}


@pytest.fixture(autouse=True, scope="module")
def _only_support() -> Iterator[None]:
    with only(SUPPORT):
        yield


@pytest.fixture
async def skipping() -> AsyncIterator[WorkflowEnvironment]:
    """Each test has its own: what one left under way would hold the clock of the others."""
    async with temporal_test_server() as env:
        yield env


@pytest.fixture
async def office(skipping: WorkflowEnvironment) -> AsyncIterator[Office]:
    """On a Wednesday at ten, in business hours."""
    await until_weekday(skipping, 2, 10)
    async with working(Office(skipping)) as office:
        yield office
        await office.end()


async def until_weekday(env: WorkflowEnvironment, weekday: int, hour: int, minute: int = 0) -> None:
    """The next such day of the week: the server's clock only goes on."""
    now = (await env.get_current_time()).astimezone(BERLIN)
    then = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
    while then.weekday() != weekday or then <= now:
        then = (then.replace(tzinfo=None) + timedelta(days=1)).replace(tzinfo=BERLIN)
    await skip_to(env, then)


async def skip_to(env: WorkflowEnvironment, then: datetime) -> None:
    await env.sleep(then - await env.get_current_time())
