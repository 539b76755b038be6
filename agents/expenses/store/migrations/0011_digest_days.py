"""On which day of the week and at which hour a digest comes.

Revision ID: 0011
Revises: 0010
"""

from adapters.postgres.revisions import executes

revision = "0011"
down_revision = "0010"
only_adds = True

STATEMENTS = (
    """
    ALTER TABLE digests
        ADD COLUMN weekday smallint NOT NULL DEFAULT 1 CHECK (weekday BETWEEN 1 AND 7),
        ADD COLUMN hour smallint NOT NULL DEFAULT 9 CHECK (hour BETWEEN 0 AND 23)
    """,
    "COMMENT ON COLUMN digests.weekday IS 'Of one that comes each week; Monday is 1 (ISO 8601)'",
)

upgrade = executes(STATEMENTS)
