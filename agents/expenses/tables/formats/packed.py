"""ZIP files: what is in them, and whether they may be unpacked."""

from io import BytesIO
from zipfile import BadZipFile, LargeZipFile, ZipFile

from agents.expenses.tables.tabulating import TableFault

MAX_UNPACKED = 30 * 1024 * 1024
"""Bytes of all parts when they are unpacked."""
_MOST_PARTS = 500
_ENCRYPTED = 0x1

BROKEN_ZIP = (BadZipFile, LargeZipFile, NotImplementedError, ValueError, OSError, EOFError)
"""What ``zipfile`` raises for one that is damaged, or packed in a way that it does not know."""


def names_in(content: bytes) -> frozenset[str] | TableFault:
    """The names of the parts; or why they are not unpacked. No part is unpacked further than to
    the size that it claims.
    """
    try:
        with ZipFile(BytesIO(content)) as packed:
            parts = packed.infolist()
    except BROKEN_ZIP:
        return TableFault.BROKEN
    if any(part.flag_bits & _ENCRYPTED for part in parts):
        return TableFault.ENCRYPTED
    if len(parts) > _MOST_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
        return TableFault.TOO_LARGE
    return frozenset(part.filename for part in parts if not part.is_dir())


def is_workbook(names: frozenset[str]) -> bool:
    return "[Content_Types].xml" in names and any(name.startswith("xl/") for name in names)


def part_of(content: bytes, name: str) -> bytes:
    """Raises one of ``BROKEN_ZIP``."""
    with ZipFile(BytesIO(content)) as packed:
        return packed.read(name)
