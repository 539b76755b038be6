"""What a channel shows to readers that come and go: sessions, and their events in order.

Revision ID: 0004
Revises: 0003
"""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None
only_adds = True

STATEMENTS = (
    """
    CREATE TABLE channel_sessions (
        conversation_id text PRIMARY KEY,
        user_id         text NOT NULL,
        locale          text NOT NULL,
        timezone        text NOT NULL,
        last_seq        bigint NOT NULL DEFAULT 0,
        created_at      timestamptz NOT NULL DEFAULT now()
    )
    """,
    "CREATE INDEX ON channel_sessions (user_id)",
    """
    COMMENT ON COLUMN channel_sessions.last_seq IS
        'Locked while an event is written, so that events commit in the order of their seq'
    """,
    """
    CREATE TABLE channel_events (
        conversation_id text NOT NULL REFERENCES channel_sessions ON DELETE CASCADE,
        seq             bigint NOT NULL,
        kind            text NOT NULL,
        key             text NOT NULL,
        payload         jsonb NOT NULL,
        at              timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (conversation_id, seq),
        UNIQUE (conversation_id, key)
    )
    """,
    "CREATE INDEX ON channel_events (at)",
    """
    COMMENT ON COLUMN channel_events.key IS
        'What happens once has one key: the id of a reply, of a message, of its settling'
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
