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

STARBUCKS = spoken("starbucks.ogg")[0]


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


@pytest.mark.soak
async def test_the_real_model_hears_a_name_and_an_amount() -> None:
    real = OfflineTranscriber(vocabulary=("ringgit", "Starbucks"))
    try:
        text = await hear(real, STARBUCKS)
    finally:
        await real.aclose()
    assert "Starbucks" in text
    assert "15.50" in text or "fifteen dollars fifty" in text


async def test_a_name_and_an_amount_are_heard_and_no_silence(offline: OfflineTranscriber) -> None:
    assert installed()
    assert await hear(offline, STARBUCKS) == "Starbucks $15.50"
    assert "12.30 ringgit" in await hear(offline, spoken("ringgit.m4a")[0])
    assert await hear(offline, recorded(silence(3), "ogg", "libopus")) == ""


async def test_what_cannot_be_heard_is_refused_with_the_reason_and_not_guessed_at(
    offline: OfflineTranscriber,
) -> None:
    long = recorded(np.zeros(601 * 8_000, np.int16), "wav", "pcm_s16le", rate=8_000)
    assert "could not make out" in await refusal(offline, spoken("mumbled.ogg")[0])
    assert "can't play" in await refusal(offline, b"ID3\x04\x00" + bytes(500))
    assert "English" in await refusal(offline, STARBUCKS, "de_DE")
    assert "ten minutes" in await refusal(offline, long)


async def test_one_unsure_part_makes_the_whole_unclear() -> None:
    assert weighed([(" Lunch 12.", -0.3), (" Bambry toddlers.", -1.4)]).outcome == "unclear"
    assert weighed([(" Lunch", -0.3), (" 12.", -1.0)]).text == "Lunch 12."


def test_sound_is_decoded_at_the_rate_of_the_model_until_the_limit() -> None:
    samples = samples_of(recorded(tone(1), "ipod", "aac"))
    assert 15_500 < len(samples) < 17_500
    assert 0.1 < abs(samples).max() < 0.5
    with pytest.raises(TooLongError):
        samples_of(recorded(tone(2), "wav", "pcm_s16le"), most_seconds=1)


async def test_a_process_that_dies_is_replaced(offline: OfflineTranscriber) -> None:
    await hear(offline, STARBUCKS)
    before = offline.pid
    assert before

    os.kill(before, signal.SIGKILL)
    # Whether the pipe or the process is found dead first, the next attempt has a new one.
    with suppress(ListeningFailedError):
        await hear(offline, STARBUCKS)

    assert await hear(offline, STARBUCKS) == "Starbucks $15.50"
    assert offline.pid != before


async def test_a_recording_that_takes_too_long_is_given_up_and_may_be_tried_again() -> None:
    hasty = OfflineTranscriber(timeout=timedelta(milliseconds=1), load=load_recorded)

    with pytest.raises(ListeningFailedError) as caught:
        await hear(hasty, STARBUCKS)

    assert caught.value.retryable
    assert hasty.pid is None
    await hasty.aclose()


async def test_names_are_heard_as_agents_write_them_and_closing_ends_what_is_under_way() -> None:
    own = OfflineTranscriber(vocabulary=("Starbux",), load=load_recorded)
    assert "Starbux" in await hear(own, STARBUCKS)
    notes = [asyncio.create_task(hear(own, STARBUCKS)) for _ in range(2)]
    await asyncio.sleep(0)  # both are handed over

    await own.aclose()

    for error in await asyncio.gather(*notes, return_exceptions=True):
        assert isinstance(error, ListeningFailedError)
    assert own.pid is None
    with pytest.raises(ListeningFailedError):
        await hear(own, STARBUCKS)
