"""A person to speak with the engine in tests: a fixed moment, plain calls, short builders."""

import json
from collections.abc import Mapping
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any, TypedDict, Unpack

from pydantic import JsonValue

from agents.expenses.details import Mention
from agents.expenses.meaning import (
    Categorized,
    CategorizeRequest,
    ExpenseTask,
    HeardWords,
    Meaning,
    QuestionKind,
    RecogniseRequest,
)
from agents.expenses.offline.acts import meanings_of
from agents.expenses.offline.answers import recognise
from agents.expenses.offline.categories import categorize
from agents.expenses.shown import MoneyKind
from domain.history import Entry
from domain.understanding import Person, Said, TaskPhase

SENT_AT = datetime(2026, 3, 12, 4, 30, tzinfo=UTC)
TODAY = date(2026, 3, 12)
"""A Thursday in Kuala Lumpur."""

MALAYSIAN = Person(user_id="p1")
GERMAN = Person(user_id="p2", locale="de_DE", currency="EUR", timezone="Europe/Berlin")
AMERICAN = Person(user_id="p3", locale="en_US", currency="USD", timezone="America/New_York")


Row = dict[str, Any]


def read_rows(name: str, having: str = "text") -> list[Row]:
    """As ``rows_of`` of a table of this folder."""
    return rows_of(Path(__file__).with_name(name), having)


def rows_of(table: Path, having: str = "text") -> list[Row]:
    """Returns a row for each sentence of a table, with the fields of its line and its promise.

    Only of lines, or under promises, that have the field ``having``.
    """
    found: list[Row] = []
    promise: Row = {}
    for line in table.read_text(encoding="utf-8").splitlines():
        parsed = json.loads(line)
        row: Row = {"text": parsed} if isinstance(parsed, list) else parsed
        if "promise" in row:
            promise = row
        texts = row.get("text", [""] if row.keys() & {"messages", "task"} else [])
        texts = texts if isinstance(texts, list) else [texts]
        found += [{**promise, **row, "text": text} for text in texts]
    return [row for row in found if having in row]


def person_of(row: Row) -> Person:
    return Person.model_validate(MALAYSIAN.model_dump() | row.get("person", {}))


def name_row(row: Row) -> str:
    """Returns the id of a row's test."""
    return str(row["text"] or row.get("messages", ""))


class Talk(TypedDict, total=False):
    """What goes on when messages are sent, and what is special about them."""

    tasks: tuple[ExpenseTask, ...]
    asked: str | None
    reply_to: str | None
    person: Person
    history: tuple[Entry, ...]
    looked_up: Mapping[str, JsonValue]
    marks: Mapping[str, bool]
    """Fields of each message: ``caption``, ``spoken``, ``edited``."""


def said(
    text: str, number: int = 1, reply_to: str | None = None, marks: Mapping[str, bool] | None = None
) -> Said:
    message = Said(message_id=f"m{number}", text=text, sent_at=SENT_AT, reply_to_task=reply_to)
    return message.model_copy(update=dict(marks or {}))


def acts(*texts: str, **talk: Unpack[Talk]) -> tuple[Meaning, ...]:
    messages = tuple(
        said(text, number, talk.get("reply_to"), talk.get("marks"))
        for number, text in enumerate(texts, 1)
    )
    request = HeardWords(
        person=talk.get("person", MALAYSIAN),
        said=messages,
        tasks=talk.get("tasks", ()),
        open_question=talk.get("asked"),
        history=talk.get("history", ()),
        looked_up=talk.get("looked_up", {}),
    )
    return meanings_of(request)


def act(*texts: str, **talk: Unpack[Talk]) -> Meaning:
    (found,) = acts(*texts, **talk)
    return found


def expense(text: str, person: Person = MALAYSIAN) -> Mention:
    found = act(text, person=person)
    assert found.kind == "expense"
    assert len(found.mentions) == 1
    return found.mentions[0]


def working(known: Mention | None = None, task_id: str = "photo") -> ExpenseTask:
    return ExpenseTask(
        task_id=task_id,
        phase=TaskPhase.WORKING,
        activity="reading a photo",
        known=known or Mention(),
    )


def waiting(
    question: QuestionKind,
    known: Mention | None = None,
    choices: tuple[str, ...] = (),
    task_id: str = "asked",
) -> ExpenseTask:
    return ExpenseTask(
        task_id=task_id,
        phase=TaskPhase.WAITING,
        question=question,
        known=known or Mention(),
        choices=choices,
    )


def saved(known: Mention | None = None, task_id: str = "saved") -> ExpenseTask:
    return ExpenseTask(task_id=task_id, phase=TaskPhase.DONE, known=known or Mention())


def answer(
    text: str,
    question: QuestionKind,
    *,
    choices: tuple[str, ...] = (),
    known: Mention | None = None,
    person: Person = MALAYSIAN,
    reply_to: str | None = None,
) -> Meaning | None:
    task = waiting(question, known, choices)
    message = said(text, reply_to=reply_to)
    return recognise(RecogniseRequest(person=person, said=message, task=task))


def categorized(
    told: Mention, guess: str | None = None, lines: tuple[str, ...] = ()
) -> Categorized:
    request = CategorizeRequest(
        person=MALAYSIAN,
        task_id="t",
        kind=told.kind or MoneyKind.EXPENSE,
        merchant=told.merchant,
        item=told.item,
        amount=Decimal(10),
        currency="MYR",
        guess=guess,
        guess_confidence=0.7 if guess else 0.0,
        lines=lines,
    )
    return categorize(request)
