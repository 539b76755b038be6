"""What the tools work with."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from adapters.postgres.pool import Connection

Clock: TypeAlias = Callable[[], datetime]


@dataclass(frozen=True)
class Workplace:
    """One call of one tool. ``connection`` is in a transaction, which a refusal takes back."""

    connection: Connection
    now: datetime
    region: str
    """Country in which a number without a country code is one."""
