"""Files as a channel has them, and a store of files in memory."""

import asyncio
from collections import deque
from hashlib import sha256

from domain.errors import AppError, AttachmentGoneError, AttachmentMissingError
from domain.messages import Attachment, MediaKind


def image(name: str) -> Attachment:
    """A stored picture; its sha256 is made from ``name``."""
    sha = name.encode().hex().ljust(64, "0")[:64]
    return Attachment(sha256=sha, kind=MediaKind.IMAGE, mime_type="image/jpeg", size=1000)


class RemoteShelf:
    """Implements ``RemoteFiles``. ``failures`` are raised first, one for each attempt.

    ``gate`` is open at first; closed, every fetch waits for it. ``started`` tells that one began.
    """

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.failures: deque[AppError] = deque()
        self.fetched: list[str] = []
        self.refused: dict[bytes, AppError] = {}
        self.kinds: dict[bytes, MediaKind] = {}
        self.gate = asyncio.Event()
        self.gate.set()
        self.started = asyncio.Event()

    def lay(self, remote: str, kind: MediaKind = MediaKind.IMAGE) -> Attachment:
        """A file that can be fetched, as the channel declares it."""
        content = remote.encode()
        self.files[remote] = content
        self.kinds[content] = kind
        return Attachment(remote=remote, kind=kind, mime_type="image/jpeg", size=len(content))

    def stored(self, remote: str) -> Attachment:
        """The same file after it was fetched."""
        return self.identify(self.files[remote]).model_copy(update={"remote": remote})

    async def fetch(self, remote: str) -> bytes:
        self.fetched.append(remote)
        self.started.set()
        await self.gate.wait()
        if self.failures:
            raise self.failures.popleft()
        if remote not in self.files:
            raise AttachmentGoneError(remote)
        return self.files[remote]

    def identify(self, content: bytes) -> Attachment:
        """What the bytes of a file of this shelf are."""
        if content in self.refused:
            raise self.refused[content]
        return Attachment(
            sha256=sha256(content).hexdigest(),
            kind=self.kinds[content],
            mime_type="image/jpeg",
            size=len(content),
        )


class InMemoryAttachments:
    """Implements ``AttachmentStore``. ``failures`` are raised first, one for each ``put``."""

    def __init__(self) -> None:
        self.files: dict[tuple[str, str], bytes] = {}
        self.known: dict[str, Attachment] = {}
        self.failures: deque[AppError] = deque()

    def lend(self, user_id: str, content: bytes) -> None:
        """A file that Steward itself made for this person."""
        digest = sha256(content).hexdigest()
        self.files[user_id, digest] = content
        self.known[digest] = Attachment(
            sha256=digest, kind=MediaKind.OTHER, mime_type="text/csv", size=len(content)
        )

    async def put(self, user_id: str, attachment: Attachment, content: bytes) -> None:
        if self.failures:
            raise self.failures.popleft()
        assert sha256(content).hexdigest() == attachment.sha256
        self.files[user_id, attachment.sha256] = content
        self.known[attachment.sha256] = attachment

    async def get(self, user_id: str, sha256: str) -> tuple[Attachment, bytes]:
        content = self.files.get((user_id, sha256))
        if content is None:
            raise AttachmentMissingError(sha256)
        return self.known[sha256], content

    async def drop(self, user_id: str, sha256: str) -> None:
        self.files.pop((user_id, sha256), None)
