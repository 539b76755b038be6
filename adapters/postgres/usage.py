"""What model calls used, added up from their record."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

from adapters.postgres.erased_usage import OWN
from adapters.postgres.pool import Connection, Database, Row
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

_LINES = {
    UsageBy.PURPOSE: f"""
        SELECT provider, model, purpose, NULL::date AS day, {_FIGURES}
        FROM model_calls WHERE at >= $1 AND at < $2
        GROUP BY provider, model, purpose ORDER BY {_EXPENSIVE_FIRST}
    """,  # noqa: S608 - constants of this module
    UsageBy.MODEL: f"""
        SELECT provider, model, '' AS purpose, NULL::date AS day, {_FIGURES}
        FROM model_calls WHERE at >= $1 AND at < $2
        GROUP BY provider, model ORDER BY {_EXPENSIVE_FIRST}
    """,  # noqa: S608 - constants of this module
    UsageBy.DAY: f"""
        SELECT '' AS provider, '' AS model, '' AS purpose, (at AT TIME ZONE 'UTC')::date AS day,
               {_FIGURES}
        FROM model_calls WHERE at >= $1 AND at < $2
        GROUP BY day ORDER BY day
    """,  # noqa: S608 - constants of this module
    UsageBy.PERSON: f"""
        SELECT '' AS provider, '' AS model, '' AS purpose, NULL::date AS day, user_id AS person,
               {_FIGURES}
        FROM model_calls WHERE at >= $1 AND at < $2
        GROUP BY user_id ORDER BY {_EXPENSIVE_FIRST.replace("1, 2, 3", "user_id")}
    """,  # noqa: S608 - constants of this module
}

_SPENT = """
    SELECT coalesce(sum(input_tokens::bigint + output_tokens), 0) AS tokens,
           coalesce(sum(cost), 0) AS cost
    FROM model_calls
"""
# Two statements, so that each has a plan of its own: it is asked before each question to a model.
_SPENT_BY_ALL = f"{_SPENT} WHERE at >= $1"
SPENT_BY_PERSON = f"{_SPENT} WHERE {OWN} AND at >= $2"


class PostgresUsage:
    """Implements ``Usage``. Reads only; knows no limits, which are the settings' business."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def spent(self, user_id: str | None, since: datetime) -> Spent:
        """By one person, or by everybody when None."""
        async with self._database.connection() as connection:
            if user_id is None:
                return _spent(await connection.fetchrow(_SPENT_BY_ALL, since))
            return _spent(await connection.fetchrow(SPENT_BY_PERSON, user_id, since))

    async def of_person(
        self, user_id: str, now: datetime, days: int = LATELY_DAYS
    ) -> UsageOfPerson:
        """Since midnight UTC, and within the last ``days`` days. Counts calls that were answered;
        tokens and costs are of all, as for the limits.
        """
        midnight = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        async with self._database.transaction("repeatable_read", readonly=True) as connection:
            today = await _of_person(connection, user_id, midnight)
            lately = await _of_person(connection, user_id, now - timedelta(days=days))
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
            persons = await connection.fetchval(
                """
                SELECT count(DISTINCT nullif(user_id, ''))
                FROM model_calls WHERE at >= $1 AND at < $2
                """,
                since,
                until,
            )
        lines = tuple(UsageLine(**dict(row)) for row in rows)
        return UsageReport(since=since, until=until, lines=lines, persons=persons)


async def _of_person(connection: Connection, user_id: str, since: datetime) -> Row | None:
    return await connection.fetchrow(
        f"""
        SELECT coalesce(sum(input_tokens::bigint + output_tokens), 0) AS tokens,
               coalesce(sum(cost), 0) AS cost,
               count(*) FILTER (WHERE {_ANSWERED}) AS calls,
               {_UNPRICED}
        FROM model_calls WHERE {OWN} AND at >= $2
        """,  # noqa: S608 - constants
        user_id,
        since,
    )


def _spent(row: Row | None) -> Spent:
    return Spent() if row is None else Spent(tokens=int(row["tokens"]), cost=Decimal(row["cost"]))
