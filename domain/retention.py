"""Removing what is older than the retention time."""

from datetime import timedelta

from pydantic import Field

from domain.messages import Frozen


class PurgeRequest(Frozen):
    """Removes what is older than this and belongs to nothing that is kept."""

    older_than: timedelta


class Purged(Frozen):
    """How many rows went, by kind: the platform's and what agents register."""

    counts: dict[str, int] = Field(default_factory=dict)
