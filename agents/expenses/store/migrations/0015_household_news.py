"""Who joined or left a household, until the others are told.

Revision ID: 0015
Revises: 0014
"""

from adapters.postgres.revisions import executes

revision = "0015"
down_revision = "0014"
only_adds = True

STATEMENTS = (
    """
    CREATE TABLE household_news (
        user_id    text NOT NULL,
        about      text NOT NULL,
        name       text NOT NULL DEFAULT '',
        joined     boolean NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        told_with  text
    )
    """,
    """
    COMMENT ON TABLE household_news IS
        'user_id is told that about joined or left; told_with is the write whose answer told it'
    """,
    "CREATE INDEX household_news_of ON household_news (user_id, told_with)",
    "CREATE INDEX household_news_about ON household_news (about)",
)

upgrade = executes(STATEMENTS)
