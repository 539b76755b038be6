"""Plays a scenario: a conversation in a file that can be read and written without Python.

The first line says what it is, each further line is one step, in order:

- what the person does: ``say`` (with ``reply_to``: words of the message replied to), ``photo``,
  ``album``, ``press`` (a button, ``on`` the last message with these words; ``twice``: at once);
- what a colleague does to the newest ticket: ``staff``;
- what must be seen since: ``see`` (words that one message has, all of them), with ``buttons`` (all
  its buttons), ``without`` (words that it must not have), ``times`` (how many such messages the
  whole chat has); ``messages`` (how many there are); ``alert`` (what the press was answered with);
- what must stand in the database: ``rows`` (what counts, by the fields that are named; ``~`` before
  a text: it is a part, in any case), ``drafts`` (their states);
- what happens meanwhile: ``hold`` and ``release`` (nothing is read, or understood, until then),
  ``down`` and ``up`` (the database, the channel, the model, a tool), ``kill`` and ``start`` (a
  process), ``hours`` (they pass), ``operator`` (cancels, with a ``reason``), ``model`` (what it
  answers from here on);
- what rules make of the words alone: ``reads`` beside ``say``.

``by`` names who does it or whose rows are meant, where there are several people. A step that looks
waits until all that was sent is dealt with; while something is held, down or killed, it waits for
what it looks for.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from tests.local.waiting import eventually

FOLDER = Path(__file__).parent
PATIENCE = 240.0
"""Seconds; a reading that was interrupted is noticed after ten, and then begins again."""


class Level(StrEnum):
    """Through how much of Steward a scenario is played."""

    RULES = "rules"
    """The words are read by rules; nothing else runs."""
    WORKFLOW = "workflow"
    """The real workflows on a Temporal server that skips time, on fakes behind the ports."""
    MODEL = "model"
    """The same, with a scripted model that takes the steps of a turn."""
    CHANNEL = "channel"
    """Real processes and a real database behind a server that speaks Telegram's protocol."""
    SOAK = "soak"
    """The same, but in ``make soak`` alone: nothing of it depends on these parts."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Picture(_Strict):
    """A photo of a receipt. ``id``: the same id is the same photo."""

    id: str = ""
    shop: str | None = "Kopi Pagi"
    total: str | None = "9.00"
    paid: str = "CASH"
    blurred: bool = False
    order: str = ""
    """A line that speaks to software; then it is no receipt."""


class Head(_Strict):
    """The first line. ``shows`` are ids of docs/criteria.toml."""

    title: str
    shows: tuple[str, ...] = ()
    play: tuple[Level, ...]
    agent: str = "expenses"
    language: str = "en"
    people: tuple[str, ...] = ("Ali",)
    """Several are in a group, of which the first is the admin."""
    customer: str = ""
    """The plan of a customer of the company, where support is asked."""


class ModelAnswers(_Strict):
    """What a scripted model makes of each message, whatever it says."""

    understands: Mapping[str, JsonValue]
    """The fields of one expense."""
    categorizes: str = "Food & Drink"
    decides: str = "request_amount"


class Step(_Strict):
    """One line; see the docstring of this file."""

    by: str = ""
    say: str | None = None
    reply_to: str | None = None
    reads: tuple[Mapping[str, JsonValue], ...] | None = None
    photo: Picture | None = None
    album: tuple[Picture, ...] = ()
    press: str | None = None
    on: str | None = None
    twice: bool = False
    staff: str | None = None

    see: tuple[str, ...] = ()
    buttons: tuple[str, ...] | None = None
    without: tuple[str, ...] = ()
    times: int | None = None
    messages: int | None = None
    alert: str | None = None
    rows: tuple[Mapping[str, JsonValue], ...] | None = None
    drafts: tuple[str, ...] | None = None

    hold: str | None = None
    release: str | None = None
    down: str | None = None
    up: str | None = None
    kill: str | None = None
    start: str | None = None
    hours: float | None = None
    operator: str | None = None
    reason: str = ""
    model: ModelAnswers | None = None
    note: str = Field("", description="for the reader")


@dataclass(frozen=True)
class Scenario:
    name: str
    head: Head
    steps: tuple[Step, ...]

    def __str__(self) -> str:
        return self.name

    @property
    def has_model(self) -> bool:
        return any(step.model is not None or step.down == "model" for step in self.steps)

    @property
    def skips_time(self) -> bool:
        return any(step.hours for step in self.steps)


def parse(path: Path) -> Scenario:
    """Raises ``ValidationError`` for a line that is none."""
    first, *others = [line for line in path.read_text().splitlines() if line.strip()]
    steps = tuple(Step.model_validate_json(line) for line in others)
    return Scenario(path.stem, Head.model_validate_json(first), steps)


def scenarios(level: Level, agent: str = "expenses") -> list[Scenario]:
    found = [parse(path) for path in sorted(FOLDER.rglob("*.jsonl"))]
    return [one for one in found if level in one.head.play and one.head.agent == agent]


@dataclass(frozen=True)
class Screen:
    """A message as the person sees it now."""

    text: str
    buttons: tuple[str, ...]
    handle: object
    """What the stage knows it by."""


class Stage(Protocol):
    """A chat of one person at one level."""

    async def say(self, text: str, reply_to: Screen | None) -> None: ...

    async def send(self, pictures: Sequence[Picture]) -> None:
        """Returns when a held reading has begun."""

    async def press(self, screen: Screen, label: str) -> str | None:
        """Returns what the press was answered with, where the level shows that."""

    def screens(self) -> Sequence[Screen]:
        """All that was shown, the oldest first, as it stands now."""
        ...

    async def settle(self) -> None:
        """Waits until all that was sent is dealt with, and everything was shown."""

    async def hear(self) -> None:
        """Waits until all that was sent has arrived, though work on it may go on."""

    async def rows(self) -> Sequence[Mapping[str, object]]: ...

    async def drafts(self) -> Sequence[str]: ...

    async def happen(self, step: Step) -> str | None:
        """Does what a step says that others do, or that happens meanwhile; the answer to it, where
        there is one.
        """


@dataclass
class Play:
    """Plays one scenario on a stage for each person."""

    stages: Mapping[str, Stage]
    since: dict[str, int] = field(default_factory=dict)
    disturbed: set[str] = field(default_factory=set)
    """What is held, down or killed."""
    waits: bool = False
    """What is looked for may come later: others than the person have a part in it."""
    alert: str | None = None
    unsettled: bool = False

    async def run(self, scenario: Scenario) -> None:
        for number, step in enumerate(scenario.steps, 2):
            try:
                await self._take(step)
            except Exception as error:
                shown = [s.text for s in self._stage(step).screens()]
                rows = [dict(row) for row in await self._stage(step).rows()]
                line = json.dumps(step.model_dump(mode="json", exclude_defaults=True))
                error.add_note(f"{scenario.name}.jsonl:{number}: {line}\n{shown}\n{rows}")
                raise

    def _stage(self, step: Step) -> Stage:
        return self.stages[step.by] if step.by else next(iter(self.stages.values()))

    async def _take(self, step: Step) -> None:
        stage = self._stage(step)
        happens = (step.hold, step.down, step.kill)
        ends = (step.release, step.up, step.start)
        if any(happens) or any(ends) or step.hours or step.operator or step.model is not None:
            if step.release or step.operator:
                await stage.hear()
            self._begin(stage, step)
            await stage.happen(step)
            # Without a model the chat works as ever.
            self.disturbed |= {each for each in happens if each and each != "model"}
            self.disturbed -= {each for each in ends if each}
        elif step.photo or step.album or {step.say, step.press, step.staff} != {None}:
            await self._act(stage, step)
        else:
            await self._look(stage, step)

    def _begin(self, stage: Stage, step: Step) -> None:
        if not self.unsettled:
            self.since[step.by] = len(stage.screens())
        self.unsettled = True

    async def _act(self, stage: Stage, step: Step) -> None:
        if not self.disturbed:
            await stage.settle()
            self.unsettled = False
        self._begin(stage, step)
        if step.say is not None:
            await stage.say(step.say, self._find(stage, step.reply_to) if step.reply_to else None)
        elif step.press is not None:
            screen = self._find(stage, step.on or "", label=step.press)
            label = next(each for each in screen.buttons if step.press in each)
            self.alert = await stage.press(screen, label)
            if step.twice:
                await stage.press(screen, label)
        elif step.staff:
            self.alert = await stage.happen(step)
        else:
            await stage.send([step.photo] if step.photo else step.album)

    @staticmethod
    def _find(stage: Stage, words: str, label: str = "") -> Screen:
        """The last message with these words and a button of this label."""
        for screen in reversed(stage.screens()):
            if words in screen.text and (not label or any(label in b for b in screen.buttons)):
                return screen
        raise AssertionError(f"no button {label!r} on a message with {words!r}")

    async def _look(self, stage: Stage, step: Step) -> None:
        if not self.disturbed:
            await stage.settle()
            self.unsettled = False
        if self.disturbed or self.waits:
            await self._wait_for(stage, step)
        elif step.rows is not None:
            assert _are_as(await stage.rows(), step.rows)
        shown = stage.screens()[self.since.get(step.by, 0) :]
        if step.see and step.times is None:
            found = [s for s in shown if all(words in s.text for words in step.see)]
            assert found, f"no message has {step.see}"
            if step.buttons is not None:
                assert found[-1].buttons == step.buttons
            assert not [w for w in step.without if w in found[-1].text]
        if step.times is not None:
            assert _having(stage.screens(), step.see) == step.times
        if step.messages is not None:
            assert len(shown) == step.messages
        if step.alert is not None:
            assert step.alert in (self.alert or "")
        if step.drafts is not None:
            assert tuple(await stage.drafts()) == step.drafts

    async def _wait_for(self, stage: Stage, step: Step) -> None:
        async def is_there() -> bool:
            shown = stage.screens()[self.since.get(step.by, 0) :]
            seen = (
                _having(shown, step.see) or not step.see
                if step.times is None
                else _having(stage.screens(), step.see) == step.times
            )
            return bool(seen) and (step.rows is None or _are_as(await stage.rows(), step.rows))

        await eventually(is_there, PATIENCE)


def _having(screens: Sequence[Screen], words: Sequence[str]) -> int:
    """How many messages have all of these words."""
    return sum(all(each in screen.text for each in words) for screen in screens)


def _are_as(
    rows: Sequence[Mapping[str, object]], wanted: Sequence[Mapping[str, JsonValue]]
) -> bool:
    """Whether there are just these rows, in order, as far as their fields are named."""
    return len(rows) == len(wanted) and all(
        _is_as(row.get(name), value)
        for row, expected in zip(rows, wanted, strict=True)
        for name, value in expected.items()
    )


def _is_as(found: object, wanted: JsonValue) -> bool:
    match found, wanted:
        case Decimal(), str():
            return found == Decimal(wanted)
        case str(), str() if wanted.startswith("~"):
            return wanted[1:].casefold() in found.casefold()
        case _:
            return found == wanted
