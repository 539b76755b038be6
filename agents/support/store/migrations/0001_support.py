"""Customers, tickets with all that was said and done about them, and the knowledge base.

Revision ID: 0001
Revises:
"""

from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_OF_TICKET = """
        customer_id text NOT NULL,
        ticket_id   text NOT NULL,
"""
_WITH_TICKET = """
        FOREIGN KEY (customer_id, ticket_id) REFERENCES support_tickets ON DELETE CASCADE
"""
"""What belongs to a ticket goes with it, and never comes when it has gone."""

STATEMENTS = (
    """
    CREATE SEQUENCE support_customer_numbers START 100001
    """,
    """
    CREATE TABLE support_customers (
        customer_id   text PRIMARY KEY CHECK (customer_id ~ '^[A-Za-z0-9_-]{1,32}$'),
        plan          text NOT NULL DEFAULT 'free' CHECK (plan <> ''),
        tenure_months integer NOT NULL DEFAULT 0 CHECK (tenure_months >= 0),
        seats         integer NOT NULL DEFAULT 1 CHECK (seats >= 1),
        region        text NOT NULL DEFAULT '',
        vip           boolean NOT NULL DEFAULT false,
        source        text NOT NULL CHECK (source IN ('made', 'import', 'sample')),
        at            timestamptz NOT NULL DEFAULT now()
    )
    """,
    """
    COMMENT ON COLUMN support_customers.source IS
        'made: for a person in a chat of whom nothing is known; goes with the person'
    """,
    """
    CREATE TABLE support_links (
        user_id     text PRIMARY KEY,
        customer_id text NOT NULL,
        how         text NOT NULL CHECK (how IN ('made', 'staff', 'sample')),
        at          timestamptz NOT NULL DEFAULT now()
    )
    """,
    "CREATE INDEX support_links_of_customer ON support_links (customer_id)",
    """
    CREATE TABLE support_tickets (
        customer_id     text NOT NULL,
        ticket_id       text NOT NULL CHECK (ticket_id ~ '^TKT-[0-9A-Z]{8}$'),
        task_id         text NOT NULL UNIQUE,
        user_id         text NOT NULL,
        conversation_id text NOT NULL,
        number          integer NOT NULL,
        status          text NOT NULL CHECK (status IN (
            'active', 'open', 'waiting_customer', 'solved', 'closed', 'withdrawn'
        )),
        queue           text NOT NULL,
        type            text NOT NULL,
        urgency         text NOT NULL CHECK (urgency IN ('critical', 'high', 'medium', 'low')),
        language        text NOT NULL DEFAULT '',
        plan            text NOT NULL DEFAULT '',
        extracted_info  jsonb NOT NULL DEFAULT '{}',
        reasoning       text NOT NULL DEFAULT '',
        action          text NOT NULL,
        assignee        text NOT NULL DEFAULT '',
        first_due       timestamptz,
        first_at        timestamptz,
        resolve_due     timestamptz,
        paused          timestamptz,
        closed_at       timestamptz,
        reopen_until    timestamptz,
        linked_to       text NOT NULL DEFAULT '',
        incident        text NOT NULL DEFAULT '',
        revision        integer NOT NULL DEFAULT 0,
        at              timestamptz NOT NULL,
        PRIMARY KEY (customer_id, ticket_id)
    )
    """,
    """
    COMMENT ON COLUMN support_tickets.revision IS
        'How far its own workflow has moved it: what comes late and is older moves nothing back'
    """,
    """
    COMMENT ON COLUMN support_tickets.paused IS
        'Since when the clock of its resolution stands still'
    """,
    "CREATE INDEX support_tickets_of_person ON support_tickets (user_id, customer_id, at)",
    "CREATE INDEX support_tickets_by_status ON support_tickets (status, queue)",
    f"""
    CREATE TABLE support_messages (
        {_OF_TICKET}
        message_id   text NOT NULL,
        who          text NOT NULL CHECK (who IN ('customer', 'bot', 'staff', 'note')),
        body         text NOT NULL,
        translated   text NOT NULL DEFAULT '',
        language     text NOT NULL DEFAULT '',
        attachment   jsonb,
        at           timestamptz NOT NULL,
        delivered_at timestamptz,
        PRIMARY KEY (customer_id, ticket_id, message_id),
        {_WITH_TICKET}
    )
    """,
    f"""
    CREATE TABLE support_events (
        event_id    text PRIMARY KEY,
        {_OF_TICKET}
        kind        text NOT NULL,
        actor       text NOT NULL,
        before      text NOT NULL DEFAULT '',
        after       text NOT NULL DEFAULT '',
        moves       boolean NOT NULL DEFAULT false,
        at          timestamptz NOT NULL,
        {_WITH_TICKET}
    )
    """,
    "CREATE INDEX support_events_of_ticket ON support_events (customer_id, ticket_id, at)",
    f"""
    CREATE TABLE support_runs (
        task_id       text NOT NULL,
        run           integer NOT NULL,
        {_OF_TICKET}
        nodes         text[] NOT NULL,
        durations     jsonb NOT NULL,
        engine        text NOT NULL,
        kb_results    jsonb NOT NULL,
        triage_result jsonb,
        at            timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (task_id, run),
        {_WITH_TICKET}
    )
    """,
    "CREATE INDEX support_runs_of_ticket ON support_runs (customer_id, ticket_id)",
    """
    CREATE TABLE support_posts (
        "case"  text NOT NULL,
        post    text NOT NULL,
        chat    bigint NOT NULL,
        topic   bigint,
        message bigint,
        title   text NOT NULL DEFAULT '',
        PRIMARY KEY ("case", post)
    )
    """,
    "CREATE INDEX support_posts_by_place ON support_posts (chat, topic, message)",
    f"""
    CREATE TABLE support_ratings (
        press       text PRIMARY KEY,
        {_OF_TICKET}
        closing     timestamptz,
        score       integer NOT NULL CHECK (score BETWEEN 1 AND 5),
        comment     text NOT NULL DEFAULT '',
        at          timestamptz NOT NULL,
        {_WITH_TICKET}
    )
    """,
    "COMMENT ON COLUMN support_ratings.closing IS 'The closing of the ticket that it is about'",
    "CREATE INDEX support_ratings_of_ticket ON support_ratings (customer_id, ticket_id, at)",
    """
    CREATE TABLE kb_articles (
        article     text NOT NULL,
        language    text NOT NULL,
        revision    integer NOT NULL,
        title       text NOT NULL,
        body        text NOT NULL,
        category    text NOT NULL,
        questions   text[] NOT NULL DEFAULT '{}',
        tags        text[] NOT NULL DEFAULT '{}',
        plans       text[] NOT NULL DEFAULT '{}',
        auto        boolean NOT NULL DEFAULT true,
        expires     date,
        link        text NOT NULL DEFAULT '',
        hash        text NOT NULL,
        imported_at timestamptz NOT NULL DEFAULT now(),
        retired_at  timestamptz,
        PRIMARY KEY (article, language, revision)
    )
    """,
    """
    CREATE UNIQUE INDEX kb_articles_now ON kb_articles (article, language)
        WHERE retired_at IS NULL
    """,
    """
    CREATE TABLE kb_passages (
        article  text NOT NULL,
        language text NOT NULL,
        n        integer NOT NULL,
        text     text NOT NULL,
        vector   real[],
        embedder text NOT NULL DEFAULT '',
        PRIMARY KEY (article, language, n)
    )
    """,
    """
    COMMENT ON COLUMN kb_passages.embedder IS
        'What made the vector: vectors of another one are not compared with it'
    """,
    f"""
    CREATE TABLE kb_feedback (
        press       text PRIMARY KEY,
        article     text NOT NULL,
        {_OF_TICKET}
        helpful     boolean NOT NULL,
        at          timestamptz NOT NULL,
        {_WITH_TICKET}
    )
    """,
    "CREATE INDEX kb_feedback_of_article ON kb_feedback (article)",
    "CREATE INDEX kb_feedback_of_ticket ON kb_feedback (customer_id, ticket_id)",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
