"""Making sense of words: what messages mean, plain answers, free conversation, summaries."""

from datetime import timedelta

from temporalio import activity

from activities.boundary import app_errors, heartbeating
from activities.patience import Patience
from activities.ports import Models, Recogniser
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

DECISION = timedelta(seconds=12)
"""The workflow decides by itself when a choice takes too long, however patient the person is."""


class Understand:
    """Asks the models. Reads only; safe to repeat.

    While models may soon answer again, an attempt fails with ``model.unavailable`` as long as
    ``patience`` lasts; the last one has the offline engine's answer.
    """

    def __init__(
        self, models: Models, recogniser: Recogniser, patience: Patience | None = None
    ) -> None:
        self._models = models
        self._recogniser = recogniser
        self._patience = patience or Patience()

    @activity.defn
    async def understand(self, request: UnderstandRequest) -> Understood:
        """What the open messages mean together."""
        with app_errors():
            async with heartbeating():
                wait = self._patience.of_this_attempt()
                return await self._models.understand(request, wait=wait)

    @activity.defn
    async def recognise(self, request: RecogniseRequest) -> Recognised:
        """Whether a text is a plain answer to the open question. Pure rules; runs locally."""
        with app_errors():
            return Recognised(act=self._recogniser.recognise(request))

    @activity.defn
    async def decide(self, request: DecideRequest) -> Decided:
        """Which of several legal actions to take; the workflow checks that it is one of them.

        Never waits for a model: the fixed order is as good as a late choice.
        """
        with app_errors():
            async with heartbeating():
                wait = self._patience.of_one_attempt(DECISION)
                return await self._models.decide(request, wait=wait)

    @activity.defn
    async def converse(self, request: ConverseRequest) -> Conversed:
        """An answer to what is not about an expense."""
        with app_errors():
            async with heartbeating():
                wait = self._patience.of_this_attempt()
                return await self._models.converse(request, wait=wait)

    @activity.defn
    async def summarise(self, request: SummariseRequest) -> Summarised:
        """The older part of a conversation in short."""
        with app_errors():
            async with heartbeating():
                wait = self._patience.of_one_attempt()
                return await self._models.summarise(request, wait=wait)
