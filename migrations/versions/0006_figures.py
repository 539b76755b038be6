"""How conversations stand, for operators: since when, how often, with which agent, until when.

Revision ID: 0006
Revises: 0005
"""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None
only_adds = True

STATEMENTS = (
    """
    ALTER TABLE conversations
        ADD COLUMN begun_at timestamptz,
        ADD COLUMN said_at timestamptz,
        ADD COLUMN expires_at timestamptz,
        ADD COLUMN turns integer NOT NULL DEFAULT 0,
        ADD COLUMN agent text,
        ADD COLUMN waits boolean NOT NULL DEFAULT false
    """,
    "COMMENT ON COLUMN conversations.begun_at IS 'Of the conversation that goes on, or was last'",
    "COMMENT ON COLUMN conversations.said_at IS 'The last replies; the next four are of then'",
    """
    CREATE VIEW conversation_figures AS
    SELECT conversation_id, channel, coalesce(agent, 'supervisor') AS agent,
        CASE WHEN ends_at <= now() THEN 'expired' WHEN waits THEN 'waiting' ELSE 'active' END
            AS state,
        turns, coalesce(begun_at, created_at) AS begun_at,
        coalesce(said_at, updated_at) AS last_at, ends_at AS expires_at,
        coalesce(said_at, updated_at) - coalesce(begun_at, created_at) AS duration
    FROM conversations, LATERAL (
        SELECT coalesce(expires_at, said_at + interval '1 day', updated_at + interval '1 day')
            AS ends_at
    ) AS silence
    WHERE channel IS NOT NULL
    """,
    """
    COMMENT ON VIEW conversation_figures IS
        'Each conversation with its state: active, waiting for the person, or expired at expires_at'
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
