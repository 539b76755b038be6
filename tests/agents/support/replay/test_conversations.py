"""Conversations about tickets that were begun by earlier versions go on: they replay."""

from pathlib import Path

import pytest
from temporalio.workflow import NondeterminismError

from tests.agents.support.replay.record_conversations import CONVERSATIONS, SCRIPTS
from tests.replay.replaying import MOST, histories, history, of_the_machine, renamed, replayer

PATHS = histories(CONVERSATIONS)


@pytest.mark.shows("support replay")
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
async def test_a_recorded_conversation_replays(path: Path) -> None:
    await replayer().replay_workflow(history(path))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_history_is_small_and_tells_nothing_of_a_machine(path: Path) -> None:
    assert path.stat().st_size < MOST
    assert of_the_machine(path) == set()


def test_every_script_is_recorded() -> None:
    assert {path.stem for path in PATHS} == {f"{name}-1" for name in SCRIPTS}


async def test_an_activity_of_another_name_is_noticed() -> None:
    changed = renamed(CONVERSATIONS / "passed-1.json", "pass_to_ticket", "hand_to_ticket")
    with pytest.raises(NondeterminismError):
        await replayer().replay_workflow(changed)
