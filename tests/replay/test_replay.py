"""What was begun by earlier versions goes on: its histories replay."""

from pathlib import Path

import pytest
from temporalio import workflow
from temporalio.worker import Replayer
from temporalio.workflow import NondeterminismError

from adapters.temporal import data_converter
from domain.preferences import ErasureStart
from tests.adapters.encryption.keys import OLD
from tests.replay.record import HISTORIES, PLATFORM
from tests.replay.record_tools import HISTORIES as TOOL_HISTORIES
from tests.replay.record_tools import TOOLS
from tests.replay.recording import Recorder
from tests.replay.replaying import (
    assert_small_and_clean,
    histories,
    history,
    kinds,
    renamed,
    replayer,
    said_in,
    scripts,
)
from tests.toy.chat import ToyChat
from wiring.worker import WORKFLOWS
from workflows.names import ERASURE

PATHS = histories(HISTORIES)
ALL = [*PATHS, *histories(TOOL_HISTORIES)]

TURNS = HISTORIES / "turns-1.json"
ERASED = HISTORIES / "erased-erasure-1.json"
ENCRYPTED = HISTORIES / "encrypted-1.json"


@pytest.mark.shows("13.1")
@pytest.mark.parametrize("path", ALL, ids=lambda path: f"{path.parent.name}-{path.stem}")
async def test_a_recorded_history_replays(path: Path) -> None:
    await replayer().replay_workflow(history(path))


def test_every_workflow_of_a_worker_is_recorded() -> None:
    served = {workflow._Definition.must_from_class(each).name for each in WORKFLOWS}
    assert kinds(PATHS) == served


@pytest.mark.parametrize("recorder", [PLATFORM, TOOLS], ids=["turns", "tools"])
def test_every_script_is_recorded(recorder: Recorder[ToyChat]) -> None:
    assert {script.name for script in recorder.scripts} <= scripts(histories(recorder.folder))
    assert (recorder.folder / "long-2.json").exists(), "no continue-as-new"


def test_a_history_is_small_and_tells_nothing_of_a_machine() -> None:
    assert_small_and_clean(ALL)


@workflow.defn(name=ERASURE, sandboxed=False)
class Hasty:
    """An erasure that deletes nothing."""

    @workflow.run
    async def run(self, start: ErasureStart) -> None:
        """Ends at once."""


class TestWhatIsNoticed:
    """The replay is real: code that does something else does not pass."""

    @pytest.mark.parametrize(
        ("path", "then", "now"),
        [
            (TURNS, "save_note", "store_note"),
            (TURNS, "deliver", "hand_over"),
            (ERASED, "erase_person", "forget_person"),
            (TOOL_HISTORIES / "tools-1.json", "run_tool", "use_tool"),
        ],
    )
    async def test_an_activity_of_another_name(self, path: Path, then: str, now: str) -> None:
        with pytest.raises(NondeterminismError):
            await replayer().replay_workflow(renamed(path, then, now))

    async def test_a_workflow_that_skips_a_step(self) -> None:
        hasty = Replayer(workflows=[Hasty], data_converter=data_converter(None))
        with pytest.raises(NondeterminismError):
            await hasty.replay_workflow(history(ERASED))

    def test_what_was_said_cannot_be_read_in_an_encrypted_history(self) -> None:
        assert "milk" in said_in(TURNS)
        assert "milk" not in said_in(ENCRYPTED)

    async def test_a_key_that_is_missing(self) -> None:
        with pytest.raises(RuntimeError, match="UnreadablePayloadError"):
            await replayer(OLD).replay_workflow(history(ENCRYPTED))
