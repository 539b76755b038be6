"""Which of several receipts on one photo a row came from.

Revision ID: 0009
Revises: 0003
"""

from alembic import op

revision = "0009"
down_revision = "0003"
branch_labels = None
depends_on = None
only_adds = True

STATEMENTS = ("ALTER TABLE transactions ADD COLUMN attachment_part integer NOT NULL DEFAULT 0",)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
