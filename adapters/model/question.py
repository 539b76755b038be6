"""One question to a model: what is asked, what an answer looks like, and who waits for it.

A question is asked with ``ModelGateway.ask``. Whoever asks builds it: the platform in
``understanding``, each agent in modules of its own.
"""

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Generic, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict

from domain.tools import ToolSpec
from domain.waiting import ASKS_ONCE, Wait

Json = str | int | float | bool | None | Sequence["Json"] | Mapping[str, "Json"]

A = TypeVar("A")
R = TypeVar("R")
WrittenT = TypeVar("WrittenT", bound="Written")


class Written(BaseModel):
    """What a model writes: closed objects with every key required, plain types and no decimals.

    Strict structured output takes that everywhere. Amounts and dates are text, since a JSON number
    has no exact decimals. What is listed in a question is named by its number, from 1: ids hold the
    number of the chat, which is nobody's business, and a model should not have to copy them.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


@dataclass(frozen=True)
class Form(Generic[A]):
    """The schema that a model has to fill in, and how what it wrote becomes an answer.

    ``read`` is given the JSON text and who wrote it (``provider:model``). It raises
    ``ValidationError`` for what does not fit the schema, and ``InvalidModelOutputError`` for what
    fits and means nothing: the model is then asked once more. Made by ``form``.
    """

    schema: type[Written]
    read: Callable[[str, str], A]


def form(schema: type[WrittenT], read: Callable[[WrittenT, str], A]) -> Form[A]:
    """``read`` makes an answer of a filled ``schema``; see ``Form`` for what it may raise."""
    return Form(schema, lambda text, writer: read(schema.model_validate_json(text), writer))


@dataclass(frozen=True)
class Shortening:
    """A list in the content of which items may be left out when the question is too long.

    ``first_kept`` are its indices, most important first; the first ``least`` of them always stay.
    """

    key: str
    first_kept: Sequence[int]
    least: int = 0


def newest_first(key: str, count: int) -> Shortening:
    """For lists in the order of time: the oldest item is left out first."""
    return Shortening(key, tuple(reversed(range(count))))


def outside_in(key: str, count: int) -> Shortening:
    """For printed lines: what counts stands at the top and near the end; the middle goes first."""
    order = tuple(n // 2 if n % 2 == 0 else count - 1 - n // 2 for n in range(count))
    return Shortening(key, order)


@dataclass(frozen=True)
class Picture:
    """Bytes that vision models take as they are; made by ``picture.picture``."""

    content: bytes
    mime_type: str


def _as_text(arguments: object) -> object:
    """Models that are not held to the schema often write the object itself."""
    return json.dumps(arguments) if isinstance(arguments, dict) else arguments


class WrittenCall(Written):
    name: str
    arguments: Annotated[str, BeforeValidator(_as_text)]
    """JSON text, valid or not: whoever carries the call out says what is wrong with it."""


class StepAnswer(Written):
    """What a model writes in a round: calls, or its words to the person."""

    reply: str
    calls: list[WrittenCall]


@dataclass(frozen=True)
class Called:
    """A call of an earlier round, and what came of it: ``result`` is data, shown cut to
    ``tokens``.
    """

    name: str
    arguments: str
    result: Mapping[str, Json]
    tokens: int


@dataclass(frozen=True)
class Exchange:
    """An earlier round: what the model said and called, and what the person said behind it."""

    said: str = ""
    calls: tuple[Called, ...] = ()
    heard: tuple[str, ...] = ()


@dataclass(frozen=True)
class ToolUse:
    """That a question is one round of several in which a model uses tools.

    The question's form is ``StepAnswer``. ``exchanges`` follow its content, oldest first; where
    they do not fit, results of older ones shrink before anything of the content is left out.
    """

    tools: tuple[ToolSpec, ...] = ()
    """Empty in a round in which only words are asked for."""
    exchanges: tuple[Exchange, ...] = ()


@dataclass(frozen=True)
class ModelQuestion(Generic[A]):
    """What to ask, and how an answer is checked before it counts.

    ``instructions`` are Steward's own words. ``content`` is everything that persons, papers and
    earlier conversation say: data, sent in a message of its own as one JSON document. The lists
    named in ``shortenings`` are shortened where it does not fit, in this order, the last one first.
    """

    purpose: str
    """Stands in logs and in the record of calls."""
    instructions: str
    content: Mapping[str, Json]
    form: Form[A]
    check: Callable[[A], A] = field(default=lambda answer: answer)
    """Gives back the answer with only what is supported, or raises ``InvalidModelOutputError``."""
    objection: Callable[[A], str] = field(default=lambda _answer: "")
    """Returns why an answer should be otherwise, for the model, which is asked once more. Empty
    where it may stay. The second answer is taken as ``check`` leaves it."""
    fallback: Callable[[], Awaitable[A]] | None = None
    """The answer by rules, when no model gives one. None: the failure is raised."""
    shortenings: tuple[Shortening, ...] = ()
    pictures: tuple[Picture, ...] = ()
    tool_use: ToolUse | None = None
    talk: bool = False
    """Free words for a person: the settings' temperature and length."""
    temperature: float = 0
    """Of what is no talk."""
    in_context: bool = False
    """What was said before and what goes on decides its answer: it has room for that."""
    input_tokens: int | None = None
    """The most that its input may have, where that is less than the settings allow."""
    user_id: str = ""
    """Whose question it is: for the record of calls and the budgets. No model sees it."""
    task_id: str = ""
    agent: str = ""
    round: int = 0
    """Of the agent's turn, from 1; 0 for what is no round."""
    wait: Wait = ASKS_ONCE
    """How long the caller waits, and whether it comes again."""


def by_rules(answer: Callable[[R], A], request: R) -> Callable[[], Awaitable[A]]:
    """The fallback of a question that rules can answer."""

    async def fallback() -> A:
        return answer(request)

    return fallback
