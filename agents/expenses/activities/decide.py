"""Choosing between several legal actions."""

from datetime import timedelta

from temporalio import activity

from activities.boundary import app_errors, heartbeating
from activities.patience import Patience
from agents.expenses.meaning import Decided, DecideRequest
from agents.expenses.ports import DecisionModels

DECISION = timedelta(seconds=12)
"""The workflow decides by itself when a choice takes too long, however patient the person is."""


class Decide:
    """Reads only; safe to repeat."""

    def __init__(self, models: DecisionModels, patience: Patience | None = None) -> None:
        self._models = models
        self._patience = patience or Patience()

    @activity.defn
    async def decide(self, request: DecideRequest) -> Decided:
        """Which of several legal actions to take; the workflow checks that it is one of them.

        Never waits for a model: the fixed order is as good as a late choice.
        """
        with app_errors():
            async with heartbeating():
                wait = self._patience.of_one_attempt(DECISION)
                return await self._models.decide(request, wait=wait)
