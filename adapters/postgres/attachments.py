"""Bytes of attachments: stored once, seen only by those who sent them."""

import asyncio
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256 as sha256_of
from pathlib import Path

from adapters.postgres.pool import Connection, Database
from domain.errors import AttachmentMissingError, NoRoomForFileError, StorageRejectedError
from domain.messages import Attachment

TRANSFER_TIMEOUT = timedelta(seconds=30)
"""For up to 20 MB over a slow link; more than any other statement gets."""

_ADD = """
    INSERT INTO attachments (sha256, kind, mime_type, content) VALUES ($1, $2, $3, $4)
    ON CONFLICT DO NOTHING
"""
_ADD_OWNER = """
    INSERT INTO attachment_owners (user_id, sha256) VALUES ($1, $2)
    ON CONFLICT (user_id, sha256) DO UPDATE SET created_at = now()
"""
_USED = """
    SELECT coalesce(sum(octet_length(content)), 0)::bigint AS in_all,
           coalesce(sum(octet_length(content)) FILTER (
               WHERE owner.created_at > now() - interval '1 day'
           ), 0)::bigint AS of_day
    FROM attachment_owners AS owner JOIN attachments USING (sha256)
    WHERE user_id = $1 AND sha256 <> $2
"""
"""Bytes of all other files of a person, and of those of the last 24 hours."""
_GET = """
    SELECT kind, mime_type, content FROM attachments JOIN attachment_owners USING (sha256)
    WHERE sha256 = $1 AND user_id = $2
"""
_DELETE_UNOWNED = """
    DELETE FROM attachments WHERE sha256 = $1 AND NOT EXISTS (
        SELECT FROM attachment_owners WHERE sha256 = $1
    )
"""


@dataclass(frozen=True)
class Room:
    """How many bytes of files may be kept; None means no limit."""

    of_day: int | None = None
    """For one person within 24 hours."""
    of_person: int | None = None
    """For one person in all."""
    floor: int = 0
    """Bytes that stay free on the disk, so that words and saved rows always find room."""
    free: Callable[[], int] | None = None
    """Free bytes of that disk now; None where nobody can tell."""


def free_beside(folder: Path) -> Callable[[], int]:
    """Free bytes of the disk that ``folder`` lies on, or will lie on."""

    def free() -> int:
        there = folder.absolute()
        while not there.exists():
            there = there.parent
        return shutil.disk_usage(there).free

    return free


class PostgresAttachmentStore:
    """Implements ``AttachmentStore``."""

    def __init__(self, database: Database, room: Room | None = None) -> None:
        self._database = database
        self._room = room or Room()

    async def put(self, user_id: str, attachment: Attachment, content: bytes) -> None:
        """Idempotent. The same file from a second person is only noted as theirs too; sent again,
        it is as young as if it were new, so that retention leaves it alone.

        Raises ``StorageRejectedError`` when the bytes do not have the digest that they are
        announced with: owning a digest is what gives access, so it has to be earned. Raises
        ``NoRoomForFileError`` when the person has sent too much, or the disk is nearly full.
        """
        digest = await asyncio.to_thread(lambda: sha256_of(content).hexdigest())
        if digest != attachment.sha256:
            raise StorageRejectedError("the attachment's bytes do not match its sha256")
        if self._room.free is not None:
            free = await asyncio.to_thread(self._room.free)
            if free - len(content) < self._room.floor:
                raise NoRoomForFileError.of_the_machine()
        async with self._database.transaction() as connection:
            await self._find_room(connection, user_id, digest, len(content))
            # Locked, so that retention cannot delete it before it is noted as this person's.
            known = await connection.fetchval(
                "SELECT true FROM attachments WHERE sha256 = $1 FOR KEY SHARE", digest
            )
            if not known:  # spares sending the bytes once more
                row = digest, attachment.kind, attachment.mime_type, content
                await connection.execute(_ADD, *row, timeout=TRANSFER_TIMEOUT.total_seconds())
            await connection.execute(_ADD_OWNER, user_id, digest)

    async def _find_room(
        self, connection: Connection, user_id: str, digest: str, size: int
    ) -> None:
        """The file itself is not counted twice when it comes again."""
        room = self._room
        # One at a time of a person: else files that come together would each find the same room.
        await connection.execute("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", user_id)
        (row,) = await connection.fetch(_USED, user_id, digest)
        if room.of_day is not None and row["of_day"] + size > room.of_day:
            raise NoRoomForFileError.of_the_day()
        if room.of_person is not None and row["in_all"] + size > room.of_person:
            raise NoRoomForFileError.of_the_person()

    async def measure(self) -> dict[str, int]:
        """Bytes that files take in the database, and bytes free on the disk where that is known."""
        held: int = await self._database.fetchval("SELECT pg_total_relation_size('attachments')")
        if self._room.free is None:
            return {"files": held}
        return {"files": held, "free": await asyncio.to_thread(self._room.free)}

    async def get(self, user_id: str, sha256: str) -> tuple[Attachment, bytes]:
        """Raises ``AttachmentMissingError`` for what this person never sent, stored or not."""
        async with self._database.connection() as connection:
            timeout = TRANSFER_TIMEOUT.total_seconds()
            row = await connection.fetchrow(_GET, sha256, user_id, timeout=timeout)
        if row is None:
            raise AttachmentMissingError("no such attachment of this person")
        content: bytes = row["content"]
        attachment = Attachment(
            sha256=sha256, kind=row["kind"], mime_type=row["mime_type"], size=len(content)
        )
        return attachment, content

    async def owners_of(self, sha256: str) -> Sequence[str]:
        """Ids of the persons whose file it is; none where it is not stored any more."""
        rows = await self._database.fetch(
            "SELECT user_id FROM attachment_owners WHERE sha256 = $1", sha256
        )
        return [row["user_id"] for row in rows]

    async def drop(self, user_id: str, sha256: str) -> None:
        """Idempotent. Bytes that nobody else sent are deleted."""
        async with self._database.transaction() as connection:
            # Locked, so that whoever is just sending the same file is seen, or stores it anew.
            await connection.execute("SELECT FROM attachments WHERE sha256 = $1 FOR UPDATE", sha256)
            await connection.execute(
                "DELETE FROM attachment_owners WHERE user_id = $1 AND sha256 = $2", user_id, sha256
            )
            await connection.execute(_DELETE_UNOWNED, sha256)
