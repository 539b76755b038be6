"""``steward graph``, ``steward calls`` and ``steward services``: what operators do for calls."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncGenerator, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from pydantic import JsonValue
from rich.console import Console
from rich.table import Table
from rich.text import Text

from agents.operator import Operator, Reach
from agents.service_calls.exchange import CallEnd, LogKind
from agents.service_calls.graph_commands import DataDir, graph_app
from agents.service_calls.store import lists

LOOKS = timedelta(seconds=1)
"""How often it is looked for new lines."""

_SERVER = "examples.service_tools"

AsJson = Annotated[bool, typer.Option("--json", help="For programs.")]
OfKind = Annotated[LogKind | None, typer.Option("--kind", help="Only these lines.")]
TheCall = Annotated[str, typer.Argument(metavar="CALL", help="Its id, or that of its session.")]


def commands(reach: Reach) -> dict[str, typer.Typer]:
    return {
        "graph": graph_app(reach),
        "calls": calls_app(reach),
        "services": services_app(reach),
    }


def calls_app(reach: Reach) -> typer.Typer:
    app = typer.Typer(help="Service calls and their log.", no_args_is_help=True)

    @app.command("list")
    def show_list(
        outcome: Annotated[CallEnd | None, typer.Option(help="Only these.")] = None,
        limit: Annotated[int, typer.Option(min=1, max=10_000, help="Newest first.")] = 20,
        as_json: AsJson = False,  # noqa: FBT002 - an option
        data_dir: DataDir = None,
    ) -> None:
        """List calls."""
        asyncio.run(_list(reach, data_dir, outcome, limit, as_json=as_json))

    @app.command()
    def show(
        call: TheCall,
        as_json: AsJson = False,  # noqa: FBT002 - an option
        data_dir: DataDir = None,
    ) -> None:
        """Show a call: its path, its tools, what it learned, its log."""
        asyncio.run(_show(reach, data_dir, call, as_json=as_json))

    @app.command()
    def log(  # noqa: PLR0913, PLR0917 - what can be asked
        call: Annotated[str, typer.Option("--call", help="Only of this one.")] = "",
        kind: OfKind = None,
        limit: Annotated[int, typer.Option(min=1, max=10_000, help="The last ones.")] = 50,
        follow: Annotated[bool, typer.Option("--follow", help="Wait for more.")] = False,  # noqa: FBT002 - an option
        as_json: AsJson = False,  # noqa: FBT002 - an option
        data_dir: DataDir = None,
    ) -> None:
        """Show the log of all calls, and how many lines of each kind there are."""
        wanted = kind.value if kind is not None else ""
        asyncio.run(_log(reach, data_dir, (call, wanted, limit), follow=follow, as_json=as_json))

    return app


def services_app(reach: Reach) -> typer.Typer:
    app = typer.Typer(help="The tool server with customers, tasks and calendar.")

    @app.callback(invoke_without_command=True)
    def serve(
        http: Annotated[str, typer.Option(metavar="HOST:PORT", help="Default: stdio.")] = "",
        sample: Annotated[bool, typer.Option("--sample", help="Sample data if empty.")] = False,  # noqa: FBT002 - an option
        data_dir: DataDir = None,
    ) -> None:
        """Serve tools over MCP: over standard streams, or over HTTP with SERVICES_TOKEN."""
        url = asyncio.run(_database_url(reach, data_dir))
        given = (*(("--http", http) if http else ()), *(("--sample",) if sample else ()))
        _become(given, url)

    return app


def _become(arguments: Sequence[str], database_url: str) -> NoReturn:
    """The server takes this process's place, and with it the streams."""
    program = (sys.executable, "-m", _SERVER, *arguments)
    os.execve(sys.executable, program, {**os.environ, "DATABASE_URL": database_url})  # noqa: S606 - our own


async def _database_url(reach: Reach, data_dir: Path | None) -> str:
    async with reach(data_dir) as operator:
        return operator.database.url


async def _list(
    reach: Reach, data_dir: Path | None, outcome: CallEnd | None, limit: int, *, as_json: bool
) -> None:
    async with reach(data_dir) as operator:
        found = await lists.calls(operator.database, outcome.value if outcome else "", limit)
    if as_json:
        for each in found:
            _json(each)
        return
    _print(
        found,
        "task_id", "started_at", "channel", "outcome", "nodes", "service", "task_ref", "rating",
    )  # fmt: skip


async def _show(reach: Reach, data_dir: Path | None, name: str, *, as_json: bool) -> None:
    async with reach(data_dir) as operator:
        call = await lists.call(operator.database, name)
        task_id = str(call["task_id"])
        changes = await lists.changes(operator.database, task_id)
        lines = await lists.lines(operator.database, operator.keys, task_id)
    if as_json:
        _json({"call": call, "changes": [*changes], "log": [*lines]})
        return
    for name_of, value in call.items():
        if value not in (None, "", {}):
            typer.echo(f"{name_of}: {_shown(value)}")
    path = [_of(line, "node") for line in lines if line["kind"] == LogKind.ITERATION_ENDED]
    typer.echo(f"path: {' → '.join(path)}\n")
    tools = [_body(line) for line in lines if line["kind"] == LogKind.TOOL]
    _print(tools, "node", "server", "tool", "status", "code", "milliseconds")
    _print(changes, "n", "field", "before", "after", "source")
    for line in lines:
        _tell(line)


async def _log(
    reach: Reach,
    data_dir: Path | None,
    wanted: tuple[str, str, int],
    *,
    follow: bool,
    as_json: bool,
) -> None:
    name, kind, limit = wanted
    async with reach(data_dir) as operator:
        task_id = str((await lists.call(operator.database, name))["task_id"]) if name else ""
        if not as_json:
            counted = await lists.kinds(operator.database, task_id)
            typer.echo("  ".join(f"{each}: {n}" for each, n in counted.items()) or "no lines")
        last = await lists.before_the_last(operator.database, task_id, kind, limit)
        async for line in tail(operator, task_id, kind, last, follow=follow):
            if as_json:
                _json(line)
            else:
                _tell(line, of_call=not task_id)


async def tail(  # noqa: PLR0913 - which lines, and how long
    operator: Operator,
    task_id: str,
    kind: str,
    behind: int,
    *,
    follow: bool,
    pause: timedelta = LOOKS,
) -> AsyncGenerator[Mapping[str, JsonValue]]:
    """Lines behind an id; with ``follow`` also those that are still to come, without an end."""
    while True:
        found = await lists.lines(operator.database, operator.keys, task_id, kind, behind)
        for line in found:
            yield line
            behind = int(str(line["id"]))
        if not follow:
            return
        await asyncio.sleep(pause.total_seconds())


def _tell(line: Mapping[str, JsonValue], *, of_call: bool = False) -> None:
    whose = f"{_shown(line['task_id'])} " if of_call else ""
    typer.echo(f"{_shown(line['at'])} {whose}{line['step']} {line['kind']} {_shown(line['body'])}")


def _body(line: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
    body = line["body"]
    return body if isinstance(body, dict) else {}


def _of(line: Mapping[str, JsonValue], field: str) -> str:
    return _shown(_body(line).get(field))


def _shown(value: JsonValue) -> str:
    """What customers say and servers answer may hold what a terminal would obey."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text
    )


def _json(value: Mapping[str, object]) -> None:
    typer.echo(json.dumps(dict(value)))


def _print(found: Sequence[Mapping[str, JsonValue]], *fields: str) -> None:
    if not found:
        return
    table = Table(box=None, pad_edge=False)
    for field in fields:
        table.add_column(field, overflow="fold")
    for each in found:
        cells = (each.get(field) for field in fields)
        table.add_row(*(Text("" if cell is None else _shown(cell)) for cell in cells))
    console = Console()
    Console(width=None if console.is_terminal else 200).print(table)
    typer.echo()
