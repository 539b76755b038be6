"""What model calls used, added up from their record."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

from adapters.postgres.erased_usage import OWN
from adapters.postgres.pool import Row, Store
from adapters.pseudonyms import Pseudonyms
from domain.health import Latency
from domain.usage import LATELY_DAYS, Spent, UsageBy, UsageLine, UsageOfPerson, UsageReport

_ANSWERED = "(outcome = 'ok' OR output_tokens > 0)"
"""A model answered, if only with something unusable. What failed before that counts for nobody."""
_UNPRICED = f"count(*) FILTER (WHERE cost IS NULL AND {_ANSWERED}) AS unpriced"

_FIGURES = f"""
    count(*) AS calls,
    count(*) FILTER (WHERE outcome <> 'ok') AS failed,
    {_UNPRICED},
    coalesce(sum(input_tokens), 0) AS input_tokens,
    coalesce(sum(output_tokens), 0) AS output_tokens,
    sum(cost) AS cost,
    percentile_disc(0.5) WITHIN GROUP (ORDER BY latency_ms) AS latency_p50,
    percentile_disc(0.95) WITHIN GROUP (ORDER BY latency_ms) AS latency_p95,
    count(DISTINCT nullif(user_id, '')) AS persons
"""

_EXPENSIVE_FIRST = """
    sum(cost) DESC NULLS LAST, sum(input_tokens + output_tokens) DESC, count(*) DESC, 1, 2, 3
"""

_PERIOD = "FROM model_calls WHERE at >= $1 AND at < $2"


def _lines(columns: str, groups: str, order: str = _EXPENSIVE_FIRST) -> str:
    return f"SELECT {columns}, {_FIGURES} {_PERIOD} GROUP BY {groups} ORDER BY {order}"


_NO_MODEL = "'' AS provider, '' AS model, '' AS purpose"
_LINES = {
    UsageBy.PURPOSE: _lines(
        "provider, model, purpose, NULL::date AS day", "provider, model, purpose"
    ),
    UsageBy.MODEL: _lines("provider, model, '' AS purpose, NULL::date AS day", "provider, model"),
    UsageBy.DAY: _lines(f"{_NO_MODEL}, (at AT TIME ZONE 'UTC')::date AS day", "day", "day"),
    UsageBy.PERSON: _lines(
        f"{_NO_MODEL}, NULL::date AS day, user_id AS person",
        "user_id",
        _EXPENSIVE_FIRST.replace("1, 2, 3", "user_id"),
    ),
}
_PERSONS = f"SELECT count(DISTINCT nullif(user_id, '')) {_PERIOD}"

_SPENT = """
    SELECT coalesce(sum(input_tokens::bigint + output_tokens), 0) AS tokens,
           coalesce(sum(cost), 0) AS cost
    FROM model_calls
"""
# Two statements, so that each has a plan of its own: it is asked before each question to a model.
_SPENT_BY_ALL = f"{_SPENT} WHERE at >= $1"
SPENT_BY_PERSON = f"{_SPENT} WHERE {OWN} AND at >= $2"
_OF_PERSON = f"""
    SELECT coalesce(sum(input_tokens::bigint + output_tokens), 0) AS tokens,
           coalesce(sum(cost), 0) AS cost,
           count(*) FILTER (WHERE {_ANSWERED}) AS calls,
           {_UNPRICED}
    FROM model_calls WHERE {OWN} AND at >= $2
"""  # noqa: S608 - constants

_LATENCIES = """
    SELECT provider,
           percentile_disc(0.5) WITHIN GROUP (ORDER BY latency_ms) AS p50_ms,
           percentile_disc(0.95) WITHIN GROUP (ORDER BY latency_ms) AS p95_ms
    FROM model_calls WHERE at >= $1 GROUP BY provider ORDER BY provider
"""


class PostgresUsage(Store):
    """Implements ``Usage``. Reads only; knows no limits, which are the settings' business."""

    async def spent(self, user_id: str | None, since: datetime) -> Spent:
        """By one person, or by everybody when None."""
        if user_id is None:
            return _spent(await self._database.fetchrow(_SPENT_BY_ALL, since))
        return _spent(await self._database.fetchrow(SPENT_BY_PERSON, user_id, since))

    async def of_person(
        self, user_id: str, now: datetime, days: int = LATELY_DAYS
    ) -> UsageOfPerson:
        """Since midnight UTC, and within the last ``days`` days. Counts calls that were answered;
        tokens and costs are of all, as for the limits.
        """
        midnight = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        async with self._database.transaction("repeatable_read", readonly=True) as connection:
            today = await connection.fetchrow(_OF_PERSON, user_id, midnight)
            lately = await connection.fetchrow(_OF_PERSON, user_id, now - timedelta(days=days))
        return UsageOfPerson(
            today=_spent(today),
            lately=_spent(lately),
            days=days,
            calls=lately["calls"] if lately else 0,
            calls_today=today["calls"] if today else 0,
            unpriced=lately["unpriced"] if lately else 0,
        )

    async def report(
        self, since: datetime, until: datetime, by: UsageBy = UsageBy.PURPOSE
    ) -> UsageReport:
        """Calls from ``since`` on and before ``until``, in one snapshot."""
        async with self._database.transaction("repeatable_read", readonly=True) as connection:
            rows = await connection.fetch(_LINES[by], since, until)
            persons = await connection.fetchval(_PERSONS, since, until)
        lines = tuple(UsageLine(**dict(row)) for row in rows)
        return UsageReport(since=since, until=until, lines=lines, persons=persons)

    async def recent(
        self, length: timedelta, by: UsageBy, *, kept_for: timedelta, pseudonyms: Pseudonyms
    ) -> UsageReport:
        """Calls of a time that ends now; persons are named as in logs."""
        until = datetime.now(UTC)
        report = await self.report(until - length, until, by)
        lines = tuple(
            line.model_copy(update={"person": pseudonyms.in_text(line.person)})
            for line in report.lines
        )
        return report.model_copy(update={"kept_for": kept_for, "lines": lines})

    async def latencies(self, length: timedelta) -> tuple[Latency, ...]:
        """How long each provider took lately, whatever came of the calls."""
        rows = await self._database.fetch(_LATENCIES, datetime.now(UTC) - length)
        return tuple(Latency.model_validate(dict(row)) for row in rows)


def _spent(row: Row | None) -> Spent:
    return Spent() if row is None else Spent(tokens=int(row["tokens"]), cost=Decimal(row["cost"]))
