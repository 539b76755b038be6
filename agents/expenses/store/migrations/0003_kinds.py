"""Income and transfers beside expenses, parts of one expense in several categories, the rate that
a foreign amount had, and which import a row came from.

Revision ID: 0003
Revises: 0002
"""

from adapters.postgres.revisions import executes

revision = "0003"
down_revision = "0002"
only_adds = True

STATEMENTS = (
    """
    ALTER TABLE transactions
        ADD COLUMN kind text NOT NULL DEFAULT 'expense'
            CHECK (kind IN ('expense', 'income', 'transfer')),
        ADD COLUMN home_currency text CHECK (home_currency ~ '^[A-Z]{3}$'),
        ADD COLUMN rate numeric CHECK (rate > 0 AND rate < 'Infinity'),
        ADD COLUMN rated_on date,
        ADD COLUMN rate_source text,
        ADD COLUMN import_id text,
        ADD COLUMN parts jsonb
    """,
    """
    COMMENT ON COLUMN transactions.rate IS
        'Units of home_currency for one unit of currency, as it was when the row was saved'
    """,
    """
    CREATE INDEX transactions_of_import ON transactions (import_id) WHERE import_id IS NOT NULL
    """,
    """
    COMMENT ON COLUMN transactions.parts IS
        'Of an expense that was split: category and amount of each part; they add up to its amount'
    """,
    # Two branches, so that a question reads the many that were never split without unpacking any.
    """
    CREATE VIEW booked AS
        SELECT task_id, user_id, conversation_id, kind, merchant, item, name_key, search_key,
               amount, currency, occurred_on, created_at, category, home_currency, rate
        FROM transactions WHERE deleted_at IS NULL AND parts IS NULL
        UNION ALL
        SELECT task_id, user_id, conversation_id, kind, merchant, item, name_key, search_key,
               part.amount, currency, occurred_on, created_at, part.category, home_currency, rate
        FROM transactions,
             LATERAL jsonb_to_recordset(parts) AS part(category text, amount numeric)
        WHERE deleted_at IS NULL AND parts IS NOT NULL
    """,
    """
    COMMENT ON VIEW booked IS
        'Live rows by category: of one that was split, a row for each part: count task_id once'
    """,
)

upgrade = executes(STATEMENTS)
