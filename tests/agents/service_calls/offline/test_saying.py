"""The words of a turn from a graph's texts."""

import re
from datetime import timedelta
from importlib.resources import files

import pytest

from agents.service_calls.exchange import SayPart, SayRequest, WithoutText
from agents.service_calls.offline.engine import OfflineCalls
from tests.agents.service_calls.plays import NOW, SLOT, ZONE


def said(*parts: SayPart | str, **known: object) -> tuple[str, ...]:
    request: dict[str, object] = {
        "user_id": "u", "task_id": "t", "step": 1, "language": "en", "now": NOW,
        "timezone": ZONE,
        "parts": [SayPart(node="N", texts=(p,)) if isinstance(p, str) else p for p in parts],
    }  # fmt: skip
    return OfflineCalls().say(SayRequest.model_validate(request | known)).texts


@pytest.mark.parametrize(
    ("language", "slot"),
    [
        ("en", "tomorrow, Tue 24 Nov, 10:00–12:00"),
        ("de", "morgen, Di. 24. Nov., 10:00–12:00"),
        ("ms", "esok, Sel 24 Nov, 10:00–12:00"),
        ("es", "mañana, el martes 24 de noviembre, 10:00–12:00"),
        ("fr", "demain, mar. 24 nov., 10:00–12:00"),
        ("it", "mar 24 nov, 10:00–12:00"),
    ],
)
def test_times_are_said_in_the_zone_of_the_business(language: str, slot: str) -> None:
    assert said("It is {slot}.", language=language, proposed=SLOT) == (f"It is {slot}.",)


def test_only_near_days_have_a_word_of_their_own() -> None:
    day = timedelta(1)
    later = SLOT.model_copy(update={"from_ts": SLOT.from_ts + day, "to_ts": SLOT.to_ts + day})
    assert said("{booked}", booked=later) == ("Wed 25 Nov, 10:00–12:00",)
    assert said("{booked}", booked=SLOT, now=SLOT.from_ts) == ("Today, Tue 24 Nov, 10:00–12:00",)


def test_tomorrow_is_that_of_the_customer() -> None:
    at = SLOT.from_ts - timedelta(hours=4)  # 06:00 in New York, and 19:00 of the same day there
    assert said("{booked}", booked=SLOT, now=at, today_in="Asia/Kuala_Lumpur")[0].startswith(
        "Today"
    )
    evening = at - timedelta(hours=7)  # the day before in New York, and noon of the day there
    assert said("{booked}", booked=SLOT, now=evening)[0].startswith("Tomorrow")
    told = said("{booked}", booked=SLOT, now=evening, today_in="Asia/Kuala_Lumpur")
    assert told[0].startswith("Today")


def test_variants_take_turns_among_those_whose_places_have_values() -> None:
    def text(visit: int, **context: str) -> tuple[str, ...]:
        texts = ("{first_name}, hello.", "Hello.", "Hi.")
        return said(SayPart(node="N", texts=texts, visit=visit), context=context)

    assert [text(visit) for visit in (1, 2, 3)] == [("Hello.",), ("Hi.",), ("Hello.",)]
    assert text(1, customer_name="John Doe") == ("John, hello.",)
    assert said("Task {task_number}.", "Bye.") == ("Bye.",)


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("John Doe", "John"),
        ("nurul", "Nurul"),
        ("Tan Wei Ming", "Tan Wei Ming"),
        ("lim su ann", "Lim Su Ann"),
        ("Lee Cooper", "Lee Cooper"),
        ("Ahmad bin Ali", "Ahmad"),
        ("Ursula von der Heide", "Ursula"),
        ("Anna Maria Schmidt", "Anna Maria Schmidt"),
    ],
)
def test_somebody_is_called_by_the_given_name_where_it_is_known(name: str, called: str) -> None:
    context = {"customer_name": name}
    assert said("Thanks, {first_name}.", context=context) == (f"Thanks, {called}.",)


def test_values_are_plain_text_and_open_no_places() -> None:
    context = {"customer_name": "<img {slot}", "customers_main_ask": "{first_name}\nleaks"}
    assert said("{customers_main_ask}, {first_name}.", context=context, proposed=SLOT) == (
        "{first_name} leaks, <img.",
    )
    assert said("About {matters}: {options}?", matters=("a", "b"), options=("A", "B")) == (
        "About a and b: A or B?",
    )


def test_at_most_five_sentences_none_twice_and_the_question_stays() -> None:
    told = said("Hello! I see.", "I see. I am sorry.", "Do not worry. We help.", "One. Two. Name?")
    assert told[-1] == "One. Two. Name?"
    assert sum(text.count(".") + text.count("?") + text.count("!") for text in told) == 5
    assert "".join(told).count("I see.") <= 1


def test_a_notice_is_never_cut() -> None:
    notice = SayPart(node="N", texts=("Leave now. Call 911. Wait outside.",), fixed=True)
    assert said(notice, "A. B.", "Your number?")[0] == "Leave now. Call 911. Wait outside."


@pytest.mark.parametrize(
    ("part", "known", "expected"),
    [
        ({"unworded": "asks", "asks": "customer_name"}, {}, "What is your name?"),
        (
            {"unworded": "asks", "asks": "gate", "about": "The code of the gate"},
            {},
            "I need to know one more thing: The code of the gate. Could you tell me, please?",
        ),
        (
            {"unworded": "waits"},
            {"proposed": SLOT},
            "Is tomorrow, Tue 24 Nov, 10:00–12:00 all right for you?",
        ),
        ({"unworded": "waits"}, {"options": ("A", "B")}, "Which would you like: A or B?"),
        ({"unworded": "ends"}, {"language": "de"}, "Danke für deinen Anruf. Auf Wiederhören."),
        ({"unworded": "passes"}, {"language": "it"}, "One moment, please."),
    ],
)
def test_a_node_without_a_text_says_a_plain_sentence(
    part: dict[str, str], known: dict[str, object], expected: str
) -> None:
    plain = SayPart.model_validate({"node": "N", "texts": (), **part})
    assert " ".join(said(plain, **known)) == expected


def test_each_plain_sentence_is_there_in_each_language() -> None:
    def sentences(language: str) -> list[tuple[str, ...]]:
        return [
            said(SayPart(node="N", texts=(), unworded=kind, about="X"), language=language)
            for kind in WithoutText
        ]

    english, german, malay = map(sentences, ("en", "de", "ms"))
    assert all(len({*each}) == len(each) for each in zip(english, german, malay, strict=True))


@pytest.mark.parametrize("graph", ["home_services", "salon"])
def test_a_sample_says_tu_in_french(graph: str) -> None:
    package = files("agents.service_calls")
    said = package.joinpath(f"graphs/{graph}.json").read_text("utf-8")
    said += package.joinpath("offline/data/plain_sentences.toml").read_text("utf-8")
    assert re.findall(r"(?<!rendez-)\b(?:vous|votre|vos)\b", said, re.IGNORECASE) == []
