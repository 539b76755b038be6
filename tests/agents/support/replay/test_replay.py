"""Tickets that were begun by earlier versions go on: their histories replay."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from temporalio.worker import Replayer
from temporalio.workflow import NondeterminismError

from adapters.temporal import data_converter
from agents.support.ticket import TicketWorkflow
from tests.agents.support.replay.record import HISTORIES, SUPPORT
from tests.replay.recording import only
from tests.replay.replaying import MOST, histories, history, of_the_machine, renamed
from tests.workflows.sandboxed import shared_sandbox

PATHS = histories(HISTORIES)


@pytest.fixture(autouse=True, scope="module")
def _only_support() -> Iterator[None]:
    with only(SUPPORT):
        yield


def replayer() -> Replayer:
    return Replayer(
        workflows=[TicketWorkflow],
        workflow_runner=shared_sandbox(),
        data_converter=data_converter(None),
    )


def test_a_ticket_that_waits_two_days_is_recorded() -> None:
    assert [path.stem for path in PATHS] == ["waits-ticket-1"]


@pytest.mark.shows("support replay")
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
async def test_a_recorded_ticket_replays(path: Path) -> None:
    await replayer().replay_workflow(history(path))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_history_is_small_and_tells_nothing_of_a_machine(path: Path) -> None:
    assert path.stat().st_size < MOST
    assert of_the_machine(path) == set()


async def test_an_activity_of_another_name_is_noticed() -> None:
    changed = renamed(PATHS[0], "business_hours", "office_hours")
    with pytest.raises(NondeterminismError):
        await replayer().replay_workflow(changed)
