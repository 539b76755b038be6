"""Graphs by their sha256; calls, their log, and the audit of what they know.

Revision ID: 0001
Revises:
"""

from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

STATEMENTS = (
    """
    CREATE TABLE service_graphs (
        sha256    text PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
        name      text NOT NULL,
        version   text NOT NULL DEFAULT '',
        body      text NOT NULL,
        stored_at timestamptz NOT NULL DEFAULT clock_timestamp()
    )
    """,
    "COMMENT ON COLUMN service_graphs.body IS 'canonical JSON: what sha256 is of'",
    """
    CREATE TABLE service_calls (
        task_id          text PRIMARY KEY,
        agent_session_id text NOT NULL UNIQUE,
        conversation_id  text NOT NULL,
        user_id          text NOT NULL,
        channel          text NOT NULL,
        graph_sha256     text NOT NULL,
        started_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
        ended_at         timestamptz,
        outcome          text,
        hangup_status    text NOT NULL DEFAULT '',
        nodes            integer NOT NULL DEFAULT 0 CHECK (nodes >= 0),
        tool_ok          integer NOT NULL DEFAULT 0 CHECK (tool_ok >= 0),
        tool_failed      integer NOT NULL DEFAULT 0 CHECK (tool_failed >= 0),
        main_ask         text NOT NULL DEFAULT '',
        service          text NOT NULL DEFAULT '',
        customer_ref     text NOT NULL DEFAULT '',
        task_ref         text NOT NULL DEFAULT '',
        erasable         jsonb NOT NULL DEFAULT '{}',
        booked_until     timestamptz,
        rating           text CHECK (rating IN ('up', 'down'))
    )
    """,
    """
    COMMENT ON COLUMN service_calls.erasable IS
        'By server, the customer that this call created there: goes with the person'
    """,
    "CREATE INDEX service_calls_of_person ON service_calls (user_id, started_at DESC)",
    "CREATE INDEX service_calls_of_conversation ON service_calls (conversation_id)",
    "CREATE INDEX service_calls_newest ON service_calls (started_at DESC)",
    "CREATE INDEX service_calls_of_graph ON service_calls (graph_sha256)",
    """
    CREATE TABLE service_call_log (
        id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        task_id text NOT NULL,
        step    integer NOT NULL CHECK (step >= 0),
        kind    text NOT NULL CHECK (kind <> ''),
        at      timestamptz NOT NULL DEFAULT clock_timestamp(),
        n       integer NOT NULL DEFAULT 0,
        body    jsonb,
        sealed  bytea,
        key     text,
        UNIQUE (task_id, step, kind, n),
        CHECK ((body IS NULL) = (sealed IS NOT NULL) AND (sealed IS NULL) = (key IS NULL))
    )
    """,
    """
    COMMENT ON TABLE service_call_log IS
        'n tells questions to models in one step apart. With PAYLOAD_KEYS the body is sealed'
    """,
    "CREATE INDEX service_call_log_by_age ON service_call_log (at)",
    """
    CREATE TABLE service_call_changes (
        task_id text NOT NULL REFERENCES service_calls ON DELETE CASCADE,
        n       integer NOT NULL,
        field   text NOT NULL,
        before  jsonb,
        after   jsonb,
        source  text NOT NULL,
        PRIMARY KEY (task_id, n)
    )
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
