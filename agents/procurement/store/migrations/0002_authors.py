"""Who of a group said yes to its purchase request.

Revision ID: 0002
Revises: 0001
"""

from adapters.postgres.revisions import executes

revision = "0002"
down_revision = "0001"
only_adds = True

STATEMENTS = (
    "ALTER TABLE purchase_requests ADD COLUMN author_id text NOT NULL DEFAULT ''",
    """
    COMMENT ON COLUMN purchase_requests.author_id IS
        'The member of a group who said yes; empty for a person, and where nobody knows any more'
    """,
    """
    UPDATE purchase_requests SET author_id = said.author_id
    FROM conversation_messages AS said WHERE said.message_id = confirmed_by
    """,
    """
    CREATE INDEX purchase_requests_of_author ON purchase_requests (author_id)
        WHERE author_id <> ''
    """,
)

upgrade = executes(STATEMENTS)
