"""The time of day of a receipt.

Revision ID: 0014
Revises: 0013
"""

from adapters.postgres.revisions import executes

revision = "0014"
down_revision = "0013"
only_adds = True

STATEMENTS = (
    "ALTER TABLE transactions ADD COLUMN occurred_at time",
    """
    COMMENT ON COLUMN transactions.occurred_at IS
        'The time of day that the receipt has, without a zone; null where it has none'
    """,
)

upgrade = executes(STATEMENTS)
