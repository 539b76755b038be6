"""``steward graph``: graph files are checked, drawn and played, and stored ones looked at."""

import asyncio
import difflib
import json
import logging
from collections.abc import Mapping
from contextlib import aclosing
from pathlib import Path
from typing import Annotated

import structlog
import typer

from agents.operator import Reach
from agents.service_calls.errors import GraphErrors
from agents.service_calls.graph.checking import ToolSchema
from agents.service_calls.graph.drawing import drawn
from agents.service_calls.graph.loading import Checked, read_graph
from agents.service_calls.play import differences, play, read_dialogues
from agents.service_calls.store.graphs import PostgresGraphs
from domain.errors import ConfigurationError, NotFoundError

_SHORT = 12
"""Characters of a sha256 that are shown."""

DataDir = Annotated[
    Path | None,
    typer.Option("--data-dir", help="Folder with all data; default: the user-data folder."),
]
TheFile = Annotated[Path, typer.Argument(metavar="FILE", help="A graph, as JSON.")]


def graph_app(reach: Reach) -> typer.Typer:
    app = typer.Typer(help="What a service call does when.", no_args_is_help=True)

    @app.command()
    def check(
        file: TheFile,
        without_servers: Annotated[  # noqa: FBT002 - an option
            bool, typer.Option("--without-servers", help="Do not ask servers for their tools.")
        ] = False,
    ) -> None:
        """Say all that is wrong with a graph file, with node and place."""
        checked = _checked(file)
        if not without_servers:
            checked = _checked(file, _schemas())
        for warning in checked.warnings:
            typer.echo(f"warning: {warning}")
        nodes = len(checked.graph.nodes)
        typer.echo(f"{file} is right: {nodes} nodes, sha256 {checked.sha256[:_SHORT]}")

    @app.command()
    def draw(file: TheFile) -> None:
        """Draw a graph file, for Mermaid."""
        typer.echo(drawn(_checked(file).graph))

    @app.command()
    def test(
        file: TheFile,
        dialogues: Annotated[
            Path, typer.Argument(metavar="DIALOGUES", help="TOML: see docs/service_calls.md.")
        ],
    ) -> None:
        """Play dialogues without servers or models; compare path, context and replies."""
        asyncio.run(_test(_checked(file), dialogues))

    @app.command("list")
    def listed(data_dir: DataDir = None) -> None:
        """List the graphs that are stored, the newest first."""
        asyncio.run(_list(reach, data_dir))

    @app.command()
    def show(
        sha256: Annotated[str, typer.Argument(help="Its beginning; default: the newest.")] = "",
        data_dir: DataDir = None,
    ) -> None:
        """Show a stored graph."""
        typer.echo(asyncio.run(_stored(reach, data_dir, sha256)))

    @app.command()
    def diff(
        before: Annotated[str, typer.Argument(help="A file, or the beginning of a sha256.")],
        after: Annotated[str, typer.Argument(help="The same.")],
        data_dir: DataDir = None,
    ) -> None:
        """Show how two graphs differ, stored ones or files."""
        asyncio.run(_diff(reach, data_dir, before, after))

    return app


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{file} cannot be read: {error}") from error


def _schemas() -> Mapping[str, ToolSchema]:
    # Only here: it takes a second to import, and no other command asks servers.
    from agents.service_calls.doctor import looked_at  # noqa: PLC0415
    from agents.service_calls.servers import McpToolServers  # noqa: PLC0415

    async def asked() -> Mapping[str, ToolSchema]:
        async with aclosing(McpToolServers(looked_at())) as servers:
            return await servers.schemas()

    before = structlog.get_config()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    try:
        return asyncio.run(asked())
    finally:
        structlog.configure(**before)


def _checked(file: Path, tools: Mapping[str, ToolSchema] | None = None) -> Checked:
    """Ends the command with all errors, where there are some."""
    try:
        return read_graph(_read(file), tools)
    except GraphErrors as refused:
        for error in refused.errors:
            typer.echo(error, err=True)
        raise typer.Exit(refused.exit_code) from None


async def _test(checked: Checked, file: Path) -> None:
    # Only here: the rules for words take a second to import.
    from agents.service_calls.offline.engine import OfflineCalls  # noqa: PLC0415

    dialogues = read_dialogues(await asyncio.to_thread(_read, file), str(file))
    rules = OfflineCalls()
    failed = 0
    for dialogue in dialogues.dialogue:
        played = await play(rules, checked.graph, dialogues, dialogue)
        found = tuple(differences(dialogue, played))
        failed += bool(found)
        typer.echo(f"{'failed' if found else 'ok'}: {dialogue.name}")
        for difference in found:
            typer.echo(f"  {difference}")
    if failed:
        typer.echo(f"{failed} of {len(dialogues.dialogue)} dialogues failed", err=True)
        raise typer.Exit(1)


async def _list(reach: Reach, data_dir: Path | None) -> None:
    async with reach(data_dir) as operator:
        found = await PostgresGraphs(operator.database).all()
    for each in found:
        stored = f"{each.stored_at:%Y-%m-%d %H:%M}"
        typer.echo(f"{each.sha256[:_SHORT]}  {stored} UTC  {each.name} {each.version}".rstrip())
    if not found:
        typer.echo("no graph is stored yet")


async def _stored(reach: Reach, data_dir: Path | None, sha256: str) -> str:
    async with reach(data_dir) as operator:
        graphs = PostgresGraphs(operator.database)
        if not sha256:
            known = await graphs.all()
            if not known:
                raise NotFoundError("no graph is stored yet")
            sha256 = known[0].sha256
        return _laid_out(await graphs.body(sha256))


async def _diff(reach: Reach, data_dir: Path | None, before: str, after: str) -> None:
    left, right = await _side(reach, data_dir, before), await _side(reach, data_dir, after)
    lines = tuple(difflib.unified_diff(left, right, before, after, lineterm=""))
    typer.echo("\n".join(lines) if lines else "they are the same")


async def _side(reach: Reach, data_dir: Path | None, name: str) -> list[str]:
    """Lines of a file, or of a stored graph where there is no such file."""
    file = Path(name)
    if await asyncio.to_thread(file.is_file):
        text = await asyncio.to_thread(_read, file)
        try:
            return _laid_out(text).splitlines()
        except ValueError as error:
            raise ConfigurationError(f"{file} is no JSON: {error}") from error
    return (await _stored(reach, data_dir, name)).splitlines()


def _laid_out(body: str) -> str:
    return json.dumps(json.loads(body), indent=2, sort_keys=True, ensure_ascii=False)
