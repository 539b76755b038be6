"""What comes every two, three or six months.

Revision ID: 0016
Revises: 0015
"""

from adapters.postgres.revisions import executes

revision = "0016"
down_revision = "0015"
only_adds = True

STATEMENTS = (
    "ALTER TABLE recurring DROP CONSTRAINT recurring_every_check",
    """
    ALTER TABLE recurring ADD CONSTRAINT recurring_every_check CHECK (
        every IN ('week', 'two_weeks', 'month', 'two_months', 'quarter', 'half_year', 'year')
    )
    """,
)

upgrade = executes(STATEMENTS)
