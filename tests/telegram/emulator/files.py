"""Files: what people and the bot send, fetched by ``getFile`` and a download."""

import io
import secrets
from dataclasses import dataclass
from typing import Any

from PIL import Image, UnidentifiedImageError

from tests.telegram.emulator.errors import refuse

MOST_DOWNLOADABLE = 20 * 1024 * 1024
_LARGEST_THUMBNAIL = (90, 320, 800)


@dataclass
class StoredFile:
    """A file; ``content`` is None where only a size was declared."""

    file_id: str
    unique_id: str
    path: str
    size: int
    content: bytes | None
    offered: bool = False

    def as_json(self) -> dict[str, Any]:
        return {
            "file_id": self.file_id,
            "file_unique_id": self.unique_id,
            "file_size": self.size,
        }

    def read(self) -> bytes:
        return bytes(self.size) if self.content is None else self.content


class Files:
    """Every file of the emulator by its id, and by its path once ``getFile`` has named it."""

    def __init__(self) -> None:
        self._by_id: dict[str, StoredFile] = {}
        self._by_path: dict[str, StoredFile] = {}

    def add(
        self,
        content: bytes | None,
        folder: str,
        suffix: str,
        *,
        size: int | None = None,
    ) -> StoredFile:
        number = len(self._by_id)
        stored = StoredFile(
            file_id=f"AgAC{number}-{secrets.token_urlsafe(24)}",
            unique_id=f"AQAD{number}{secrets.token_hex(4)}",
            path=f"{folder}/file_{number}{suffix}",
            size=size if size is not None else len(content or b""),
            content=content,
        )
        self._by_id[stored.file_id] = stored
        self._by_path[stored.path] = stored
        return stored

    def find(self, file_id: str) -> StoredFile:
        """Raises ``ApiError`` for an id that was never given out."""
        stored = self._by_id.get(file_id)
        if stored is None:
            refuse("invalid file_id")
        return stored

    def offer(self, file_id: str) -> dict[str, Any]:
        """The answer to ``getFile``; afterwards the file can be downloaded."""
        stored = self.find(file_id)
        if stored.size > MOST_DOWNLOADABLE:
            refuse("file is too big")
        stored.offered = True
        return {**stored.as_json(), "file_path": stored.path}

    def at(self, path: str) -> StoredFile | None:
        """The file to download; none before ``getFile`` named the path."""
        stored = self._by_path.get(path)
        return stored if stored is not None and stored.offered else None

    def photo(self, content: bytes | None, *, size: int | None = None) -> list[dict[str, Any]]:
        """The sizes of a photo, the smallest first, all with the content that was sent."""
        width, height = _dimensions(content)
        sizes = []
        for side in _LARGEST_THUMBNAIL:
            if side < max(width, height):
                scale = side / max(width, height)
                small = self.add(
                    content,
                    "photos",
                    ".jpg",
                    size=max(1, int((size or len(content or b"")) * scale**2)),
                )
                sizes.append(_photo_size(small, int(width * scale), int(height * scale)))
        full = self.add(content, "photos", ".jpg", size=size)
        return [*sizes, _photo_size(full, width, height)]


def _photo_size(stored: StoredFile, width: int, height: int) -> dict[str, Any]:
    return {**stored.as_json(), "width": max(1, width), "height": max(1, height)}


def _dimensions(content: bytes | None) -> tuple[int, int]:
    """What isn't an image passes for one of a phone's size: tests need no real photo."""
    try:
        with Image.open(io.BytesIO(content or b"")) as image:
            return image.size
    except (UnidentifiedImageError, OSError):
        return 960, 1280
