"""What a check of one part finds out."""

from enum import StrEnum

from domain.messages import Frozen


class Health(StrEnum):
    OK = "ok"
    DEGRADED = "degraded"
    """It works, but slowly, or something stands in for it."""
    DOWN = "down"


class Latency(Frozen):
    """How long calls of one provider took: half of them no longer than ``p50_ms``, 95 of 100 no
    longer than ``p95_ms``.
    """

    provider: str
    p50_ms: int
    p95_ms: int


class Finding(Frozen):
    """State of one part, and what to do about it when there is something to do."""

    name: str
    health: Health
    detail: str
    advice: str = ""
    required: bool = True
    """Whether Steward is of no use while this is down."""
    latency_ms: int | None = None


def ok(name: str, detail: str) -> Finding:
    return Finding(name=name, health=Health.OK, detail=detail)


def degraded(name: str, detail: str, advice: str) -> Finding:
    return Finding(name=name, health=Health.DEGRADED, detail=detail, advice=advice)


def down(name: str, detail: str, advice: str, *, required: bool = True) -> Finding:
    return Finding(name=name, health=Health.DOWN, detail=detail, advice=advice, required=required)
