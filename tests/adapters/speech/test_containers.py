import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.media.sniffing import FileRefusal, attachment_of
from adapters.speech.containers import sound_type
from adapters.speech.length import seconds_of
from domain.errors import UnusableAttachmentError
from domain.messages import MediaKind
from tests.adapters.speech.sounds import recorded, silence, tone


@pytest.mark.parametrize(
    ("fmt", "codec", "mime_type"),
    [
        ("ogg", "libopus", "audio/ogg"),
        ("mp3", "libmp3lame", "audio/mpeg"),
        ("ipod", "aac", "audio/mp4"),
        ("mp4", "aac", "audio/mp4"),
        ("3gp", "aac", "audio/mp4"),
        ("adts", "aac", "audio/aac"),
        ("wav", "pcm_s16le", "audio/wav"),
        ("webm", "libopus", "audio/webm"),
        ("matroska", "libopus", "audio/x-matroska"),
        ("flac", "flac", "audio/flac"),
    ],
)
def test_a_recording_is_known_by_its_bytes(fmt: str, codec: str, mime_type: str) -> None:
    content = recorded(tone(0.3), fmt, codec)

    attachment = attachment_of(content)

    assert attachment.kind is MediaKind.AUDIO
    assert attachment.mime_type == mime_type
    assert attachment.size == len(content)


@pytest.mark.parametrize(
    ("fmt", "codec"), [("mp4", "aac"), ("mov", "aac"), ("webm", "libopus"), ("matroska", "libopus")]
)
def test_a_film_is_no_recording_although_it_has_sound(fmt: str, codec: str) -> None:
    content = recorded(tone(0.3), fmt, codec, film=True)

    with pytest.raises(UnusableAttachmentError) as caught:
        attachment_of(content)
    assert caught.value.user_text == FileRefusal.NOT_A_PICTURE


def test_an_mp3_without_tags_and_an_m4a_that_breaks_off_are_known_by_their_beginning() -> None:
    assert sound_type(b"\xff\xfb\x90\x64" + bytes(100)) == "audio/mpeg"
    header = struct.pack(">I", 16) + b"ftypM4A " + bytes(4)
    assert sound_type(header + struct.pack(">I", 9_999) + b"mdat" + bytes(50)) == "audio/mp4"
    assert sound_type(header.replace(b"M4A ", b"isom")) is None


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfeh\x00e\x00l\x00l\x00o\x00",  # text in UTF-16
        b"\xff\xd8\xff\xe0" + bytes(20),  # JPEG
        b"\xff\xfb\xf0\x64",  # a bit rate that does not exist
        b"OggS" + bytes(22) + b"\x01\x1e" + b"\x80theora",
        b"RIFF\x00\x00\x00\x00WEBPVP8 ",
        b"\x00\x00\x00\x18ftypheic" + bytes(16),
        b"%PDF-1.7",
    ],
)
def test_what_is_no_recording_is_not_taken_for_one(content: bytes) -> None:
    assert sound_type(content) is None


@given(
    st.sampled_from(
        [b"OggS", b"\x00\x00\x00\x10ftypM4A ", b"\x1a\x45\xdf\xa3", b"\x00\x00\x00\x10ftypisom"]
    ),
    st.binary(max_size=200),
)
def test_garbage_behind_a_signature_never_breaks_the_check(signature: bytes, rest: bytes) -> None:
    assert sound_type(signature + rest) in {
        None, "audio/ogg", "audio/mp4", "audio/webm", "audio/x-matroska",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("fmt", "codec", "off"),
    [
        ("wav", "pcm_s16le", 0.01),
        ("ogg", "libopus", 0.1),
        ("mp4", "aac", 0.1),
        ("mp3", "libmp3lame", 0.2),
        # Where its last cluster begins: some seconds less.
        ("webm", "libopus", 6.0),
    ],
)
def test_a_recording_says_how_long_it_is_at_least(fmt: str, codec: str, off: float) -> None:
    seconds = seconds_of(recorded(tone(12.0), fmt, codec))
    assert seconds is not None
    assert 12.2 > seconds > 12.0 - off


def test_what_is_cut_off_or_says_nothing_has_no_length() -> None:
    whole = recorded(silence(2.0), "ogg", "libopus")
    for cut in range(0, len(whole), 97):
        seconds = seconds_of(whole[:cut])
        assert seconds is None or 0 <= seconds < 3
    for fmt, codec in (("mp4", "aac"), ("mp3", "libmp3lame"), ("webm", "libopus")):
        content = recorded(silence(2.0), fmt, codec)
        for cut in range(0, len(content), 97):
            seconds_of(content[:cut])
    assert seconds_of(b"") is None
