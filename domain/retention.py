"""Removing what is older than the retention time."""

from pydantic import Field

from domain.messages import Frozen


class Purged(Frozen):
    """How many rows went, by kind: the platform's and what agents register."""

    counts: dict[str, int] = Field(default_factory=dict)
