"""Bytes of attachments: stored once, seen only by those who sent them."""

import asyncio
from datetime import timedelta
from hashlib import sha256 as sha256_of

from adapters.postgres.pool import Database
from domain.errors import AttachmentMissingError, StorageRejectedError
from domain.messages import Attachment

TRANSFER_TIMEOUT = timedelta(seconds=30)
"""For up to 20 MB over a slow link; more than any other statement gets."""


class PostgresAttachmentStore:
    """Implements ``AttachmentStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, user_id: str, attachment: Attachment, content: bytes) -> None:
        """Idempotent. The same file from a second person is only noted as theirs too; sent again,
        it is as young as if it were new, so that retention leaves it alone.

        Raises ``StorageRejectedError`` when the bytes do not have the digest that they are
        announced with: owning a digest is what gives access, so it has to be earned.
        """
        digest = await asyncio.to_thread(lambda: sha256_of(content).hexdigest())
        if digest != attachment.sha256:
            msg = "the attachment's bytes do not match its sha256"
            raise StorageRejectedError(msg)
        async with self._database.transaction() as connection:
            # Locked, so that retention cannot delete it before it is noted as this person's.
            known = await connection.fetchval(
                "SELECT true FROM attachments WHERE sha256 = $1 FOR KEY SHARE", digest
            )
            if not known:  # spares sending the bytes once more
                await connection.execute(
                    """
                    INSERT INTO attachments (sha256, kind, mime_type, content)
                    VALUES ($1, $2, $3, $4)
                    ON CONFLICT DO NOTHING
                    """,
                    digest,
                    attachment.kind,
                    attachment.mime_type,
                    content,
                    timeout=TRANSFER_TIMEOUT.total_seconds(),
                )
            await connection.execute(
                """
                INSERT INTO attachment_owners (user_id, sha256) VALUES ($1, $2)
                ON CONFLICT (user_id, sha256) DO UPDATE SET created_at = now()
                """,
                user_id,
                digest,
            )

    async def get(self, user_id: str, sha256: str) -> tuple[Attachment, bytes]:
        """Raises ``AttachmentMissingError`` for what this person never sent, stored or not."""
        async with self._database.connection() as connection:
            row = await connection.fetchrow(
                """
                SELECT kind, mime_type, content
                FROM attachments JOIN attachment_owners USING (sha256)
                WHERE sha256 = $1 AND user_id = $2
                """,
                sha256,
                user_id,
                timeout=TRANSFER_TIMEOUT.total_seconds(),
            )
        if row is None:
            msg = "no such attachment of this person"
            raise AttachmentMissingError(msg)
        content: bytes = row["content"]
        attachment = Attachment(
            sha256=sha256, kind=row["kind"], mime_type=row["mime_type"], size=len(content)
        )
        return attachment, content
