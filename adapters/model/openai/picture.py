"""Pictures in the form that vision models take."""

import io

from PIL import Image

from adapters.ocr.documents import pages
from adapters.ocr.media import sniff
from adapters.ocr.pictures import decoded
from domain.errors import UnusableAttachmentError
from domain.messages import MediaKind

_ACCEPTED = frozenset({"image/jpeg", "image/png", "image/webp", "image/gif"})
_LONGEST_SIDE = 1_600
"""Pixels; providers shrink larger pictures themselves, and bill some of them by area."""

_JPEG_QUALITY = 85


async def as_sent(content: bytes) -> bytes:
    """The bytes unchanged, if a model can take them. Decodes nothing.

    Raises ``UnusableAttachmentError`` for other formats (HEIC, PDF): those need ``as_jpeg``.
    """
    mime_type(content)
    return content


def as_jpeg(content: bytes) -> bytes:
    """Any readable attachment as an upright JPEG of moderate size; of a PDF the first scanned page.

    Decodes hostile bytes: run it in a reading process. Raises ``UnusableAttachmentError``.
    """
    if sniff(content).kind is MediaKind.PDF:
        image = next((page for _, page in pages(content) if isinstance(page, Image.Image)), None)
        if image is None:
            msg = "the PDF holds text only, so there is nothing to see"
            raise UnusableAttachmentError(msg)
    else:
        image = decoded(content)
    image.thumbnail((_LONGEST_SIDE, _LONGEST_SIDE))
    jpeg = io.BytesIO()
    image.convert("RGB").save(jpeg, format="JPEG", quality=_JPEG_QUALITY)
    return jpeg.getvalue()


def mime_type(content: bytes) -> str:
    """By the file's own signature. Raises ``UnusableAttachmentError`` for what models refuse."""
    found = sniff(content).mime_type
    if found not in _ACCEPTED:
        msg = f"vision models take no {found}"
        raise UnusableAttachmentError(msg)
    return found
