"""Conversations that were begun by earlier versions go on: their histories replay."""

from pathlib import Path

import pytest
from temporalio.client import WorkflowHistory
from temporalio.contrib.pydantic import pydantic_data_converter
from temporalio.worker import Replayer
from temporalio.workflow import NondeterminismError

from workflows.conversation import Conversation
from workflows.erasure import Erasure

HISTORIES = sorted((Path(__file__).parent / "histories").glob("*.json"))


def replayer() -> Replayer:
    return Replayer(workflows=[Conversation, Erasure], data_converter=pydantic_data_converter)


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
        "erasure",
        "media",
        "turns",
    }
    assert sum(path.stem.startswith("long") for path in HISTORIES) > 1, "no continue-as-new"


async def test_a_changed_order_of_commands_would_be_noticed() -> None:
    path = next(path for path in HISTORIES if path.stem.startswith("words"))
    renamed = path.read_text().replace('"save_transaction"', '"store_transaction"')
    assert renamed != path.read_text()
    with pytest.raises(NondeterminismError):
        await replayer().replay_workflow(history(path, renamed))
