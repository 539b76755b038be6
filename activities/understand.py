"""Making sense of words: what messages mean, free conversation, summaries. Rules, then models."""

from collections.abc import Callable

from temporalio import activity

from activities.boundary import app_errors, heartbeating
from activities.patience import Patience
from activities.ports import Models, UnderstandingRules
from domain.conversation import Limits
from domain.understanding import (
    Conversed,
    ConverseRequest,
    Summarised,
    SummariseRequest,
    UnderstandRequest,
    Understood,
)


class ByRules:
    """Pure rules, within milliseconds; local activities.

    ``enabled`` are the agents that this worker serves, and ``limits`` its settings, so that a chat
    hears of a change with its next message.
    """

    def __init__(
        self,
        rules: UnderstandingRules,
        enabled: Callable[[], tuple[str, ...] | None],
        limits: Callable[[], Limits],
    ) -> None:
        self._rules = rules
        self._enabled = enabled
        self._limits = limits

    @activity.defn
    async def understand_by_rules(self, request: UnderstandRequest) -> Understood:
        """What the open messages mean together; ``settled`` when rules are sure of all of it."""
        with app_errors():
            understood = self._rules.understand(request)
            limits = self._limits()
            news = limits.model_dump(mode="json") if limits.digest != request.settings else None
            return understood.model_copy(update={"enabled": self._enabled(), "limits": news})

    @activity.defn
    async def converse_by_rules(self, request: ConverseRequest) -> Conversed:
        """An answer to what concerns no agent; ``settled`` when rules have one."""
        with app_errors():
            return self._rules.converse(request)

    @activity.defn
    async def summarise_by_rules(self, request: SummariseRequest) -> Summarised:
        """The older part of a conversation in short."""
        with app_errors():
            return self._rules.summarise(request)


class Understand:
    """Asks the models. Reads only; safe to repeat.

    While models may soon answer again, an attempt fails with ``model.unavailable`` as long as
    ``patience`` lasts; the last one has the answer of rules.
    """

    def __init__(self, models: Models, patience: Patience | None = None) -> None:
        self._models = models
        self._patience = patience or Patience()

    @activity.defn
    async def understand(self, request: UnderstandRequest) -> Understood:
        """What the open messages mean together."""
        with app_errors():
            async with heartbeating():
                wait = self._patience.of_this_attempt()
                return await self._models.understand(request, wait=wait)

    @activity.defn
    async def converse(self, request: ConverseRequest) -> Conversed:
        """An answer to what concerns no agent."""
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
