"""This agent's rules as objects."""

from collections.abc import Sequence
from datetime import UTC, datetime

from agents.service_calls.context import NAME, PHONE
from agents.service_calls.exchange import (
    CatalogItem,
    Fit,
    Recognised,
    RecogniseRequest,
    SayRequest,
    Worded,
)
from agents.service_calls.offline import fitting, recognising, saying
from agents.service_calls.offline.understanding import CallUnderstanding

__all__ = ["CallUnderstanding", "OfflineCalls"]


class OfflineCalls:
    """Implements ``CallRules``. No key, no network, no state, no clock. Safe to share."""

    def __init__(self) -> None:
        # Its patterns are made once, now, and not while the first customer waits.
        at = datetime(2026, 1, 1, tzinfo=UTC)
        for asked in ("", NAME, PHONE, "time", "more"):
            words = ("zzz zzz, can you zzz the door on Friday?",)
            self.recognise(RecogniseRequest(words=words, at=at, timezone="UTC", asked=asked))

    def recognise(self, request: RecogniseRequest) -> Recognised:
        return recognising.recognised(request)

    def say(self, request: SayRequest) -> Worded:
        return saying.said(request)

    def fitting(self, wanted: str, items: Sequence[CatalogItem], language: str) -> Fit:
        return fitting.fitting(wanted, items, language)
