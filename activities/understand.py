"""Making sense of words: what messages mean, free conversation, summaries. Rules, then models."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from types import MappingProxyType

import structlog
from pydantic import JsonValue
from temporalio import activity
from temporalio.exceptions import ApplicationError

from activities.boundary import app_errors, heartbeating
from activities.patience import Patience
from activities.ports import FirstStep, LookUpForRules, Models, UnderstandingRules
from domain.conversation import Limits
from domain.errors import AppError
from domain.tasks import FirstStepRequest, Opening
from domain.understanding import (
    ActKind,
    BegunTask,
    Conversed,
    ConverseRequest,
    Summarised,
    SummariseRequest,
    UnderstandRequest,
    Understood,
)

_FIRST_STEP = timedelta(seconds=2)
"""Longer than a database needs that is there: the task itself waits for one that is away."""

_LOOK_UP = timedelta(seconds=0.5)
"""Rules read words while the database is away, too."""

_log = structlog.get_logger()


class ByRules:
    """Rules, within milliseconds, and the first step of a task where they are sure of it.

    ``enabled`` are the agents that this worker serves, and ``limits`` its settings, so that a chat
    hears of a change with its next message. ``first_steps`` are those of agents that have one, and
    ``look_ups`` what agents look up for their rules.
    """

    def __init__(
        self,
        rules: UnderstandingRules,
        enabled: Callable[[], tuple[str, ...] | None],
        limits: Callable[[], Limits],
        first_steps: Mapping[str, FirstStep] = MappingProxyType({}),
        look_ups: Sequence[LookUpForRules] = (),
    ) -> None:
        self._rules = rules
        self._first_steps = first_steps
        self._look_ups = look_ups
        self._enabled = enabled
        self._limits = limits

    @activity.defn
    async def understand_by_rules(self, request: UnderstandRequest) -> Understood:
        """What the open messages mean together; ``settled`` when rules are sure of all of it."""
        with app_errors():
            understood = self._rules.understand(await self._informed(request))
            limits = self._limits()
            news = limits.model_dump(mode="json") if limits.digest != request.settings else None
            begun = await self._begin(request, understood)
            return understood.model_copy(
                update={"enabled": self._enabled(), "limits": news, "begun": begun}
            )

    async def _informed(self, request: UnderstandRequest) -> UnderstandRequest:
        """The request with what was looked up; as it is while the database is away."""
        found: dict[str, JsonValue] = {}
        try:
            async with asyncio.timeout(_LOOK_UP.total_seconds()):
                for look_up in self._look_ups:
                    found |= await look_up(request)
        except (AppError, TimeoutError) as error:
            _log.warning("look_up.failed", error_type=type(error).__name__)
        return request.model_copy(update={"looked_up": found}) if found else request

    async def _begin(self, request: UnderstandRequest, understood: Understood) -> BegunTask | None:
        """Takes the first step of the task that the words open, where rules are sure that they do
        that and nothing else.
        """
        task, act = request.next_task, understood.acts[0]
        if task is None or not understood.settled or len(understood.acts) > 1:
            return None
        task_id, step = task.task_ids.get(act.agent), self._first_steps.get(act.agent)
        opens = act.kind is ActKind.OPEN and act.sure and act.call is None
        if task_id is None or step is None or not opens or act.enters or act.proposed:
            return None
        opening = Opening(
            task_id=task_id,
            number=task.number,
            details=act.details,
            evidence=task.evidence,
            message_id=request.said[-1].message_id,
        )
        asked = FirstStepRequest(
            opening=opening,
            person=request.person,
            conversation_id=task.conversation_id,
            turn_number=task.turn_number,
            today=task.today,
        )
        try:
            async with asyncio.timeout(_FIRST_STEP.total_seconds()):
                state = await step.begin(asked)
        except (AppError, ApplicationError, TimeoutError) as error:
            _log.warning("first_step.failed", task_id=task_id, error_type=type(error).__name__)
            return BegunTask(task_id=task_id)
        return BegunTask(task_id=task_id, state=state) if state is not None else None

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
