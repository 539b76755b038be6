"""Voice notes whose words a test says, when the test lets them be heard."""

import asyncio

from domain.errors import AppError, AttachmentMissingError
from domain.messages import Attachment, MediaKind
from domain.preferences import Transcribed
from domain.usage import Budget


def voice(name: str) -> Attachment:
    """A stored voice note; its sha256 is made from ``name``."""
    sha = name.encode().hex().ljust(64, "f")[:64]
    return Attachment(sha256=sha, kind=MediaKind.AUDIO, mime_type="audio/ogg", size=900)


class ScriptedTranscriber:
    """Implements ``Transcriber`` and, for voice notes, ``AttachmentStore``.

    ``gate`` is open at first; closed, all listening waits for it. ``started`` tells that it began.
    """

    def __init__(self) -> None:
        self.words: dict[str, str] = {}
        self.failure: AppError | None = None
        self.used_up: Budget | None = None
        self.heard = 0
        self.gate = asyncio.Event()
        self.gate.set()
        self.started = asyncio.Event()

    def will_hear(self, recording: Attachment, text: str) -> None:
        self.words[recording.sha256] = text

    async def transcribe(
        self, content: bytes, attachment: Attachment, locale: str, user_id: str
    ) -> Transcribed:
        del content, locale, user_id
        self.heard += 1
        self.started.set()
        await self.gate.wait()
        if self.failure is not None:
            raise self.failure
        return Transcribed(text=self.words[attachment.sha256], used_up=self.used_up)

    async def get(self, user_id: str, sha256: str) -> tuple[Attachment, bytes]:
        del user_id
        if sha256 not in self.words:
            raise AttachmentMissingError(sha256)
        return Attachment(sha256=sha256, kind=MediaKind.AUDIO, mime_type="audio/ogg", size=900), b""

    async def put(self, user_id: str, attachment: Attachment, content: bytes) -> None:
        del user_id, attachment, content

    async def drop(self, user_id: str, sha256: str) -> None:
        del user_id, sha256
