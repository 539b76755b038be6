"""From words to the call of a tool, by rules: what follows a command, and plain words."""

import json
from datetime import date
from pathlib import Path

import pytest

from agents.expenses.meaning import CommandRequest, Kind, acts_of
from agents.expenses.offline.engine import OfflineEngine
from domain.messages import CallRequest
from domain.understanding import ActKind
from tests.agents.expenses.offline.talking import TODAY, Row, act, name_row, person_of, rows_of

TABLES = sorted(Path(__file__).parent.glob("*/calls.jsonl"))


def called(row: Row) -> CallRequest | None:
    person, words = person_of(row), row["text"]
    if "command" in row:
        today = date.fromisoformat(row.get("today", TODAY.isoformat()))
        request = CommandRequest(person=person, name=row["command"], asked=words, today=today)
        return OfflineEngine().command_call(request)
    meaning = act(words, person=person, looked_up=row.get("looked_up", {}))
    assert (meaning.kind, meaning.sure) == (Kind.CALL, row.get("sure", True))
    (opening,) = acts_of([meaning])
    assert (opening.kind, opening.details) == (ActKind.OPEN, None)
    return opening.call


@pytest.mark.parametrize(
    "row", [row for table in TABLES for row in rows_of(table, "never")], ids=name_row
)
def test_what_is_about_something_else_is_no_call_of_a_feature(row: Row) -> None:
    looked_up = row.get("looked_up", {})
    call = act(row["text"], person=person_of(row), looked_up=looked_up).call
    assert call is None or call.name not in row["never"]


@pytest.mark.shows("safety 15")
@pytest.mark.parametrize(
    "row", [row for table in TABLES for row in rows_of(table, "call")], ids=name_row
)
def test_what_is_asked_for_is_read_once_into_a_call(row: Row) -> None:
    call = called(row)
    told = (call.name, json.loads(call.arguments)) if call is not None else None
    assert told == (row["call"] and (row["call"], row["arguments"]))
