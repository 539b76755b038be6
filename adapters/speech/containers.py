"""Which sound format a file is, told by its bytes.

Containers that may hold pictures as well are opened as far as their list of tracks: a film is no
voice note, whatever its name.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

_OGG_HEADER = 27
"""Bytes of an Ogg page before its table of segments, whose length is the last of them."""
_OGG_SOUND = (b"OpusHead", b"\x01vorbis", b"Speex   ", b"\x7fFLAC")

_SIGNATURES = ((b"ID3", "audio/mpeg"), (b"fLaC", "audio/flac"), (b"#!AMR", "audio/amr"))

_MP4_SOUND_BRANDS = frozenset({b"M4A ", b"M4B "})
_MP4_PATH = (b"moov", b"trak", b"mdia", b"hdlr")
_BOX_HEADER, _LARGE_BOX_HEADER = 8, 16

_EBML = b"\x1a\x45\xdf\xa3"
_SEGMENT, _TRACKS, _TRACK_ENTRY, _TRACK_TYPE = 0x18538067, 0x1654AE6B, 0xAE, 0x83
_MATROSKA_PATH = (_SEGMENT, _TRACKS, _TRACK_ENTRY, _TRACK_TYPE)
_MATROSKA_VIDEO, _MATROSKA_SOUND = 1, 2
_MAX_ID_BYTES, _MAX_SIZE_BYTES = 4, 8
_DOCTYPE_WITHIN = 64

_MAX_PARTS = 1_000
"""Of a container on one level. The track list stands among the first; a file made of millions of
empty parts is not worth the walk."""


class _Part(NamedTuple):
    """A box or element: where its content stands."""

    name: bytes | int
    start: int
    end: int


_Parts = Callable[[bytes, _Part], Iterator[_Part]]


def sound_type(content: bytes) -> str | None:
    """The mime type of a recording; None for anything else, films included.

    Decodes nothing. Whether the sound itself can be read shows when it is listened to.
    """
    for signature, mime_type in _SIGNATURES:
        if content.startswith(signature):
            return mime_type
    if content[:4] == b"RIFF" and content[8:12] == b"WAVE":
        return "audio/wav"
    if content[:4] == b"OggS":
        return "audio/ogg" if _is_ogg_sound(content) else None
    if content[4:8] == b"ftyp":
        return "audio/mp4" if _is_mp4_sound(content) else None
    if content.startswith(_EBML):
        return _matroska_type(content)
    return _frame_type(content)


def _is_ogg_sound(content: bytes) -> bool:
    """The first page holds the first packet of the first stream; films put theirs first."""
    segments = content[_OGG_HEADER - 1 : _OGG_HEADER]
    packet = _OGG_HEADER + segments[0] if segments else 0
    return content[packet : packet + 8].startswith(_OGG_SOUND)


def _frame_type(content: bytes) -> str | None:
    """MP3 and AAC without a container begin with a frame: eleven set bits, version, layer."""
    if len(content) < 4 or content[0] != 0xFF or content[1] & 0xE0 != 0xE0:  # noqa: PLR2004
        return None
    version, layer = content[1] >> 3 & 3, content[1] >> 1 & 3
    bitrate, rate = content[2] >> 4, content[2] >> 2 & 3
    if layer == 0:
        # ADTS says MPEG by one bit less and keeps the layer at zero.
        return "audio/aac" if content[1] & 0xF0 == 0xF0 else None  # noqa: PLR2004
    known = version != 1 and layer == 1 and bitrate not in {0, 15} and rate != 3  # noqa: PLR2004
    return "audio/mpeg" if known else None


def _is_mp4_sound(content: bytes) -> bool:
    """By its tracks; the brand counts only where no track is listed."""
    kinds = {
        content[part.start + 8 : part.start + 12]
        for part in _below(content, _boxes, _MP4_PATH, _Part(b"", 0, len(content)))
    }
    if kinds & {b"soun", b"vide"}:
        return b"vide" not in kinds
    return content[8:12] in _MP4_SOUND_BRANDS


def _boxes(content: bytes, within: _Part) -> Iterator[_Part]:
    at = within.start
    while at + _BOX_HEADER <= within.end:
        size = int.from_bytes(content[at : at + 4])
        header = _BOX_HEADER
        if size == 1:
            size = int.from_bytes(content[at + 8 : at + 16])
            header = _LARGE_BOX_HEADER
        end = within.end if size == 0 else at + size
        if end < at + header:
            return
        yield _Part(content[at + 4 : at + 8], at + header, min(end, within.end))
        at = end


def _matroska_type(content: bytes) -> str | None:
    whole = _Part(0, 0, len(content))
    kinds = {
        int.from_bytes(content[part.start : part.end])
        for part in _below(content, _elements, _MATROSKA_PATH, whole)
    }
    if _MATROSKA_SOUND not in kinds or _MATROSKA_VIDEO in kinds:
        return None
    return "audio/webm" if b"webm" in content[:_DOCTYPE_WITHIN] else "audio/x-matroska"


def _elements(content: bytes, within: _Part) -> Iterator[_Part]:
    at = within.start
    while at < within.end:
        name, id_bytes = _number(content, at, _MAX_ID_BYTES)
        size, size_bytes = _number(content, at + id_bytes, _MAX_SIZE_BYTES)
        if not id_bytes or not size_bytes:
            return
        start = at + id_bytes + size_bytes
        marker = 1 << 7 * size_bytes
        # All ones: a recording that was written as it was made, of a length not known then.
        unknown = size == 2 * marker - 1
        end = within.end if unknown else start + (size - marker)
        yield _Part(name, start, min(end, within.end))
        at = end


def _number(content: bytes, at: int, longest: int) -> tuple[int, int]:
    """A number of variable length with its length marker, and its bytes; zeros when none."""
    first = content[at] if at < len(content) else 0
    length = 9 - first.bit_length()
    if not first or length > longest or at + length > len(content):
        return 0, 0
    return int.from_bytes(content[at : at + length]), length


def _below(
    content: bytes, parts: _Parts, path: tuple[bytes | int, ...], within: _Part
) -> Iterator[_Part]:
    """All parts that ``path`` leads to."""
    for seen, part in enumerate(parts(content, within)):
        if seen >= _MAX_PARTS:
            return
        if part.name != path[0]:
            continue
        if len(path) == 1:
            yield part
        else:
            yield from _below(content, parts, path[1:], part)
