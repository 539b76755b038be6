"""A booked visit beside what else is said: notes, a further visit that is refused, a move."""

import pytest

from agents.service_calls.exchange import MadeTaskShown
from tests.agents.service_calls.plays import EXAMPLE, SLOT, Play

BOOKED = EXAMPLE[:4]
TUESDAY = "Bob Smith, tomorrow, Tue 24 Nov, 10:00–12:00"


async def booked() -> Play:
    play = Play()
    for each in BOOKED:
        await play.says(each)
    return play


@pytest.mark.parametrize(
    "said",
    [
        "the key is with the guard downstairs, and the kitchen light is broken so bring a torch",
        "tell him the gate lock is stuck, he has to ring me",
        "der Sicherungskasten ist im Keller, den Schlüssel hat der Hausmeister",
    ],
)
async def test_what_names_a_thing_behind_a_booking_is_a_note(said: str) -> None:
    play = await booked()
    await play.says(said)
    (task,) = play.tools.tasks.values()
    assert str(task["description"]).endswith(f"Note: {said}.")


async def test_the_appointment_is_not_read_out_again_behind_a_note() -> None:
    play = await booked()
    answer = await play.says("the key is with the guard downstairs, so ring him")
    assert answer == "I've passed that on. Anything else?"
    assert "Your appointment is" in await play.says("when is it again?")


async def test_a_further_visit_is_proposed_at_other_hours_unless_the_same_are_wished() -> None:
    play = await booked()
    assert "12:00–14:00" in await play.says("can you also send an electrician tomorrow?")
    assert "10:00–12:00" in await play.says("could she come tomorrow between 10 and 12 as well?")


async def test_hours_that_were_wished_hold_when_the_visit_is_moved_to_another_day() -> None:
    play = Play()
    for each in ("my bathroom tap drips, can somebody come tomorrow after 3?", *EXAMPLE[1:4]):
        await play.says(each)
    assert "Thu 26 Nov, 16:00–18:00" in await play.says("can we make it Thursday?")
    assert "Moved: Siti Rahman" in await play.says("yes")


async def test_a_further_visit_that_is_refused_is_dropped_and_the_first_one_stays() -> None:
    play = await booked()
    assert "electrician" in await play.says("can you also send an electrician?")
    answer = await play.says("no, I don't want an electrician")
    assert f"Still booked: {TUESDAY}" in answer
    assert "nothing is booked" not in answer.casefold()
    first, second = play.tools.tasks.values()
    assert (first["status"], second["status"]) == ("open", "cancelled")
    await play.says("please ring twice")
    assert "ring twice" in str(first["description"])


async def test_a_second_no_to_a_further_visit_drops_it() -> None:
    play = await booked()
    await play.says("and my roof leaks")
    assert f"Still booked: {TUESDAY}" in await play.says("no")
    assert f"Still booked: {TUESDAY}" in await play.says("no")
    first, second = play.tools.tasks.values()
    assert (first["status"], second["status"]) == ("open", "cancelled")
    assert len(play.tools.bookings) == 1


@pytest.mark.parametrize(
    "said",
    [
        "no then leave it at 10",
        "no, just keep my appointment tomorrow",
        "no",
        "never mind",
    ],
)
async def test_a_visit_that_is_to_be_moved_after_all_not_stays(said: str) -> None:
    play = await booked()
    before = dict(play.tools.bookings)
    assert "12:00–14:00" in await play.says("can we make it an hour later?")
    assert f"Then it stays as booked: {TUESDAY}" in await play.says(said)
    assert play.tools.bookings == before
    assert [task["status"] for task in play.tools.tasks.values()] == ["open"]


@pytest.mark.parametrize("said", ["is my plumber still coming tomorrow?", "kommt mein Klempner?"])
async def test_what_was_booked_before_is_told_to_who_asks(said: str) -> None:
    play = Play()
    play.trial.desk.open_visits = (MadeTaskShown(number="T-7", booked=SLOT),)
    assert "Bob Smith" in await play.says(said)
    assert not play.tools.tasks


async def test_where_nothing_is_booked_a_message_is_offered_and_nobody_is_sent() -> None:
    play = Play()
    assert "no visit booked" in await play.says("is my plumber still coming tomorrow?")
    again = await play.says("no I don't need another visit, just want to know about the plumber")
    assert "no visit booked" in again
    assert "number" in await play.says("yes")
    await play.says("555-1234")
    await play.says("John Doe")
    (task,) = play.tools.tasks.values()
    assert str(task["name"]).startswith("Call back: question about a booked visit")
    assert not play.tools.bookings


async def test_two_days_that_suit_are_both_kept() -> None:
    play = Play()
    play.tools.taken |= {f"2026-11-24T{hour}:00:00Z" for hour in (15, 17, 19, 21)}
    said = await play.says("my washing machine leaks. Tuesday or Thursday, mornings only")
    assert "Thu 26 Nov, 10:00–12:00 is free" in said


async def test_a_time_that_is_asked_for_first_is_told_before_the_number_is_asked() -> None:
    play = Play()
    first = await play.says("do you have something tomorrow late afternoon?")
    assert "A colleague" not in first
    said = await play.says("there is a crack in my wall")
    assert "Tue 24 Nov" in said
    assert "number" in said


async def test_all_visits_are_told_to_who_asks_about_them() -> None:
    play = await booked()
    for each in ("can you also send an electrician?", "yes"):
        await play.says(each)
    answer = await play.says("who is coming?")
    assert f"Siti Rahman, tomorrow, Tue 24 Nov, 12:00–14:00; {TUESDAY}" in answer


async def test_of_two_visits_the_one_that_is_named_is_moved_or_cancelled() -> None:
    play = await booked()
    await play.says("can you also send an electrician?")
    assert "Siti Rahman" in await play.says("yes")
    assert "Fri 27 Nov, 10:00–12:00, with Bob Smith" in await play.says("could Bob come on Friday?")
    assert "Moved: Bob Smith" in await play.says("yes")
    assert "Cancel this visit: Bob Smith" in await play.says("cancel the appointment")
    assert "Then it stays as booked: Bob Smith" in await play.says("no")
    assert "Still booked: Bob Smith" in await play.says("cancel T-1043")
    first, second = play.tools.tasks.values()
    assert (first["status"], second["status"]) == ("open", "cancelled")
