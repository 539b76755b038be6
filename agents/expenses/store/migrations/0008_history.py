"""Searching what was saved, and categories for everything from one shop.

Revision ID: 0008
Revises: 0007
"""

from adapters.postgres.revisions import executes

revision = "0008"
down_revision = "0007"
only_adds = True

STATEMENTS = (
    # The names on the row and the lines of its receipt, word by word; and whose it is, so that no
    # row of others is looked at.
    """
    CREATE INDEX transactions_by_word ON transactions USING gin (
        (to_tsvector('simple', search_key) || jsonb_to_tsvector('simple', items, '["string"]')
         || array_to_tsvector(ARRAY['@' || user_id]))
    )
    """,
    # Enough to count and to skip pages without reading a row.
    """
    CREATE INDEX transactions_live_pages
        ON transactions (user_id, occurred_on DESC, created_at DESC, task_id)
        WHERE deleted_at IS NULL
    """,
    # The one above begins as it does.
    "DROP INDEX transactions_live_by_day",
    """
    CREATE INDEX readings_by_word ON readings USING gin (
        jsonb_to_tsvector('simple', reading -> 'lines', '["string"]')
    )
    """,
    """
    CREATE TABLE category_sweeps (
        user_id    text NOT NULL,
        sweep      text NOT NULL,
        name       text NOT NULL,
        name_key   text NOT NULL,
        category   text NOT NULL,
        learned    text,
        counted    integer NOT NULL,
        changed_at timestamptz,
        undone_at  timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, sweep)
    )
    """,
    """
    COMMENT ON COLUMN category_sweeps.learned IS
        'The category that was known for the name before, to be known again after an undo'
    """,
    "ALTER TABLE transaction_changes ADD COLUMN sweep text",
    """
    CREATE INDEX transaction_changes_of_sweep ON transaction_changes (user_id, sweep)
        WHERE sweep IS NOT NULL
    """,
)

upgrade = executes(STATEMENTS)
