"""Pictures in the form that vision models take."""

from adapters.media.sniffing import mime_type_of
from adapters.model.question import Picture
from domain.errors import UnusableAttachmentError

_TAKEN = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp"})


def picture(content: bytes) -> Picture:
    """Returns the bytes unchanged, if a model can take them; told by their signature. Decodes
    nothing.

    Raises ``UnusableAttachmentError`` for other formats (HEIC, PDF).
    """
    mime_type = mime_type_of(content)
    if mime_type not in _TAKEN:
        raise UnusableAttachmentError("vision models take JPEG, PNG, GIF and WebP only")
    return Picture(content, mime_type)
