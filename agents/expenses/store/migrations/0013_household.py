"""Households: who shares expenses with whom since when, invitations, and who tried codes.

Revision ID: 0013
Revises: 0012
"""

from adapters.postgres.revisions import executes

revision = "0013"
down_revision = "0012"
only_adds = True

STATEMENTS = (
    """
    CREATE TABLE household_members (
        user_id      text PRIMARY KEY,
        household_id text NOT NULL,
        name         text NOT NULL DEFAULT '',
        joined_at    timestamptz NOT NULL DEFAULT now()
    )
    """,
    """
    COMMENT ON TABLE household_members IS
        'Members see the rows that each other saved since joining; the longest member invites'
    """,
    "CREATE INDEX household_members_of ON household_members (household_id, joined_at, user_id)",
    """
    CREATE TABLE household_invitations (
        code_sha256  text PRIMARY KEY,
        user_id      text NOT NULL,
        household_id text NOT NULL,
        created_at   timestamptz NOT NULL DEFAULT now(),
        expires_at   timestamptz NOT NULL
    )
    """,
    "CREATE INDEX household_invitations_by ON household_invitations (user_id)",
    """
    CREATE TABLE household_tries (
        user_id  text NOT NULL,
        tried_at timestamptz NOT NULL DEFAULT now()
    )
    """,
    "COMMENT ON TABLE household_tries IS 'Codes of invitations that were wrong, of the last hour'",
    "CREATE INDEX household_tries_of ON household_tries (user_id, tried_at)",
)

upgrade = executes(STATEMENTS)
