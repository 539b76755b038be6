"""``steward catalog`` and ``steward requests``: what operators do for the shop."""

import asyncio
import csv
import re
import sys
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import typer
from pydantic import JsonValue
from pydantic_core import to_jsonable_python
from rich.console import Console
from rich.table import Table

from agents.operator import Operator, Reach
from agents.procurement.items import RequestStatus, called
from agents.procurement.settings import ProcurementSettings
from agents.procurement.store.catalog import (
    import_items,
    import_synonyms,
    read_file,
    read_synonyms,
    shares,
)
from agents.procurement.store.catalog_items import change_item, put_item, read_item, retire_item
from agents.procurement.store.requests import StatusChange, all_requests, set_status
from agents.procurement.store.search import CatalogSearch, NoCatalogError
from agents.records import RecordChange, RecordOutcome, RefusedFieldError
from domain.errors import AppError, ConfigurationError
from domain.plain_text import spreadsheet_text
from domain.replies import Notice

STATUS_TOPIC = "procurement.status"
_REFUSALS_SHOWN = 50
_NUMBER = re.compile(r"(?:PR-?)?(\d{1,9})", re.IGNORECASE)

DataDir = Annotated[
    Path | None,
    typer.Option("--data-dir", help="Folder with all data; default: the user-data folder."),
]
OfStatus = Annotated[RequestStatus | None, typer.Option("--status", help="Only these.")]
ItemId = Annotated[str, typer.Argument(help="Article number.")]
Written = Annotated[
    list[str],
    typer.Argument(help='As name="Gel pen" price=12.90 currency=MYR attributes.colour=red'),
]
Settled = Literal["ordered", "received", "rejected"]


class NotToldError(AppError):
    """The status is kept, but the person could not be told of it."""

    code = "request.not_told"
    retryable = True


def commands(reach: Reach) -> dict[str, typer.Typer]:
    return {"catalog": _make_catalog(reach), "requests": _make_requests(reach)}


def _make_catalog(reach: Reach) -> typer.Typer:
    app = typer.Typer(help="The products that can be ordered.", no_args_is_help=True)

    @app.command("import")
    def bring(
        file: Annotated[Path, typer.Argument(help="CSV with a heading, or JSONL.")],
        data_dir: DataDir = None,
        synonyms: Annotated[
            Path | None, typer.Option(help="CSV of term, language, expansion; replaces all.")
        ] = None,
    ) -> None:
        """Replace the catalog by a file. Rows that don't fit are reported by line."""
        asyncio.run(_import(reach, data_dir, file, synonyms))

    @app.command()
    def show(
        item_id: Annotated[str | None, typer.Argument(help="Article number.")] = None,
        data_dir: DataDir = None,
    ) -> None:
        """Show what is sold: categories with counts and prices, or one item."""
        asyncio.run(
            _show(reach, data_dir) if item_id is None else _show_item(reach, data_dir, item_id)
        )

    @app.command()
    def add(item_id: ItemId, fields: Written, data_dir: DataDir = None) -> None:
        """Add an item, or replace all of it; one that was retired is sold again."""
        asyncio.run(
            _write(reach, data_dir, partial(put_item, item_id=item_id, fields=_read(fields)))
        )

    @app.command()
    def change(item_id: ItemId, fields: Written, data_dir: DataDir = None) -> None:
        """Change some fields of an item; nothing behind "=" empties one."""
        asyncio.run(
            _write(reach, data_dir, partial(change_item, item_id=item_id, fields=_read(fields)))
        )

    @app.command()
    def retire(item_id: ItemId, data_dir: DataDir = None) -> None:
        """Take an item out of the catalog; carts show it as gone, requests keep it."""
        asyncio.run(_write(reach, data_dir, partial(retire_item, item_id=item_id)))

    return app


def _make_requests(reach: Reach) -> typer.Typer:
    app = typer.Typer(help="Purchase requests of all persons.", no_args_is_help=True)

    @app.command("list")
    def listed(
        data_dir: DataDir = None,
        status: OfStatus = None,
        limit: Annotated[int, typer.Option(min=1, max=10_000, help="Newest first.")] = 20,
    ) -> None:
        """List requests."""
        asyncio.run(_list(reach, data_dir, status, limit))

    @app.command()
    def export(data_dir: DataDir = None, status: OfStatus = None) -> None:
        """Write all requests as CSV, a line for each product."""
        asyncio.run(_export(reach, data_dir, status))

    @app.command("set")
    def settle(
        number: Annotated[str, typer.Argument(help="PR-7")],
        status: Annotated[Settled, typer.Argument(help="What became of it.")],
        data_dir: DataDir = None,
    ) -> None:
        """Set what became of a request; the person is told."""
        asyncio.run(_set(reach, data_dir, number, RequestStatus(status)))

    return app


async def _import(reach: Reach, data_dir: Path | None, file: Path, synonyms: Path | None) -> None:
    items, report = await asyncio.to_thread(read_file, file)
    language = ProcurementSettings.load().catalog_language
    async with reach(data_dir) as operator:
        if synonyms is not None:
            await import_synonyms(operator.database, read_synonyms(synonyms))
        try:
            await import_items(
                operator.database, items, report, source=file.name, language=language
            )
        finally:
            for refusal in report.refused[:_REFUSALS_SHOWN]:
                typer.echo(f"line {refusal.line}: {refusal.reason}", err=True)
            more = len(report.refused) - _REFUSALS_SHOWN
            if more > 0:
                typer.echo(f"and {more} more lines", err=True)
    typer.echo(f"imported {report.items} items as version {report.version}")


async def _show(reach: Reach, data_dir: Path | None) -> None:
    async with reach(data_dir) as operator, operator.database.connection() as connection:
        try:
            vocabulary = await CatalogSearch().vocabulary(connection)
        except NoCatalogError as error:
            raise ConfigurationError(
                "no catalog is set up: import one with `steward catalog import FILE`"
            ) from error
        found = await shares(connection, vocabulary, None, most=10_000)
        facts = await connection.fetchrow(
            "SELECT source, at FROM catalog_versions WHERE version = $1", vocabulary.version
        )
    if facts is not None:
        typer.echo(
            f"version {vocabulary.version} · {found.items} items · {facts['source']} ·"
            f" {facts['at']:%Y-%m-%d %H:%M} UTC · {vocabulary.language}"
        )
    table = _make_table("category", "items", "from", "to", "currency")
    for each in found.categories:
        table.add_row(
            each.name, str(each.items), str(each.lowest), str(each.highest), each.currency
        )
    _print(table)


async def _show_item(reach: Reach, data_dir: Path | None, item_id: str) -> None:
    async with reach(data_dir) as operator:
        held = await read_item(operator.database, item_id)
    for name, value in held.items():
        if value not in (None, "", {}):
            typer.echo(f"{name}: {value}")


async def _write(
    reach: Reach, data_dir: Path | None, write: Callable[..., Awaitable[RecordChange]]
) -> None:
    async with reach(data_dir) as operator:
        change = await write(operator.database)
    told = "was so already" if change.outcome is RecordOutcome.UNCHANGED else change.outcome.value
    typer.echo(f"{change.record['item_id']} {told}")


def _read(written: Sequence[str]) -> dict[str, JsonValue]:
    """Raises ``RefusedFieldError`` for what is no ``field=value``."""
    fields: dict[str, JsonValue] = {}
    attributes: dict[str, JsonValue] = {}
    for each in written:
        name, sign, value = each.partition("=")
        if not sign:
            raise RefusedFieldError(each, "write field=value")
        head, _, attribute = name.strip().partition(".")
        if head == "attributes" and attribute:
            attributes[attribute] = value
        else:
            fields[name.strip()] = value
    return fields | ({"attributes": attributes} if attributes else {})


async def _list(
    reach: Reach, data_dir: Path | None, status: RequestStatus | None, limit: int
) -> None:
    async with reach(data_dir) as operator:
        rows = await all_requests(operator.database, status, limit)
    table = _make_table("number", "status", "at (UTC)", "person", "total", "delivery", "products")
    for row in rows:
        products = "; ".join(f"{line['quantity']} × {line['name']}" for line in row["lines"])
        table.add_row(
            called(row["number"]),
            row["status"],
            f"{row['at']:%Y-%m-%d %H:%M}",
            row["user_id"],
            f"{row['total']} {row['currency']}",
            str(row["delivery_date"] or ""),
            products,
        )
    _print(table)


_FIELDS = (
    "number", "status", "at", "user_id", "delivery_date", "notes", "item_id", "name", "supplier",
    "quantity", "unit", "price", "currency", "total",
)  # fmt: skip


async def _export(reach: Reach, data_dir: Path | None, status: RequestStatus | None) -> None:
    async with reach(data_dir) as operator:
        rows = await all_requests(operator.database, status)
    writer = csv.DictWriter(sys.stdout, _FIELDS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for row in reversed(rows):
        told = to_jsonable_python(dict(row)) | {"number": called(row["number"])}
        for line in row["lines"]:
            writer.writerow(
                {
                    name: spreadsheet_text(value) if isinstance(value, str) else value
                    for name, value in (told | line).items()
                }
            )


async def _set(reach: Reach, data_dir: Path | None, number: str, status: RequestStatus) -> None:
    written = _NUMBER.fullmatch(number.strip())
    if written is None:
        raise ConfigurationError(f"{number!r} is no request: write it as PR-7")
    async with reach(data_dir) as operator:
        change = await set_status(operator.database, int(written[1]), status)
        await _tell(operator, change)
    done = "is" if change.changed else "was already"
    typer.echo(f"{called(change.number)} {done} {change.status.value}")


async def _tell(operator: Operator, change: StatusChange) -> None:
    """Tells the person, also of what was so already: who was told of it is not told twice."""
    notice = Notice(
        id=change.change_id,
        topic=STATUS_TOPIC,
        content={"number": change.number, "status": change.status.value},
    )
    try:
        await operator.tell(change.conversation_id, change.user_id, notice)
    except AppError as error:
        raise NotToldError(
            f"{called(change.number)} is {change.status.value} now, but the person could not be"
            f" told: {error}"
        ) from error


def _make_table(*headings: str) -> Table:
    table = Table(box=None, pad_edge=False)
    for heading in headings:
        table.add_column(heading, overflow="fold")
    return table


def _print(table: Table) -> None:
    console = Console()
    Console(width=None if console.is_terminal else 200).print(table)
