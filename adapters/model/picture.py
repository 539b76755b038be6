"""Pictures in the form that vision models take."""

from adapters.model.question import Picture
from domain.errors import UnusableAttachmentError

_SIGNATURES = (
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"GIF8", "image/gif"),
)


def picture(content: bytes) -> Picture:
    """The bytes unchanged, if a model can take them; told by their signature. Decodes nothing.

    Raises ``UnusableAttachmentError`` for other formats (HEIC, PDF).
    """
    for signature, mime_type in _SIGNATURES:
        if content.startswith(signature):
            return Picture(content, mime_type)
    if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        return Picture(content, "image/webp")
    msg = "vision models take JPEG, PNG, GIF and WebP only"
    raise UnusableAttachmentError(msg)
