import struct
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.speech.sound import RateChange, Sound, UnusableSoundError, sound_of_wav


def tone(hertz: float, rate: int, seconds: float = 1.0) -> Sound:
    at = np.arange(int(seconds * rate)) / rate
    return Sound((np.sin(2 * np.pi * hertz * at) * 8_000).astype("<i2").tobytes(), rate)


def loudness(sound: Sound) -> float:
    middle = np.frombuffer(sound.pcm, "<i2")[sound.rate // 10 : -sound.rate // 10]
    return float(np.sqrt(np.mean(middle.astype(float) ** 2)))


@pytest.mark.parametrize(("source", "target"), [(8_000, 16_000), (22_050, 16_000), (24_000, 8_000)])
def test_a_tone_is_the_same_at_another_rate(source: int, target: int) -> None:
    there = tone(440, source).at(target)

    assert there.seconds == pytest.approx(1, abs=0.002)
    wanted, got = (np.frombuffer(s.pcm, "<i2").astype(int) for s in (tone(440, target), there))
    shortest = min(len(wanted), len(got)) - 100
    assert np.abs(wanted[100:shortest] - got[100:shortest]).max() < 80


def test_what_a_lower_rate_cannot_hold_does_not_whistle() -> None:
    assert loudness(tone(6_000, 22_050).at(8_000)) < loudness(tone(6_000, 22_050)) / 100


@given(st.lists(st.integers(0, 700), max_size=12))
def test_sound_in_pieces_is_the_same_as_in_one(lengths: list[int]) -> None:
    whole = tone(300, 8_000, 0.2).pcm
    pieces, at = [], 0
    for length in lengths:
        pieces.append(whole[at : at + length])
        at += length
    change = RateChange(8_000, 16_000)
    in_pieces = b"".join(map(change.feed, [*pieces, whole[at:]])) + change.finish()
    assert in_pieces == Sound(whole, 8_000).at(16_000).pcm


def test_a_file_holds_the_sound() -> None:
    sound = tone(440, 22_050, 0.1)
    assert sound_of_wav(sound.wav()) == sound


def test_a_file_that_was_written_as_it_was_made_has_no_length_and_is_read() -> None:
    sound = tone(440, 24_000, 0.1)
    head = sound.wav()[:40]
    streamed = head[:36] + b"LIST" + struct.pack("<I", 3) + b"abc\0" + b"data" + b"\xff" * 4
    assert sound_of_wav(streamed + sound.pcm) == sound


def test_two_channels_become_one() -> None:
    pcm = struct.pack("<4h", 100, 300, -200, 0)
    file = Sound(pcm, 8_000).wav()
    stereo = file[:22] + struct.pack("<H", 2) + file[24:]
    assert sound_of_wav(stereo) == Sound(struct.pack("<2h", 200, -100), 8_000)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"RIFF",
        b"ID3\x04" + bytes(100),
        Sound(b"", 8_000).wav()[:30],
        b"RIFF....WAVEdata\0\0\0\0",
        Sound(bytes(100), 8_000).wav()[:34] + b"\x08" + Sound(bytes(100), 8_000).wav()[35:],
    ],
)
def test_what_is_no_such_file_is_refused(content: bytes) -> None:
    with pytest.raises(UnusableSoundError):
        sound_of_wav(content)


@given(st.binary(max_size=200))
def test_garbage_is_refused_or_read_and_never_crashes(garbage: bytes) -> None:
    with suppress(UnusableSoundError):
        sound_of_wav(b"RIFF\0\0\0\0WAVE" + garbage)
