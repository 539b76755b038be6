"""Where a person is reminded of what recurs, and what was told and answered of each day.

Revision ID: 0012
Revises: 0011
"""

from adapters.postgres.revisions import executes

revision = "0012"
down_revision = "0011"
only_adds = True

STATEMENTS = (
    """
    CREATE TABLE reminders (
        user_id         text PRIMARY KEY,
        schedule_id     text NOT NULL UNIQUE,
        conversation_id text NOT NULL REFERENCES conversations,
        timezone        text NOT NULL,
        created_at      timestamptz NOT NULL DEFAULT now()
    )
    """,
    "CREATE INDEX reminders_of_conversation ON reminders (conversation_id)",
    """
    CREATE TABLE recurring_days (
        user_id  text NOT NULL,
        name_key text NOT NULL,
        currency text NOT NULL,
        day      date NOT NULL,
        told     text NOT NULL DEFAULT '',
        paid_by  text NOT NULL DEFAULT '',
        PRIMARY KEY (user_id, name_key, currency, day)
    )
    """,
    "COMMENT ON COLUMN recurring_days.told IS 'What was told last of this day: due, or missing'",
    "COMMENT ON COLUMN recurring_days.paid_by IS 'The message that said yes to saving this one'",
)

upgrade = executes(STATEMENTS)
