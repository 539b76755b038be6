"""Sound as a call carries it: samples of 16 bits, one channel; other rates of it, and WAV files."""

import math
import struct
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

SAMPLE_BYTES: Final = 2

_LOBES: Final = 16
"""Zero crossings of the filter on each side of a sample: less lets whistling through."""
_BLOCK: Final = 8_192
"""Samples that are made at once: bounds the memory, not the length."""
_LOUDEST: Final = 32_767
_RIFF_HEADER, _CHUNK_HEADER, _FORMAT_BYTES = 12, 8, 16
_PCM, _EXTENSIBLE = 1, 0xFFFE

Samples = npt.NDArray[np.float32]


class UnusableSoundError(ValueError):
    """Bytes that are no sound of the kind that was asked for; the message says what is wrong."""


@dataclass(frozen=True)
class Sound:
    """Signed samples of 16 bits, little-endian, one channel; ``rate`` of them a second."""

    pcm: bytes = field(repr=False)
    rate: int

    @property
    def seconds(self) -> float:
        return len(self.pcm) / SAMPLE_BYTES / self.rate

    def at(self, rate: int) -> "Sound":
        """The same at another rate."""
        if rate == self.rate:
            return self
        change = RateChange(self.rate, rate)
        return Sound(change.feed(self.pcm) + change.finish(), rate)

    def wav(self) -> bytes:
        """As a file."""
        rest = struct.pack(
            "<4s4sIHHIIHH4sI",
            b"WAVE", b"fmt ", _FORMAT_BYTES, _PCM, 1, self.rate,
            self.rate * SAMPLE_BYTES, SAMPLE_BYTES, 8 * SAMPLE_BYTES, b"data", len(self.pcm),
        )  # fmt: skip
        return struct.pack("<4sI", b"RIFF", len(rest) + len(self.pcm)) + rest + self.pcm


def sound_of_wav(content: bytes) -> Sound:
    """The sound of a WAV file with 16-bit samples; several channels become one.

    Lengths that a server wrote before it knew them count as *up to the end*. Raises
    ``UnusableSoundError``.
    """
    if content[:4] != b"RIFF" or content[8:_RIFF_HEADER] != b"WAVE":
        raise UnusableSoundError("no WAV file")
    channels = rate = 0
    at = _RIFF_HEADER
    while at + _CHUNK_HEADER <= len(content):
        name, size = struct.unpack_from("<4sI", content, at)
        at += _CHUNK_HEADER
        if name == b"fmt ":
            channels, rate = _channels_and_rate(content[at : at + _FORMAT_BYTES])
        elif name == b"data":
            if not rate:
                break
            return Sound(_one_channel(content[at : at + size], channels), rate)
        at += size + size % 2
    raise UnusableSoundError("a WAV file without sound")


def _channels_and_rate(told: bytes) -> tuple[int, int]:
    if len(told) < _FORMAT_BYTES:
        raise UnusableSoundError("a WAV file that is cut off")
    kind, channels, rate, _, _, bits = struct.unpack("<HHIIHH", told)
    if kind not in {_PCM, _EXTENSIBLE} or bits != 8 * SAMPLE_BYTES or not channels or not rate:
        raise UnusableSoundError(
            f"WAV of kind {kind} with {bits} bits, {channels} channels at {rate}"
        )
    return channels, rate


def _one_channel(pcm: bytes, channels: int) -> bytes:
    whole = pcm[: len(pcm) // (SAMPLE_BYTES * channels) * SAMPLE_BYTES * channels]
    if channels == 1:
        return whole
    mixed = np.frombuffer(whole, "<i2").reshape(-1, channels).mean(axis=1)
    return bytes(mixed.astype("<i2").tobytes())


class RateChange:
    """Sound at another rate, piece by piece as it comes; pieces may end within a sample.

    A windowed sinc, so that 8 kHz becomes 16 kHz without hiss and 22 kHz becomes 8 kHz without
    whistling.
    """

    def __init__(self, source: int, target: int) -> None:
        common = math.gcd(source, target)
        self._up, self._down = target // common, source // common
        self._filter = _filter(self._up, self._down)
        self._half = self._filter.shape[1] // 2
        self._odd = b""
        self._waiting: Samples = np.zeros(self._half - 1, np.float32)
        """Input that is still needed; silence before the first sample."""
        self._next = 0
        """Where the next output sample lies, in ``_up``-ths of an input sample of ``_waiting``."""

    def feed(self, pcm: bytes) -> bytes:
        """What can be told by now."""
        pcm = self._odd + pcm
        whole = len(pcm) // SAMPLE_BYTES * SAMPLE_BYTES
        self._odd = pcm[whole:]
        if self._up == self._down:
            return pcm[:whole]
        heard = np.frombuffer(pcm[:whole], "<i2").astype(np.float32)
        self._waiting = np.concatenate([self._waiting, heard])
        # Output number n lies between inputs ``n * down // up`` and the one after it.
        last = (len(self._waiting) - 2 * self._half + 1) * self._up
        count = max(0, -(-(last - self._next) // self._down))
        made = [
            self._resample(start, min(_BLOCK, count - start)) for start in range(0, count, _BLOCK)
        ]
        self._next += count * self._down
        used = min(self._next // self._up, len(self._waiting))
        self._waiting = self._waiting[used:]
        self._next -= used * self._up
        return b"".join(made)

    def finish(self) -> bytes:
        """What is left when nothing more comes."""
        self._odd = b""
        return self.feed(bytes(SAMPLE_BYTES * self._half)) if self._up != self._down else b""

    def _resample(self, start: int, count: int) -> bytes:
        at = self._next + (start + np.arange(count)) * self._down
        first, phase = at // self._up, at % self._up
        taps = np.arange(self._filter.shape[1])
        heard = self._waiting[first[:, None] + taps]
        sound = np.einsum("nt,nt->n", heard, self._filter[phase])
        return bytes(np.clip(np.rint(sound), -_LOUDEST, _LOUDEST).astype("<i2").tobytes())


@lru_cache(maxsize=16)
def _filter(up: int, down: int) -> Samples:
    """For each place between two samples, in ``up``-ths, how much its neighbours weigh."""
    cutoff = min(1.0, up / down)
    half = math.ceil(_LOBES / cutoff)
    away = np.arange(1 - half, half + 1) - np.arange(up)[:, None] / up
    weights = np.sinc(cutoff * away) * (0.5 + 0.5 * np.cos(np.pi * away / half))
    made: Samples = (weights / weights.sum(axis=1, keepdims=True)).astype(np.float32)
    return made
