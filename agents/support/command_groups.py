"""How support's commands are made: coroutines that open Steward where they need it, in groups."""

import asyncio
import inspect
import json
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer
from rich.console import Console
from rich.table import Table

from agents.operator import Operator, Reach

DataDir = Annotated[
    Path | None,
    typer.Option("--data-dir", help="Folder with all data; default: the user-data folder."),
]
AsJson = Annotated[bool, typer.Option("--json", help="For programs.")]

Steward: TypeAlias = Callable[[], AbstractAsyncContextManager[Operator]]
"""Opens the Steward that a command is about."""
Command: TypeAlias = Callable[..., Coroutine[object, object, None]]
"""Takes a ``Steward``, then what the command takes."""


def group(about: str, reach: Reach, commands: Mapping[str, Command]) -> typer.Typer:
    app = typer.Typer(help=about, no_args_is_help=True)
    for name, run in commands.items():
        app.command(name)(_command_of(run, reach))
    return app


def _command_of(run: Command, reach: Reach) -> Callable[..., None]:
    """``run`` with the option which Steward it is about in place of its first parameter."""

    def command(*, data_dir: Path | None, **given: object) -> None:
        asyncio.run(run(partial(reach, data_dir), **given))

    _, *own = inspect.signature(run).parameters.values()
    kind = inspect.Parameter.KEYWORD_ONLY
    option = inspect.Parameter("data_dir", kind, default=None, annotation=DataDir)
    vars(command)["__signature__"] = inspect.Signature([*own, option])
    command.__doc__ = run.__doc__
    return command


def print_json(rows: Iterable[Mapping[str, Any]]) -> None:
    """A JSON line for each."""
    for row in rows:
        typer.echo(json.dumps(row, ensure_ascii=False))


def print_table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    table = Table(box=None, pad_edge=False)
    for heading in headings:
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(*("" if value is None else str(value) for value in row))
    console = Console()
    Console(width=None if console.is_terminal else 200).print(table)
