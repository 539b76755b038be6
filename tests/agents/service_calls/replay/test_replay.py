"""Service calls that were begun by earlier versions go on: they replay."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from temporalio.workflow import NondeterminismError

from tests.agents.service_calls.replay.record import HISTORIES, SCRIPTS, SERVICE_CALLS
from tests.replay.recording import only
from tests.replay.replaying import (
    MOST,
    histories,
    history,
    of_the_machine,
    renamed,
    replayer,
    scripts,
)

PATHS = histories(HISTORIES)


@pytest.fixture(autouse=True)
def _without_other_agents() -> Iterator[None]:
    with only(SERVICE_CALLS):
        yield


@pytest.mark.shows("calls G6")
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
async def test_a_recorded_history_replays(path: Path) -> None:
    await replayer().replay_workflow(history(path))


def test_every_script_is_recorded() -> None:
    assert {script.name for script in SCRIPTS} <= scripts(PATHS)
    assert (HISTORIES / "long-2.json").exists(), "no continue-as-new"


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_history_is_small_and_tells_nothing_of_a_machine(path: Path) -> None:
    assert path.stat().st_size < MOST
    assert of_the_machine(path) == set()


async def test_an_activity_of_another_name_is_noticed() -> None:
    changed = renamed(HISTORIES / "example-1.json", "call_tool", "use_tool")
    with pytest.raises(NondeterminismError):
        await replayer().replay_workflow(changed)
