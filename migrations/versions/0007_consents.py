"""Which version of the consent text a person agreed to, and the text itself.

Revision ID: 0007
Revises: 0006
"""

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None
only_adds = True

STATEMENTS = (
    """
    CREATE TABLE consents (
        user_id text NOT NULL,
        version text NOT NULL,
        text text NOT NULL,
        language text NOT NULL,
        channel text NOT NULL,
        how text NOT NULL,
        at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, version)
    )
    """,
    "COMMENT ON TABLE consents IS 'Kept as long as anything of the person is, and erased with it'",
    "COMMENT ON COLUMN consents.text IS 'As it was shown, in this language'",
    "COMMENT ON COLUMN consents.how IS 'button, word, key or program'",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
