"""What is not cancelled, begun anew or taken for a wish only because a word of it was said."""

import pytest

from agents.service_calls.exchange import CallEnd
from tests.agents.service_calls.plays import EXAMPLE, Play


async def offered() -> Play:
    play = Play()
    for words in EXAMPLE[:3]:
        await play.says(words)
    return play


async def booked() -> Play:
    play = await offered()
    assert "T-1042" in await play.says(EXAMPLE[3])
    return play


@pytest.mark.parametrize(
    "said", ["by the way I cancelled my gym plan last month", "they cancelled my flight today"]
)
@pytest.mark.parametrize(
    ("answer", "visits"), [("yes", 0), ("Yes, cancel it", 0), ("no", 1), ("No", 1)]
)
async def test_a_remark_about_cancelling_cancels_no_visit_without_a_yes(
    said: str, answer: str, visits: int
) -> None:
    play = await booked()
    assert "Cancel this visit: Bob Smith, tomorrow, Tue 24 Nov, 10:00–12:00?" in await play.says(
        said
    )
    shown = [choice.label for choice in play.trial.desk.choices]
    assert shown == ["Yes, cancel it", "No"]
    assert len(play.tools.bookings) == 1
    await play.says(answer)
    assert len(play.tools.bookings) == visits
    assert play.calls_of("task_cancel") == 1 - visits


@pytest.mark.parametrize("said", ["cancel", "please cancel that", "I want to cancel the visit"])
async def test_the_plain_command_cancels_at_once(said: str) -> None:
    play = await booked()
    await play.says(said)
    assert not play.tools.bookings
    assert play.trial.outcome is CallEnd.CANCELLED


async def test_who_asks_which_times_there_are_is_told_some_of_several_days() -> None:
    play = await offered()
    told = await play.says("which times do you have?")
    assert "Free: tomorrow, Tue 24 Nov, 10:00–12:00, 12:00–14:00; Wed 25 Nov, 10:00–12:00" in told
    assert "Bob Smith could come tomorrow, Tue 24 Nov, 10:00–12:00." in await play.says("yes")
    assert not play.tools.bookings
    await play.says("yes")
    assert len(play.tools.bookings) == 1
    assert play.calls_of("task_create") == 1


async def test_more_of_the_same_matter_makes_no_second_task() -> None:
    play = await offered()
    assert "I'll pass that on." in await play.says("it's the wall in the hall")
    assert play.field("customers_main_ask") == "drywall repair"
    await play.says("yes")
    assert (play.calls_of("task_create"), play.calls_of("task_cancel")) == (1, 0)
    (task,) = play.tools.tasks.values()
    assert "Note: wall in the hall." in str(task["description"])


async def test_a_place_is_no_matter_where_a_number_was_asked_for() -> None:
    play = Play()
    await play.says(EXAMPLE[0])
    await play.says("555-1234, near the garden")
    assert play.field("customers_main_ask") == "drywall repair"


async def test_a_day_of_which_more_is_told_is_not_wished_before_the_other_one() -> None:
    play = await offered()
    told = await play.says("no, rather Friday, Wednesday I have my exam")
    assert "Fri 27 Nov" in told


async def test_the_earlier_the_better_is_no_earlier_time() -> None:
    play = await offered()
    told = await play.says("the earlier the better")
    assert "Nobody is free" not in told
    assert "tomorrow, Tue 24 Nov, 10:00–12:00" in told


async def test_since_when_it_fails_is_no_wish() -> None:
    play = Play()
    told = await play.says("my wall is wet since this afternoon")
    assert "free" not in told
    assert play.state.wish is None


async def test_half_of_a_sentence_is_no_second_matter() -> None:
    play = Play()
    await play.says("Hallo, meine Heizung bleibt kalt, nur im Bad geht sie noch")
    assert play.state.further == []


async def test_what_is_said_beside_a_yes_is_passed_on_to_whoever_comes() -> None:
    play = await offered()
    told = await play.says("ok perfect, and bring a long ladder please")
    assert "I'll pass that on. Done, John." in told
    (task,) = play.tools.tasks.values()
    assert "Note: bring a long ladder please." in str(task["description"])
    assert len(play.tools.bookings) == 1
    assert play.state.notes == []


async def test_a_second_number_goes_into_the_task() -> None:
    play = Play()
    await play.says(EXAMPLE[0])
    await play.says("John Doe, 555-1234, after hours 555-9876")
    (task,) = play.tools.tasks.values()
    assert "Note: after hours 555-9876." in str(task["description"])
    assert play.field("customer_phone_number") == "555-1234"
