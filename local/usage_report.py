"""``steward usage``: what the models were asked, how it went and what it cost."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal

from rich.console import Console
from rich.table import Table

from adapters.postgres.stores import Stores
from adapters.pseudonyms import Pseudonyms
from domain.usage import UsageBy, UsageLine, UsageReport

_PIPED_COLUMNS = 200
"""Where no terminal says how wide it is: nothing is folded."""

_Cell = Callable[[UsageLine], str]
_MODEL: dict[str, _Cell] = {
    "provider": lambda line: line.provider,
    "model": lambda line: line.model,
}
_NAMES: dict[UsageBy, dict[str, _Cell]] = {
    UsageBy.PURPOSE: {**_MODEL, "purpose": lambda line: line.purpose},
    UsageBy.MODEL: _MODEL,
    UsageBy.DAY: {"day": lambda line: "" if line.day is None else line.day.isoformat()},
    UsageBy.PERSON: {"person": lambda line: line.person or "nobody in particular"},
}
"""What a line stands for: its cells by their headings."""
_FIGURES: dict[str, _Cell] = {
    "calls": lambda line: f"{line.calls:,}",
    "failed": lambda line: f"{line.failed:,}",
    "tokens in": lambda line: f"{line.input_tokens:,}",
    "tokens out": lambda line: f"{line.output_tokens:,}",
    "US$": lambda line: "unknown" if line.cost is None else f"{line.cost:,.4f}",
    "no price": lambda line: f"{line.unpriced:,}",
    "p50 ms": lambda line: f"{line.latency_p50:,}",
    "p95 ms": lambda line: f"{line.latency_p95:,}",
    "persons": lambda line: f"{line.persons:,}",
}
_NO_TOTAL = ("p50 ms", "p95 ms")
"""Latencies of different lines cannot be added up."""


async def usage_report(
    database_url: str,
    length: timedelta,
    by: UsageBy,
    *,
    kept_for: timedelta,
    pseudonyms: Pseudonyms,
) -> UsageReport:
    """Calls of a time that ends now, persons by ``pseudonyms``.

    Raises what any use of the database raises.
    """
    stores = Stores.connect(database_url)
    try:
        return await stores.usage.recent(length, by, kept_for=kept_for, pseudonyms=pseudonyms)
    finally:
        await stores.close()


def show_usage(report: UsageReport, by: UsageBy) -> None:
    """Writes it to standard output."""
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(width=_PIPED_COLUMNS, highlight=False)
    console.print(usage_summary(report))
    if report.lines:
        console.print(usage_table(report, by))


def usage_table(report: UsageReport, by: UsageBy) -> Table:
    """A line for each group, and one for all of them."""
    table = Table(box=None, pad_edge=False, show_footer=len(report.lines) > 1)
    names, total = _NAMES[by], _total(report)
    for number, heading in enumerate(names):
        table.add_column(heading, footer="" if number else "all", overflow="fold")
    for heading, cell in _FIGURES.items():
        footer = "" if heading in _NO_TOTAL else cell(total)
        table.add_column(heading, footer=footer, justify="right", no_wrap=True)
    for line in report.lines:
        table.add_row(*(cell(line) for cell in (*names.values(), *_FIGURES.values())))
    return table


def usage_summary(report: UsageReport) -> str:
    """What the table is about, and what it cannot show."""
    since, until = (f"{moment:%Y-%m-%d %H:%M}" for moment in (report.since, report.until))
    said = f"Model calls from {since} to {until} UTC"
    if not report.lines:
        said += ": none"
    if report.kept_for is not None and report.since < report.until - report.kept_for:
        said += f" (kept for {report.kept_for.days} days: RETENTION_DAYS)"
    return said


def _total(report: UsageReport) -> UsageLine:
    lines = report.lines
    known = [line.cost for line in lines if line.cost is not None]
    return UsageLine(
        provider="",
        model="",
        purpose="",
        calls=sum(line.calls for line in lines),
        failed=sum(line.failed for line in lines),
        input_tokens=sum(line.input_tokens for line in lines),
        output_tokens=sum(line.output_tokens for line in lines),
        cost=sum(known, Decimal(0)) if known else None,
        unpriced=sum(line.unpriced for line in lines),
        latency_p50=0,
        latency_p95=0,
        persons=report.persons,
    )
