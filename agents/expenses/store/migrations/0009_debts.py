"""Who owes whom, as it was noted; what is paid every two weeks.

Revision ID: 0009
Revises: 0008
"""

from adapters.postgres.revisions import executes

revision = "0009"
down_revision = "0008"
only_adds = True

STATEMENTS = (
    """
    CREATE TABLE debts (
        user_id    text NOT NULL,
        call_id    text NOT NULL,
        position   smallint NOT NULL,
        name       text NOT NULL,
        name_key   text NOT NULL,
        amount     numeric NOT NULL CHECK (amount <> 0),
        currency   text NOT NULL,
        holds      boolean NOT NULL DEFAULT true,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, call_id, position)
    )
    """,
    """
    COMMENT ON COLUMN debts.amount IS
        'More than zero for what is owed to the person, or what the person paid back'
    """,
    "CREATE INDEX debts_of_name ON debts (user_id, name_key)",
    "ALTER TABLE recurring DROP CONSTRAINT recurring_every_check",
    """
    ALTER TABLE recurring ADD CONSTRAINT recurring_every_check
        CHECK (every IN ('week', 'two_weeks', 'month', 'year'))
    """,
)

upgrade = executes(STATEMENTS)
