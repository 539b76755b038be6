"""Text and shapes on one picture: letters that fit, corners that are smooth."""

import unicodedata
from enum import IntEnum
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

_FONT = "Inter[opsz,wght].ttf"
_OPTICAL = (14, 32)
"""The smallest and the largest size that the font is drawn for."""

_SMOOTH = 4
_ELLIPSIS = "…"
_MISSING = "\U0010ffff"
"""No font has a letter for it: what is drawn for it is what is drawn for all that is missing."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels."""


class Weight(IntEnum):
    REGULAR = 400
    MEDIUM = 500
    BOLD = 650
    HEAVY = 750


@cache
def _bytes() -> bytes:
    return files("fontpkg_inter").joinpath("files", _FONT).read_bytes()


@lru_cache(maxsize=64)
def _font(size: int, weight: Weight) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(BytesIO(_bytes()), size)
    optical = min(max(size, _OPTICAL[0]), _OPTICAL[1])
    font.set_variation_by_axes([optical, weight])
    return font


@lru_cache(maxsize=4_096)
def _has_letter(letter: str) -> bool:
    font = _font(32, Weight.REGULAR)
    missing, drawn = font.getmask(_MISSING), font.getmask(letter)
    return drawn.size != missing.size or bytes(drawn) != bytes(missing)


def writable(text: str) -> bool:
    """Whether the font has every letter of a text."""
    return all(c.isspace() or _has_letter(c) for c in unicodedata.normalize("NFC", text))


def drawable(text: str) -> str:
    """What the font has of a text: other letters, and pictures, are left out."""
    composed = unicodedata.normalize("NFC", text)
    kept = (c for c in composed if c.isspace() or _has_letter(c))
    plain = " ".join("".join(kept).split())
    return plain if any(c.isalnum() for c in plain) else ""


@lru_cache(maxsize=256)
def _corner_mask(width: int, height: int, radius: int) -> Image.Image:
    mask = Image.new("L", (width * _SMOOTH, height * _SMOOTH), 0)
    box = (0, 0, width * _SMOOTH - 1, height * _SMOOTH - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, radius * _SMOOTH, fill=255)
    return mask.resize((width, height), Image.Resampling.BOX)


class Brush:
    """Draws on a picture of one width that is cut to its height at the end."""

    def __init__(self, width: int, height: int, ground: str) -> None:
        self._image = Image.new("RGB", (width, height), ground)
        self._draw = ImageDraw.Draw(self._image)

    def width(self, text: str, size: int, weight: Weight) -> float:
        return _font(size, weight).getlength(text)

    def fitted(self, text: str, size: int, weight: Weight, room: float) -> str:
        """The text, or as much of it as there is room for."""
        if self.width(text, size, weight) <= room:
            return text
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            short = text[:middle].rstrip() + _ELLIPSIS
            low, high = (
                (middle, high) if self.width(short, size, weight) <= room else (low, middle - 1)
            )
        return text[:low].rstrip() + _ELLIPSIS

    def shrunk(self, text: str, size: int, weight: Weight, room: float, least: int) -> int:
        """The size in which the text has room, ``least`` where it has in none."""
        fitting = size * room / max(self.width(text, size, weight), 1)
        return max(min(size, int(fitting)), least)

    def text(  # noqa: PLR0913 - where, what and how
        self,
        at: tuple[float, float],
        text: str,
        size: int,
        weight: Weight,
        colour: str,
        *,
        anchor: str = "ls",
    ) -> None:
        """``at`` is on the line that the letters stand on; ``anchor`` as Pillow calls it."""
        font = _font(size, weight)
        self._draw.text(at, text, fill=colour, font=font, anchor=anchor)

    def rounded(self, box: Box, radius: float, colour: str) -> None:
        left, top, right, bottom = (round(side) for side in box)
        width, height = right - left, bottom - top
        if width < 1 or height < 1:
            return
        corner = min(round(radius), width // 2, height // 2)
        self._image.paste(colour, (left, top), _corner_mask(width, height, corner))

    def plain(self, box: Box, colour: str) -> None:
        left, top, right, bottom = box
        self._draw.rectangle((left, top, right - 1, bottom - 1), fill=colour)

    def png(self, height: int) -> bytes:
        """The picture down to ``height``."""
        whole = BytesIO()
        cut = self._image.crop((0, 0, self._image.width, height))
        cut.save(whole, "PNG", compress_level=6)
        return whole.getvalue()
