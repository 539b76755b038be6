"""What operators see of calls on a terminal."""

import json
from datetime import timedelta
from functools import partial

import pytest

from adapters.postgres.pool import Database
from agents.service_calls.commands import commands, tail
from agents.service_calls.exchange import LogKind
from agents.service_calls.store.calls import Logged, PostgresCallLog
from domain.errors import NotFoundError
from tests.agents.service_calls.store.conftest import (
    KEYS,
    OTHER,
    SECRET,
    a_line,
    a_row,
    a_turn,
    operator_of,
    run,
)

MINE = a_row().task_id


run_calls = partial(run, lambda reach: commands(reach)["calls"])


@pytest.fixture
async def log(database: Database) -> PostgresCallLog:
    log = PostgresCallLog(database, Logged.FULL, KEYS)
    await log.record(a_turn(ended=True))
    await log.record(a_turn(OTHER))
    return log


@pytest.mark.shows("calls B0", "calls F1")
async def test_calls_are_listed_and_one_is_shown_with_all_that_was_done(
    database_url: str, log: PostgresCallLog
) -> None:
    await log.note(MINE, [a_line(LogKind.MODEL_CALL, model="m\x1b[2J\x9b2J")])
    listed = await run_calls(database_url, "list", "--outcome", "booked", "--json")
    assert [json.loads(line)["task_id"] for line in listed.output.splitlines()] == [MINE]
    assert OTHER in (await run_calls(database_url, "list")).output
    shown = (await run_calls(database_url, "show", "session-terminal:me")).output
    for part in (
        MINE,
        "outcome: booked",
        "path: Plan",
        "entity_list",
        "customers_main_ask",
        SECRET,
    ):
        assert part in shown
    assert "\x1b" not in shown, "what was said does nothing to the terminal"
    assert "\x9b" not in shown
    whole = json.loads((await run_calls(database_url, "show", MINE, "--json")).output)
    assert {*whole} == {"call", "changes", "log"}
    unknown = await run_calls(database_url, "show", "session-")
    assert isinstance(unknown.exception, NotFoundError)


@pytest.mark.shows("calls F1")
async def test_the_log_is_counted_by_kind_and_followed(
    database_url: str, database: Database, log: PostgresCallLog
) -> None:
    told = (await run_calls(database_url, "log", "--kind", "navigator", "--limit", "1")).output
    assert "tool: 4" in told
    assert [line.split()[1:3] for line in told.splitlines()[1:]] == [
        [a_row(OTHER).task_id, "2"],
    ], "the last one"
    lines = tail(operator_of(database), MINE, "", 0, follow=True, pause=timedelta(milliseconds=5))
    seen = [await anext(lines) for _ in range(5)]
    await log.note(MINE, [a_line(LogKind.MODEL_CALL, model="new")])
    seen.append(await anext(lines))
    assert [line["kind"] for line in seen][-2:] == ["tool", "model.call"]
    await lines.aclose()
