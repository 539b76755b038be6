"""Readings of receipts, the ledger with its audit, and what was learned about categories.

Revision ID: 0001
Revises:
"""

from adapters.postgres.revisions import executes

revision = "0001"
down_revision = None

STATEMENTS = (
    """
    CREATE TABLE readings (
        sha256     text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
        locale     text NOT NULL,
        currency   text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
        reading    jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (sha256, locale, currency)
    )
    """,
    """
    COMMENT ON TABLE readings IS
        'What a receipt says depends on who reads it: 3.250 and 3/4 differ by place'
    """,
    """
    CREATE TABLE refused_files (
        sha256     text PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
        why        text NOT NULL,
        user_text  text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
    )
    """,
    """
    COMMENT ON TABLE refused_files IS
        'Bytes that could not be read and are not kept: they are not tried again'
    """,
    "CREATE INDEX refused_files_by_age ON refused_files (created_at)",
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
    # What is deleted after the retention time is looked for by age.
    "CREATE INDEX transactions_deleted ON transactions (deleted_at) WHERE deleted_at IS NOT NULL",
    # Whether anybody's expense still shows a file.
    """
    CREATE INDEX transactions_of_image ON transactions (attachment_sha256)
        WHERE attachment_sha256 IS NOT NULL
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
    # Each change that is deleted is looked up as what undid another.
    """
    CREATE INDEX transaction_changes_undoing ON transaction_changes (undone_by)
        WHERE undone_by IS NOT NULL
    """,
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
)

upgrade = executes(STATEMENTS)
