"""What operators see of calls on a terminal."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from adapters.encryption.keyring import Keyring
from adapters.postgres.pool import Database
from agents.operator import Operator
from agents.service_calls.commands import commands, tail
from agents.service_calls.exchange import LogKind
from agents.service_calls.store.calls import Logged, PostgresCallLog
from domain.errors import NotFoundError
from domain.replies import Notice
from domain.staff import StaffAct, StaffAnswer
from tests.adapters.encryption.keys import OLD
from tests.agents.service_calls.store.conftest import OTHER, SECRET, a_line, a_row, a_turn

KEYS = Keyring.parse(OLD)
MINE = a_row().task_id


async def _nobody(_: str, __: str, notice: Notice) -> None:
    raise AssertionError(notice)


async def _no_staff(_: str, act: StaffAct) -> StaffAnswer:
    raise AssertionError(act)


def operator_of(database: Database) -> Operator:
    return Operator(database, _nobody, _no_staff, keys=KEYS)


async def run(url: str, *arguments: str) -> Result:
    @asynccontextmanager
    async def reach(_: Path | None) -> AsyncIterator[Operator]:
        database = Database(url)  # a command has a loop, and connections, of its own
        try:
            yield operator_of(database)
        finally:
            await database.close()

    app = commands(reach)["calls"]
    return await asyncio.to_thread(CliRunner().invoke, app, arguments)


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
    listed = await run(database_url, "list", "--outcome", "booked", "--json")
    assert [json.loads(line)["task_id"] for line in listed.output.splitlines()] == [MINE]
    assert OTHER in (await run(database_url, "list")).output
    shown = (await run(database_url, "show", "session-terminal:me")).output
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
    whole = json.loads((await run(database_url, "show", MINE, "--json")).output)
    assert {*whole} == {"call", "changes", "log"}
    unknown = await run(database_url, "show", "session-")
    assert isinstance(unknown.exception, NotFoundError)


@pytest.mark.shows("calls F1")
async def test_the_log_is_counted_by_kind_and_followed(
    database_url: str, database: Database, log: PostgresCallLog
) -> None:
    told = (await run(database_url, "log", "--kind", "navigator", "--limit", "1")).output
    assert "tool: 4" in told
    assert [line.split()[1:3] for line in told.splitlines()[1:]] == [
        [a_row(OTHER).task_id, "2"],
    ], "the last one"
    lines = tail(operator_of(database), MINE, "", 0, follow=True, pause=timedelta(milliseconds=5))
    seen = [await anext(lines) for _ in range(5)]
    await log.note(MINE, [a_line(LogKind.MODEL_CALL, model="new")])
    async with asyncio.timeout(10):
        seen.append(await anext(lines))
    assert [line["kind"] for line in seen][-2:] == ["tool", "model.call"]
    await lines.aclose()
