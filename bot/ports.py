"""What more than one channel needs from outside."""

from typing import Protocol

from domain.messages import Attachment


class StoredFiles(Protocol):
    """Gives out the files that go with replies; ``activities.ports.AttachmentStore`` is one."""

    async def get(self, user_id: str, sha256: str) -> tuple[Attachment, bytes]: ...
