"""Indexes for questions: the words on receipts, and what was split.

Revision ID: 0005
Revises: 0004
"""

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None
only_adds = True

STATEMENTS = (
    """
    CREATE INDEX transactions_words_bought
        ON transactions USING gin (jsonb_to_tsvector('simple', items, '["string"]'))
        WHERE deleted_at IS NULL AND items <> '[]'
    """,
    """
    CREATE INDEX transactions_split ON transactions (user_id)
        WHERE deleted_at IS NULL AND parts IS NOT NULL
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
