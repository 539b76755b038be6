"""The agent's tables on a fresh database, a turn of a call, and an operator's commands."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from typer import Typer
from typer.testing import CliRunner, Result

from adapters.encryption.keyring import Keyring
from adapters.postgres.migrate import migrate
from adapters.postgres.pool import Database
from agents.operator import Operator, Reach
from agents.service_calls.exchange import CallEnd, CallRow, Change, LogKind, LogLine, RecordRequest
from domain.replies import Notice
from domain.staff import StaffAct, StaffAnswer
from tests.adapters.encryption.keys import OLD

ME, OTHER = "terminal:me", "terminal:other"
AT = datetime.now(UTC) - timedelta(minutes=5)
SECRET = "my roof leaks"
KEYS = Keyring.parse(OLD)


async def _nobody(_: str, __: str, notice: Notice) -> None:
    raise AssertionError(notice)


async def _no_staff(_: str, act: StaffAct) -> StaffAnswer:
    raise AssertionError(act)


def operator_of(database: Database) -> Operator:
    return Operator(database, _nobody, _no_staff, keys=KEYS)


async def run(app: Callable[[Reach], Typer], url: str, *arguments: object) -> Result:
    """Of commands of an operator."""

    @asynccontextmanager
    async def reach(_: Path | None) -> AsyncIterator[Operator]:
        database = Database(url)  # a command has a loop, and connections, of its own
        try:
            yield operator_of(database)
        finally:
            await database.close()

    return await asyncio.to_thread(CliRunner().invoke, app(reach), [*map(str, arguments)])


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    await migrate(database_url, ("service_calls",))
    database = Database(database_url)
    yield database
    await database.close()


def chat(user_id: str) -> str:
    return f"conversation:{user_id}"


def a_row(user_id: str = ME, number: int = 1, **more: object) -> CallRow:
    told: dict[str, object] = {
        "task_id": f"{chat(user_id)}/service_calls/{number}",
        "agent_session_id": f"session-{user_id}-{number}",
        "conversation_id": chat(user_id),
        "user_id": user_id,
        "channel": "http",
        "graph_sha256": "a" * 64,
    }
    return CallRow.model_validate(told | more)


def a_line(kind: LogKind, step: int = 1, at: datetime | None = None, **body: object) -> LogLine:
    return LogLine.model_validate(
        {"step": step, "kind": kind, "at": at, "body": body, "private": {"words": SECRET}}
    )


def a_turn(user_id: str = ME, *, ended: bool = False) -> RecordRequest:
    """Two nodes, two tools, one field."""
    end = {"ended": True, "outcome": CallEnd.BOOKED, "hangup_status": "success"} if ended else {}
    return RecordRequest(
        row=a_row(user_id, nodes=2, main_ask="roof").model_copy(update=end),
        lines=(
            a_line(LogKind.RESULT, node="Plan", fields=["task_id"]),
            a_line(
                LogKind.ITERATION_ENDED,
                node="Plan",
                action="mcp",
                milliseconds=250,
                replied=False,
                next="Execute",
            ),
            a_line(LogKind.NAVIGATED, step=2, by="rule", to="Execute"),
            a_line(LogKind.TOOL, step=3, tool="setting_list"),
            a_line(LogKind.TOOL, step=4, tool="entity_list"),
        ),
        changes=(Change(n=1, field="customers_main_ask", after="roof", source="Extract"),),
    )
