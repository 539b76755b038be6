"""Articles that are drafted from what staff answered, and where an article in use comes from.

Revision ID: 0003
Revises: 0002
"""

from adapters.postgres.revisions import executes

revision = "0003"
down_revision = "0002"
only_adds = True

STATEMENTS = (
    """
    CREATE TABLE kb_drafts (
        draft       text PRIMARY KEY,
        customer_id text NOT NULL,
        ticket_id   text NOT NULL,
        title       text NOT NULL,
        body        text NOT NULL,
        question    text NOT NULL,
        category    text NOT NULL,
        language    text NOT NULL,
        drafted_by  text NOT NULL,
        at          timestamptz NOT NULL,
        FOREIGN KEY (customer_id, ticket_id) REFERENCES support_tickets ON DELETE CASCADE
    )
    """,
    "COMMENT ON TABLE kb_drafts IS 'Nobody is answered from these: they go when published'",
    "CREATE INDEX kb_drafts_of_ticket ON kb_drafts (customer_id, ticket_id)",
    """
    ALTER TABLE kb_articles ADD COLUMN source text NOT NULL DEFAULT 'import'
        CHECK (source IN ('import', 'draft'))
    """,
    """
    COMMENT ON COLUMN kb_articles.source IS
        'An import retires what it leaves out only of what was imported'
    """,
)

upgrade = executes(STATEMENTS)
