"""The platform: persons, conversations, files, drafts, model calls, and what channels keep.

Revision ID: 0001
Revises:
"""

from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

STATEMENTS = (
    """
    CREATE TABLE users (
        user_id    text PRIMARY KEY,
        locale     text NOT NULL,
        currency   text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
        timezone   text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
    )
    """,
    """
    CREATE TABLE conversations (
        conversation_id text PRIMARY KEY,
        channel         text,
        chat_id         text,
        tasks_started   integer NOT NULL DEFAULT 0 CHECK (tasks_started >= 0),
        created_at      timestamptz NOT NULL DEFAULT now(),
        updated_at      timestamptz NOT NULL DEFAULT now()
    )
    """,
    """
    COMMENT ON COLUMN conversations.tasks_started IS
        'Highest task number ever used; outlives retention, so that no task id comes twice'
    """,
    """
    CREATE TABLE conversation_messages (
        message_id      text PRIMARY KEY,
        conversation_id text NOT NULL REFERENCES conversations,
        user_id         text NOT NULL,
        speaker         text NOT NULL CHECK (speaker IN ('person', 'steward')),
        body            text NOT NULL,
        at              timestamptz NOT NULL,
        reply_to        text,
        topic           text,
        task_id         text,
        channel_ref     text NOT NULL DEFAULT '',
        details         jsonb NOT NULL DEFAULT '{}',
        position        bigint GENERATED ALWAYS AS IDENTITY
    )
    """,
    """
    CREATE INDEX conversation_messages_in_order
        ON conversation_messages (conversation_id, at, position)
    """,
    "CREATE INDEX conversation_messages_by_age ON conversation_messages (at)",
    """
    CREATE TABLE attachments (
        sha256     text PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
        kind       text NOT NULL,
        mime_type  text NOT NULL,
        content    bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
    )
    """,
    # Photos and PDFs are compressed already; trying again costs time and saves nothing.
    "ALTER TABLE attachments ALTER COLUMN content SET STORAGE EXTERNAL",
    """
    CREATE TABLE attachment_owners (
        user_id    text NOT NULL,
        sha256     text NOT NULL REFERENCES attachments,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, sha256)
    )
    """,
    "CREATE INDEX attachment_owners_of ON attachment_owners (sha256)",
    # What is deleted after the retention time is looked for by age.
    "CREATE INDEX attachments_by_age ON attachments (created_at)",
    """
    CREATE TABLE drafts (
        task_id         text PRIMARY KEY,
        user_id         text NOT NULL,
        conversation_id text NOT NULL REFERENCES conversations,
        agent           text NOT NULL,
        status          text NOT NULL
            CHECK (status IN ('kept', 'expired', 'cancelled', 'resumed')),
        state           jsonb NOT NULL,
        resumed_by      text,
        created_at      timestamptz NOT NULL DEFAULT now(),
        updated_at      timestamptz NOT NULL DEFAULT now()
    )
    """,
    "CREATE INDEX drafts_by_age ON drafts (updated_at)",
    """
    CREATE TABLE model_calls (
        id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        provider      text NOT NULL,
        model         text NOT NULL,
        purpose       text NOT NULL,
        outcome       text NOT NULL,
        latency_ms    integer NOT NULL,
        input_tokens  integer NOT NULL,
        output_tokens integer NOT NULL,
        cost          numeric,
        user_id       text NOT NULL DEFAULT '',
        task_id       text NOT NULL DEFAULT '',
        at            timestamptz NOT NULL DEFAULT now()
    )
    """,
    "CREATE INDEX model_calls_by_age ON model_calls (at)",
    "CREATE INDEX model_calls_of_person ON model_calls (user_id, at)",
    # Until midnight, what was used by persons who had everything deleted counts under a pseudonym
    # that is made with the day's salt; without it, nobody can make the pseudonym again.
    """
    CREATE TABLE erasure_salts (
        day  date PRIMARY KEY,
        salt uuid NOT NULL DEFAULT gen_random_uuid()
    )
    """,
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
    "CREATE INDEX telegram_progress_by_age ON telegram_progress (at)",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
