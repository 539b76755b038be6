from collections.abc import Callable
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.http.voice.flow import (
    CallEnded,
    CallFlow,
    CallLimits,
    Clear,
    Hushed,
    Keyed,
    Own,
    Reason,
    SayAloud,
    Sentence,
    Unanswered,
)
from bot.http.voice.numbers import numbers_in, unconfirmed

LIMITS = CallLimits(silence=timedelta(seconds=12), longest=timedelta(minutes=30))


def call() -> CallFlow:
    return CallFlow(0.0, LIMITS)


def part(number: int, seconds: float = 2.0, reply: str = "r1") -> Sentence:
    return Sentence(f"{reply}/{number}", reply, f"Sentence {number}.", seconds)


@pytest.mark.shows("http 20")
def test_speech_of_400_ms_stops_playback_and_tells_which_sentences_were_not_heard() -> None:
    flow = call()
    for number in range(3):
        flow.sent(1.0, part(number))
    flow.played(3.0, "r1/0")
    flow.speech_started(3.5)
    assert flow.speaking(0.32) == []
    assert flow.speaking(0.352) == [Clear((part(1), part(2)))]
    assert flow.speaking(0.5) == []
    assert not flow.playing
    without_barging_in = CallFlow(0.0, LIMITS, barge_in=False)
    without_barging_in.sent(1.0, part(0))
    assert without_barging_in.speaking(3.0) == []
    assert without_barging_in.keys(1.5, "1") == []


@pytest.mark.shows("http 20")
def test_whoever_waits_for_long_hears_one_moment_once_a_turn() -> None:
    flow = call()
    flow.speech_ended(10.0)
    assert flow.due == 12.5
    assert flow.tick(12.4) == []
    assert flow.tick(12.5) == [SayAloud(Own.WAITING)]
    flow.understood(12.6, words=True)
    flow.speech_ended(13.0)  # the same turn goes on
    assert flow.tick(20.0) == []
    flow.settled(21.0)
    flow.settled(21.0)
    flow.speech_ended(22.0)
    assert flow.tick(25.0) == [SayAloud(Own.WAITING)]
    in_time = call()
    in_time.speech_ended(10.0)
    in_time.to_say(11.0)
    in_time.sent(11.5, part(0))
    assert in_time.tick(13.0) == []


@pytest.mark.shows("http 20")
def test_silence_is_asked_about_and_then_ends_the_call_after_its_goodbye() -> None:
    flow = call()
    assert flow.tick(11.9) == []
    assert flow.tick(12.0) == [SayAloud(Own.STILL_THERE)]
    flow.to_say(12.0)
    flow.sent(12.2, part(0, 1.0, "own"))
    flow.said(12.2)
    flow.played(13.5, "own/0")
    assert flow.tick(25.4) == []
    assert flow.tick(25.5) == [SayAloud(Own.GOODBYE_SILENCE)]
    flow.to_say(25.5)
    flow.sent(25.8, part(0, 3.0, "bye"))
    flow.said(25.8)
    assert flow.tick(28.0) == []
    flow.played(28.9, "bye/0")
    assert flow.tick(28.9) == [CallEnded(Reason.SILENCE)]
    assert flow.tick(40.0) == []


def test_words_and_keys_and_a_working_conversation_are_no_silence() -> None:
    flow = call()
    flow.typed(5.0)
    assert flow.tick(60.0) == [SayAloud(Own.WAITING)]  # it is being worked on
    flow.settled(60.0)
    assert flow.tick(72.0) == [SayAloud(Own.STILL_THERE)]
    flow.keys(73.0, "1#")
    flow.settled(73.0)
    assert flow.tick(85.0) == [SayAloud(Own.STILL_THERE)]  # asked again, not hung up on


def test_a_minute_without_an_answer_is_told_and_each_answer_begins_another() -> None:
    flow = call()
    flow.speech_ended(10.0)
    flow.tick(12.5)
    flow.understood(13.0, words=True)
    flow.typed(30.0)  # who says more does not wait longer
    assert flow.due == 70.0
    assert flow.tick(69.9) == []
    assert flow.tick(70.0) == [Unanswered()]
    assert flow.tick(90.0) == []

    answered = call()
    answered.typed(10.0)
    answered.tick(12.5)
    answered.answered(60.0)
    assert answered.tick(119.9) == []
    assert answered.tick(120.0) == [Unanswered()]

    settled = call()
    settled.typed(10.0)
    settled.settled(11.0)
    assert settled.tick(15.0) == [], "nobody waits for anything"
    settled.tick(23.0)
    assert Unanswered() not in settled.tick(100.0)


def test_a_client_that_sends_no_marks_is_believed_to_play_what_it_got() -> None:
    flow = call()
    flow.sent(0.0, part(0, 3.0))
    flow.sent(0.1, part(1, 1.0))
    flow.tick(4.9)
    assert flow.playing
    flow.tick(5.0)
    flow.tick(6.0)
    assert not flow.playing


def test_a_goodbye_is_said_into_all_else_and_waited_for_twelve_seconds_at_most() -> None:
    flow = call()
    flow.speech_started(0.2)
    assert not flow.may_speak
    flow.speech_ended(0.5)
    assert flow.may_speak
    flow.to_say(1.0)
    flow.end(1.0, Reason.COMPLETED)
    flow.keys(2.0, "1")
    flow.speech_started(2.0)
    assert flow.may_speak
    assert flow.tick(8.0) == []
    assert flow.due == 13.0
    assert flow.tick(12.9) == []
    assert flow.tick(13.0) == [CallEnded(Reason.COMPLETED)]


@pytest.mark.shows("http 20")
def test_the_longest_call_ends_with_a_goodbye_even_while_somebody_speaks() -> None:
    flow = CallFlow(0.0, LIMITS, opened=1790.0)
    flow.speech_started(1795.0)
    assert flow.tick(1800.0) == [SayAloud(Own.GOODBYE_LIMIT)]
    assert flow.tick(1800.1) == [CallEnded(Reason.LIMIT)]


def test_whoever_speaks_and_sends_no_sound_any_more_is_done() -> None:
    flow = call()
    flow.speech_started(1.0)
    flow.sound(2.0)
    assert flow.tick(3.4) == []
    assert flow.tick(3.5) == [Hushed()]
    assert flow.tick(9.0) == []
    flow.speech_ended(9.0)
    flow.sound(9.5)
    assert flow.tick(11.0) == []


@pytest.mark.shows("http 20")
def test_a_number_on_the_keys_ends_with_a_hash_or_a_pause() -> None:
    flow = call()
    assert flow.keys(1.0, "55") == []
    assert flow.keys(2.0, "51#23") == [Keyed("5551")]
    assert flow.tick(4.9) == []
    assert flow.tick(5.0) == [Keyed("23")]
    assert flow.keys(6.0, "#") == []


def test_three_noises_in_a_row_are_told_of() -> None:
    flow = call()
    for at in (1.0, 2.0):
        flow.speech_ended(at)
        assert flow.understood(at, words=False) == []
    flow.speech_ended(3.0)
    assert flow.understood(3.0, words=False) == [SayAloud(Own.UNHEARD)]
    flow.speech_ended(4.0)
    assert flow.understood(4.0, words=False) == []


HAPPENINGS: tuple[Callable[[CallFlow, float], object], ...] = (
    lambda flow, now: flow.speech_started(now),
    lambda flow, now: flow.sound(now),
    lambda flow, now: flow.speech_ended(now),
    lambda flow, now: flow.understood(now, words=False),
    lambda flow, now: flow.typed(now),
    lambda flow, now: flow.settled(now),
    lambda flow, now: flow.keys(now, "1"),
    lambda flow, now: flow.to_say(now),
    lambda flow, now: flow.said(now),
    lambda flow, now: flow.sent(now, part(0)),
    lambda flow, now: flow.played(now, "r1/0"),
    lambda flow, now: flow.end(now, Reason.COMPLETED),
)


@given(st.lists(st.tuples(st.sampled_from(HAPPENINGS), st.floats(0, 20))))
def test_what_was_due_is_dealt_with_at_once_and_one_end_is_told(
    happened: list[tuple[Callable[[CallFlow, float], object], float]],
) -> None:
    flow, now, ends = call(), 0.0, 0
    for happens, later in happened:
        now += later
        happens(flow, now)
        ends += sum(isinstance(effect, CallEnded) for effect in flow.tick(now))
        assert flow.due is None or flow.due > now
    assert ends <= 1


@pytest.mark.parametrize(
    ("heard", "read"),
    [
        ("It's 555-1234, please.", ("5 5 5 1 2 3 4",)),
        ("my number is five five five, one two three four", ("5 5 5 1 2 3 4",)),
        ("Lima lima lima satu dua", ("5 5 5 1 2",)),
        ("lunch was 15.50 ringgit", ("15.50",)),
        ("1,234.50 for 2 chairs", ("1,234.50",)),
        ("call +60 12-345 6789", ("6 0 1 2 3 4 5 6 7 8 9",)),
        ("one of the two, at 12", ()),
    ],
)
def test_longer_numbers_are_read_back_as_they_are_spoken(heard: str, read: tuple[str, ...]) -> None:
    assert numbers_in(heard) == read


def test_a_number_that_the_answer_names_is_not_read_back_again() -> None:
    heard = "lunch 15.50 and my card ends in 4711"
    assert unconfirmed(heard, "Saved: RM 15.50, lunch.") == ("4 7 1 1",)
