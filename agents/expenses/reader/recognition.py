"""Pictures and PDFs to lines of text, the right way up.

Runs in a reading process only; loading the models takes about a second.
"""

from typing import Final, NamedTuple, Protocol

import numpy as np
from PIL import Image

from adapters.media import documents, pictures
from adapters.media.lines import OcrLine, OcrPage, OcrText
from adapters.media.sniffing import sniff
from agents.expenses.reader.orientation import is_sideways, sample_of, says_more
from agents.expenses.reader.text_lines import Corners, Line, Pixels, TextLines, closed_up
from domain.messages import MediaKind

MIN_LINE_SCORE: Final = 0.3
"""Less sure lines are noise; rules weigh those above by their score."""


HEAD_LINES: Final = 8
CLEAR_SCORE: Final = 0.93
SURE_SCORE: Final = 0.97
"""Lines at the top of a page, the score below which one is read once more, and the score from which
the second reading is taken."""


class Opened(NamedTuple):
    """A file that was decoded: pictures of a size to read, and pages that have their own text."""

    pages: tuple[OcrPage | Image.Image, ...]
    page_count: int = 1
    """With those that are not read."""


def opened(content: bytes) -> Opened:
    """A picture, or the first pages of a PDF. Raises ``UnusableAttachmentError``."""
    if sniff(content).kind is not MediaKind.PDF:
        return Opened((pictures.decoded(content),))
    pages: list[OcrPage | Image.Image] = []
    page_count = 0
    for count, page in documents.pages(content):
        page_count = count
        pages.append(page)
    return Opened(tuple(pages), page_count)


class Recogniser:
    """The loaded models. Not safe for use by several threads at once."""

    def __init__(self, threads: int) -> None:
        """``threads`` that a reading may use; more than the machine has are ignored."""
        self._lines = TextLines(threads)

    def read(self, file: Opened, *, closely: bool = False) -> OcrText:
        """All text of a file. ``closely`` looks for text on more pixels: it finds smaller and
        fainter lines.
        """
        pages = tuple(
            page if isinstance(page, OcrPage) else self.upright_page(page, closely=closely)
            for page in file.pages
        )
        return OcrText(pages=pages, page_count=file.page_count)

    def upright_page(self, image: Image.Image, *, closely: bool = False) -> OcrPage:
        """The page the right way up: sideways and upside-down photos are turned.

        Only a few lines are read before it is known how the page lies, and these once.
        """
        pixels = _pixels(image)
        boxes = self._lines.boxes(pixels, closely=closely)
        if is_sideways(boxes):
            pixels = np.ascontiguousarray(np.rot90(pixels))
            boxes = self._lines.boxes(pixels, closely=closely)
        cuts = self._lines.cut(pixels, boxes)
        sample = sample_of(boxes)
        first = self._lines.texts([cuts[n] for n in sample])
        if self._upside_down([cuts[n] for n in sample], first):
            pixels = np.ascontiguousarray(np.rot90(pixels, 2))
            boxes = self._lines.boxes(pixels, closely=closely)
            cuts, sample, first = self._lines.cut(pixels, boxes), [], []
        rest = sorted(set(range(len(boxes))) - set(sample))
        said = dict(zip(sample, first, strict=True))
        said.update(zip(rest, self._lines.texts([cuts[n] for n in rest]), strict=True))
        lines = [said[n] for n in range(len(boxes))]
        return _page(pixels, boxes, read_closed_up(self._lines, cuts, lines))

    def _upside_down(self, cuts: list[Pixels], read: list[Line]) -> bool:
        def turned() -> list[Line]:
            return self._lines.texts([np.ascontiguousarray(np.rot90(cut, 2)) for cut in cuts])

        return says_more(turned, read)


class TextReader(Protocol):
    def texts(self, cuts: list[Pixels]) -> list[Line]: ...


def read_closed_up(reader: TextReader, cuts: list[Pixels], lines: list[Line]) -> list[Line]:
    """``lines``, those at the head that are doubtful read again with their letters together.

    Names of shops are printed with their letters far apart, and stray marks are read between.
    """
    doubtful = [n for n, line in enumerate(lines[:HEAD_LINES]) if line.score < CLEAR_SCORE]
    closer = {n: cut for n in doubtful if (cut := closed_up(cuts[n])) is not None}
    if not closer:
        return lines
    again = dict(zip(closer, reader.texts(list(closer.values())), strict=True))
    return [
        again[n] if n in again and again[n].score >= SURE_SCORE else line
        for n, line in enumerate(lines)
    ]


def _pixels(image: Image.Image) -> Pixels:
    return np.ascontiguousarray(np.asarray(image)[:, :, ::-1])


def _page(pixels: Pixels, boxes: list[Corners], said: list[Line]) -> OcrPage:
    height, width = pixels.shape[:2]
    lines = tuple(
        _line(box, line.text, line.score)
        for box, line in zip(boxes, said, strict=True)
        if line.text and line.score >= MIN_LINE_SCORE
    )
    return OcrPage(width=width, height=height, lines=lines)


def _line(box: Corners, text: str, score: float) -> OcrLine:
    top_left, top_right, bottom_right, bottom_left = (point.astype(float) for point in box)
    left, right = (top_left + bottom_left) / 2, (top_right + bottom_right) / 2
    height = np.linalg.norm(bottom_left - top_left) + np.linalg.norm(bottom_right - top_right)
    return OcrLine(
        text=text,
        score=score,
        x0=float(left[0]),
        y0=float(left[1]),
        x1=float(right[0]),
        y1=float(right[1]),
        height=max(float(height) / 2, 1.0),
    )
