"""Budgets with what was told of them, exchange rates, and expenses that come again and again.

Revision ID: 0004
Revises: 0003
"""

from adapters.postgres.revisions import executes

revision = "0004"
down_revision = "0003"
only_adds = True

STATEMENTS = (
    """
    CREATE TABLE budgets (
        user_id     text NOT NULL,
        category    text NOT NULL,
        amount      numeric NOT NULL CHECK (amount > 0 AND amount < 'Infinity'),
        currency    text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
        period      text NOT NULL CHECK (period IN ('week', 'month')),
        week_starts smallint NOT NULL CHECK (week_starts BETWEEN 0 AND 6),
        updated_at  timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, category)
    )
    """,
    "COMMENT ON COLUMN budgets.category IS 'Empty for all spending together'",
    """
    CREATE TABLE budget_notices (
        user_id    text NOT NULL,
        category   text NOT NULL,
        starts     date NOT NULL,
        level      smallint NOT NULL CHECK (level > 0),
        told_with  text NOT NULL,
        notice     jsonb,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, category, starts, level),
        FOREIGN KEY (user_id, category) REFERENCES budgets ON DELETE CASCADE
    )
    """,
    """
    COMMENT ON COLUMN budget_notices.told_with IS
        'The save or the change that reached the level; empty where the budget began beyond it'
    """,
    "CREATE INDEX budget_notices_of_change ON budget_notices (user_id, told_with)",
    """
    CREATE TABLE reference_rates (
        currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
        day      date NOT NULL,
        rate     numeric NOT NULL CHECK (rate > 0 AND rate < 'Infinity'),
        PRIMARY KEY (currency, day)
    )
    """,
    """
    COMMENT ON TABLE reference_rates IS
        'Units of a currency for one euro, as the European Central Bank published them: of nobody'
    """,
    """
    CREATE TABLE own_rates (
        user_id    text NOT NULL,
        currency   text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
        target     text NOT NULL CHECK (target ~ '^[A-Z]{3}$'),
        day        date NOT NULL,
        rate       numeric NOT NULL CHECK (rate > 0 AND rate < 'Infinity'),
        updated_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, currency, target, day)
    )
    """,
    "COMMENT ON TABLE own_rates IS 'Units of target for one unit of currency, as the person said'",
    """
    CREATE TABLE recurring (
        user_id    text NOT NULL,
        name_key   text NOT NULL,
        currency   text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
        name       text NOT NULL,
        amount     numeric NOT NULL CHECK (amount > 0 AND amount < 'Infinity'),
        every      text NOT NULL CHECK (every IN ('week', 'month', 'year')),
        anchor     date NOT NULL,
        kept       boolean NOT NULL,
        told_with  text NOT NULL DEFAULT '',
        updated_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, name_key, currency)
    )
    """,
    """
    COMMENT ON COLUMN recurring.kept IS
        'False for what was only offered, with the save told_with: it is not offered again'
    """,
    """
    CREATE INDEX transactions_live_by_name ON transactions (user_id, name_key, occurred_on DESC)
        WHERE deleted_at IS NULL
    """,
)

upgrade = executes(STATEMENTS)
