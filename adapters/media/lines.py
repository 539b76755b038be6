"""Text with its place on the page, recognised in a picture or taken from a PDF."""

from domain.messages import Frozen


class OcrLine(Frozen):
    """One printed run of text. Lengths are pixels of its page, y grows downwards.

    The ends are the middles of the left and right edge, so that the slope of the text is known
    even on a photo taken at an angle.
    """

    text: str
    score: float
    """How sure the recogniser is, 0 to 1; 1 for a PDF's own text."""
    x0: float
    y0: float
    x1: float
    y1: float
    height: float


class OcrPage(Frozen):
    """One picture or one page of a PDF, upright."""

    width: float
    height: float
    lines: tuple[OcrLine, ...]


class OcrText(Frozen):
    """All that was recognised in one attachment. ``page_count`` includes pages not read."""

    pages: tuple[OcrPage, ...]
    page_count: int = 1
