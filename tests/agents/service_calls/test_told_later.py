"""What a customer says once the task is made: it is updated, and makes no second one."""

import pytest

from agents.service_calls.exchange import CallEnd
from domain.messages import Attachment, MediaKind
from domain.tasks import Injected
from tests.agents.service_calls.plays import EXAMPLE, Play

BOOKED = EXAMPLE[:4]
UNSCHEDULED = (*EXAMPLE[:3], "no", "no")
CALLED_BACK = (*EXAMPLE[:3], "can I talk to a person?")


async def played(*words: str) -> Play:
    play = Play()
    for each in words:
        await play.says(each)
    return play


def description(play: Play) -> str:
    """Of the task that was made last."""
    return str(list(play.tools.tasks.values())[-1]["description"])


@pytest.mark.shows("calls A8 (2)")
@pytest.mark.parametrize("before", [BOOKED, UNSCHEDULED, CALLED_BACK])
@pytest.mark.parametrize(
    ("said", "noted"),
    [
        ("please ring twice", "Note: ring twice."),
        ("how much will it be?", "Note: asked: how much will it be."),
        ("my number is 555-9999", "Note: call 555-9999."),
        ("the address is 12 Elm Street", "Note: go to 12 Elm Street."),
        ("my name is Tom Doe", "Note: the caller's name is Tom Doe."),
    ],
)
async def test_what_is_told_after_the_task_was_made_is_added_to_it(
    before: tuple[str, ...], said: str, noted: str
) -> None:
    play = await played(*before)
    made, booked = len(play.tools.tasks), dict(play.tools.bookings)
    answer = await play.says(said)
    assert description(play).endswith(noted)
    assert (len(play.tools.tasks), play.tools.bookings) == (made, booked)
    assert "else?" in answer
    await play.says("no thanks")
    assert play.trial.over
    assert description(play).count(noted) == 1


@pytest.mark.shows("calls A8 (2)")
async def test_when_to_call_back_is_told_to_whoever_does() -> None:
    play = await played(*CALLED_BACK)
    assert "I've passed that on." in await play.says("rather tomorrow afternoon")
    assert description(play).endswith("Note: rather tomorrow afternoon.")
    assert play.trial.outcome is CallEnd.CALLBACK
    assert not play.tools.bookings


@pytest.mark.shows("calls A8 (2)")
@pytest.mark.parametrize("said", ["call me after 5 please", "please call me before noon"])
async def test_when_to_be_called_is_no_name(said: str) -> None:
    play = await played(*CALLED_BACK)
    await play.says(said)
    assert play.field("customer_name") == "John Doe"
    assert description(play).endswith(f"Note: {said}.")


@pytest.mark.shows("calls A8 (2)")
async def test_a_photo_behind_the_task_is_told_of() -> None:
    play = await played(*BOOKED)
    photo = Attachment(sha256="a" * 64, kind=MediaKind.IMAGE, mime_type="image/jpeg", size=9)
    play.trial.desk.heard.append(Injected(attachment=photo))
    await play.says("no thanks")
    assert description(play).endswith("Note: a photo was sent in the chat.")
    given = [each for each in play.tools.called if "photos" in each.arguments]
    assert [(each.tool, each.photos) for each in given] == [("task_note", "photos")]
    assert given[0].arguments["photos"] == [
        {"sha256": "a" * 64, "mime_type": "image/jpeg", "size": 9}
    ]


@pytest.mark.shows("calls A8 (3)")
async def test_a_photo_before_the_task_goes_with_it_and_only_with_the_first_one() -> None:
    play = await played(*EXAMPLE[:2])
    photo = Attachment(sha256="b" * 64, kind=MediaKind.IMAGE)
    play.trial.desk.heard.append(Injected(attachment=photo))
    for each in (*EXAMPLE[2:4], "and the gate lock is broken too"):
        await play.says(each)
    made = [each for each in play.tools.called if each.tool == "task_create"]
    assert ["photos" in each.arguments for each in made] == [True, False]


@pytest.mark.shows("calls A8 (3)")
async def test_a_photo_that_could_not_be_stored_holds_nothing_up() -> None:
    play = await played(*EXAMPLE[:2])
    play.trial.desk.heard.append(Injected(attachment=Attachment(remote="1", kind=MediaKind.IMAGE)))
    for each in EXAMPLE[2:4]:
        await play.says(each)
    assert len(play.tools.bookings) == 1
    assert not any("photos" in each.arguments for each in play.tools.called)


@pytest.mark.shows("calls A8 (2)")
async def test_a_time_is_agreed_on_after_the_task_was_left_without_one() -> None:
    play = await played(*UNSCHEDULED, "rather Friday afternoon", "yes")
    assert len(play.tools.tasks) == len(play.tools.bookings) == 1


@pytest.mark.parametrize("said", ["no", "bye"])
async def test_what_is_told_while_a_time_is_asked_for_is_passed_on_without_one(said: str) -> None:
    play = await played(*EXAMPLE[:3])
    assert "pass that on" in await play.says("it's the wall in the hall")
    assert "technician" in await play.says("how much will it be?")
    assert "Note" not in description(play)
    await play.says(said)
    while not play.trial.over:
        await play.says("no thanks")
    told = "Note: wall in the hall. Note: asked: how much will it be."
    assert description(play).endswith(told)


async def test_a_note_that_cannot_be_passed_on_ends_the_call_all_the_same() -> None:
    play = await played(*EXAMPLE[:3], "it's the wall in the hall")
    play.tools.failing.add("task_note")
    await play.says("bye")
    assert play.trial.over
    assert len(play.tools.hung_up) > 0
    assert play.field("hangup_status") == "success"


async def test_a_further_matter_gets_its_own_task() -> None:
    play = await played(*BOOKED, "and the gate lock is broken too")
    assert len(play.tools.tasks) == 2
    assert "Note" not in description(play)
