"""Calls of tools that agents made.

Revision ID: 0003
Revises: 0002
"""

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None
only_adds = True

STATEMENTS = (
    """
    CREATE TABLE tool_calls (
        call_id         text PRIMARY KEY,
        user_id         text NOT NULL,
        conversation_id text NOT NULL,
        task_id         text NOT NULL,
        agent           text NOT NULL,
        turn            integer NOT NULL,
        round           integer NOT NULL,
        tool            text NOT NULL,
        effect          text,
        arguments       jsonb,
        digest          text NOT NULL,
        status          text NOT NULL,
        error_code      text,
        result          jsonb,
        attempts        integer NOT NULL,
        duration_ms     integer NOT NULL,
        at              timestamptz NOT NULL DEFAULT now()
    )
    """,
    """
    COMMENT ON TABLE tool_calls IS
        'Every call of a tool, carried out or not; a row is there if and only if its effect is'
    """,
    "COMMENT ON COLUMN tool_calls.effect IS 'NULL for a tool that there is not'",
    "COMMENT ON COLUMN tool_calls.attempts IS '0 for a call that nothing was carried out for'",
    "CREATE INDEX tool_calls_by_age ON tool_calls (at)",
    "CREATE INDEX tool_calls_of_person ON tool_calls (user_id, at)",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
