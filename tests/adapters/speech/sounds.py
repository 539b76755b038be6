"""Recordings made on the spot in any format, and the checked-in ones in which somebody speaks."""

import io
from pathlib import Path

import av
import numpy as np
import numpy.typing as npt

from adapters.media.sniffing import attachment_of
from domain.messages import Attachment

RECORDINGS = Path(__file__).parent / "recordings"
RATE = 48_000


def spoken(name: str) -> tuple[bytes, Attachment]:
    """Read out by a speech synthesizer for these tests."""
    content = (RECORDINGS / name).read_bytes()
    return content, attachment_of(content)


def tone(seconds: float, hertz: float = 440, loudness: int = 8_000) -> npt.NDArray[np.int16]:
    at = np.arange(int(seconds * RATE)) / RATE
    return (np.sin(2 * np.pi * hertz * at) * loudness).astype(np.int16)


def silence(seconds: float) -> npt.NDArray[np.int16]:
    return tone(seconds, loudness=0)


def recorded(
    samples: npt.NDArray[np.int16], fmt: str, codec: str, *, film: bool = False, rate: int = RATE
) -> bytes:
    """The samples as a file; as a film, black pictures go with them."""
    out = io.BytesIO()
    with av.open(out, "w", format=fmt) as container:
        sound = container.add_stream(codec, rate=rate, layout="mono")
        assert isinstance(sound, av.AudioStream)
        if film:
            _blacken(container)
        taken = sound.codec_context.format
        assert taken
        resampler = av.AudioResampler(format=taken.name, layout="mono", rate=rate)
        frame = av.AudioFrame.from_ndarray(samples.reshape(1, -1), format="s16", layout="mono")
        frame.sample_rate = rate
        for piece in (*resampler.resample(frame), *resampler.resample(None)):
            container.mux(sound.encode(piece))
        container.mux(sound.encode(None))
    return out.getvalue()


def _blacken(container: av.container.OutputContainer) -> None:
    video = container.add_stream("libvpx" if container.format.name == "webm" else "mpeg4", rate=10)
    video.width = video.height = 64
    video.pix_fmt = "yuv420p"
    black = np.zeros((64, 64, 3), np.uint8)
    for _ in range(3):
        container.mux(video.encode(av.VideoFrame.from_ndarray(black, format="rgb24")))
    container.mux(video.encode(None))
