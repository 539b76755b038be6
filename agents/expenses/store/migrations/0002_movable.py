"""A group that gets another id takes its ledger with it.

Revision ID: 0002
Revises: 0001
"""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None
only_adds = True

STATEMENTS = (
    """
    ALTER TABLE transaction_changes ALTER CONSTRAINT transaction_changes_task_id_fkey DEFERRABLE
    """,
    """
    ALTER TABLE transaction_changes ALTER CONSTRAINT transaction_changes_undone_by_fkey DEFERRABLE
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
