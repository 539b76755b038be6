"""Run by alembic for each line of revisions. The caller opens the connection, its transaction and
its lock.

Only programmatic use is meant: there is no alembic.ini, and the URL never passes through here.
"""

from alembic import context
from sqlalchemy import Connection

_connection: Connection = context.config.attributes["connection"]

# No autogenerate and so no metadata: every revision is SQL written by hand.
context.configure(
    connection=_connection,
    target_metadata=None,
    version_table=context.config.attributes["version_table"],
)
context.run_migrations()
