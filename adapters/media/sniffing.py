"""What a file is, told by its first bytes. Names and claimed types are never believed."""

import hashlib
import re
import struct
from enum import StrEnum

from adapters.speech.containers import sound_type
from domain.errors import UnusableAttachmentError
from domain.messages import MAX_ATTACHMENT_BYTES, Attachment, Frozen, MediaKind

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

MAX_PIXELS = 50_000_000
"""A phone's best camera stays below; above, decoding costs more memory than any photo is worth."""

MAX_SIDE = 12_000
"""Pixels along one side."""

MIN_SIDE = 16
"""Pixels; less holds no line of text."""

MAX_PDF_PAGES = 3
"""Pages of a PDF that are read: what counts in a bill or a form stands on the first ones."""

PILLOW_FORMATS = ("JPEG", "PNG", "WEBP", "HEIF", "GIF", "BMP")
"""The only decoders that foreign bytes may reach. TIFF stays out: no phone sends it, and its
decoder has been the door for the most attacks."""

_MEGABYTES = MAX_ATTACHMENT_BYTES // (1024 * 1024)
_SIGNATURES = (
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"BM", "image/bmp"),
)
_HEIF_BRANDS = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"})
_PNG_HEADER, _GIF_HEADER = 24, 10
_PDF_HEADER_WITHIN = 1024
_MARKUP = (b"<", b"{", b"%!")
_DELIMITERS = re.compile(rb"[^\n,;\t|]*[,;\t|]")
_NO_TEXT = re.compile(rb"[\x00-\x08\x0b\x0e-\x19\x1b-\x1f\x7f]")
_LOOKED_AT = 65_536
_WIDE = (b"\xff\xfe", b"\xfe\xff")
"""UTF-16 begins so: spreadsheets save it as "Unicode text"."""
_STATEMENTS = re.compile(
    rb"OFXHEADER|<OFX>|<\?OFX|BkToCstmr|\A\s*!(?:Type|Account|Option|Clear)\b|^:20:",
    re.IGNORECASE | re.MULTILINE,
)
"""How the files of banks begin that are no tables: OFX, CAMT, QIF, MT940."""
_STATEMENT_NAMES = re.compile(
    rb"\A(?!\[|META-INF).*\.(?:xml|csv|sta|mt940|ofx|qfx|qif)\Z", re.IGNORECASE
)
_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_SHEETS_IN = {_ZIP: (b"xl/",), _OLE: (b"W\0o\0r\0k\0b\0o\0o\0k", b"E\0n\0c\0r\0y\0p\0t\0e\0d\0P")}
"""What a workbook has in it, by how it begins. One that cannot be opened is told by its reader."""
_ACCEPTED = "Please send a photo (JPEG, PNG, WebP, HEIC), a PDF or a table (CSV, Excel)."


class FileRefusal(StrEnum):
    """Why a file can't be read, in words for the person."""

    EMPTY = f"That file is empty. {_ACCEPTED}"
    TOO_LARGE = f"That file is larger than {_MEGABYTES} MB. Please send a smaller photo."
    NOT_A_PICTURE = f"That file is not a picture I can read. {_ACCEPTED}"
    TOO_MANY_PIXELS = "That picture is too big to read. Please send it in a smaller size."
    TOO_DEMANDING = (
        "That file takes too much time or memory to read. Please send a plain photo of it instead."
    )
    TOO_SMALL = "That picture is too small to read. Please send a larger photo."
    BROKEN = "That picture is damaged or incomplete. Please send it again."
    PDF_ENCRYPTED = "That PDF is protected by a password. Please send it unlocked, or a photo."
    PDF_EMPTY = "That PDF has no pages. Please send it again, or a photo."
    PDF_BROKEN = "That PDF is damaged or incomplete. Please send it again, or a photo."

    def error(self, *, detail: str = "") -> UnusableAttachmentError:
        """The error to raise; ``detail`` is for the log and never shown."""
        why = self.name.lower()
        return UnusableAttachmentError(
            f"attachment refused, {why.replace('_', ' ')}{f': {detail}' if detail else ''}",
            user_text=self.value,
            why=why,
        )


class MediaFacts(Frozen):
    """What the first bytes say; nothing was decoded."""

    kind: MediaKind
    mime_type: str
    size: int
    """Bytes."""


def sniff(content: bytes) -> MediaFacts:
    """Kind and mime type of a picture or PDF by its signature. Raises ``UnusableAttachmentError``.

    Fast and harmless: looks at a few bytes and decodes nothing. Dimensions are checked here where
    they stand in a fixed place, for other formats by their decoder, before it decodes. Whether
    the rest holds what the signature promises shows when the file is read.
    """
    _check_size(content)
    mime_type = mime_type_of(content)
    if mime_type is None:
        raise FileRefusal.NOT_A_PICTURE.error(detail="unknown signature")
    declared = _declared_size(content, mime_type)
    if declared is not None:
        check_dimensions(*declared)
    kind = MediaKind.PDF if mime_type == "application/pdf" else MediaKind.IMAGE
    return MediaFacts(kind=kind, mime_type=mime_type, size=len(content))


def attachment_of(content: bytes) -> Attachment:
    """The reference under which a file is stored, keyed by the sha256 of its bytes.

    Raises ``UnusableAttachmentError`` for what can't be a picture, a PDF, a recording or a table.
    """
    _check_size(content)
    sound = sound_type(content)
    if sound:
        facts = MediaFacts(kind=MediaKind.AUDIO, mime_type=sound, size=len(content))
    elif mime_type_of(content) is None and (table := _table_type(content)):
        facts = MediaFacts(kind=MediaKind.TABLE, mime_type=table, size=len(content))
    else:
        facts = sniff(content)
    return Attachment(
        sha256=hashlib.sha256(content).hexdigest(),
        kind=facts.kind,
        mime_type=facts.mime_type,
        size=facts.size,
    )


def _table_type(content: bytes) -> str | None:
    """Whether a file may hold a table of payments, and its type: more, its reader will tell."""
    for signature, parts in _SHEETS_IN.items():
        if content.startswith(signature):
            sheets = any(part in content for part in parts)
            return XLSX if sheets else "application/zip" if _is_packed_statement(content) else None
    if _STATEMENTS.search(content[:_LOOKED_AT]):
        return "text/plain"
    return "text/csv" if is_table(content) else None


def _is_packed_statement(content: bytes) -> bool:
    """Whether the first file of a ZIP is named as a bank's: a file of an office program, which is
    a ZIP as well, begins otherwise.
    """
    length = int.from_bytes(content[26:28], "little")
    return _STATEMENT_NAMES.search(content[30 : 30 + length]) is not None


def is_table(content: bytes) -> bool:
    """Whether it is text with something that parts columns: more, its reader will tell."""
    head = content[:_LOOKED_AT]
    if head.startswith(_WIDE):
        head = head[2:].replace(b"\0", b"")
    elif head[1:64:2].strip(b"\0") == b"" or head[0:64:2].strip(b"\0") == b"":
        head = head.replace(b"\0", b"")
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    plain = _NO_TEXT.search(text) is None and not text.startswith(_MARKUP)
    return plain and _DELIMITERS.search(text) is not None


def check_dimensions(width: int, height: int) -> None:
    """Refuse by the header what should never be decoded. Raises ``UnusableAttachmentError``."""
    if max(width, height) > MAX_SIDE or width * height > MAX_PIXELS:
        raise FileRefusal.TOO_MANY_PIXELS.error(detail=f"{width} x {height}")
    if min(width, height) < MIN_SIDE:
        raise FileRefusal.TOO_SMALL.error(detail=f"{width} x {height}")


def _check_size(content: bytes) -> None:
    if not content:
        raise FileRefusal.EMPTY.error()
    if len(content) > MAX_ATTACHMENT_BYTES:
        raise FileRefusal.TOO_LARGE.error(detail=f"{len(content)} bytes")


def mime_type_of(content: bytes) -> str | None:
    """Returns the type of a picture or PDF by its signature; None for anything else."""
    for signature, mime_type in _SIGNATURES:
        if content.startswith(signature):
            return mime_type
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "image/webp"
    if content[4:8] == b"ftyp" and content[8:12] in _HEIF_BRANDS:
        return "image/heic"
    # PDF readers accept leading bytes before the header.
    return "application/pdf" if b"%PDF-" in content[:_PDF_HEADER_WITHIN] else None


def _declared_size(content: bytes, mime_type: str) -> tuple[int, int] | None:
    """Width and height from the header, where the format has them at a fixed offset."""
    if mime_type == "image/png" and content[12:16] == b"IHDR" and len(content) >= _PNG_HEADER:
        return struct.unpack(">II", content[16:24])
    if mime_type == "image/gif" and len(content) >= _GIF_HEADER:
        return struct.unpack("<HH", content[6:10])
    return None
