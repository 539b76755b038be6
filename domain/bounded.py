"""What carried state remembers of much: the newest entries."""

from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


def keep_newest(entries: dict[Key, Value], most: int) -> None:
    """Drops the oldest entries past ``most``, in place."""
    while len(entries) > most:
        del entries[next(iter(entries))]
