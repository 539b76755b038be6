"""Telegram's errors as ours, translated here and once."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import structlog
from aiogram.exceptions import (
    ClientDecodeError,
    TelegramAPIError,
    TelegramBadRequest,
    TelegramForbiddenError,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramUnauthorizedError,
)

from domain.errors import AppError, DeliveryFailedError, RecipientGoneError

_GONE = (
    "chat not found",
    "user not found",
    "user is deactivated",
    "bot was kicked",
    "bot was blocked",
    "peer_id_invalid",
    "group chat was deleted",
    "chat_write_forbidden",
    "have no rights to send",
    "not enough rights to send",
)
"""Parts of a refusal after which no message will ever reach this chat."""

_MESSAGE_GONE = (
    "message to edit not found",
    "message can't be edited",
    "message_id_invalid",
    "message identifier is not specified",
    "message to react not found",
    "message to delete not found",
)
_TOPIC_GONE = ("message thread not found", "topic_closed", "topic_deleted", "topic_id_invalid")
_UNCHANGED = ("message is not modified", "topic_not_modified")
_NO_TOPICS = ("not a forum",)
_NO_RIGHTS = ("not enough rights", "chat_admin_required", "message can't be deleted")

_log = structlog.get_logger(__name__)


class TelegramRefusedError(AppError):
    """Telegram refuses the call itself: the same call will be refused again."""

    code = "delivery.refused"


class MessageGoneError(TelegramRefusedError):
    """The message that was to be changed is not there, or can't be changed any more."""

    code = "delivery.message_gone"


class UnchangedError(TelegramRefusedError):
    """The message already says just that."""

    code = "delivery.unchanged"


class TopicGoneError(TelegramRefusedError):
    """The topic of the forum was closed or deleted."""

    code = "delivery.topic_gone"


class NoTopicsError(TelegramRefusedError):
    """The chat has no topics: it is no forum (any more)."""

    code = "delivery.no_topics"


class NoRightsError(TelegramRefusedError):
    """The bot is no administrator, or one without the right that this needs."""

    code = "delivery.no_rights"


_REFUSALS: tuple[tuple[tuple[str, ...], type[TelegramRefusedError]], ...] = (
    (_UNCHANGED, UnchangedError),
    (_MESSAGE_GONE, MessageGoneError),
    (_TOPIC_GONE, TopicGoneError),
    (_NO_TOPICS, NoTopicsError),
    (_NO_RIGHTS, NoRightsError),
)
"""Parts of a refusal by what they mean, tried in this order."""


@contextmanager
def translating() -> Iterator[None]:
    """Telegram's errors as ours. Messages name the method and Telegram's reason, never a text."""
    try:
        yield
    except TelegramAPIError as error:
        raise _ours(error) from error
    except (ClientDecodeError, OSError) as error:
        raise DeliveryFailedError(f"telegram: {type(error).__name__}") from error


def _ours(error: TelegramAPIError) -> AppError:
    method = type(error.method).__name__
    reason = f"{method}: {error.message.splitlines()[0]}" if error.message else method
    if isinstance(error, TelegramRetryAfter):  # its own message names the chat
        wait = timedelta(seconds=error.retry_after)
        return DeliveryFailedError(f"{method}: flood control", retry_after=wait)
    if isinstance(error, TelegramForbiddenError):
        return RecipientGoneError(reason)
    if isinstance(error, TelegramUnauthorizedError | TelegramNotFound):
        # The token is refused. Replies wait until an operator has mended that; none is lost.
        _log.error("telegram.token_refused", method=method)
        return DeliveryFailedError(reason)
    if isinstance(error, TelegramBadRequest) and any(
        gone in error.message.casefold() for gone in _GONE
    ):
        return RecipientGoneError(reason)
    if isinstance(error, TelegramBadRequest):
        return _refused(reason)
    return DeliveryFailedError(reason)  # the network, or Telegram itself


def _refused(reason: str) -> TelegramRefusedError:
    said = reason.casefold()
    for parts, kind in _REFUSALS:
        if any(part in said for part in parts):
            return kind(reason)
    _log.error("telegram.refused", reason=reason)
    return TelegramRefusedError(reason)
