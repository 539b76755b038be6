"""Why something did not work, in the person's language."""

from bot.texts.catalogue import Catalogue
from bot.texts.formats import plain_line
from domain.errors import AppError
from domain.messages import MAX_ATTACHMENT_BYTES, MAX_TEXT_LENGTH

_MEGABYTES = str(MAX_ATTACHMENT_BYTES // (1024 * 1024))


def reason(words: Catalogue, code: str, told: str) -> str:
    """The words for an error's code; without such, what was ``told``, which is English."""
    key = f"error.{code}"
    if code and words.has(key):
        return words.text(key, megabytes=_MEGABYTES)
    return plain_line(told, MAX_TEXT_LENGTH)


def reason_of(words: Catalogue, error: AppError) -> str:
    return reason(words, error.code, error.user_text)
