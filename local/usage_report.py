"""``steward usage``: what the models were asked, how it went and what it cost."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

from rich.console import Console
from rich.table import Table

from adapters.postgres.stores import Stores
from adapters.pseudonyms import Pseudonyms
from domain.usage import UsageBy, UsageLine, UsageReport

_HEADINGS = {
    UsageBy.PURPOSE: ("provider", "model", "purpose"),
    UsageBy.MODEL: ("provider", "model"),
    UsageBy.DAY: ("day",),
    UsageBy.PERSON: ("person",),
}
_PIPED_COLUMNS = 200
"""Where no terminal says how wide it is: nothing is folded."""
_FIGURES = (
    "calls",
    "failed",
    "tokens in",
    "tokens out",
    "US$",
    "no price",
    "p50 ms",
    "p95 ms",
    "persons",
)


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
    until = datetime.now(UTC)
    try:
        report = await stores.usage.report(until - length, until, by)
    finally:
        await stores.close()
    lines = tuple(
        line.model_copy(update={"person": pseudonyms.in_text(line.person)}) for line in report.lines
    )
    return report.model_copy(update={"kept_for": kept_for, "lines": lines})


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
    lines = report.lines
    for number, heading in enumerate(_HEADINGS[by]):
        table.add_column(heading, footer="" if number else "all", overflow="fold")
    for heading, footer in zip(_FIGURES, _total(report), strict=True):
        table.add_column(heading, footer=footer, justify="right", no_wrap=True)
    for line in lines:
        table.add_row(*_names(line, by), *_figures(line))
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


def _names(line: UsageLine, by: UsageBy) -> tuple[str, ...]:
    match by:
        case UsageBy.PURPOSE:
            return line.provider, line.model, line.purpose
        case UsageBy.MODEL:
            return line.provider, line.model
        case UsageBy.DAY:
            return ("" if line.day is None else line.day.isoformat(),)
        case UsageBy.PERSON:
            return (line.person or "nobody in particular",)


def _figures(line: UsageLine) -> tuple[str, ...]:
    return (
        f"{line.calls:,}",
        f"{line.failed:,}",
        f"{line.input_tokens:,}",
        f"{line.output_tokens:,}",
        _dollars(line.cost),
        f"{line.unpriced:,}",
        f"{line.latency_p50:,}",
        f"{line.latency_p95:,}",
        f"{line.persons:,}",
    )


def _total(report: UsageReport) -> tuple[str, ...]:
    """Latencies of different lines cannot be added up."""
    lines = report.lines
    known = [line.cost for line in lines if line.cost is not None]
    return (
        f"{sum(line.calls for line in lines):,}",
        f"{sum(line.failed for line in lines):,}",
        f"{sum(line.input_tokens for line in lines):,}",
        f"{sum(line.output_tokens for line in lines):,}",
        _dollars(sum(known, Decimal(0)) if known else None),
        f"{sum(line.unpriced for line in lines):,}",
        "",
        "",
        f"{report.persons:,}",
    )


def _dollars(cost: Decimal | None) -> str:
    return "unknown" if cost is None else f"{cost:,.4f}"
