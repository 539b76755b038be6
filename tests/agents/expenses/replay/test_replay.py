"""Conversations about expenses that were begun by earlier versions go on: they replay."""

from pathlib import Path

import pytest

from tests.agents.expenses.replay.record import EXPENSE, HISTORIES
from tests.replay.replaying import assert_small_and_clean, histories, history, replayer, scripts

PATHS = histories(HISTORIES)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
async def test_a_recorded_history_replays(path: Path) -> None:
    await replayer().replay_workflow(history(path))


def test_every_script_is_recorded_small_and_without_a_word_of_the_machine() -> None:
    assert {script.name for script in EXPENSE.scripts} <= scripts(PATHS)
    assert (HISTORIES / "long-2.json").exists(), "no continue-as-new"
    assert_small_and_clean(PATHS)
