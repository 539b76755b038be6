"""What the business offers, and what it has at work."""

import re

from examples.service_tools.forms import (
    EntityItem,
    EntityListAsked,
    EntityListTold,
    SettingItem,
    SettingListAsked,
    SettingListTold,
)
from examples.service_tools.workplace import Workplace

_SHORTEST_WORD = 3


async def setting_list(at: Workplace, asked: SettingListAsked) -> SettingListTold:
    rows = await at.connection.fetch(
        "SELECT name, metadata FROM settings WHERE category = $1 ORDER BY position, name",
        asked.category,
    )
    return SettingListTold(
        items=tuple(
            SettingItem(
                name=row["name"],
                description=row["metadata"].get("description", ""),
                keywords=row["metadata"].get("keywords", ()),
            )
            for row in rows
        )
    )


_PROJECTS = """
    SELECT id, name, status, 0 AS newest FROM projects
    WHERE customer_id IS NULL OR customer_id = $1
"""
_TASKS = """
    SELECT id, name, status, -number AS newest FROM tasks
    WHERE customer_id = $1
"""


async def entity_list(at: Workplace, asked: EntityListAsked) -> EntityListTold:
    """With a query, what has most of its words in its name, and nothing that has none."""
    rows = await at.connection.fetch(
        f"""
        SELECT id, name, status FROM (
            SELECT *, (
                SELECT count(*) FROM unnest($2::text[]) AS word
                WHERE strpos(lower(name), word) > 0
            ) AS found
            FROM ({_TASKS if asked.entity_type == "task" else _PROJECTS}) AS entity
        ) AS ranked
        WHERE found > 0 OR $3
        ORDER BY found DESC, newest, id
        LIMIT $4
        """,  # noqa: S608 - one of the two above
        asked.customer_id,
        [
            word
            for word in re.findall(r"\w+", (asked.query or "").lower())
            if len(word) >= _SHORTEST_WORD
        ],
        asked.query is None,
        asked.limit,
    )
    return EntityListTold(
        items=tuple(EntityItem(type=asked.entity_type, **dict(row)) for row in rows)
    )
