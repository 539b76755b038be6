"""Which of several receipts on one photo a row came from.

Revision ID: 0006
Revises: 0005
"""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None
only_adds = True

STATEMENTS = ("ALTER TABLE transactions ADD COLUMN attachment_part integer NOT NULL DEFAULT 0",)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
