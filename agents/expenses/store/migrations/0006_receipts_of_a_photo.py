"""Which of several receipts on one photo a row came from.

Revision ID: 0006
Revises: 0005
"""

from adapters.postgres.revisions import executes

revision = "0006"
down_revision = "0005"
only_adds = True

STATEMENTS = ("ALTER TABLE transactions ADD COLUMN attachment_part integer NOT NULL DEFAULT 0",)

upgrade = executes(STATEMENTS)
