"""The real process and real decoding, with recorded answers of the model; one run is with its real
weights, and is no part of ``make test``.
"""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import timedelta

import numpy as np
import pytest
import pytest_asyncio

from adapters.media.sniffing import attachment_of
from adapters.speech.recognition import TooLongError, samples_of, weighed
from adapters.speech.whisper import ListeningFailedError, OfflineTranscriber, installed
from domain.errors import SpeechUnavailableError
from tests.adapters.speech.recorded_model import load_recorded
from tests.adapters.speech.sounds import recorded, silence, spoken, tone


@pytest_asyncio.fixture(scope="module")
async def offline() -> AsyncIterator[OfflineTranscriber]:
    offline = OfflineTranscriber(load=load_recorded)
    yield offline
    await offline.aclose()


async def hear(offline: OfflineTranscriber, content: bytes, locale: str = "en_MY") -> str:
    return await offline.transcribe(content, attachment_of(content), locale)


async def refusal(offline: OfflineTranscriber, content: bytes, locale: str = "en_MY") -> str:
    with pytest.raises(SpeechUnavailableError) as caught:
        await hear(offline, content, locale)
    assert not caught.value.retryable
    return caught.value.user_text


def test_the_extra_is_found() -> None:
    assert installed()


@pytest.mark.soak
async def test_the_real_model_hears_a_name_and_an_amount() -> None:
    real = OfflineTranscriber(vocabulary=("ringgit", "Starbucks"))
    try:
        text = await hear(real, spoken("starbucks.ogg")[0])
    finally:
        await real.aclose()
    assert "Starbucks" in text
    assert "15.50" in text or "fifteen dollars fifty" in text


async def test_a_name_and_an_amount_are_heard(offline: OfflineTranscriber) -> None:
    assert await hear(offline, spoken("starbucks.ogg")[0]) == "Starbucks $15.50"


async def test_names_are_heard_as_the_agents_write_them() -> None:
    own = OfflineTranscriber(vocabulary=("Starbux",), load=load_recorded)
    try:
        assert "Starbux" in await hear(own, spoken("starbucks.ogg")[0])
    finally:
        await own.aclose()


async def test_ringgit_and_sen_are_one_amount(offline: OfflineTranscriber) -> None:
    assert "12.30 ringgit" in await hear(offline, spoken("ringgit.m4a")[0])


async def test_nothing_is_heard_in_silence(offline: OfflineTranscriber) -> None:
    assert await hear(offline, recorded(silence(3), "ogg", "libopus")) == ""


async def test_mumbling_is_refused_and_not_guessed_at(offline: OfflineTranscriber) -> None:
    assert "could not make out" in await refusal(offline, spoken("mumbled.ogg")[0])


async def test_one_unsure_part_makes_the_whole_unclear() -> None:
    assert weighed([(" Lunch 12.", -0.3), (" Bambry toddlers.", -1.4)]).outcome == "unclear"
    assert weighed([(" Lunch", -0.3), (" 12.", -1.0)]).text == "Lunch 12."


async def test_a_recording_that_is_damaged_is_refused(offline: OfflineTranscriber) -> None:
    assert "can't play" in await refusal(offline, b"ID3\x04\x00" + bytes(500))


async def test_other_languages_are_not_mistaken_for_english(offline: OfflineTranscriber) -> None:
    assert "English" in await refusal(offline, spoken("starbucks.ogg")[0], "de_DE")


async def test_more_than_ten_minutes_are_refused(offline: OfflineTranscriber) -> None:
    quiet = np.zeros(601 * 8_000, np.int16)
    ten_minutes = recorded(quiet, "ogg", "libopus", rate=8_000)

    assert "ten minutes" in await refusal(offline, ten_minutes)


def test_decoding_stops_at_the_limit() -> None:
    with pytest.raises(TooLongError):
        samples_of(recorded(tone(2), "wav", "pcm_s16le"), most_seconds=1)


def test_sound_is_decoded_at_the_rate_of_the_model() -> None:
    samples = samples_of(recorded(tone(1), "ipod", "aac"))

    assert 15_500 < len(samples) < 17_500
    assert 0.1 < abs(samples).max() < 0.5


async def test_a_process_that_dies_is_replaced(offline: OfflineTranscriber) -> None:
    content = spoken("starbucks.ogg")[0]
    await hear(offline, content)
    before = offline.pid
    assert before

    os.kill(before, signal.SIGKILL)
    # Whether the pipe or the process is found dead first, the next attempt has a new one.
    with suppress(ListeningFailedError):
        await hear(offline, content)
    text = await hear(offline, content)

    assert text == "Starbucks $15.50"
    assert offline.pid != before


async def test_a_recording_that_takes_too_long_is_given_up_and_may_be_tried_again() -> None:
    hasty = OfflineTranscriber(timeout=timedelta(milliseconds=1), load=load_recorded)

    with pytest.raises(ListeningFailedError) as caught:
        await hear(hasty, spoken("starbucks.ogg")[0])

    assert caught.value.retryable
    assert hasty.pid is None
    await hasty.aclose()


async def test_closing_ends_what_is_under_way_and_leaves_no_process() -> None:
    offline = OfflineTranscriber(load=load_recorded)
    content = spoken("starbucks.ogg")[0]
    await hear(offline, content)
    notes = [asyncio.create_task(hear(offline, content)) for _ in range(2)]
    await asyncio.sleep(0)  # both are handed over

    await offline.aclose()

    for error in await asyncio.gather(*notes, return_exceptions=True):
        assert isinstance(error, ListeningFailedError)
    assert offline.pid is None
    with pytest.raises(ListeningFailedError):
        await hear(offline, content)
