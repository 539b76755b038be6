"""``steward usage``: a table for people, JSON for programs."""

import json
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from io import StringIO

import pytest
from pydantic import SecretStr
from rich.console import Console

from adapters.postgres.stores import Stores
from adapters.pseudonyms import Pseudonyms
from domain.usage import UsageBy, UsageLine, UsageReport
from local.usage_report import show_usage, usage_report, usage_summary, usage_table
from tests.adapters.postgres.requests import model_call
from tests.local.test_commands import command

UNTIL = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)
WEEK, MONTH = timedelta(days=7), timedelta(days=30)


def line(**parts: object) -> UsageLine:
    given: dict[str, object] = {
        "provider": "openai",
        "model": "gpt-4o-mini",
        "purpose": "understand",
        "calls": 1_200,
        "failed": 3,
        "input_tokens": 90_000,
        "output_tokens": 10_000,
        "cost": Decimal("0.5"),
        "latency_p50": 700,
        "latency_p95": 2_100,
        "persons": 2,
    }
    return UsageLine.model_validate(given | parts)


def report(*lines: UsageLine, kept_for: timedelta | None = None) -> UsageReport:
    return UsageReport(since=UNTIL - WEEK, until=UNTIL, lines=lines, persons=2, kept_for=kept_for)


def drawn(shown: UsageReport, by: UsageBy) -> str:
    written = StringIO()
    Console(width=200, file=written).print(usage_table(shown, by))
    return written.getvalue()


def test_a_line_has_every_figure_of_its_group_and_no_unknown_price_as_nothing() -> None:
    text = drawn(report(line()), UsageBy.PURPOSE)
    for figure in ("openai", "understand", "1,200", "3", "90,000", "0.5000", "700", "2,100"):
        assert figure in text
    assert "unknown" in drawn(report(line(cost=None)), UsageBy.MODEL)
    by_day = drawn(report(line(day=date(2026, 3, 14))), UsageBy.DAY)
    assert "2026-03-14" in by_day
    assert "openai" not in by_day


def test_the_last_line_adds_up_what_can_be_added_up_and_counts_calls_without_a_price() -> None:
    shown = report(line(), line(purpose="converse", calls=1, cost=None, persons=1))
    last = drawn(shown, UsageBy.PURPOSE).rstrip().splitlines()[-1].split()
    assert last == ["all", "1,201", "6", "180,000", "20,000", "0.5000", "0", "2"]
    shown = report(line(unpriced=11), line(unpriced=6))
    first, *_, last = (each.split() for each in drawn(shown, UsageBy.MODEL).rstrip().splitlines())
    assert "price" in first
    assert (last[-3:-1]) == ["1.0000", "17"]


def test_calls_that_are_gone_already_are_told_of_and_none_are_said_in_words(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for kept_for, is_short in ((timedelta(days=3), True), (MONTH, False)):
        summary = usage_summary(report(line(), kept_for=kept_for))
        assert ("RETENTION_DAYS" in summary) is is_short
    show_usage(report(), UsageBy.PURPOSE)
    assert capsys.readouterr().out.strip().endswith(": none")


@pytest.mark.shows("models 12")
async def test_the_command_writes_json_and_names_persons_as_the_logs_name_them(
    stores: Stores, database_url: str
) -> None:
    await stores.model_calls.record(model_call("terminal:ann"))
    found = await usage_report(
        database_url, WEEK, UsageBy.PURPOSE, kept_for=MONTH, pseudonyms=Pseudonyms(b"key")
    )
    assert [(line.purpose, line.calls) for line in found.lines] == [("understand", 1)]
    assert found.kept_for == MONTH
    key = SecretStr("made up for this test")
    ended = await command(
        *("usage", "--json", "--by", "person"),
        DATABASE_URL=database_url,
        LOG_PSEUDONYM_KEY=key.get_secret_value(),
    )
    assert ended.code == 0, ended.err
    (one,) = json.loads(ended.out)["lines"]
    assert one["person"] == Pseudonyms.of(key).in_text("terminal:ann")
    assert "ann" not in one["person"]
    assert (one["calls"], one["input_tokens"]) == (1, 90)
