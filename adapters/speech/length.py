"""How long a recording is, at least, by what its container says; nothing is decoded."""

import struct
from typing import Final

from adapters.speech.containers import sound_type
from adapters.speech.sound import UnusableSoundError, sound_of_wav

MAX_SECONDS = 600
"""Of sound. Longer recordings are meetings, not notes; ten minutes take about a minute to hear."""

_OGG_PAGE: Final = b"OggS"
_OPUS_HEAD: Final = b"OpusHead"
_OPUS_RATE: Final = 48_000
_VORBIS_HEAD: Final = b"\x01vorbis"

_MP4_HEADER: Final = b"mvhd"

_CLUSTER: Final = b"\x1f\x43\xb6\x75"
_TIMESTAMP: Final = 0xE7
_MILLISECONDS: Final = 1_000
"""In a second: the usual scale of a cluster's timestamp."""

_ID3: Final = b"ID3"
_ID3_HEADER: Final = 10
_MPEG1, _LAYER_3 = 3, 1
_BITRATES_1: Final = (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320)
_BITRATES_2: Final = (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160)
_RATES: Final = {
    3: (44_100, 48_000, 32_000),
    2: (22_050, 24_000, 16_000),
    0: (11_025, 12_000, 8_000),
}
"""By version of MPEG."""


def seconds_of(content: bytes) -> float | None:
    """None for a format that does not say, or a container that says nothing sensible. It may be
    longer than it says: whoever decodes it has a limit of their own.
    """
    read = _READERS.get(sound_type(content) or "")
    if read is None:
        return None
    try:
        seconds = read(content)
    except (struct.error, IndexError, UnusableSoundError, ZeroDivisionError):
        return None
    return seconds if seconds is not None and seconds > 0 else None


def _of_wav(content: bytes) -> float:
    return sound_of_wav(content).seconds


def _of_ogg(content: bytes) -> float | None:
    """The last page says how far it reaches, in samples."""
    (samples,) = struct.unpack_from("<q", content, content.rindex(_OGG_PAGE) + 6)
    if (head := content.find(_OPUS_HEAD, 0, 4_096)) >= 0:
        (skipped,) = struct.unpack_from("<H", content, head + 10)
        return (samples - skipped) / _OPUS_RATE if samples > 0 else None
    if (head := content.find(_VORBIS_HEAD, 0, 4_096)) >= 0:
        (rate,) = struct.unpack_from("<I", content, head + 12)
        return samples / rate if samples > 0 else None
    return None


def _of_mp4(content: bytes) -> float | None:
    at = content.find(_MP4_HEADER)
    if at < 0:
        return None
    if content[at + 4] == 1:  # the long form
        scale, duration = struct.unpack_from(">IQ", content, at + 24)
    else:
        scale, duration = struct.unpack_from(">II", content, at + 16)
    return duration / scale or None


def _of_matroska(content: bytes) -> float | None:
    """Where its last cluster begins."""
    at = content.rfind(_CLUSTER)
    if at < 0:
        return None
    at += len(_CLUSTER)
    at += 9 - content[at].bit_length()  # its size, a number of variable length
    if content[at] != _TIMESTAMP:
        return None
    length = content[at + 1] & 0x7F
    return int.from_bytes(content[at + 2 : at + 2 + length]) / _MILLISECONDS


def _of_mp3(content: bytes) -> float | None:
    """By its frames, which are counted until one is none."""
    at, seconds = 0, 0.0
    if content.startswith(_ID3):
        size = 0
        for byte in content[6:_ID3_HEADER]:
            size = size << 7 | byte & 0x7F
        at = _ID3_HEADER + size
    while at + 4 <= len(content) and content[at] == 0xFF and content[at + 1] & 0xE0 == 0xE0:  # noqa: PLR2004
        version, layer = content[at + 1] >> 3 & 3, content[at + 1] >> 1 & 3
        rates, index = _RATES.get(version), content[at + 2] >> 2 & 3
        if rates is None or layer != _LAYER_3 or index >= len(rates):
            break
        kilobits = (_BITRATES_1 if version == _MPEG1 else _BITRATES_2)[content[at + 2] >> 4]
        samples = 1_152 if version == _MPEG1 else 576
        length = samples // 8 * kilobits * 1_000 // rates[index] + (content[at + 2] >> 1 & 1)
        if not length:
            break
        at += length
        seconds += samples / rates[index]
    return seconds or None


_READERS: Final = {
    "audio/wav": _of_wav,
    "audio/ogg": _of_ogg,
    "audio/mp4": _of_mp4,
    "audio/webm": _of_matroska,
    "audio/x-matroska": _of_matroska,
    "audio/mpeg": _of_mp3,
}
