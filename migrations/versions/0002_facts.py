"""What a database knows of itself; who wrote what a shared group said.

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
    "CREATE TABLE database_facts (name text PRIMARY KEY, value text NOT NULL)",
    """
    COMMENT ON TABLE database_facts IS
        'Where this database is, and the oldest code that runs on it, by line of revisions'
    """,
    "ALTER TABLE conversation_messages ADD COLUMN author_id text NOT NULL DEFAULT ''",
    """
    COMMENT ON COLUMN conversation_messages.author_id IS
        'Who wrote it, where user_id is a group that shares all that is done in it; else empty'
    """,
    """
    CREATE INDEX conversation_messages_of_author ON conversation_messages (author_id)
        WHERE author_id <> ''
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
