"""A group that gets another id takes its ledger with it.

Revision ID: 0002
Revises: 0001
"""

from adapters.postgres.revisions import executes

revision = "0002"
down_revision = "0001"
only_adds = True

STATEMENTS = (
    """
    ALTER TABLE transaction_changes ALTER CONSTRAINT transaction_changes_task_id_fkey DEFERRABLE
    """,
    """
    ALTER TABLE transaction_changes ALTER CONSTRAINT transaction_changes_undone_by_fkey DEFERRABLE
    """,
)

upgrade = executes(STATEMENTS)
