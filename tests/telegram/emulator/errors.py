"""What the Bot API answers when it refuses a call."""

from typing import NoReturn


class ApiError(Exception):
    """A refusal: the HTTP status, Telegram's words for it and, for 429, the seconds to wait."""

    def __init__(self, status: int, description: str, *, retry_after: int | None = None) -> None:
        super().__init__(description)
        self.status = status
        self.description = description
        self.retry_after = retry_after

    def body(self) -> dict[str, object]:
        answer: dict[str, object] = {
            "ok": False,
            "error_code": self.status,
            "description": self.description,
        }
        if self.retry_after is not None:
            answer["parameters"] = {"retry_after": self.retry_after}
        return answer


def refuse(words: str) -> NoReturn:
    """Raises ``ApiError`` 400 with Telegram's words."""
    raise ApiError(400, f"Bad Request: {words}")


def forbidden(words: str) -> ApiError:
    return ApiError(403, f"Forbidden: {words}")


def conflict(words: str) -> ApiError:
    return ApiError(409, f"Conflict: {words}")


def too_many(seconds: int) -> ApiError:
    return ApiError(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds)
