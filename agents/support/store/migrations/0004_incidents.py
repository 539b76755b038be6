"""Incidents: the same issue of several customers. ``support_tickets.incident`` names them.

Revision ID: 0004
Revises: 0003
"""

from adapters.postgres.revisions import executes

revision = "0004"
down_revision = "0003"
only_adds = True

STATEMENTS = (
    """
    CREATE TABLE support_incidents (
        incident text PRIMARY KEY CHECK (incident ~ '^INC-[0-9A-Z]{8}$'),
        status   text NOT NULL CHECK (status IN ('offered', 'open', 'declined')),
        at       timestamptz NOT NULL DEFAULT now()
    )
    """,
    """
    COMMENT ON TABLE support_incidents IS
        'Its tickets name it; while it is only offered, those that would belong to it'
    """,
    """
    CREATE INDEX support_tickets_of_incident ON support_tickets (incident) WHERE incident <> ''
    """,
)

upgrade = executes(STATEMENTS)
