"""Interrupted wherever it awaits something, a chat goes on, saves once, and answers everybody.

This is a sample that meets every point; ``python -m tests.workflows.interruptions`` does all.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
from temporalio.testing import WorkflowEnvironment

from tests.workflows.interruptions import (
    DELIVER,
    MESSAGE,
    SCRIPTS,
    TIMER,
    By,
    Point,
    Script,
    Stage,
    album,
    continued,
    interrupted,
    note,
    recorded,
    sampled,
)

every_script = pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.__name__)

CONTINUED_AFTER = (7, 25)
"""Events of a run: after next to nothing, and in the middle."""


@dataclass
class Found:
    """Of a script that was played undisturbed: where it awaited something, and what was kept."""

    points: list[Point]
    kept: list[str]


Points = dict[str, Found]


@pytest.fixture(scope="module")
async def stage(dev_server: WorkflowEnvironment) -> AsyncIterator[Stage]:
    """One set of workers for all cases: a case costs no more than its messages."""
    stage = Stage(dev_server)
    async with stage.open():
        yield stage


@pytest.fixture(scope="module")
def found() -> Points:
    """By script, the points that its recorded history told."""
    return {}


async def points_in(script: Script, stage: Stage, found: Points) -> list[Point]:
    return (await undisturbed(script, stage, found)).points


async def undisturbed(script: Script, stage: Stage, found: Points) -> Found:
    if script.__name__ not in found:
        points = await recorded(stage, script)
        found[script.__name__] = Found(points, stage.notes.texts)
    return found[script.__name__]


@pytest.mark.shows("platform 2")
@every_script
@pytest.mark.parametrize("by", By)
async def test_the_promises_are_kept(stage: Stage, found: Points, script: Script, by: By) -> None:
    points = await points_in(script, stage, found)
    broken = {}
    for point in sampled(points, by):
        complaint = await interrupted(stage, script, point, by)
        if complaint:
            broken[str(point)] = complaint
    assert not broken


@every_script
async def test_a_new_run_in_the_middle_of_anything(
    stage: Stage, found: Points, script: Script
) -> None:
    expected = (await undisturbed(script, stage, found)).kept
    broken = {}
    for most in CONTINUED_AFTER:
        complaint = await continued(stage, script, most, expected)
        if complaint:
            broken[most] = complaint
    assert not broken


@every_script
async def test_every_point_is_in_the_sample(stage: Stage, found: Points, script: Script) -> None:
    points = await points_in(script, stage, found)
    assert {p for by in By for p in sampled(points, by)} == set(points)


async def test_points_of_every_kind_are_found(stage: Stage, found: Points) -> None:
    names = {p.what for script in (album, note) for p in await points_in(script, stage, found)}
    assert {TIMER, MESSAGE, DELIVER, "begin_conversation", "transcribe"} <= names


async def test_a_timer_is_met_while_it_runs(stage: Stage) -> None:
    """An album waits for more parts each time: what happens at its timer happens in every play."""
    assert not await interrupted(stage, album, Point(TIMER, 1), By.TALK)
    plan = stage.interruptions.plan
    assert plan is not None
    assert plan.reached.is_set()
