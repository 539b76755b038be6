"""Adds what is needed to write a message before its conversation is signalled.

Revision ID: 0005
Revises: 0004
"""

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None
only_adds = True

STATEMENTS = (
    "ALTER TABLE channel_events ADD COLUMN handing jsonb",
    "ALTER TABLE channel_events ADD COLUMN refused boolean NOT NULL DEFAULT false",
    "CREATE INDEX ON channel_events (at) WHERE handing IS NOT NULL AND NOT refused",
    """
    COMMENT ON COLUMN channel_events.handing IS
        'The message until its conversation has it: a process may have died between the two'
    """,
    """
    COMMENT ON COLUMN channel_events.refused IS
        'Who sent it was told that it could not be handed over: nobody does it or sees it until it
        is sent again under its id'
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
