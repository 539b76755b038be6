"""The acts of a call that may ask models. They only propose, and are safe to repeat."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Protocol, TypeVar

import structlog
from pydantic import JsonValue
from temporalio import activity

from activities.boundary import app_errors, heartbeating
from activities.patience import Patience
from adapters.model.metering import Overheard, overhearing
from agents.service_calls import activity_calls
from agents.service_calls.exchange import (
    AskedInCall,
    CallSummary,
    ChooseToolRequest,
    ExtractRequest,
    LogKind,
    LogLine,
    Matched,
    MatchRequest,
    Navigated,
    NavigateRequest,
    Recognised,
    SayRequest,
    SummariseCallRequest,
    ToolChosen,
    Worded,
)
from agents.service_calls.ports import ServiceModels
from domain.waiting import Wait

NOTING = timedelta(seconds=1)
"""A customer waits while a line of the log is written."""

WORDING = 4
"""A wording may take this part of what a person waits: the rules' words are as right, so a late one
is no sign that the models are away."""

DECISION = timedelta(seconds=3)
"""For the navigator: the default is a good answer, too."""

_CENTS = 100
_DECIMALS = 4

_log = structlog.get_logger(__name__)


class ModelCallNotes(Protocol):
    """What of ``CallLog`` is needed here."""

    async def note(self, task_id: str, lines: Sequence[LogLine]) -> None: ...


class ToolDescriptions(Protocol):
    async def described(self, names: Sequence[str]) -> Mapping[str, tuple[str, tuple[str, ...]]]:
        """By ``server.tool``, what it is for and the texts that it takes; nothing for one whose
        server cannot be asked now.
        """


_Request = TypeVar("_Request", bound=AskedInCall)
_Answer = TypeVar("_Answer")


class Asking:
    """Models are waited for as in ``Understand``, then rules. Every model call leaves two lines in
    the log of its call: what was asked, and what was answered.
    """

    def __init__(
        self,
        models: ServiceModels,
        log: ModelCallNotes,
        patience: Patience | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        tools: ToolDescriptions | None = None,
    ) -> None:
        self._tools = tools
        self._models = models
        self._call_log = log
        self._patience = patience or Patience()
        self._clock = clock

    @activity.defn(name=activity_calls.EXTRACT.name)
    async def service_extract(self, request: ExtractRequest) -> Recognised:
        """What the customer's words told, where rules were not sure of them."""
        return await self._noted("extraction", request, self._models.extract)

    @activity.defn(name=activity_calls.WORD.name)
    async def service_word(self, request: SayRequest) -> Worded:
        """The words of a delivery."""
        timed = request.model_copy(update={"now": request.now or self._clock()})
        wait = self._patience.of_one_attempt(self._patience.within / WORDING)
        wait = replace(wait, spared=True)
        said = await self._noted("reply", timed, self._models.word, wait)
        if said.degraded:
            said = said.model_copy(update={"degraded": None})
        if said.refused:
            _log.info("service_call.words_refused", task_id=request.task_id, reason=said.refused)
            _count("service_words_refused_total", "Words of models not said", reason=said.refused)
        return said

    @activity.defn(name=activity_calls.CHOOSE_TOOL.name)
    async def service_choose_tool(self, request: ChooseToolRequest) -> ToolChosen:
        """One of a node's tools, for a node that lists them without calls."""
        told = request
        if self._tools is not None:
            known = await self._tools.described(request.tools)
            purposes = {name: purpose for name, (purpose, _) in known.items()}
            takes = {name: texts for name, (_, texts) in known.items()}
            told = request.model_copy(update={"purposes": purposes, "takes": takes})
        return await self._noted("tool", told, self._models.choose_tool)

    @activity.defn(name=activity_calls.MATCH.name)
    async def service_match(self, request: MatchRequest) -> Matched:
        """Which service the customer needs, where rules did not find just one."""
        return await self._noted("matching", request, self._models.match)

    @activity.defn(name=activity_calls.NAVIGATE.name)
    async def service_navigate(self, request: NavigateRequest) -> Navigated:
        """Asked once: a failure leaves the default."""
        wait = self._patience.of_one_attempt(DECISION)
        return await self._noted("navigator", request, self._models.navigate, wait)

    @activity.defn(name=activity_calls.SUMMARISE_CALL.name)
    async def service_summarise(self, request: SummariseCallRequest) -> CallSummary:
        """Older exchanges in a few sentences."""
        return await self._noted("summarizer", request, self._models.summarise)

    async def _noted(
        self,
        agent: str,
        request: _Request,
        ask: Callable[[_Request, Wait], Awaitable[_Answer]],
        wait: Wait | None = None,
    ) -> _Answer:
        patient = wait or self._patience.of_this_attempt()
        with app_errors():
            async with heartbeating():
                with overhearing() as heard:
                    try:
                        return await ask(request, patient)
                    finally:
                        if heard:
                            await self._note(request, self._lines(agent, request.step, heard))

    async def _note(self, request: AskedInCall, lines: Sequence[LogLine]) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(NOTING.total_seconds()):
                await self._call_log.note(request.task_id, lines)

    def _lines(self, agent: str, step: int, heard: Sequence[Overheard]) -> list[LogLine]:
        now = self._clock()
        return [
            LogLine(step=step, kind=kind, at=now, body={"agent": agent, **body}, private=private)
            for each in heard
            for kind, body, private in (
                (LogKind.MODEL_CALL, _asked(each), _prompts(each)),
                (LogKind.MODEL_ANSWER, _used(each), _content(each)),
            )
        ]


_Body = dict[str, JsonValue]


def _asked(heard: Overheard) -> _Body:
    call = heard.call
    asked: _Body = {"purpose": call.purpose, "provider": call.provider, "model": call.model}
    if heard.sent:
        sent = heard.sent[-1]
        asked |= {
            "temperature": sent.temperature,
            "max_tokens": sent.max_tokens,
            "json_mode": sent.structure,
            "tools": sent.tools,
            "requests": len(heard.sent),
        }
    return asked


def _prompts(heard: Overheard) -> _Body:
    """As they were sent last; the history stands in the user prompt, a repair behind it."""
    if not heard.sent:
        return {}
    (_, system), (_, user), *repair = heard.sent[-1].messages
    history: list[JsonValue] = [f"{role}: {content}" for role, content in repair]
    return {"system": system, "user": user, "history": history}


def _used(heard: Overheard) -> _Body:
    call = heard.call
    return {
        "outcome": call.outcome,
        "prompt_tokens": call.input_tokens,
        "completion_tokens": call.output_tokens,
        "total_tokens": call.input_tokens + call.output_tokens,
        "cost_cents": None if call.cost is None else round(float(call.cost) * _CENTS, _DECIMALS),
        "milliseconds": call.latency_ms,
    }


def _content(heard: Overheard) -> _Body:
    """What the model wrote; a tool that it chose stands in it."""
    return {"content": [sent.answer for sent in heard.sent]}


def _count(metric: str, meaning: str, **labels: str) -> None:
    if activity.in_activity():
        activity.metric_meter().create_counter(metric, meaning).add(1, labels)
