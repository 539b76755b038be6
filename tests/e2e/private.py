"""Whether a log gives away what a person said, however many times of day and durations it has."""

import re

_TIME = re.compile(r"\d+:\d+:\d+[.,]\d+|\b\d+\.\d+[mµn]?s\b|\b\d+\.\d{3,}\b")
"""11:39:15.736, 15.73ms, 1415.736201: an amount has two decimals at most."""


def told(secret: str, log: str) -> bool:
    """Whether `log` says `secret` anywhere but in a time or duration."""
    return secret in _TIME.sub("", log)
