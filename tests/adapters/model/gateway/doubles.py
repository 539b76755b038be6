"""Small working stand-ins for the ports that the gateway needs."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeVar

from adapters.model.provider import bounded
from adapters.model.question import A, ModelQuestion
from domain.errors import AppError
from domain.understanding import (
    Act,
    ActKind,
    Conversed,
    ConverseRequest,
    Summarised,
    SummariseRequest,
    Topic,
    UnderstandRequest,
    Understood,
)
from domain.usage import ModelCall, Spent
from tests.model_server.payloads import (
    Payload,
    act,
    conversed,
    copied,
    picked,
    summarised,
    understood,
)
from tests.toy.model import Picked, PickRequest

Answer = TypeVar("Answer")

GENERAL = Act(kind=ActKind.GENERAL)


@dataclass
class FakeClock:
    now: float = 1_000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Calls:
    """Keeps recorded calls; fails instead when given an error."""

    kept: list[ModelCall] = field(default_factory=list)
    error: AppError | None = None

    async def record(self, call: ModelCall) -> None:
        if self.error:
            raise self.error
        self.kept.append(call)


@dataclass
class Books:
    """Implements ``Spending``; ``asked`` keeps the look-ups."""

    by: dict[str | None, Spent] = field(default_factory=dict)
    error: AppError | None = None
    hold: asyncio.Event | None = None
    asked: list[tuple[str | None, datetime]] = field(default_factory=list)

    async def spent(self, user_id: str | None, since: datetime) -> Spent:
        self.asked.append((user_id, since))
        if self.hold:
            await self.hold.wait()
        if self.error:
            raise self.error
        return self.by.get(user_id, Spent())


def _answers() -> dict[str, Payload]:
    return {
        "UnderstandAnswer": understood(act("general")),
        "PickAnswer": picked("bread"),
        "CopyAnswer": copied(),
        "ConverseAnswer": conversed("Fine!"),
        "SummariseAnswer": summarised("Nothing much."),
    }


@dataclass
class Model:
    """Answers every question as its schema's name says, or raises. ``asked`` counts."""

    name: str
    error: Exception | None = None
    answers: dict[str, Payload] = field(default_factory=_answers)
    before: Callable[[], None] = lambda: None
    hold: asyncio.Event | None = None
    timeout: timedelta = timedelta(seconds=25)
    asked: int = 0

    async def ask(self, question: ModelQuestion[A], within: timedelta) -> A:
        self.asked += 1
        self.before()
        async with bounded(self.name, within, self.timeout):
            if self.hold:
                await self.hold.wait()
        if self.error:
            raise self.error
        payload = self.answers[question.form.schema.__name__]
        return question.form.read(json.dumps(payload), self.name)

    async def aclose(self) -> None: ...


@dataclass
class Engine:
    """Rules that answer every question the same way. ``asked`` counts."""

    name: str = "offline"
    asked: int = 0

    def said(self, answer: Answer) -> Answer:
        self.asked += 1
        return answer

    def understand(self, request: UnderstandRequest) -> Understood:
        del request
        return self.said(Understood(acts=(GENERAL,), engine=self.name))

    def pick(self, request: PickRequest) -> Picked:
        return self.said(Picked(note=request.offered[0], reason=self.name))

    def converse(self, request: ConverseRequest) -> Conversed:
        del request
        return self.said(Conversed(topic=Topic.NO_FREE_CHAT))

    def summarise(self, request: SummariseRequest) -> Summarised:
        del request
        return self.said(Summarised(summary=self.name))
