"""What a customer says before it is asked for, and what they say that is no answer."""

import pytest

from agents.service_calls.exchange import CallEnd
from tests.agents.service_calls.plays import Play

LEAK = "my kitchen sink leaks"


async def played(*words: str) -> tuple[Play, list[str]]:
    play = Play()
    return play, [await play.says(each) for each in words]


@pytest.mark.parametrize(
    ("wish", "offered"),
    [
        ("thursday, not before 10", "Thu 26 Nov, 10:00"),
        ("not tuesdays", "Wed 25 Nov, 10:00"),
        ("as early as possible, not tuesdays", "Wed 25 Nov, 10:00"),
        ("not before 3", "Tue 24 Nov, 16:00"),
        ("tuesday 10:30", "could come tomorrow, Tue 24 Nov, 10:00"),
        ("lieber nicht dienstags, donnerstag nachmittag", "26. Nov., 14:00"),
        ("jangan hari selasa, khamis petang", "26 Nov, 14:00"),
    ],
)
async def test_a_time_wished_while_the_number_is_asked_for_is_what_is_proposed(
    wish: str, offered: str
) -> None:
    play, said = await played(LEAK, wish)
    assert "number" in said[1] or "Nummer" in said[1] or "nombor" in said[1].lower()
    assert "short" not in said[1]
    assert not {"Plan", "ASK_FOR_PHONE_NUMBER"} & set(play.ran)
    proposal = [await play.says(each) for each in ("555-0199", "Joe Tan")][-1]
    assert offered in proposal


async def test_a_time_wished_while_the_name_is_asked_for_is_no_name() -> None:
    _, said = await played(LEAK, "555-0199", "friday afternoon", "Joe")
    assert "name" in said[2]
    assert "Fri 27 Nov, 14:00" in said[3]


async def test_a_day_that_is_ruled_out_is_not_proposed_and_may_be_wished_later() -> None:
    _, said = await played(LEAK, "555-0199", "Joe", "not tuesday", "ok then tuesday", "yes")
    assert "Tue 24 Nov" in said[2]
    assert "Wed 25 Nov" in said[3]
    assert "Tue 24 Nov" in said[4]
    assert said[5].startswith("Done, Joe.")


@pytest.mark.parametrize(
    ("answers", "offered"),
    [
        (("555-0199, any day but Tuesday", "Joe"), "Wed 25 Nov, 10:00"),
        (("555-0199", "Joe, I can't do Tuesday or Wednesday"), "Thu 26 Nov, 10:00"),
        (("on thursday", "in the afternoon, please", "555-0199", "Joe"), "Thu 26 Nov, 14:00"),
        (("only after 4 please", "thursday?", "555-0199", "Joe"), "Thu 26 Nov, 16:00"),
        (("next week", "555-0199", "Joe", "rather wednesday"), "Wed 2 Dec, 10:00"),
        (("after 4", "as soon as possible", "555-0199", "Joe"), "Tue 24 Nov, 10:00"),
    ],
)
async def test_what_was_wished_before_is_kept(answers: tuple[str, ...], offered: str) -> None:
    _, said = await played(LEAK, *answers)
    assert offered in said[-1]


@pytest.mark.parametrize("wish", ["after 5", "friday after 5"])
async def test_the_nearest_time_is_near_by_the_clock(wish: str) -> None:
    _, said = await played(LEAK, wish, "555-0199", "Joe")
    assert said[1].startswith("Nobody is free then; the nearest is")
    assert "16:00–18:00" in said[1]
    assert "16:00–18:00" in said[3]


async def test_later_than_what_is_proposed_is_not_that_again() -> None:
    _, said = await played(LEAK, "after 4", "555-0199", "Joe", "a bit later please")
    assert "Tue 24 Nov, 16:00" in said[3]
    assert "Wed 25 Nov, 10:00" in said[4]


@pytest.mark.parametrize(
    "words",
    [
        ("when can you come? my kitchen sink leaks",),
        ("when can you come to fix my sink?",),
        ("when could you come?", LEAK),
        ("wann könnt ihr kommen? mein Wasserhahn tropft",),
        ("bila boleh datang? paip dapur saya bocor",),
    ],
)
async def test_times_that_are_asked_for_first_are_told(words: tuple[str, ...]) -> None:
    play, said = await played(*words)
    assert "10:00–12:00" in said[-1]
    assert play.state.node == "Try_To_Gather_Customers_Data"
    assert not play.state.questions


async def test_without_a_matter_the_times_depend_on_it() -> None:
    _, said = await played("when could you come?")
    assert said[0].endswith("That depends on the job. What needs to be done?")


async def test_a_wish_that_nobody_can_meet_is_said_with_what_is_nearest() -> None:
    _, said = await played(LEAK, "on sunday", "555-0199", "Joe", "rather on sunday")
    assert said[1].startswith("Nobody is free then; the nearest is Mon 30 Nov")
    assert said[3].startswith("Thanks, Joe. Siti Rahman could come Mon 30 Nov")
    assert said[4].startswith("Nobody is free then. The nearest is Mon 30 Nov")


async def test_a_language_that_is_set_in_the_middle_of_a_call_is_spoken_from_then_on() -> None:
    play = Play()
    await play.says("my sink leaks")
    german = play.trial.desk.person.model_copy(update={"locale": "de_DE"})
    play.trial.desk.person = german
    assert "Name" in await play.says("555-1234")
    assert "Passt das?" in await play.says("Jonas Klein")


async def test_no_visit_is_offered_to_whoever_calls_one_off() -> None:
    play = Play()
    assert "A colleague will call you back" in await play.says("can I cancel the plumber?")
    await play.says("555-1234")
    await play.says("Joe Tan")
    assert not play.tools.bookings


async def test_what_is_wrong_may_be_told_behind_the_matter() -> None:
    _, said = await played("can someone fix my toilet, it's clogged")
    assert said[0].startswith("Hello! Sorry to hear that. I'll book a plumber.")


async def test_the_number_of_a_task_is_not_read_aloud() -> None:
    play, _ = await played(LEAK, "555-0199", "Joe")
    play.trial.desk.spoken = True
    said = await play.says("yes")
    assert said == "Done, Joe. Siti Rahman comes tomorrow, Tue 24 Nov, 10:00–12:00. Anything else?"


@pytest.mark.parametrize("asked", ["what's the earliest?", "when could somebody come?"])
async def test_the_earliest_time_is_told_before_the_number(asked: str) -> None:
    play, said = await played(LEAK, asked)
    assert "The earliest is tomorrow, Tue 24 Nov, 10:00–12:00." in said[1]
    assert said[1].endswith("number can they reach you on?")
    assert not play.tools.customers
    await play.says("555-0199")
    assert "Tue 24 Nov" in await play.says("Joe")
    assert "Done, Joe." in await play.says("ok take that")
    assert play.trial.outcome is CallEnd.BOOKED


async def test_where_the_calendar_is_away_it_is_said_when_the_times_are_told() -> None:
    play = Play()
    play.tools.failing_once = ["person_calendar_free"]
    await play.says(LEAK)
    assert "as soon as I have your number" in await play.says("what's the earliest?")
    await play.says("555-0199")
    assert "Tue 24 Nov" in await play.says("Joe")


async def test_an_address_is_no_number_and_reaches_the_task() -> None:
    play, said = await played(LEAK, "12 Harbour Street, apt 4", "555-0199", "Joe", "yes")
    assert said[1].startswith("12 Harbour Street, apt 4, noted. Which number")
    assert ", to 12 Harbour Street, apt 4. Does that work?" in said[3]
    assert ", to 12 Harbour Street, apt 4 (T-" in said[4]
    (task,) = play.tools.tasks.values()
    assert "Address: 12 Harbour Street, apt 4." in str(task["description"])


async def test_an_address_beside_a_wish_for_a_time_is_kept() -> None:
    play, said = await played(
        LEAK, "555-0199", "Joe", "12 Harbour Street, apt 4. thursday is better"
    )
    assert "Thu 26 Nov" in said[3]
    assert play.field("visit_address") == "12 Harbour Street, apt 4"
    assert "to 12 Harbour Street, apt 4" in await play.says("yes")


async def test_a_name_beside_the_number_is_not_asked_for_again() -> None:
    play, said = await played(LEAK, "5550199 joe")
    assert play.field("customer_name") == "Joe"
    assert "name" not in said[1]


@pytest.mark.parametrize(
    "words",
    [
        "how much did I spend this week?",
        "did I spend anything on the house last month?",
        "this leak has cost me how much",
        "coffee 4",
        "wie viel habe ich diese Woche ausgegeben?",
        "berapa banyak saya belanja minggu ini",
    ],
)
async def test_what_is_about_money_spent_goes_to_whoever_it_is_for(words: str) -> None:
    play, _ = await played(LEAK)
    play.trial.desk.with_others = True
    assert not await play.says(words)
    assert play.trial.desk.passed_on == [words]
    assert play.field("customers_main_ask") == "kitchen sink leaks"
    assert "ASK_FOR_PHONE_NUMBER" not in play.ran
    assert "name" in await play.says("555-0199")


async def test_what_a_visit_costs_is_asked_of_the_business() -> None:
    play, said = await played(LEAK, "how much will it be?")
    assert not play.trial.desk.passed_on
    assert "colleague" in said[1]


async def test_the_matter_is_what_is_wrong_and_not_what_is_told_beside_it() -> None:
    play, said = await played("cried about a pipe lol, my kitchen sink leaks")
    assert play.field("customers_main_ask") == "kitchen sink leaks"
    assert "cried" not in said[0]


@pytest.mark.parametrize("words", ["never mind, fixed it", "hat sich erledigt", "tak jadilah"])
async def test_who_needs_nobody_any_more_is_let_go(words: str) -> None:
    play, _ = await played(LEAK, words)
    assert play.state.node is None
    assert not play.tools.tasks


@pytest.mark.parametrize("words", ["ok take that", "the first one", "I'll take it"])
async def test_the_time_that_is_proposed_is_taken(words: str) -> None:
    play, _ = await played(LEAK, "555-0199", "Joe", words)
    assert len(play.tools.bookings) == 1


async def test_a_catalog_that_is_away_at_first_is_asked_again_when_the_number_is_known() -> None:
    play = Play()
    play.tools.failing = {"setting_list"}
    said = await play.says(LEAK)
    assert "trouble" not in said
    assert said.endswith("Which number can they reach you on?")
    play.tools.failing = set()
    await play.says("555-0199")
    assert "Siti Rahman" in await play.says("Joe")
    assert play.field("matching_service_catalog_to_solve_customers_issue") == "Plumbing"


async def test_a_catalog_that_stays_away_is_said_and_somebody_comes_to_look() -> None:
    play = Play()
    play.tools.failing = {"setting_list"}
    await play.says(LEAK)
    await play.says("555-0199")
    said = await play.says("Joe")
    assert "can't reach our list of services" in said
    assert "have a look" in said
    assert play.field("customers_main_ask") == "kitchen sink leaks"
