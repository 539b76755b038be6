"""What a model may say to a customer, and what it may not: the rules' words are the yardstick."""

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.model.prompts import pages
from agents.service_calls.exchange import CallExchange, SayPart, Window, WithoutText
from agents.service_calls.model.fragment import PROMPTS
from agents.service_calls.model.questions import DeliveryInWords
from agents.service_calls.model.wording import Yardstick, refusal, sentences
from agents.service_calls.offline.engine import OfflineCalls
from tests.agents.service_calls.model.doubles import part, to_say
from tests.agents.service_calls.plays import NOW
from tests.given import mentions


def yardstick(*parts: SayPart, **how: Any) -> Yardstick:  # noqa: ANN401 - of to_say
    request = to_say(*parts, **how)
    return Yardstick(request, DeliveryInWords(request, OfflineCalls()).say, pages(PROMPTS))


PROPOSE = yardstick(part("PROPOSE"))
PHONE = yardstick(
    part("Empathize"),
    part("PHONE", asks="customer_phone_number"),
    without=("customer_phone_number", "customer_name"),
    exchanges=(CallExchange(customer="I need help with drywall repair"),),
    words=("it broke this morning",),
    proposed=None,
)
WISHED = yardstick(part("PROPOSE"), words=("rather Wednesday 9:00, my neighbour paid 50 dollars",))
NAME = yardstick(part("NAME", asks="customer_name"), without=("customer_name",), proposed=None)
BOOKED = yardstick(part("BOOKED"), confirmed=("task", "booked"), task_number="T-1042")
BYE = yardstick(part("BYE"), proposed=None, words=("no thanks",))
GERMAN = yardstick(
    part("PROPOSE_DE"), language="de", words=("Peter Klein",), customer_name="Peter Klein"
)
MALAY = yardstick(part("PROPOSE_MS"), language="ms")
GERMAN_PHONE = yardstick(
    part("PHONE_DE", asks="customer_phone_number"),
    without=("customer_phone_number",),
    language="de",
    proposed=None,
)
FRENCH = yardstick(part("PROPOSE"), language="fr")
OPEN = SayPart(
    node="HOURS",
    texts=(),
    role="voice of a salon",
    goal="Tell when we are open, Monday to Friday from 9:00, and what a cut costs, 40 dollars",
    unworded=WithoutText.WAITS,
)
HOURS = yardstick(OPEN, proposed=None, without=("customer_name",), words=("when are you open",))
OFFER = yardstick(OPEN)


@pytest.mark.shows("calls A3, A10")
@pytest.mark.parametrize(
    ("by", "texts"),
    [
        (PROPOSE, ["John, Bob Smith could come tomorrow, Tuesday 24 November, 10 am. OK for you?"]),
        (PROPOSE, ["How about tomorrow morning, 10:00–12:00, with Bob? Nothing is booked yet."]),
        (PROPOSE, ["Bob Smith is free Tue 24 Nov from 10 to 12, 10:00 AM sharp. Shall I book it?"]),
        (
            PHONE,
            ["Oh no, drywall again. You are in good hands.", "Which number can we reach you at?"],
        ),
        (PHONE, ["I'm sorry, that's no way to start the morning! What is your phone number?"]),
        (NAME, ["Thanks, 555-1234 it is. What is your name?"]),
        (NAME, ["(555) 1234, got it. Who am I speaking with?"]),
        (BOOKED, ["Bob Smith, tomorrow at 10:00, your task number is T-1042. Anything else?"]),
        (GERMAN, ["Ich könnte Bob Smith morgen von 10 bis 12 Uhr schicken. Wäre das recht?"]),
        (BYE, ["Thanks for calling today, John. Take care!"]),
        (
            GERMAN,
            ["Herr Klein, morgen, Dienstag, 24. November, um 10 Uhr käme Bob Smith. Passt das?"],
        ),
        (GERMAN, ["Bob Smith hätte morgen Vormittag von 10:00 bis 12:00 Zeit. Ist das recht?"]),
        (GERMAN_PHONE, ["Wie lautet Ihre Telefonnummer, bitte?"]),
        (MALAY, ["Encik John, Bob Smith boleh datang esok, Selasa, pukul 10:00. Sesuai?"]),
        (HOURS, ["We are open Monday to Friday from 9:00."]),
        (HOURS, ["Monday to Friday, from 9:00. What is your name?"]),
        (OFFER, ["Monday to Friday from 9:00: does tomorrow at 10:00 suit you?"]),
        (FRENCH, ["John, Bob Smith peut venir demain, mardi 24 novembre, à 10h00. Cela vous va ?"]),
    ],
)
def test_what_the_rules_say_may_be_said_in_other_words(by: Yardstick, texts: list[str]) -> None:
    assert refusal(texts, by) == ""


@pytest.mark.shows("calls B1, A10")
@pytest.mark.parametrize(
    ("by", "texts", "code"),
    [
        (PROPOSE, ["I booked you with Bob Smith for tomorrow, 10:00. Does that work?"], "claim"),
        (PROPOSE, ["Bob Smith is scheduled for tomorrow at 10:00, okay?"], "claim"),
        (PROPOSE, ["I booked you for 9:00. Does that work?"], "number"),
        (PROPOSE, ["Bob Smith comes tomorrow at 10:00 PM. Does that work?"], "time"),
        (PROPOSE, ["Bob Smith could come tomorrow at nine o'clock. Does that work?"], "time"),
        (PROPOSE, ["Bob Smith could come Wednesday at 10:00. Does that work?"], "time"),
        (PROPOSE, ["Bob Smith could come today at 10:00. Does that work?"], "time"),
        (PROPOSE, ["Bob Smith could come tomorrow afternoon, 10:00. Does that work?"], "time"),
        (PROPOSE, ["Bob Smith will be there within an hour. Does tomorrow 10:00 work?"], "time"),
        (PROPOSE, ["Alice Brown could come tomorrow at 10:00. Does that work?"], "person"),
        (PROPOSE, ["Mary, Bob Smith could come tomorrow at 10:00. Does that work?"], "person"),
        (PROPOSE, ["Bob Smith could come tomorrow at 10:00, free of charge. Okay?"], "price"),
        (PROPOSE, ["Bob Smith could come tomorrow at 10:00 for 80 dollars. Okay?"], "unsafe"),
        (PROPOSE, ["Bob Smith could come tomorrow. Does that work?"], "fact"),
        (PROPOSE, ["Somebody could come tomorrow at 10:00. Does that work?"], "fact"),
        (PROPOSE, ["Bob Smith could come tomorrow at 10:00. I'll be waiting."], "asks"),
        (PROPOSE, ["Bob Smith could come tomorrow at 10:00. And what is your name?"], "asks"),
        (PROPOSE, ["Bob Smith could come tomorrow at 10:00, cust-1042. Okay?"], "unsafe"),
        (PROPOSE, ["Bob Smith: tomorrow, 10:00, see www.evil.example. Okay?"], "unsafe"),
        (PROPOSE, ["Bob Smith ada esok pukul 10:00 untuk anda dan kami. Boleh?"], "language"),
        (PROPOSE, ["I've notified Bob Smith. Does tomorrow at 10:00 work?"], "claim"),
        (PROPOSE, ["Bob. " * 90 + "Tomorrow at 10:00?"], "length"),
        (WISHED, ["Bob Smith could come tomorrow at 10:00 or at 9:00. Okay?"], "time"),
        (WISHED, ["Bob Smith could come Wednesday, no, tomorrow at 10:00. Okay?"], "time"),
        (WISHED, ["Bob Smith could come tomorrow at 10:00 for 50 dollars. Okay?"], "price"),
        (PHONE, ["Oh no. I'm sorry. Really.", "What is your phone number?"], "length"),
        (PHONE, ["I'm sorry.", "What is your phone number, and your name?"], "asks"),
        (PHONE, ["I'm sorry.", "We will get to it."], "asks"),
        (PHONE, ["You are in good hands with us.", "With us you are in good hands."], "asks"),
        (NAME, ["What is your phone number?"], "asks"),
        (NAME, ["Thanks, 555-0000. What is your name?"], "number"),
        (BOOKED, ["All set: Bob Smith, tomorrow at 10:00. Anything else?"], "fact"),
        (BOOKED, ["Bob Smith, tomorrow 10:00, T-1042; I cancelled the other one. More?"], "claim"),
        (BYE, ["Thank you for calling. Thank you for your calling!"], "twice"),
        (BYE, ["Your visit is booked. Bye!"], "claim"),
        (BYE, ["Thank you, John, somebody will call you back."], "claim"),
        (BYE, ["Thank you! How can I help you?"], "asks"),
        (GERMAN, ["Ich habe Bob Smith morgen um 10:00 für Sie gebucht. Passt das?"], "unsafe"),
        (GERMAN, ["Bob Smith ist morgen um 10:00 fest eingeplant. Passt das?"], "claim"),
        (GERMAN, ["Bob Smith käme am Mittwoch um 10:00. Passt das?"], "time"),
        (GERMAN, ["Kurt Meier käme morgen um 10:00 mit Bob. Passt das?"], "person"),
        (GERMAN, ["Bob Smith käme morgen um 10:00. Wie heißen Sie?"], "asks"),
        (HOURS, ["We are open on Saturday too."], "time"),
        (HOURS, ["We are open from 7:00."], "number"),
        (HOURS, ["You are booked for Monday. Anything else?"], "claim"),
        (HOURS, ["We are open. What is your phone number?"], "asks"),
        (OFFER, ["We are open from 9:00. How about it?"], "fact"),
        (MALAY, ["Bob Smith telah ditempah untuk esok pukul 10:00. Boleh?"], "claim"),
        (MALAY, ["Bob Smith datang lusa pukul 10:00. Boleh?"], "time"),
        (FRENCH, ["Bob Smith viendra mercredi à 10h00. Cela vous va ?"], "time"),
        (FRENCH, ["C'est réservé : Bob Smith, demain à 10h00. Cela vous va ?"], "claim"),
    ],
)
def test_what_nobody_said_and_no_tool_did_is_refused(
    by: Yardstick, texts: list[str], code: str
) -> None:
    assert refusal(texts, by) == code


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("Nobody is free today; the nearest is tomorrow, 10:00, with Bob Smith. Okay?", ""),
        ("Nobody is free on Friday; the nearest is tomorrow, 10:00, with Bob. Okay?", "time"),
        ("Bob Smith could come today at 9:00, or tomorrow at 10:00. Okay?", "time"),
    ],
)
def test_a_day_that_was_wished_is_named_where_nobody_is_free_then(words: str, code: str) -> None:
    wished = Window(from_ts=NOW, to_ts=NOW + timedelta(hours=11))
    asked = to_say(part("PROPOSE"), words=("today at 9 if at all possible",))
    by = DeliveryInWords(asked.model_copy(update={"wished": wished}), OfflineCalls()).yardstick
    assert refusal([words], by) == code


@pytest.mark.shows("calls A3, A10")
def test_a_date_ends_no_sentence() -> None:
    assert len(sentences("Di. 24. Nov., 10:00 mit Mr. Smith. Passt das? Gut!")) == 3


_PIECES = st.sampled_from(
    [
        "Bob Smith",
        "tomorrow",
        "10:00",
        "24.11.",
        "9 am",
        "?",
        "booked",
        "\u0663",
        "名前",
        "555-1234",
        ".",
    ]
)


@given(st.lists(st.one_of(_PIECES, st.text(max_size=30)), max_size=12))
def test_whatever_a_model_writes_is_said_or_refused_and_no_nine_oclock_is_said(
    pieces: list[str],
) -> None:
    words = " ".join(pieces)
    for by in (PROPOSE, GERMAN, MALAY, FRENCH):
        code = refusal([words], by)
        assert code or (mentions(words, "10") and "9 am" not in words)
