"""Into which ticket a merged one goes on.

Revision ID: 0002
Revises: 0001
"""

from adapters.postgres.revisions import executes

revision = "0002"
down_revision = "0001"
only_adds = True

STATEMENTS = (
    """
    ALTER TABLE support_tickets ADD COLUMN merged_into text NOT NULL DEFAULT ''
        CHECK (merged_into <> ticket_id)
    """,
    """
    COMMENT ON COLUMN support_tickets.merged_into IS
        'Id of the ticket of the same customer in which this one goes on; empty for none'
    """,
)

upgrade = executes(STATEMENTS)
