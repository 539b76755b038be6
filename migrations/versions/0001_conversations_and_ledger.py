"""The first schema: conversations, attachments, readings, the ledger and its audit, drafts.

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
    """
    CREATE TABLE readings (
        sha256     text PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
        reading    jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
    )
    """,
    # 'NaN' and 'Infinity' sort above every number in PostgreSQL: the upper bound keeps both out.
    """
    CREATE TABLE transactions (
        task_id           text PRIMARY KEY,
        user_id           text NOT NULL,
        conversation_id   text NOT NULL REFERENCES conversations,
        number            integer NOT NULL,
        turn_number       integer NOT NULL,
        merchant          text,
        item              text,
        name_key          text NOT NULL,
        search_key        text NOT NULL,
        amount            numeric NOT NULL CHECK (amount > 0 AND amount < 'Infinity'),
        currency          text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
        occurred_on       date NOT NULL,
        timezone          text NOT NULL,
        category          text NOT NULL,
        payment_method    text,
        reference         text,
        tax               numeric CHECK (tax > '-Infinity' AND tax < 'Infinity'),
        items             jsonb NOT NULL DEFAULT '[]',
        attachment_sha256 text,
        provenance        jsonb NOT NULL DEFAULT '{}',
        confidence        double precision CHECK (confidence BETWEEN 0 AND 1),
        created_at        timestamptz NOT NULL DEFAULT now(),
        updated_at        timestamptz NOT NULL DEFAULT now(),
        deleted_at        timestamptz,
        CONSTRAINT transactions_named CHECK (merchant IS NOT NULL OR item IS NOT NULL)
    )
    """,
    """
    COMMENT ON COLUMN transactions.name_key IS
        'Merchant, or item without one, folded: what makes two names the same'
    """,
    """
    CREATE INDEX transactions_live_by_day
        ON transactions (user_id, occurred_on DESC, created_at DESC) WHERE deleted_at IS NULL
    """,
    """
    CREATE INDEX transactions_live_by_image
        ON transactions (user_id, attachment_sha256)
        WHERE deleted_at IS NULL AND attachment_sha256 IS NOT NULL
    """,
    """
    CREATE INDEX transactions_of_conversation
        ON transactions (conversation_id, user_id, created_at)
    """,
    """
    CREATE TABLE transaction_changes (
        change_id       text PRIMARY KEY,
        task_id         text NOT NULL REFERENCES transactions,
        user_id         text NOT NULL,
        conversation_id text NOT NULL,
        kind            text NOT NULL
            CHECK (kind IN ('created', 'edited', 'deleted', 'reverted', 'restored')),
        before          jsonb NOT NULL,
        after           jsonb NOT NULL,
        undone_by       text REFERENCES transaction_changes,
        at              timestamptz NOT NULL DEFAULT now(),
        position        bigint GENERATED ALWAYS AS IDENTITY
    )
    """,
    "CREATE INDEX transaction_changes_of_task ON transaction_changes (task_id, position)",
    """
    CREATE INDEX transaction_changes_to_undo
        ON transaction_changes (user_id, conversation_id, position)
        WHERE undone_by IS NULL AND kind IN ('created', 'edited')
    """,
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
    CREATE TABLE category_preferences (
        user_id      text NOT NULL,
        merchant_key text NOT NULL,
        category     text NOT NULL,
        count        integer NOT NULL DEFAULT 1 CHECK (count > 0),
        updated_at   timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, merchant_key)
    )
    """,
    """
    CREATE TABLE model_calls (
        id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        provider      text NOT NULL,
        model         text NOT NULL,
        task          text NOT NULL,
        outcome       text NOT NULL,
        latency_ms    integer NOT NULL,
        input_tokens  integer NOT NULL,
        output_tokens integer NOT NULL,
        cost          numeric,
        at            timestamptz NOT NULL DEFAULT now()
    )
    """,
    "CREATE INDEX model_calls_by_age ON model_calls (at)",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
