"""Of what recurs: whether it comes in, when it is due next, when it ends. Of debts: what for, and
when.

Revision ID: 0010
Revises: 0009
"""

from adapters.postgres.revisions import executes

revision = "0010"
down_revision = "0009"
only_adds = True

STATEMENTS = (
    """
    ALTER TABLE recurring
        ADD COLUMN kind text NOT NULL DEFAULT 'expense' CHECK (kind IN ('expense', 'income')),
        ADD COLUMN next_due date,
        ADD COLUMN last_due date,
        ADD COLUMN later_amount numeric,
        ADD COLUMN later_from date
    """,
    """
    COMMENT ON COLUMN recurring.next_due IS
        'It is not due before this day: the first time, or the one behind those that are skipped'
    """,
    "COMMENT ON COLUMN recurring.last_due IS 'It is not due after this day'",
    "COMMENT ON COLUMN recurring.later_amount IS 'What it is each time from later_from on'",
    """
    ALTER TABLE debts
        ADD COLUMN purpose text NOT NULL DEFAULT '',
        ADD COLUMN day date
    """,
    "COMMENT ON COLUMN debts.day IS 'The day that the person named; null for none'",
)

upgrade = executes(STATEMENTS)
