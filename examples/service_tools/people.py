"""Who can do a service."""

from adapters.postgres.pool import Row
from examples.service_tools.workplace import Workplace


async def skilled(at: Workplace, service: str) -> list[Row]:
    """Active employees with the skill; where nobody has it, those who do the rest (``*``)."""
    return await at.connection.fetch(
        """
        WITH able AS (
            SELECT id, no, name, skills, EXISTS (
                SELECT FROM unnest(skills) AS skill WHERE lower(skill) = lower($1)
            ) AS has_it
            FROM employees WHERE active
        )
        SELECT id, no, name FROM able
        WHERE has_it OR ('*' = ANY(skills) AND NOT EXISTS (SELECT FROM able WHERE has_it))
        ORDER BY no
        """,
        service,
    )
