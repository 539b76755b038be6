"""Conversations that were begun by earlier versions go on: their histories replay."""

from pathlib import Path

import pytest
from temporalio.client import WorkflowHistory
from temporalio.converter import DataConverter
from temporalio.worker import Replayer
from temporalio.workflow import NondeterminismError

from adapters.temporal import data_converter
from tests.adapters.encryption.keys import NEW, OLD, codec
from workflows.conversation import Conversation
from workflows.erasure import Erasure

HISTORIES = sorted((Path(__file__).parent / "histories").glob("*.json"))


def replayer(converter: DataConverter | None = None) -> Replayer:
    """With the key of the history that is encrypted; the others are in the clear."""
    return Replayer(
        workflows=[Conversation, Erasure],
        data_converter=converter or data_converter(codec(NEW)),
    )


def history(path: Path, text: str | None = None) -> WorkflowHistory:
    return WorkflowHistory.from_json(f"conversation:test:{path.stem}", text or path.read_text())


@pytest.mark.parametrize("path", HISTORIES, ids=lambda path: path.stem)
async def test_a_recorded_conversation_replays(path: Path) -> None:
    await replayer().replay_workflow(history(path))


def test_every_kind_of_conversation_is_recorded() -> None:
    kinds = {path.stem.rpartition("-")[0] for path in HISTORIES}
    assert kinds == {
        "words",
        "questions",
        "photos",
        "cancels",
        "outage",
        "long",
        "personal",
        "usage",
        "erasure",
        "media",
        "turns",
        "encrypted",
    }
    assert sum(path.stem.startswith("long") for path in HISTORIES) > 1, "no continue-as-new"


async def test_a_changed_order_of_commands_would_be_noticed() -> None:
    path = next(path for path in HISTORIES if path.stem.startswith("words"))
    renamed = path.read_text().replace('"save_transaction"', '"store_transaction"')
    assert renamed != path.read_text()
    with pytest.raises(NondeterminismError):
        await replayer().replay_workflow(history(path, renamed))


async def test_an_encrypted_history_replays_only_with_its_key() -> None:
    path = next(path for path in HISTORIES if path.stem.startswith("encrypted"))
    assert "Starbucks" not in path.read_text()
    with pytest.raises(RuntimeError, match="UnreadablePayloadError"):
        await replayer(data_converter(codec(OLD))).replay_workflow(history(path))
