"""What a request is told that gets no answer: one form, in the caller's language, no internals."""

import math

from aiohttp import web
from pydantic import JsonValue

from bot.clock import utc_now
from bot.consent import ConsentRequiredError, ConsentText
from bot.consent_dialog import ask_consent, word_instead
from bot.handover import TemporalUnreachableError
from bot.http.contract import RequestRefused
from bot.intake import Refusal, RefusedMessageError
from bot.texts.catalogue import Catalogue
from bot.texts.reasons import reason_of
from bot.texts.wording import formats_for
from domain.errors import (
    AppError,
    AttachmentMissingError,
    NoRoomForFileError,
    NotFoundError,
    NothingHeardError,
    SpeechUnavailableError,
    StorageUnavailableError,
    UnusableAttachmentError,
)

RETRY_SECONDS = 5
"""After which somebody may try again what is away."""

INTERNAL = "internal"
_UNSUPPORTED = "unsupported_media"
_BY_STATUS = {
    400: "bad_request",
    401: "unauthorized",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    415: _UNSUPPORTED,
    429: "rate_limited",
}
_REFUSALS = {
    Refusal.EMPTY: (400, "message.empty"),
    Refusal.TOO_LONG: (413, "too_large"),
    Refusal.TOO_LARGE: (413, "too_large"),
    Refusal.TOO_MANY_FILES: (413, "too_large"),
}


def refusal_of(error: RequestRefused | AppError) -> RequestRefused:
    """An expected failure as an answer, which has it as its cause; a refusal is one already."""
    if isinstance(error, RequestRefused):
        return error
    refusal = _refusal(error)
    refusal.__cause__ = error
    return refusal


def _refusal(error: AppError) -> RequestRefused:
    match error:
        case ConsentRequiredError():
            status, code = 403, error.code
        case RefusedMessageError():
            status, code = _REFUSALS.get(error.refusal, (400, "bad_request"))
        case NoRoomForFileError():
            status, code = 413, "too_large"
        case UnusableAttachmentError():
            status, code = (413, "too_large") if error.why == "too_large" else (415, _UNSUPPORTED)
        case NothingHeardError() | SpeechUnavailableError():
            status, code = 422, type(error).code
        case NotFoundError() | AttachmentMissingError():
            status, code = 404, "session_not_found"
        case StorageUnavailableError():
            return _later(error.code)
        case _ if error.retryable:
            return _later(TemporalUnreachableError.code)
        case _:
            status, code = 500, INTERNAL
    return RequestRefused(status, code)


def _later(code: str) -> RequestRefused:
    return RequestRefused(503, code, retryable=True, retry_after=RETRY_SECONDS)


def of_library(error: web.HTTPException) -> RequestRefused:
    """A refusal of aiohttp's own: an unknown path, a method, a body that is too large."""
    return RequestRefused(error.status, _BY_STATUS.get(error.status, INTERNAL))


def words_of(error: RequestRefused, words: Catalogue) -> str:
    """In one language. What an expected failure says of itself is more than its status does."""
    match error.__cause__:
        case ConsentRequiredError() as cause:
            formats = formats_for(words.language, "UTC", utc_now(), cause.consent.agents)
            return word_instead(cause, formats).text()
        case RefusedMessageError() as cause:
            return words.text(cause.refusal.value, **cause.values)
        case UnusableAttachmentError() | NothingHeardError() | SpeechUnavailableError() as cause:
            return reason_of(words, cause)
    key = f"http.error.{error.code}"
    named = f"{key}.named"
    if error.values and words.has(named):
        return words.text(named, **error.values)
    return words.text(key)


def fields_of(error: RequestRefused, words: Catalogue) -> dict[str, JsonValue]:
    """What every protocol of this channel tells of a refusal. Of a person who is to be asked first
    the message is the text to show, or the answer to a command that needs no consent.
    """
    told: dict[str, JsonValue] = {
        "code": error.code,
        "message": words_of(error, words),
        "retryable": error.retryable,
    }
    cause = error.__cause__
    if isinstance(cause, ConsentRequiredError) and cause.instead is None:
        told["consent"] = show_consent(cause.text, words)
    return told


def show_consent(text: ConsentText, words: Catalogue) -> dict[str, JsonValue]:
    """The text that a person is asked to agree to, with its two answers."""
    asked = ask_consent(text, words)
    agree, decline = (button.label for button in asked.buttons)
    return {
        "version": text.version,
        "language": text.language(words.language),
        "text": asked.lead,
        "agree": agree,
        "decline": decline,
    }


def headers_of(error: RequestRefused) -> dict[str, str]:
    headers = {}
    if error.retry_after is not None:
        headers["Retry-After"] = str(max(1, math.ceil(error.retry_after)))
    if error.status == 401:  # noqa: PLR2004 - the one status that has a header of its own
        headers["WWW-Authenticate"] = "Bearer"
    return headers
