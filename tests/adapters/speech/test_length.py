import pytest

from adapters.speech.length import seconds_of
from tests.adapters.speech.sounds import recorded, silence, tone


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
