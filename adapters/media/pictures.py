"""Bytes of a picture to upright RGB pixels of a size that suits the recogniser.

Runs in a reading process only: decoders written in C see hostile bytes here.
"""

import io
import math
import struct
import warnings
from typing import Final

from pi_heif import register_heif_opener
from PIL import ExifTags, Image, UnidentifiedImageError

from adapters.media.sniffing import MAX_PIXELS, PILLOW_FORMATS, FileRefusal, check_dimensions
from adapters.media.structure import check_structure

TARGET_PIXELS = 2_400_000
"""Area that a picture is shrunk to: A4 at 160 dots an inch, where small print is still 17 high.
Recognition time grows with the area."""

MAX_TARGET_SIDE = 4_000
"""Longest side after shrinking, for very long strips of paper."""

_STRIP_PIXELS: Final = 1_000_000
"""Area that is made RGB at a time: of a large picture there is never a second one of its size."""

_BROKEN = (
    OSError,
    ValueError,
    SyntaxError,
    TypeError,
    ArithmeticError,
    LookupError,
    EOFError,
    RuntimeError,
    AttributeError,
    NotImplementedError,
)
"""What decoders raise on broken data. A mistake of ours among them would refuse every picture."""

_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""By the orientation of Exif."""

Image.MAX_IMAGE_PIXELS = MAX_PIXELS
register_heif_opener()  # type: ignore[no-untyped-call,unused-ignore]


def decoded(content: bytes) -> Image.Image:
    """The first frame, upright, as RGB. Raises ``UnusableAttachmentError``."""
    check_structure(content)
    try:
        with warnings.catch_warnings():
            # Pillow warns where the header is odd; dimensions are checked below in any case.
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(content), formats=PILLOW_FORMATS) as image:
                check_dimensions(*image.size)
                image.draft("RGB", _target_size(*image.size))
                return _upright_rgb(image)
    except Image.DecompressionBombError as error:
        raise FileRefusal.TOO_MANY_PIXELS.error(detail=str(error)) from error
    except UnidentifiedImageError as error:
        raise FileRefusal.BROKEN.error(detail="no decoder takes it") from error
    except MemoryError as error:
        raise FileRefusal.TOO_DEMANDING.error(detail="memory") from error
    except _BROKEN as error:
        raise FileRefusal.BROKEN.error(detail=f"{type(error).__name__}: {error}") from error


def _target_size(width: int, height: int) -> tuple[int, int]:
    """The size to recognise at: never enlarged, at most the target area and side."""
    scale = min(
        1.0, math.sqrt(TARGET_PIXELS / (width * height)), MAX_TARGET_SIDE / max(width, height)
    )
    return max(1, round(width * scale)), max(1, round(height * scale))


def _upright_rgb(image: Image.Image) -> Image.Image:
    image.load()
    small, turn = _small_rgb(image), _turn(image)
    return small if turn is None else small.transpose(turn)


def _turn(image: Image.Image) -> Image.Transpose | None:
    """What makes up for how the camera was held. Notes that can't be read say nothing of it."""
    try:
        return _TURNS.get(image.getexif().get(ExifTags.Base.Orientation, 1))
    except (*_BROKEN, struct.error):
        return None


def _small_rgb(image: Image.Image) -> Image.Image:
    """On white, 8 bits a colour, shrunk. What costs memory for each pixel is done to a strip at a
    time.
    """
    width, height = image.size
    size = _target_size(width, height)
    # Averaging whole blocks comes first, as far as it leaves enough for a good resampling.
    block = max(1, int(width / size[0] / 1.5))
    grey = _grey_range(image)
    rows = max(1, _STRIP_PIXELS // width // block) * block
    flat = Image.new("RGB", (-(-width // block), -(-height // block)))
    for top in range(0, height, rows):
        strip = image.crop((0, top, width, min(top + rows, height)))
        flat.paste(_on_white(_eight_bit(strip, grey)).reduce(block), (0, top // block))
    return flat if flat.size == size else flat.resize(size, Image.Resampling.LANCZOS)


def _grey_range(image: Image.Image) -> tuple[float, float] | None:
    """The darkest and the lightest value of 16-bit and floating modes; None for all others."""
    if image.mode not in {"I", "F"} and not image.mode.startswith("I;16"):
        return None
    low, high = image.getextrema()
    if not (isinstance(low, int | float) and isinstance(high, int | float)):
        return None
    return float(low), float(high)


def _eight_bit(image: Image.Image, grey: tuple[float, float] | None) -> Image.Image:
    """Squeezed to grey where there is a range; plain conversion would clip it to white."""
    if grey is None:
        return image
    low, high = grey
    if high <= low:
        return image.convert("F").convert("L")
    span = high - low
    return image.convert("F").point(lambda v: v * (255 / span) - low * 255 / span).convert("L")


def _on_white(image: Image.Image) -> Image.Image:
    """Transparent parts become paper: text on a see-through ground is dark as a rule."""
    if not image.has_transparency_data:
        return image.convert("RGB")
    layers = image.convert("RGBA")
    paper = Image.new("RGBA", layers.size, "white")
    return Image.alpha_composite(paper, layers).convert("RGB")
