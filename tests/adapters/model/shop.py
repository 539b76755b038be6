"""A small agent with tools, and turns of it, for tests of the models."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Annotated

from pydantic import Field, JsonValue

from adapters.model.gateway import ModelGateway
from adapters.model.openai.client import openai_provider
from adapters.model.openai.config import OpenAIConfig
from adapters.model.steps import Moderator, Steps
from domain.history import Entry, Speaker
from domain.messages import Frozen
from domain.tools import (
    Arguments,
    Effect,
    Heard,
    Round,
    Step,
    StepRequest,
    Tool,
    ToolCall,
    ToolResult,
)
from tests.adapters.model.gateway.doubles import Calls
from tests.adapters.model.questions import PERSON

TASK = "conversation:terminal:chat-zuleika/shop/1"
AT = datetime(2026, 3, 2, tzinfo=UTC)


class FindThings(Arguments):
    words: str
    most: Annotated[int, Field(ge=1, le=10)] = 5


class TakeThing(Arguments):
    thing_id: str


class Things(Frozen):
    rows: tuple[str, ...] = ()


FIND = Tool("find_things", "Finds things by words.", FindThings, Things, Effect.READ)
TAKE = Tool("take_thing", "Takes one of them.", TakeThing, Things, Effect.WRITE)


@dataclass
class Rules:
    """Says what it was asked for; ``asked`` counts."""

    asked: int = 0

    def step(self, request: StepRequest) -> Step:
        self.asked += 1
        return Step(topic="by_rules", content=request.round, engine="rules")


@dataclass(frozen=True)
class Kit:
    rules: Rules = field(default_factory=Rules)
    instructions: str = "You keep the shop, and find things for people."
    tools: tuple[tuple[Tool, object], ...] = ((FIND, None), (TAKE, None))

    def check(self, request: StepRequest, step: Step) -> Step:
        del request
        return step

    def objection(self, request: StepRequest, step: Step) -> str:
        del request, step
        return ""


def steps(
    *configs: OpenAIConfig,
    kit: Kit | None = None,
    calls: Calls | None = None,
    moderator: Moderator | None = None,
) -> Steps:
    gateway = ModelGateway([openai_provider(c) for c in configs], calls or Calls())
    return Steps(gateway, {"shop": kit or Kit()}, moderator)


def asked(text: str = "find me pens", *rounds: Round, **changed: object) -> StepRequest:
    told = {
        "person": PERSON,
        "agent": "shop",
        "task_id": TASK,
        "round": len(rounds) + 1,
        "rounds_left": 9 - len(rounds),
        "today": date(2026, 3, 2),
        "said": (Heard(message_id="m1", text=text),),
        "rounds": rounds,
        "tools": ("find_things", "take_thing"),
    }
    return StepRequest.model_validate({**told, **changed})


def called(name: str, arguments: str, value: JsonValue, number: int = 1) -> Round:
    """A round with one call that went well."""
    call = ToolCall(call_id=f"{TASK}/t1/r{number}/c1", name=name, arguments=arguments)
    return Round(calls=(call,), results=(ToolResult(call_id=call.call_id, value=value),))


def things(count: int, words: int = 12) -> JsonValue:
    """A result with rows of about twice as many tokens as words."""
    return {
        "rows": [
            {"id": f"T-{n}", "text": f"{n} " + "nice thing " * words, "unit": "box"}
            for n in range(count)
        ]
    }


def said_before(count: int, words: int = 40) -> tuple[Entry, ...]:
    return tuple(
        Entry(speaker=Speaker.PERSON, text=f"{n} " + "talk " * words, at=AT) for n in range(count)
    )
