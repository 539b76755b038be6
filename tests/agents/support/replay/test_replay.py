"""Tickets, and conversations about them, that were begun by earlier versions go on: they replay."""

from pathlib import Path

import pytest
from temporalio.worker import Replayer

from adapters.temporal import data_converter
from agents.support.cases import WORKFLOWS as SUPPORT_WORKFLOWS
from tests.agents.support.replay.record import CONVERSATIONS, HISTORIES, REQUEST, SCRIPTS, TICKETS
from tests.replay.replaying import assert_small_and_clean, histories, history
from tests.workflows.sandboxed import shared_sandbox
from wiring.worker import WORKFLOWS

PATHS = [*histories(CONVERSATIONS), *histories(HISTORIES)]


def replayer() -> Replayer:
    return Replayer(
        workflows=[*WORKFLOWS, *SUPPORT_WORKFLOWS],
        workflow_runner=shared_sandbox(),
        data_converter=data_converter(None),
    )


def test_every_script_is_recorded_small_and_without_a_word_of_the_machine() -> None:
    tickets = sorted((REQUEST, *TICKETS))
    recorded = [*sorted(f"{name}-1" for name in SCRIPTS), *tickets]
    assert [path.stem for path in PATHS] == recorded
    assert_small_and_clean(PATHS)


@pytest.mark.shows("support replay")
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
async def test_a_recorded_history_replays(path: Path) -> None:
    await replayer().replay_workflow(history(path))
