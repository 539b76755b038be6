"""Dialogues in a file, played on a graph without servers and compared with what it says."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from agents.service_calls.context import path
from agents.service_calls.exchange import CallEnd
from agents.service_calls.graph.shapes import Graph
from agents.service_calls.ports import CallRules
from agents.service_calls.trial import Trial, TrialBusiness, TrialService
from domain.errors import ConfigurationError


class _Written(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Says(_Written):
    """What the customer says (``later``: nothing, until the pause is over), and what comes of it.
    Texts are compared without regard to case.
    """

    says: str
    replies: tuple[str, ...] = ()
    """Each stands in the answer."""
    never: tuple[str, ...] = ()
    """None of these does."""
    node: str | None = None
    """Where the call is then; empty: over."""


class Customer(_Written):
    """Somebody whom the business knows already."""

    customer_id: str
    phone: str
    name: str = ""


class Dialogue(_Written):
    name: str
    step: tuple[Says, ...] = Field(min_length=1)
    path: tuple[str, ...] | None = None
    """All nodes at the end, in the order of their first run."""
    context: dict[str, JsonValue] = Field(default_factory=dict)
    """Fields at the end; others are not looked at."""
    outcome: CallEnd | None = None
    failing: tuple[str, ...] = ()
    """Tools that fail."""
    taken: tuple[datetime, ...] = ()
    """Beginnings of times that somebody books while the customer thinks."""
    booked: int | None = None
    """How many bookings there are at the end."""


class Dialogues(_Written):
    """A file of dialogues. ``now`` is when all of them take place."""

    now: datetime = datetime(2026, 11, 23, 17, tzinfo=UTC)
    timezone: str = "America/New_York"
    service: tuple[TrialService, ...] = ()
    """None: those of the sample data."""
    customer: tuple[Customer, ...] = ()
    dialogue: tuple[Dialogue, ...] = Field(min_length=1)


@dataclass(frozen=True)
class Played:
    path: tuple[str, ...]
    context: Mapping[str, JsonValue]
    replies: tuple[str, ...]
    """What each step was answered."""
    nodes: tuple[str, ...]
    """Where the call was behind each step; empty: over."""
    outcome: CallEnd
    bookings: int = 0


async def play(rules: CallRules, graph: Graph, file: Dialogues, dialogue: Dialogue) -> Played:
    """On the real engine, by rules, with a business in memory."""
    business = TrialBusiness(
        rules,
        file.service or sample_services(),
        file.now,
        file.timezone,
        customers={each.customer_id: each.model_dump() for each in file.customer},
        failing={*dialogue.failing},
    )
    trial = Trial(graph, rules, business, file.now, file.timezone)
    replies, nodes = list[str](), list[str]()
    for step in dialogue.step:
        if trial.state.proposed is not None:
            business.taken |= {f"{t.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" for t in dialogue.taken}
        replies.append(" ".join(await trial.says(step.says)))
        nodes.append(trial.state.node or "")
    return Played(
        path=path(trial.state.context),
        context=trial.state.context,
        replies=tuple(replies),
        nodes=tuple(nodes),
        outcome=trial.outcome,
        bookings=len(business.bookings),
    )


@cache
def sample_services() -> tuple[TrialService, ...]:
    """The catalog that our own tool server ships as a sample."""
    text = files("examples.service_tools").joinpath("sample.toml").read_text("utf-8")
    known = tomllib.loads(text)
    does = {skill: each["name"] for each in known["employees"] for skill in each["skills"]}
    return tuple(
        TrialService(
            name=each["name"],
            keywords=tuple(word for words in each["keywords"].values() for word in words),
            employee=does.get(each["name"], does["*"]),
        )
        for each in known["categories"]
    )


def read_dialogues(text: str, source: str) -> Dialogues:
    """Raises ``ConfigurationError``."""
    try:
        return Dialogues.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError(f"{source} is no TOML: {error}") from error
    except ValidationError as error:
        wrong = error.errors(include_url=False)[0]
        raise ConfigurationError(
            f"{source}: {'.'.join(map(str, wrong['loc']))}: {wrong['msg']}"
        ) from error


def differences(dialogue: Dialogue, played: Played) -> Iterator[str]:
    """What did not come out as the dialogue says."""
    answers = zip(dialogue.step, played.replies, played.nodes, strict=True)
    for n, (step, reply, node) in enumerate(answers, start=1):
        yield from (f"step {n}: {each}" for each in _of_step(step, reply, node))
    if dialogue.path is not None and dialogue.path != played.path:
        yield f"path: {' → '.join(played.path)}"
    for field, value in dialogue.context.items():
        if played.context.get(field) != value:
            yield f"context: {field} is {played.context.get(field)!r}, not {value!r}"
    if dialogue.outcome is not None and dialogue.outcome is not played.outcome:
        yield f"outcome: {played.outcome}, not {dialogue.outcome}"
    if dialogue.booked is not None and dialogue.booked != played.bookings:
        yield f"booked: {played.bookings}, not {dialogue.booked}"


def _of_step(step: Says, reply: str, node: str) -> Iterator[str]:
    heard = reply.casefold()
    for text in step.replies:
        if text.casefold() not in heard:
            yield f'"{text}" is not in the reply: {reply!r}'
    for text in step.never:
        if text.casefold() in heard:
            yield f'"{text}" is in the reply: {reply!r}'
    if step.node is not None and step.node != node:
        yield f'the call is at "{node}", not at "{step.node}"'
