"""What the parts of a file say before anything of it is decoded: whether it is whole, and whether
it would keep a decoder busy.
"""

import zlib
from collections.abc import Iterator

from adapters.media.sniffing import FileRefusal

MAX_SCANS = 64
"""Passes over a progressive JPEG. Cameras and programs make up to about twelve; each costs time for
all of the picture, however few bytes it has."""

_JPEG = b"\xff\xd8"
_START_OF_SCAN = 0xDA
_END_OF_IMAGE = 0xD9
_WITHOUT_LENGTH = frozenset((0x01, *range(0xD0, 0xD9)))
_STUFFED = frozenset((0x00, *range(0xD0, 0xD8), 0xFF))
"""What follows 0xFF within the data of a scan: no marker that ends it."""

_PNG = b"\x89PNG\r\n\x1a\n"
_CHUNK_HEADER, _CHECKSUM = 8, 4


def check_structure(content: bytes) -> None:
    """Raises ``UnusableAttachmentError`` for a JPEG of very many scans, and for a PNG whose data do
    not have the checksum that they came with: its decoder would show what became of them.
    """
    if content.startswith(_JPEG):
        scans = 0
        for marker in _markers(content):
            scans += marker == _START_OF_SCAN
            if scans > MAX_SCANS:
                raise FileRefusal.TOO_DEMANDING.error(detail=f"more than {MAX_SCANS} scans")
    elif content.startswith(_PNG) and not _checksums_hold(content):
        raise FileRefusal.BROKEN.error(detail="checksum of a chunk")


def _markers(content: bytes) -> Iterator[int]:
    """The markers of the first picture in a JPEG, as far as they can be followed."""
    at = len(_JPEG)
    while (at := content.find(b"\xff", at)) >= 0 and at + 1 < len(content):
        marker = content[at + 1]
        if marker in _STUFFED:
            at += 1
            continue
        yield marker
        if marker == _END_OF_IMAGE:
            return
        at += 2
        if marker not in _WITHOUT_LENGTH:
            at += int.from_bytes(content[at : at + 2], "big")


def _checksums_hold(content: bytes) -> bool:
    """Whether each chunk is as it was written; what is missing is for the decoder to miss."""
    view, at = memoryview(content), len(_PNG)
    while at + _CHUNK_HEADER <= len(content):
        length = int.from_bytes(view[at : at + 4], "big")
        end = at + _CHUNK_HEADER + length
        if end + _CHECKSUM > len(content):
            return True
        if zlib.crc32(view[at + 4 : end]) != int.from_bytes(view[end : end + _CHECKSUM], "big"):
            return False
        at = end + _CHECKSUM
    return True
