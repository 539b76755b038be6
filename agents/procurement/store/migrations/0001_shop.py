"""The catalog with its index, carts, purchase requests and what changed them.

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
    CREATE TABLE catalog_versions (
        version        integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at             timestamptz NOT NULL DEFAULT now(),
        items          integer NOT NULL,
        average_length real NOT NULL,
        source         text NOT NULL,
        language       text NOT NULL
    )
    """,
    """
    COMMENT ON COLUMN catalog_versions.language IS
        'Text search configuration that its items were indexed with'
    """,
    """
    CREATE TABLE catalog_items (
        item_id     text PRIMARY KEY,
        name        text NOT NULL CHECK (name <> ''),
        supplier    text NOT NULL DEFAULT '',
        category    text NOT NULL DEFAULT '',
        description text NOT NULL DEFAULT '',
        price       numeric NOT NULL CHECK (price >= 0 AND price < 'Infinity'),
        currency    text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
        unit        text NOT NULL DEFAULT '',
        stock       integer CHECK (stock >= 0),
        group_key   text,
        attributes  jsonb NOT NULL DEFAULT '{}',
        active      boolean NOT NULL DEFAULT true,
        search      tsvector NOT NULL,
        length      real NOT NULL,
        version     integer NOT NULL REFERENCES catalog_versions
    )
    """,
    """
    COMMENT ON COLUMN catalog_items.search IS 'A name, B supplier and category, C description'
    """,
    """
    COMMENT ON COLUMN catalog_items.active IS
        'False for what the newest import no longer had: carts and requests still name it'
    """,
    "CREATE INDEX catalog_items_by_words ON catalog_items USING gin (search) WHERE active",
    "CREATE INDEX catalog_items_by_number ON catalog_items (upper(item_id)) WHERE active",
    "CREATE INDEX catalog_items_by_group ON catalog_items (group_key) WHERE active",
    """
    CREATE TABLE catalog_terms (
        lexeme text PRIMARY KEY,
        items  integer NOT NULL
    )
    """,
    "COMMENT ON TABLE catalog_terms IS 'In how many items of the active version a lexeme is'",
    """
    CREATE TABLE catalog_synonyms (
        term      text NOT NULL,
        language  text NOT NULL,
        expansion text NOT NULL,
        PRIMARY KEY (term, language)
    )
    """,
    """
    CREATE TABLE carts (
        user_id    text PRIMARY KEY,
        currency   text CHECK (currency ~ '^[A-Z]{3}$'),
        version    integer NOT NULL DEFAULT 0,
        updated_at timestamptz NOT NULL DEFAULT now()
    )
    """,
    "CREATE INDEX carts_by_age ON carts (updated_at)",
    """
    CREATE TABLE cart_lines (
        user_id          text NOT NULL REFERENCES carts DEFERRABLE,
        item_id          text NOT NULL REFERENCES catalog_items,
        quantity         integer NOT NULL CHECK (quantity BETWEEN 1 AND 999),
        price_when_added numeric NOT NULL CHECK (price_when_added >= 0),
        added_at         timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (user_id, item_id)
    )
    """,
    "CREATE INDEX cart_lines_by_item ON cart_lines (item_id)",
    """
    CREATE TABLE purchase_requests (
        number          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        user_id         text NOT NULL,
        conversation_id text NOT NULL,
        call_id         text NOT NULL UNIQUE,
        confirmed_by    text NOT NULL CHECK (confirmed_by <> ''),
        digest          text NOT NULL,
        lines           jsonb NOT NULL,
        total           numeric NOT NULL CHECK (total >= 0 AND total < 'Infinity'),
        currency        text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
        delivery_date   date,
        notes           text NOT NULL DEFAULT '' CHECK (length(notes) <= 500),
        status          text NOT NULL DEFAULT 'submitted' CHECK (status IN (
            'pending', 'submitted', 'rejected', 'cancelled', 'ordered', 'received'
        )),
        expense_task_id text,
        at              timestamptz NOT NULL DEFAULT now()
    )
    """,
    "CREATE INDEX purchase_requests_of_person ON purchase_requests (user_id, number DESC)",
    """
    CREATE TABLE purchase_changes (
        change_id       text PRIMARY KEY,
        number          integer REFERENCES purchase_requests,
        user_id         text NOT NULL,
        conversation_id text NOT NULL DEFAULT '',
        before          jsonb NOT NULL,
        after           jsonb NOT NULL,
        undone_by       text UNIQUE REFERENCES purchase_changes ON DELETE SET NULL DEFERRABLE,
        by              text NOT NULL,
        at              timestamptz NOT NULL DEFAULT clock_timestamp()
    )
    """,
    """
    COMMENT ON TABLE purchase_changes IS
        'Of a request, or, without a number, of lines of a cart: their quantities and prices'
    """,
    "CREATE INDEX purchase_changes_of_request ON purchase_changes (number)",
    "CREATE INDEX purchase_changes_of_person ON purchase_changes (user_id, at DESC)",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
