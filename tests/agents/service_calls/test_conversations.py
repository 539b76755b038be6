"""Calls as people make them, by rules alone: what was said last, and what is booked in the end."""

from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

import pytest

from agents.service_calls.exchange import CallEnd
from tests.agents.service_calls.plays import ZONE, Play


class Ends(NamedTuple):
    """``tasks``: services of the tasks that are not cancelled; ``times``: what is booked, as day
    of the month and hour; ``said``: in the last answer but one.
    """

    name: str
    tasks: tuple[str, ...]
    times: tuple[str, ...] = ("24 10",)
    outcome: CallEnd = CallEnd.BOOKED
    priority: str = "normal"
    said: str = ""


CALLS: tuple[tuple[Ends, tuple[str, ...]], ...] = (
    (
        Ends("Dolores Vega", ("Appliance Repair", "Locksmith"), ("24 10", "24 12")),
        (
            "my dishwasher is dead and also the bathroom door lock is jammed",
            "555-0111",
            "Dolores Vega",
            "yes",
            "yes",
            "no",
        ),
    ),
    (
        Ends("Mike Obrien", ("Plumbing",)),
        (
            "helo my kichen sink is leeking realy bad",
            "212 555 0147",
            "its mike obrien",
            "yea go ahead",
            "nope thats all",
        ),
    ),
    (
        Ends("Ty", ("Air Conditioning",)),
        (
            "yo my AC is busted bro",
            "555-0126",
            "its Ty",
            "okay lets do it",
            "nah im good",
        ),
    ),
    (
        Ends("Oksana Petrenko", ("Cleaning",)),
        (
            "how much do you charge for cleaning a 3 bedroom house?",
            "555-0174",
            "Oksana Petrenko",
            "yes",
            "no",
        ),
    ),
    (
        Ends("Will", ("Lawn Care",)),
        (
            "lawn mowing please",
            "555-0189",
            "Will",
            "yes",
            "no",
        ),
    ),
    (
        Ends("Tanya", ("Appliance Repair",), ("25 10",)),
        (
            "please fix my oven",
            "555-0178",
            "Tanya",
            "not tomorrow, day after",
            "great",
            "no",
        ),
    ),
    (
        Ends("John Smith", ("Roofing",)),
        (
            "roof tiles came off",
            "555-0160",
            "Jon Smyth",
            "sorry, it's spelled John Smith",
            "yes",
            "no",
        ),
    ),
    (
        Ends("Javier", ("Painting",), said="noted"),
        (
            "my kitchen wall needs new paint",
            "555-0130",
            "Xavier",
            "yes",
            "my name is Javier, not Xavier",
            "no",
        ),
    ),
    (
        Ends("Eleanor Rigby-Jones", ("Pest Control",), said="what else"),
        (
            "I have ants everywhere",
            "555-0187",
            "Mrs. Eleanor Rigby-Jones",
            "lovely",
            "yes",
            "no, thank you dear",
        ),
    ),
    (
        Ends("Li Wei", (), (), CallEnd.CANCELLED, said="cancelled"),
        (
            "garden hedge needs trimming",
            "555-0164",
            "Li Wei",
            "yes",
            "actually never mind, cancel it",
            "bye",
        ),
    ),
    (
        Ends("Ann", ("Electrical",), priority="urgent"),
        (
            "there are sparks coming out of the socket and it's burning!!",
            "555-0167",
            "Ann",
            "yes",
            "no",
        ),
    ),
    (
        Ends("Ursula von der Heide", ("Appliance Repair",), said="Booked"),
        (
            "Good afternoon. I need help: since last Tuesday the fridge hums, nothing stays cold.",
            "917-555-0127",
            "Dr. Ursula von der Heide",
            "That would be wonderful, thank you",
            "No, that will be all.",
        ),
    ),
    (
        Ends("Dan", ("Cleaning",), ("01 10",)),
        (
            "schedule a deep cleaning of my flat",
            "555-0212",
            "Dan from Acme Inc.",
            "first week of december please",
            "yes",
            "no",
        ),
    ),
    (
        Ends("Karl", ("Air Conditioning", "Locksmith"), ("24 10", "24 10"), said="Gebucht"),
        (
            "Die Klimaanlage ist kaputt",
            "212-555-0197",
            "Karl",
            "ja gerne",
            "und außerdem ist das Schloss an der Haustür defekt",
            "ok",
            "nein, das ist alles",
        ),
    ),
    (
        Ends("Sabine Krüger", ("Appliance Repair",), ("25 10",)),
        (
            "Hier ist Sabine Krüger, 0151 23456789. Kühlschrank kühlt nicht, gern Mittwoch früh",
            "ja, das passt",
            "nein, vielen Dank",
        ),
    ),
)


@pytest.mark.shows("calls G6")
@pytest.mark.parametrize(("ends", "lines"), CALLS, ids=[ends.name for ends, _ in CALLS])
async def test_what_people_say_ends_as_they_mean_it(ends: Ends, lines: tuple[str, ...]) -> None:
    play, said = Play(), [""]
    for words in lines:
        assert not play.trial.over
        said.append(await play.says(words))
    begins = [datetime.fromisoformat(str(b["from_ts"])) for b in play.tools.bookings.values()]
    tasks = [task for task in play.tools.tasks.values() if task["status"] != "cancelled"]
    assert play.trial.over
    assert play.trial.outcome is ends.outcome
    assert play.field("customer_name") == ends.name
    assert tuple(task["service_catalog"] for task in tasks) == ends.tasks
    assert {task["priority"] for task in tasks} <= {ends.priority}
    assert tuple(f"{at.astimezone(ZoneInfo(ZONE)):%d %H}" for at in begins) == ends.times
    assert ends.said in said[-2]
    assert len(play.tools.customers) == 1
