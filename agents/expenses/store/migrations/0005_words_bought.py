"""Questions read an index alone: what sums are made of, the words on receipts, what was split.

Revision ID: 0005
Revises: 0004
"""

from adapters.postgres.revisions import executes

revision = "0005"
down_revision = "0004"
only_adds = True

STATEMENTS = (
    """
    CREATE INDEX transactions_words_bought
        ON transactions USING gin (jsonb_to_tsvector('simple', items, '["string"]'))
        WHERE deleted_at IS NULL AND items <> '[]'
    """,
    # What is included is short: a name ends after 120 letters. Questions over years read no more.
    """
    CREATE INDEX transactions_booked
        ON transactions (user_id, occurred_on)
        INCLUDE (kind, currency, amount, category, home_currency, rate, task_id, created_at,
                 payment_method, merchant, name_key, search_key)
        WHERE deleted_at IS NULL AND parts IS NULL
    """,
    """
    CREATE INDEX transactions_split ON transactions (user_id)
        WHERE deleted_at IS NULL AND parts IS NOT NULL
    """,
    """
    CREATE OR REPLACE VIEW booked AS
        SELECT task_id, user_id, conversation_id, kind, merchant, item, name_key, search_key,
               amount, currency, occurred_on, created_at, category, home_currency, rate,
               payment_method, 1 AS counted
        FROM transactions WHERE deleted_at IS NULL AND parts IS NULL
        UNION ALL
        SELECT task_id, user_id, conversation_id, kind, merchant, item, name_key, search_key,
               part.amount, currency, occurred_on, created_at, part.category, home_currency, rate,
               payment_method, CASE WHEN part.place = 1 THEN 1 ELSE 0 END
        FROM transactions,
             LATERAL ROWS FROM (
                 jsonb_to_recordset(parts) AS (category text, amount numeric)
             ) WITH ORDINALITY AS part(category, amount, place)
        WHERE deleted_at IS NULL AND parts IS NOT NULL
    """,
    """
    CREATE VIEW live AS
        SELECT task_id, user_id, kind, amount, currency, occurred_on, created_at, category,
               home_currency, rate, payment_method, merchant, name_key, search_key,
               NULL::jsonb AS parts
        FROM transactions WHERE deleted_at IS NULL AND parts IS NULL
        UNION ALL
        SELECT task_id, user_id, kind, amount, currency, occurred_on, created_at, category,
               home_currency, rate, payment_method, merchant, name_key, search_key, parts
        FROM transactions WHERE deleted_at IS NULL AND parts IS NOT NULL
    """,
    """
    COMMENT ON VIEW live IS 'Whole live rows without their texts: those never split by an index'
    """,
    """
    COMMENT ON COLUMN booked.counted IS
        'Adds up to the rows: 1 for what was never split and for the first part, else 0'
    """,
)

upgrade = executes(STATEMENTS)
