"""Interrupted wherever it awaits something, a chat goes on, saves once, and answers everybody.

This is a sample; ``python -m tests.workflows.interruptions`` does all.
"""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass

import pytest
from temporalio.testing import WorkflowEnvironment

from tests.workflows.interruptions import (
    DELIVER,
    MESSAGE,
    OF_ACTIVITIES,
    SCRIPTS,
    TIMER,
    By,
    Point,
    Script,
    Stage,
    album,
    continued,
    interrupted,
    recorded,
    sampled,
)


@dataclass
class Undisturbed:
    """Where a script awaited something, and which notes it kept."""

    points: list[Point]
    kept: list[str]


@pytest.fixture(scope="module")
async def stage(dev_server: WorkflowEnvironment) -> AsyncIterator[Stage]:
    """One set of workers for all cases: a case costs no more than its messages."""
    stage = Stage(dev_server)
    async with stage.open():
        yield stage


@pytest.fixture(scope="module")
async def undisturbed(stage: Stage) -> dict[Script, Undisturbed]:
    return {
        script: Undisturbed(await recorded(stage, script), stage.notes.texts) for script in SCRIPTS
    }


@pytest.fixture(scope="module")
def sample(undisturbed: Mapping[Script, Undisturbed]) -> dict[By, list[tuple[Script, Point]]]:
    return sampled({script: play.points for script, play in undisturbed.items()})


@pytest.mark.shows("platform 2")
@pytest.mark.parametrize("by", By)
async def test_the_promises_are_kept(
    stage: Stage, sample: Mapping[By, list[tuple[Script, Point]]], by: By
) -> None:
    complaints = {
        f"{script.__name__}, {point}": await interrupted(stage, script, point, by)
        for script, point in sample[by]
    }
    assert not {where: complaint for where, complaint in complaints.items() if complaint}


@pytest.mark.parametrize(("most", "scripts"), [(7, SCRIPTS[::2]), (25, SCRIPTS[1::2])])
async def test_a_new_run_in_the_middle_of_anything(
    stage: Stage, undisturbed: Mapping[Script, Undisturbed], most: int, scripts: tuple[Script, ...]
) -> None:
    """After so many events: after next to nothing, and in the middle."""
    complaints = {
        script.__name__: await continued(stage, script, most, undisturbed[script].kept)
        for script in scripts
    }
    assert not {where: complaint for where, complaint in complaints.items() if complaint}


async def test_each_kind_of_await_is_in_the_sample(
    sample: Mapping[By, list[tuple[Script, Point]]],
) -> None:
    kinds = {by: {point.kind for _, point in places} for by, places in sample.items()}
    for by in By:
        also = set[str]() if by is By.TASK_BREAKS else {DELIVER}
        others = set[str]() if by in OF_ACTIVITIES else {TIMER, MESSAGE}
        assert kinds[by] == {"activity"} | also | others


async def test_a_timer_is_met_while_it_runs(stage: Stage) -> None:
    """An album waits for more parts each time: what happens at its timer happens in every play."""
    assert not await interrupted(stage, album, Point(TIMER, 1), By.TALK)
    plan = stage.interruptions.plan
    assert plan is not None
    assert plan.reached.is_set()
