"""Model calls name their purpose, and the person and task they were for.

Revision ID: 0003
Revises: 0002
"""

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

STATEMENTS = (
    # Workers of the version before insert ``task`` and know no ``purpose`` while they are replaced
    # one by one. ``task`` goes with the next release.
    "ALTER TABLE model_calls ADD COLUMN purpose text NOT NULL DEFAULT ''",
    "UPDATE model_calls SET purpose = task",
    "ALTER TABLE model_calls ALTER COLUMN task SET DEFAULT ''",
    "ALTER TABLE model_calls ADD COLUMN user_id text NOT NULL DEFAULT ''",
    "ALTER TABLE model_calls ADD COLUMN task_id text NOT NULL DEFAULT ''",
    "CREATE INDEX model_calls_of_person ON model_calls (user_id, at)",
    # Until midnight, what was used by persons who had everything deleted counts under a pseudonym
    # that is made with the day's salt; without it, nobody can make the pseudonym again.
    """
    CREATE TABLE erasure_salts (
        day  date PRIMARY KEY,
        salt uuid NOT NULL DEFAULT gen_random_uuid()
    )
    """,
    # What is deleted after the retention time is looked for by age.
    "CREATE INDEX attachments_by_age ON attachments (created_at)",
    "CREATE INDEX transactions_deleted ON transactions (deleted_at) WHERE deleted_at IS NOT NULL",
    "CREATE INDEX telegram_progress_by_age ON telegram_progress (at)",
    # Whether anybody's expense still shows a file.
    """
    CREATE INDEX transactions_of_image ON transactions (attachment_sha256)
        WHERE attachment_sha256 IS NOT NULL
    """,
    # Each change that is deleted is looked up as what undid another.
    """
    CREATE INDEX transaction_changes_undoing ON transaction_changes (undone_by)
        WHERE undone_by IS NOT NULL
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
