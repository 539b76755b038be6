"""Making sense of words: what messages mean, plain answers, free conversation, summaries."""

from temporalio import activity

from activities.boundary import app_errors, heartbeating
from activities.ports import Recogniser, Understanding
from domain.understanding import (
    Conversed,
    ConverseRequest,
    Decided,
    DecideRequest,
    Recognised,
    RecogniseRequest,
    Summarised,
    SummariseRequest,
    UnderstandRequest,
    Understood,
)


class Understand:
    """Asks the understanding engine. Reads only; safe to repeat."""

    def __init__(self, understanding: Understanding, recogniser: Recogniser) -> None:
        self._understanding = understanding
        self._recogniser = recogniser

    @activity.defn
    async def understand(self, request: UnderstandRequest) -> Understood:
        """What the open messages mean together."""
        with app_errors():
            async with heartbeating():
                return await self._understanding.understand(request)

    @activity.defn
    async def recognise(self, request: RecogniseRequest) -> Recognised:
        """Whether a text is a plain answer to the open question. Pure rules; runs locally."""
        with app_errors():
            return Recognised(act=self._recogniser.recognise(request))

    @activity.defn
    async def decide(self, request: DecideRequest) -> Decided:
        """Which of several legal actions to take; the workflow checks that it is one of them."""
        with app_errors():
            async with heartbeating():
                return await self._understanding.decide(request)

    @activity.defn
    async def converse(self, request: ConverseRequest) -> Conversed:
        """An answer to what is not about an expense."""
        with app_errors():
            async with heartbeating():
                return await self._understanding.converse(request)

    @activity.defn
    async def summarise(self, request: SummariseRequest) -> Summarised:
        """The older part of a conversation in short."""
        with app_errors():
            async with heartbeating():
                return await self._understanding.summarise(request)
