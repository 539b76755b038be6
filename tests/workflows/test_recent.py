"""Which finished tasks a conversation keeps at hand, so that a correction finds them."""

from types import SimpleNamespace
from typing import cast

import pytest

from domain.conversation import MAX_RECENT, Carried
from tests.toy.note import Note
from tests.toy.workflow import ToyAgent
from workflows import served_agents
from workflows.albums import Albums
from workflows.drafts import Drafts
from workflows.outbox import Outbox
from workflows.question_queue import QuestionQueue
from workflows.shared import Session
from workflows.tasks import TaskBoard


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> TaskBoard:
    monkeypatch.setattr(served_agents, "agent_types", lambda: {"toy": ToyAgent})
    session = cast("Session", SimpleNamespace(state=Carried()))
    nothing = SimpleNamespace()
    return TaskBoard(
        session,
        cast("Outbox", nothing),
        cast("Drafts", nothing),
        cast("QuestionQueue", nothing),
        cast("Albums", nothing),
    )


def finished(number: int, text: str = "milk") -> ToyAgent:
    return ToyAgent(Note(task_id=f"c/toy/{number}", number=number, text=text))


def test_the_last_ones_are_remembered_newest_last(board: TaskBoard) -> None:
    for number in range(MAX_RECENT + 2):
        board.remember(finished(number))

    assert [view.number for view in board.views()] == list(range(2, MAX_RECENT + 2))
    assert board.last_done() == f"c/toy/{MAX_RECENT + 1}"


def test_one_that_changes_is_remembered_once_as_the_newest(board: TaskBoard) -> None:
    for agent in (finished(1), finished(2), finished(1, "bread")):
        board.remember(agent)

    assert [agent.view().known for agent in board.recent()] == [{"text": "milk"}, {"text": "bread"}]
    assert board.last_done("toy") == "c/toy/1"
    assert board.last_done("another") is None


def test_one_that_was_taken_back_is_forgotten(board: TaskBoard) -> None:
    board.remember(finished(1))
    board.forget("c/toy/1")

    assert board.views() == ()
