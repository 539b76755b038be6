"""Files that go with replies, laid where a person at the terminal finds them."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from bot.ports import StoredFiles
from bot.texts.formats import plain_line
from domain.errors import AttachmentMissingError, DeliveryFailedError
from domain.replies import File

_LONGEST_NAME = 100


@dataclass(frozen=True)
class Shelf:
    """A folder of one's own for the files of a person."""

    files: StoredFiles
    folder: Path

    async def lay(self, user_id: str, file: File) -> Path | None:
        """Where the file lies; None when it is not there any more. Idempotent.

        Raises ``StorageUnavailableError``, and ``DeliveryFailedError`` when it cannot be written.
        """
        try:
            _, content = await self.files.get(user_id, file.sha256)
        except AttachmentMissingError:
            return None
        # The name is only a name: no folder of it is believed, and none is written over.
        name = Path(plain_line(file.name, _LONGEST_NAME)).name or "file"
        path = self.folder / file.sha256[:8] / name
        try:
            await asyncio.to_thread(_write, path, content)
        except OSError as error:
            raise DeliveryFailedError(f"the file cannot be written: {error.strerror}") from error
        return path


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.write_bytes(content)
