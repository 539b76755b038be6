"""What a Telegram message is made of, as far as Steward can use it."""

from dataclasses import dataclass
from mimetypes import guess_type

from aiogram.enums import ContentType
from aiogram.types import Message, PhotoSize

from domain.messages import MAX_ATTACHMENT_BYTES, Attachment, MediaKind, Unusable


@dataclass(frozen=True)
class MessageContent:
    """Text or caption, and one file or the reason why there is none."""

    text: str = ""
    file: Attachment | None = None
    """As Telegram and the sender declare it: what it is, its bytes will tell."""
    unusable: Unusable | None = None


_UNUSABLE = {
    ContentType.STICKER: Unusable.STICKER,
    ContentType.LOCATION: Unusable.LOCATION,
    ContentType.VENUE: Unusable.LOCATION,
    ContentType.CONTACT: Unusable.CONTACT,
    ContentType.POLL: Unusable.POLL,
    ContentType.VIDEO: Unusable.VIDEO,
    ContentType.VIDEO_NOTE: Unusable.VIDEO,
    ContentType.ANIMATION: Unusable.VIDEO,
    ContentType.STORY: Unusable.OTHER,
    ContentType.DICE: Unusable.OTHER,
    ContentType.GAME: Unusable.OTHER,
    ContentType.PAID_MEDIA: Unusable.OTHER,
    ContentType.CHECKLIST: Unusable.OTHER,
    ContentType.INVOICE: Unusable.OTHER,
    ContentType.GIVEAWAY: Unusable.OTHER,
    ContentType.RICH_MESSAGE: Unusable.OTHER,
    ContentType.UNKNOWN: Unusable.OTHER,  # newer than this program
}

_TABLES = frozenset(
    {
        "text/csv",
        "text/comma-separated-values",
        "text/tab-separated-values",
        "text/plain",
        "application/csv",
        "application/vnd.ms-excel",  # what Windows says of CSV, too
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "application/xml",
        "text/xml",
        "application/zip",  # of statements; else it is refused when it is fetched
        "application/x-zip-compressed",
        "application/x-ofx",
        "application/vnd.intu.qfx",
        "application/qif",
        "application/x-qif",
    }
)

_TABLE_NAMES = (".csv", ".tsv", ".xlsx", ".ofx", ".qfx", ".qif", ".sta", ".940", ".mt940")
"""Endings of bank's files of which programs say nothing, or nothing that helps."""

_USABLE = frozenset(
    {
        ContentType.TEXT,
        ContentType.PHOTO,
        ContentType.LIVE_PHOTO,
        ContentType.DOCUMENT,
        ContentType.VOICE,
        ContentType.AUDIO,
    }
)


def is_said(message: Message) -> bool:
    """Whether a person says something with it; all else reports what happened in the chat."""
    return message.content_type in _USABLE or message.content_type in _UNUSABLE


def content_of(message: Message) -> MessageContent:
    """What a person says with a message."""
    text = message.text or message.caption or ""
    file = _file_of(message)
    if file is not None and file.size > MAX_ATTACHMENT_BYTES:
        return MessageContent(text, unusable=Unusable.TOO_LARGE)
    if file is not None:
        return MessageContent(text, file)
    kind = ContentType(message.content_type)
    return MessageContent(
        text, unusable=None if message.text else _UNUSABLE.get(kind, Unusable.OTHER)
    )


def _file_of(message: Message) -> Attachment | None:
    if message.animation:  # a GIF also says that it is a document
        return None
    if message.photo:
        return _largest(message.photo)
    if message.live_photo and message.live_photo.photo:
        return _largest(message.live_photo.photo)
    if message.document:
        sent = message.document
        name = (sent.file_name or "").casefold()
        named = "text/plain" if name.endswith(_TABLE_NAMES) else guess_type(name)[0]
        mime_type = sent.mime_type or ""
        if _kind(mime_type) is None:
            mime_type = named or mime_type
        return _declared(sent.file_id, mime_type, sent.file_size)
    for heard in (message.voice, message.audio):
        if heard is not None:
            return _declared(heard.file_id, heard.mime_type or "audio/ogg", heard.file_size)
    return None


def _largest(sizes: list[PhotoSize]) -> Attachment:
    """The largest size that may be fetched; too large when even the smallest one is."""
    allowed = [size for size in sizes if (size.file_size or 0) <= MAX_ATTACHMENT_BYTES]
    best = max(allowed or sizes, key=lambda size: size.width * size.height)
    return _declared(best.file_id, "image/jpeg", best.file_size)


def _declared(file_id: str, mime_type: str, size: int | None) -> Attachment:
    """What says nothing of its kind may still be a picture."""
    kind = _kind(mime_type) or MediaKind.IMAGE
    return Attachment(remote=file_id, kind=kind, mime_type=mime_type, size=size or 0)


def _kind(mime_type: str) -> MediaKind | None:
    if mime_type == "application/pdf":
        return MediaKind.PDF
    if mime_type.startswith("image/"):
        return MediaKind.IMAGE
    if mime_type in _TABLES:
        return MediaKind.TABLE
    return MediaKind.AUDIO if mime_type.startswith("audio/") else None
