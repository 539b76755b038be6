CREATE TABLE task_photos (
    task_id text NOT NULL REFERENCES tasks ON DELETE CASCADE,
    sha256 text NOT NULL,
    mime_type text NOT NULL,
    -- Null where it could not be fetched.
    content bytea,
    PRIMARY KEY (task_id, sha256)
);
