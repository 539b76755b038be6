"""What sentences are understood as: tables with a promise, and below it the sentences that keep it.

A line of a table is an object that adds to its promise, or a list of sentences that add nothing.
``text`` is one sentence, or several that each keep the promise; ``messages`` are sent together.
``tasks`` go on meanwhile: those that the lines with ``task`` describe; ``each`` has several such
scenes. ``after`` is what the person said before, ``open`` the task whose question is seen, if it is
not that of the task that waits.

``among`` and ``never`` have kinds. ``mention`` is the only mention, ``partly`` some of its fields,
``category`` the one that is found for it. ``left`` is true of what is no plain answer. Everything
else is a field of a ``Meaning``.
"""

from datetime import timedelta

import pytest

from agents.expenses.details import Mention
from agents.expenses.meaning import ExpenseTask, Meaning, QuestionKind
from agents.expenses.tools import CORE
from domain.history import Entry, Speaker
from domain.understanding import TaskPhase
from tests.agents.expenses.offline.talking import (
    SENT_AT,
    Row,
    act,
    answer,
    categorized,
    name_row,
    person_of,
    read_rows,
)

TASKS = {
    row["task"]: ExpenseTask.model_validate(row) for row in read_rows("messages.jsonl", "task")
}


def assert_understood(row: Row, found: Meaning) -> None:
    wanted = {name: row[name] for name in row.keys() & Meaning.model_fields.keys()}
    if "mention" in row:
        wanted["mentions"] = [row["mention"]]
    promised = Meaning.model_validate({"kind": found.kind, **wanted})
    for name in wanted:
        assert getattr(found, name) == getattr(promised, name), name
    if "calls" in row:
        assert (found.call and found.call.name) == row["calls"]
    if "arguments" in row:
        assert found.call is not None
        (tool,) = (tool for tool in CORE if tool.name == found.call.name)
        arguments = tool.arguments.model_validate_json(found.call.arguments)
        assert arguments == tool.arguments.model_validate(row["arguments"])
    for name in row.get("partly", {}):
        part = Mention.model_validate(row["partly"])
        assert getattr(found.mentions[0], name) == getattr(part, name), name
    assert found.kind in row.get("among", [found.kind])
    assert found.kind not in row.get("never", [])
    if "category" in row:
        assert categorized(found.mentions[0]).category == row["category"]


@pytest.mark.shows("1.2", "platform 13", "platform 14", "platform 15", "platform 17")
@pytest.mark.shows("scenario 1", "scenario 2", "scenario 3", "scenario 4", "scenario 10")
@pytest.mark.shows("scenario 12", "scenario 13", "scenario 15", "scenario 16", "scenario 18")
@pytest.mark.shows("scenario 19", "scenario 22", "scenario 26", "scenario 39")
@pytest.mark.parametrize("row", read_rows("messages.jsonl", "promise"), ids=name_row)
def test_a_message_is_understood(row: Row) -> None:
    before = row.get("after", [])
    for names in row.get("each", [row.get("tasks", [])]):
        tasks = tuple(TASKS[name] for name in names)
        waiting = [task.task_id for task in tasks if task.phase is TaskPhase.WAITING]
        found = act(
            *row.get("messages", [row["text"]]),
            tasks=tasks,
            asked=row.get("open", waiting[-1] if waiting else None),
            reply_to=row.get("reply_to"),
            person=person_of(row),
            history=tuple(
                Entry(speaker=Speaker.PERSON, text=text, at=SENT_AT - timedelta(minutes=1))
                for text in before
            ),
            marks=row.get("marks", {}),
        )
        assert_understood(row, found)


@pytest.mark.shows("7.5")
@pytest.mark.parametrize("row", read_rows("plain_answers.jsonl", "promise"), ids=name_row)
def test_a_plain_answer_is_taken_for_what_is_asked_and_all_else_is_left(row: Row) -> None:
    found = answer(
        row["text"],
        QuestionKind(row["question"]),
        choices=tuple(row.get("choices", ())),
        known=Mention.model_validate(row.get("known", {})),
        person=person_of(row),
        reply_to=row.get("reply_to"),
    )
    assert (found is None) is row.get("left", False)
    if found is not None:
        assert_understood(row, found)
