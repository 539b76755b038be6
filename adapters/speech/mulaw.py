"""The sound of telephones: G.711 mu-law, a byte a sample, 8,000 samples a second."""

from typing import Final

import numpy as np
import numpy.typing as npt

RATE: Final = 8_000
SILENCE: Final = b"\xff"
"""A sample of nothing."""

_BIAS, _CLIP = 0x84, 32_635


def decode(sound: bytes) -> bytes:
    """Samples of 16 bits, little-endian."""
    return bytes(_DECODED[np.frombuffer(sound, np.uint8)].tobytes())


def encode(pcm: bytes) -> bytes:
    """As ``decode`` takes it. ``pcm`` is whole samples of 16 bits, little-endian."""
    return bytes(_ENCODED[np.frombuffer(pcm, "<u2")].tobytes())


def _decoded() -> npt.NDArray[np.int16]:
    """By byte: its bits are inverted; a sign, three bits of exponent, four of mantissa."""
    bits = ~np.arange(256) & 0xFF
    sign, exponent, mantissa = bits >> 7, bits >> 4 & 7, bits & 0x0F
    size = ((mantissa << 3) + _BIAS << exponent) - _BIAS
    made: npt.NDArray[np.int16] = np.where(sign, -size, size).astype("<i2")
    return made


def _encoded() -> npt.NDArray[np.uint8]:
    """By sample, read as a number without a sign."""
    samples = np.arange(1 << 16).astype("<u2").view("<i2").astype(np.int32)
    size = np.minimum(np.abs(samples), _CLIP) + _BIAS
    exponent = np.floor(np.log2(size)).astype(np.int32) - 7
    mantissa = size >> exponent + 3 & 0x0F
    bits = np.where(samples < 0, 0x80, 0) | exponent << 4 | mantissa
    made: npt.NDArray[np.uint8] = (~bits & 0xFF).astype(np.uint8)
    return made


_DECODED, _ENCODED = _decoded(), _encoded()
