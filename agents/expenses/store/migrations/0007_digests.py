"""Who gets a report of each week or month, and where.

Revision ID: 0007
Revises: 0006
"""

from adapters.postgres.revisions import executes

revision = "0007"
down_revision = "0006"
only_adds = True

STATEMENTS = (
    """
    CREATE TABLE digests (
        schedule_id     text PRIMARY KEY,
        user_id         text NOT NULL,
        conversation_id text NOT NULL REFERENCES conversations,
        every           text NOT NULL CHECK (every IN ('week', 'month')),
        timezone        text NOT NULL,
        created_at      timestamptz NOT NULL DEFAULT now()
    )
    """,
    "CREATE INDEX digests_of_person ON digests (user_id)",
    "CREATE INDEX digests_of_conversation ON digests (conversation_id)",
)

upgrade = executes(STATEMENTS)
