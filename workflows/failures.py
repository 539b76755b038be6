"""Failed activities as workflows see them."""

from temporalio.exceptions import (
    ActivityError,
    ApplicationError,
    is_cancelled_exception,
)
from temporalio.exceptions import TimeoutError as ActivityTimeoutError


class ActivityFailed(Exception):  # noqa: N818 - an expected outcome, not a programming error
    """An activity gave up. ``code`` and ``user_text`` are those of the ``AppError`` behind it."""

    def __init__(self, code: str, user_text: str) -> None:
        super().__init__(code)
        self.code = code
        self.user_text = user_text

    @property
    def facts(self) -> dict[str, str]:
        """What a reply says of it: a text in English, and the code that it is translated by."""
        return {"reason": self.user_text, "code": self.code}


_PLAIN = "That did not work, and I don't know why yet. Nothing you sent is lost."


def activity_failed(error: ActivityError | ApplicationError) -> ActivityFailed:
    """The typed failure behind an activity's error. Raises a cancellation on as it is."""
    if is_cancelled_exception(error):
        raise error
    cause = error if isinstance(error, ApplicationError) else error.cause
    if isinstance(cause, ApplicationError):
        text = cause.details[0] if cause.details else _PLAIN
        return ActivityFailed(cause.type or "internal", str(text))
    return ActivityFailed(
        "timeout" if isinstance(cause, ActivityTimeoutError) else "internal", _PLAIN
    )
