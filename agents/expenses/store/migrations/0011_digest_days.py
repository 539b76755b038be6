"""On which day of the week and at which hour a digest comes.

Revision ID: 0011
Revises: 0010
"""

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None
only_adds = True

STATEMENTS = (
    """
    ALTER TABLE digests
        ADD COLUMN weekday smallint NOT NULL DEFAULT 1 CHECK (weekday BETWEEN 1 AND 7),
        ADD COLUMN hour smallint NOT NULL DEFAULT 9 CHECK (hour BETWEEN 0 AND 23)
    """,
    "COMMENT ON COLUMN digests.weekday IS 'Of one that comes each week; Monday is 1 (ISO 8601)'",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
