"""How long whoever asks the models waits for them."""

from datetime import timedelta
from typing import Protocol

from domain.errors import ModelUnavailableError


class Wait(Protocol):
    """How long the caller waits for an answer of the models, and whether it comes again."""

    def time_left(self) -> timedelta | None:
        """From now on, for all providers together; None leaves it to the models."""

    def may_retry(self, failure: ModelUnavailableError) -> bool:
        """Whether it would rather ask again later than have the offline engine answer now."""


class NoWait:
    """For callers that ask once and are bound by nothing but the models' own limits."""

    def time_left(self) -> timedelta | None:
        return None

    def may_retry(self, failure: ModelUnavailableError) -> bool:
        del failure
        return False


NO_WAIT = NoWait()
