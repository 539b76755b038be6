"""What the server refuses, with a code that callers decide by."""

from domain.errors import AppError


class ServicesRefusedError(AppError):
    """A tool was not carried out and changed nothing. Callers are shown ``code: message``."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def not_found(what: str) -> ServicesRefusedError:
    return ServicesRefusedError(f"not_found.{what}", f"there is no such {what}")
