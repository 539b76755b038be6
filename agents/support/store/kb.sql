-- Tables of the knowledge base, as store/kb.py uses them. The migration creates them.
CREATE TABLE kb_articles (
    article    text NOT NULL CHECK (article <> ''),
    language   text NOT NULL CHECK (language ~ '^[a-z]{2}$'),
    revision   integer NOT NULL CHECK (revision > 0),  -- of the import that brought it: one number for all of an import
    title      text NOT NULL CHECK (title <> ''),
    body       text NOT NULL,
    category   text NOT NULL CHECK (category IN ('billing', 'technical', 'general')),
    questions  text[] NOT NULL DEFAULT '{}',
    tags       text[] NOT NULL DEFAULT '{}',
    plans      text[] NOT NULL DEFAULT '{}',
    auto       boolean NOT NULL DEFAULT true,
    expires    date,
    link       text NOT NULL DEFAULT '',
    hash       text NOT NULL,
    at         timestamptz NOT NULL DEFAULT now(),
    retired_at timestamptz,                            -- NULL: the one that is in use
    retired_in integer,                                -- the import that left it out or replaced it
    PRIMARY KEY (article, language, revision)
);
CREATE UNIQUE INDEX kb_articles_in_use ON kb_articles (article, language) WHERE retired_at IS NULL;
-- Of the articles in use; replaced with them.
CREATE TABLE kb_passages (
    article  text NOT NULL,
    language text NOT NULL,
    n        integer NOT NULL,
    text     text NOT NULL,
    vector   real[],
    embedder text NOT NULL DEFAULT '',
    PRIMARY KEY (article, language, n)
);
CREATE TABLE kb_feedback (
    press   text PRIMARY KEY,
    article text NOT NULL,
    ticket  text NOT NULL DEFAULT '',                  -- key of the ticket
    helpful boolean NOT NULL,
    at      timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX kb_feedback_of_article ON kb_feedback (article);
