"""Pages of a PDF: their own text where they have it, else pixels.

Runs in a reading process only.
"""

import math
from collections.abc import Iterator

import pypdfium2
from PIL import Image
from pypdfium2 import raw

from adapters.media.lines import OcrLine, OcrPage
from adapters.media.pictures import MAX_TARGET_SIDE, TARGET_PIXELS
from adapters.media.sniffing import MAX_PDF_PAGES, FileRefusal
from domain.plain_text import one_line

MIN_RENDERED_SIDE = 100
"""Pixels; a page thinner than this after scaling holds nothing to read."""

MIN_TEXT_CHARACTERS = 30
"""A page with fewer letters and digits is taken for a scan with a stamp or page number."""

MAX_TEXT_CHARACTERS = 100_000
"""Of a page's own text. A printed page has a few thousand; one with more is to keep us busy."""

_MAX_RUNS = 3_000
_MAX_RUN_LENGTH = 500


def pages(content: bytes) -> Iterator[tuple[int, OcrPage | Image.Image]]:
    """The first pages, each with the document's page count, read or rendered.

    Raises ``UnusableAttachmentError`` for an encrypted, empty or broken document.
    """
    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        # PDFium leaves the error of an earlier document standing now and then: ask the bytes, too.
        encrypted = error.err_code == raw.FPDF_ERR_PASSWORD and b"/Encrypt" in content
        refusal = FileRefusal.PDF_ENCRYPTED if encrypted else FileRefusal.PDF_BROKEN
        raise refusal.error(detail=str(error)) from error
    try:
        count = len(document)
        if count == 0:
            raise FileRefusal.PDF_EMPTY.error()
        for number in range(min(count, MAX_PDF_PAGES)):
            yield count, _page(document, number)
    except pypdfium2.PdfiumError as error:
        raise FileRefusal.PDF_BROKEN.error(detail=str(error)) from error
    finally:
        document.close()


def _page(document: pypdfium2.PdfDocument, number: int) -> OcrPage | Image.Image:
    page = document[number]
    width, height = page.get_size()
    if not (width > 0 and height > 0):
        raise FileRefusal.PDF_BROKEN.error(detail="page without area")
    if page.get_rotation() == 0:  # text runs come in the unrotated page's coordinates
        text = _text_layer(page, width, height)
        if text is not None:
            return text
    scale = min(math.sqrt(TARGET_PIXELS / (width * height)), MAX_TARGET_SIDE / max(width, height))
    if min(width, height) * scale < MIN_RENDERED_SIDE:
        raise FileRefusal.TOO_SMALL.error(detail=f"page of {width} x {height} points")
    rendered: Image.Image = page.render(scale=scale).to_pil()
    return rendered.convert("RGB")


def _text_layer(page: pypdfium2.PdfPage, width: float, height: float) -> OcrPage | None:
    """The page's own text as lines, or None when it has no text worth the name."""
    text_page = page.get_textpage()
    if text_page.count_chars() > MAX_TEXT_CHARACTERS:
        return None
    whole = text_page.get_text_bounded()
    if sum(c.isalnum() for c in whole) < MIN_TEXT_CHARACTERS:
        return None
    lines = []
    for index in range(min(text_page.count_rects(), _MAX_RUNS)):
        left, bottom, right, top = text_page.get_rect(index)
        text = one_line(text_page.get_text_bounded(left, bottom, right, top))[:_MAX_RUN_LENGTH]
        if text:
            middle = height - (top + bottom) / 2
            lines.append(
                OcrLine(
                    text=text,
                    score=1.0,
                    x0=left,
                    y0=middle,
                    x1=right,
                    y1=middle,
                    height=max(top - bottom, 1.0),
                )
            )
    return OcrPage(width=width, height=height, lines=tuple(lines))
