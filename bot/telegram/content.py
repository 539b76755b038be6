"""What a Telegram message is made of, as far as Steward can use it."""

from dataclasses import dataclass

from aiogram.enums import ContentType
from aiogram.types import Message, PhotoSize

from bot.telegram.downloads import RemoteFile
from domain.messages import MAX_ATTACHMENT_BYTES, Unusable


@dataclass(frozen=True)
class Content:
    """Text or caption, and one file or the reason why there is none."""

    text: str = ""
    file: RemoteFile | None = None
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


def content_of(message: Message) -> Content:
    """What a person says with a message."""
    text = message.text or message.caption or ""
    file = _file_of(message)
    if file is not None:
        return Content(text, file)
    kind = ContentType(message.content_type)
    return Content(text, unusable=None if message.text else _UNUSABLE.get(kind, Unusable.OTHER))


def _file_of(message: Message) -> RemoteFile | None:
    if message.animation:  # a GIF also says that it is a document
        return None
    if message.photo:
        return _largest(message.photo)
    if message.live_photo and message.live_photo.photo:
        return _largest(message.live_photo.photo)
    for sent in (message.document, message.voice, message.audio):
        if sent is not None:
            return RemoteFile(sent.file_id, sent.file_size)
    return None


def _largest(sizes: list[PhotoSize]) -> RemoteFile:
    """The largest size that may be fetched; too large when even the smallest one is."""
    allowed = [size for size in sizes if (size.file_size or 0) <= MAX_ATTACHMENT_BYTES]
    best = max(allowed or sizes, key=lambda size: size.width * size.height)
    return RemoteFile(best.file_id, best.file_size)
