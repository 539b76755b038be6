CREATE TABLE settings (
    category text NOT NULL,
    name text NOT NULL,
    position int NOT NULL DEFAULT 0,
    metadata jsonb NOT NULL DEFAULT '{}',
    PRIMARY KEY (category, name)
);

CREATE TABLE customers (
    id text PRIMARY KEY DEFAULT 'cust-' || replace(gen_random_uuid()::text, '-', ''),
    name text,
    phone text NOT NULL,
    phone_e164 text UNIQUE,
    phone_digits text NOT NULL,
    email text,
    created_by text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);
-- A number that is only known within its town has no international form: its digits tell it.
CREATE UNIQUE INDEX customers_local_phone ON customers (phone_digits) WHERE phone_e164 IS NULL;

CREATE TABLE employees (
    id text PRIMARY KEY,
    no int GENERATED ALWAYS AS IDENTITY UNIQUE,
    name text NOT NULL,
    skills text[] NOT NULL,
    timezone text NOT NULL,
    active boolean NOT NULL DEFAULT true
);

CREATE TABLE projects (
    id text PRIMARY KEY,
    name text NOT NULL,
    status text NOT NULL DEFAULT 'open',
    customer_id text REFERENCES customers ON DELETE CASCADE
);

CREATE SEQUENCE task_numbers START 1042;

CREATE TABLE tasks (
    id text PRIMARY KEY DEFAULT 'task-' || replace(gen_random_uuid()::text, '-', ''),
    number int NOT NULL UNIQUE DEFAULT nextval('task_numbers'),
    customer_id text NOT NULL REFERENCES customers ON DELETE CASCADE,
    name text NOT NULL,
    service_category text NOT NULL,
    description text NOT NULL,
    status text NOT NULL DEFAULT 'open'
        CHECK (status IN ('open', 'scheduled', 'cancelled', 'done')),
    priority text NOT NULL,
    project_id text REFERENCES projects ON DELETE SET NULL,
    employee_id text REFERENCES employees,
    created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX tasks_of_customer ON tasks (customer_id);

CREATE TABLE calendar (
    id text PRIMARY KEY DEFAULT 'event-' || replace(gen_random_uuid()::text, '-', ''),
    employee_no int NOT NULL REFERENCES employees (no),
    task_id text NOT NULL REFERENCES tasks ON DELETE CASCADE,
    from_ts timestamptz NOT NULL,
    to_ts timestamptz NOT NULL CHECK (to_ts > from_ts),
    status text NOT NULL DEFAULT 'booked' CHECK (status IN ('booked', 'cancelled')),
    -- A range of one number stands for the person: whole numbers need btree_gist, ranges do not.
    CONSTRAINT one_place_at_a_time EXCLUDE USING gist (
        int4range(employee_no, employee_no, '[]') WITH &&,
        tstzrange(from_ts, to_ts) WITH &&
    ) WHERE (status = 'booked')
);
CREATE UNIQUE INDEX one_booking_of_a_task ON calendar (task_id) WHERE status = 'booked';

CREATE TABLE calls (
    session_id text PRIMARY KEY,
    hangup_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE idempotency (
    key text PRIMARY KEY,
    tool text NOT NULL,
    request_hash text NOT NULL,
    result jsonb,
    written_at timestamptz NOT NULL DEFAULT now()
);
