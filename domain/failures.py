"""Failed activities as workflows and agents see them."""


class ActivityFailed(Exception):  # noqa: N818 - an expected outcome, not a programming error
    """An activity gave up. ``code`` and ``user_text`` are those of the ``AppError`` behind it."""

    def __init__(self, code: str, user_text: str) -> None:
        super().__init__(code)
        self.code = code
        self.user_text = user_text
