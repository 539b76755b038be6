"""Who may talk on a channel, groups, progress messages, and updates that nobody could handle.

Revision ID: 0002
Revises: 0001
"""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

STATEMENTS = (
    """
    CREATE TABLE channel_pairing (
        channel    text PRIMARY KEY,
        code       text NOT NULL,
        user_id    text,
        created_at timestamptz NOT NULL DEFAULT now(),
        paired_at  timestamptz,
        CHECK ((user_id IS NULL) = (paired_at IS NULL))
    )
    """,
    """
    COMMENT ON TABLE channel_pairing IS
        'The first person who sends the code owns the channel; the code is of no use afterwards'
    """,
    """
    CREATE TABLE telegram_groups (
        chat_id    bigint PRIMARY KEY,
        shared     boolean NOT NULL,
        changed_by bigint NOT NULL,
        changed_at timestamptz NOT NULL DEFAULT now()
    )
    """,
    """
    CREATE TABLE telegram_progress (
        conversation_id text NOT NULL,
        message_id      bigint NOT NULL,
        claimed_by      text,
        at              timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (conversation_id, message_id)
    )
    """,
    """
    COMMENT ON TABLE telegram_progress IS
        'A "reading …" message, and the reply that takes its place: none yet, or one for good'
    """,
    """
    CREATE TABLE telegram_refused_updates (
        update_id bigint PRIMARY KEY,
        body      jsonb NOT NULL,
        error     text NOT NULL,
        at        timestamptz NOT NULL DEFAULT now()
    )
    """,
    """
    COMMENT ON TABLE telegram_refused_updates IS
        'Updates that a defect kept from being handled; the bot tries each again when it starts'
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
