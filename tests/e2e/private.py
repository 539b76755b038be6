"""Whether a log gives away what a person said, whatever times of day and durations it has."""

import re

_TIME = re.compile(r"\d+:\d+:\d+[.,]\d+|\b\d+\.\d+[mµn]?s\b")
"""11:39:15.736, 15.73ms."""


def tells(log: str, secret: str) -> bool:
    """Whether the log says it anywhere but in a time of day or a duration."""
    return secret in _TIME.sub("", log)
