import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.speech.activity import (
    FRAME_BYTES,
    RATE,
    Loudness,
    Silero,
    SpeechEnded,
    SpeechEvent,
    SpeechStarted,
    UtteranceConfig,
    Utterances,
    best_activity,
)
from adapters.speech.ports import Activity
from adapters.speech.recognition import samples_of
from tests.adapters.speech.sounds import spoken

SPEECH, NOISE = b"\1" * FRAME_BYTES, b"\0" * FRAME_BYTES


@dataclass
class ByFrames:
    """Hears speech in the frames that are called so."""

    name: str = "frames"

    def probability(self, frame: bytes) -> float:
        return 0.9 if frame[0] else 0.1


def heard(sound: bytes, config: UtteranceConfig | None = None) -> list[SpeechEvent]:
    return list(Utterances(ByFrames(), config or UtteranceConfig()).feed(sound))


def frames_of(event: SpeechEvent) -> int:
    assert isinstance(event, SpeechEnded)
    return len(event.sound.pcm) // FRAME_BYTES


@pytest.mark.shows("http 19")
def test_speech_starts_after_a_quarter_of_a_second_and_ends_after_the_silence() -> None:
    speech = SPEECH * 8
    assert heard(NOISE * 50 + SPEECH * 7) == []
    assert heard(NOISE * 50 + speech) == [SpeechStarted()]
    assert heard(NOISE * 50 + speech + NOISE * 21) == [SpeechStarted()]
    assert len(heard(NOISE * 50 + speech + NOISE * 22)) == 2
    patient = UtteranceConfig(end_silence=timedelta(seconds=2))
    assert len(heard(SPEECH * 20 + NOISE * 60, patient)) == 1
    assert len(heard(SPEECH * 20 + NOISE * 63, patient)) == 2


def test_an_utterance_has_its_soft_beginning_its_pauses_and_little_of_the_silence() -> None:
    _, ended = heard(NOISE * 50 + SPEECH * 20 + NOISE * 30)
    assert frames_of(ended) == 10 + 20 + 7  # 300 ms before, 200 ms behind
    _, ended = heard(SPEECH * 10 + NOISE * 15 + SPEECH * 10 + NOISE * 25)
    assert frames_of(ended) == 10 + 15 + 10 + 7


def test_three_of_four_frames_are_speech_and_two_or_a_click_are_not() -> None:
    assert heard((SPEECH * 2 + NOISE + SPEECH) * 4) == [SpeechStarted()]
    assert heard((SPEECH + NOISE) * 40) == []
    assert heard((NOISE * 50 + SPEECH * 3 + NOISE * 12) * 5) == []


def test_speech_without_end_is_cut_and_nothing_of_it_is_lost() -> None:
    short = UtteranceConfig(longest=timedelta(seconds=2))
    numbered = b"".join(bytes([1, n % 250 + 1]) * (FRAME_BYTES // 2) for n in range(200))
    events = heard(numbered + NOISE * 30, short)
    ends = [event for event in events if isinstance(event, SpeechEnded)]
    assert [event.cut for event in ends] == [True, True, True, False]
    assert b"".join(event.sound.pcm for event in ends).startswith(numbered)


def test_who_says_that_they_are_done_is_not_kept_waiting() -> None:
    utterances = Utterances(ByFrames())
    utterances.feed(SPEECH * 20)
    assert 0.6 < utterances.spoken < 0.7

    (ended,) = utterances.finish()

    assert frames_of(ended) == 20
    assert utterances.spoken == 0
    assert utterances.finish() == utterances.feed(NOISE * 40) == ()


@given(
    st.lists(st.tuples(st.booleans(), st.integers(1, 40)), max_size=8),
    st.lists(st.integers(1, 5 * FRAME_BYTES), max_size=8),
)
def test_how_sound_is_cut_into_pieces_changes_nothing(
    runs: Sequence[tuple[bool, int]], lengths: Sequence[int]
) -> None:
    sound = b"".join((SPEECH if voiced else NOISE) * count for voiced, count in runs)
    utterances, at = Utterances(ByFrames()), 0
    events: list[SpeechEvent] = []
    for length in lengths:
        events += utterances.feed(sound[at : at + length])
        at += length
    events += utterances.feed(sound[at:])
    assert events == heard(sound)
    kinds = [type(event) for event in events]
    assert kinds[::2] == [SpeechStarted] * len(kinds[::2])
    assert kinds[1::2] == [SpeechEnded] * len(kinds[1::2])


def said(noise: float = 0.0) -> bytes:
    """Somebody speaks, between two seconds of quiet."""
    voice = samples_of(spoken("starbucks.ogg")[0]) * 32_767
    quiet = np.zeros(2 * RATE, np.float32)
    whole = np.concatenate([quiet, voice, quiet])
    hiss = np.random.default_rng(7).normal(0, 1, len(whole)) * noise
    return (whole + hiss).clip(-32_767, 32_767).astype("<i2").tobytes()


@pytest.mark.parametrize("activity", [Silero, Loudness])
@pytest.mark.parametrize("noise", [0, 60])
def test_a_person_is_heard_once_over_a_hissing_line(activity: type[Activity], noise: float) -> None:
    started, ended = Utterances(activity()).feed(said(noise))
    voice = len(samples_of(spoken("starbucks.ogg")[0])) / RATE
    assert started == SpeechStarted()
    assert isinstance(ended, SpeechEnded)
    assert voice - 1 < ended.sound.seconds < voice + 0.8


def test_sound_of_a_telephone_is_heard_at_the_rate_of_the_models() -> None:
    eight = np.frombuffer(said(), "<i2")[::2].tobytes()
    utterances = Utterances(best_activity(), rate=8_000)
    _, ended = utterances.feed(eight)
    assert isinstance(ended, SpeechEnded)
    assert ended.sound.rate == RATE


def test_loud_noise_is_no_speech() -> None:
    hiss = np.random.default_rng(7).normal(0, 3_000, 20 * RATE).astype("<i2").tobytes()
    assert Utterances(Silero()).feed(hiss) == ()
    # By loudness, it is taken for speech at first and becomes the noise that speech must beat.
    by_loudness = Utterances(Loudness())
    by_loudness.feed(hiss * 3)
    assert by_loudness.feed(hiss[: 10 * RATE]) == ()


_THREADS_OF_SILERO = """
import os
from adapters.speech.activity import FRAME_BYTES, Silero

before = len(os.listdir("/proc/self/task"))
Silero().probability(bytes(FRAME_BYTES))
print(len(os.listdir("/proc/self/task")) - before, os.environ["OMP_THREAD_LIMIT"])
"""


def test_silero_works_in_the_thread_that_asks_it_and_limits_nobody_else() -> None:
    environment = {**os.environ, "OMP_THREAD_LIMIT": "3"}
    command = [sys.executable, "-c", _THREADS_OF_SILERO]
    told = subprocess.run(  # noqa: S603 - a command of our own
        command, env=environment, capture_output=True, check=True, text=True
    )
    assert told.stdout.split() == ["0", "3"]
