"""Pixels to lines of text with PP-OCRv6, on ONNX Runtime.

Runs in a reading process only; loading the models takes about a second and 300 MB.
"""

import os
from typing import Final

import numpy as np
import numpy.typing as npt
from PIL import Image
from rapidocr import RapidOCR
from rapidocr.utils.output import RapidOCROutput

from adapters.ocr import documents, pictures
from adapters.ocr.lines import OcrLine, OcrPage, OcrText
from adapters.ocr.media import sniff
from domain.messages import MediaKind

Corners = npt.NDArray[np.float32]
"""Four points of a text box, clockwise from the text's top left."""

MIN_LINE_SCORE: Final = 0.3
"""Less sure lines are noise; rules weigh those above by their score."""

TALL: Final = 1.5
"""A box this many times taller than wide holds text that runs down the page."""

DOUBTFUL_SCORE: Final = 0.88
"""Mean score of a page below which it may be upside down. Measured: real receipts the right way up
score above 0.92, upside down below 0.8."""

MIN_LETTERS: Final = 12
"""Fewer recognised characters are not worth turning the picture for."""


class Recogniser:
    """The loaded models. Not safe for use by several threads at once."""

    def __init__(self, threads: int) -> None:
        """``threads`` that one inference may use; more than the machine has are ignored."""
        self._engine = RapidOCR(
            params={
                "Global.log_level": "error",
                "Global.use_cls": False,  # turned pages are handled whole, see upright_page
                "Global.text_score": MIN_LINE_SCORE,
                "Global.max_side_len": pictures.MAX_TARGET_SIDE,
                "EngineConfig.onnxruntime.intra_op_num_threads": min(threads, os.cpu_count() or 1),
                "EngineConfig.onnxruntime.inter_op_num_threads": 1,
            }
        )

    def read(self, content: bytes) -> OcrText:
        """All text of a picture or of a PDF's first pages. Raises ``UnusableAttachmentError``."""
        if sniff(content).kind is not MediaKind.PDF:
            return OcrText(pages=(self.upright_page(pictures.decoded(content)),))
        read: list[OcrPage] = []
        page_count = 0
        for count, page in documents.pages(content):
            page_count = count
            read.append(page if isinstance(page, OcrPage) else self.upright_page(page))
        return OcrText(pages=tuple(read), page_count=page_count)

    def upright_page(self, image: Image.Image) -> OcrPage:
        """The page the right way up: sideways and upside-down photos are turned and read again."""
        page, sideways = self._page(image)
        if sideways:
            image = image.transpose(Image.Transpose.ROTATE_90)
            page, _ = self._page(image)
        if _letters(page) >= MIN_LETTERS and _mean_score(page) < DOUBTFUL_SCORE:
            turned, _ = self._page(image.transpose(Image.Transpose.ROTATE_180))
            page = max(page, turned, key=_evidence)
        return page

    def _page(self, image: Image.Image) -> tuple[OcrPage, bool]:
        pixels = np.asarray(image)[:, :, ::-1]  # the models were trained on BGR
        found = self._engine(np.ascontiguousarray(pixels))
        boxes: list[tuple[Corners, str, float]] = []
        if isinstance(found, RapidOCROutput) and found.boxes is not None:
            texts, scores = found.txts or (), found.scores or ()
            boxes = list(zip(found.boxes, texts, scores, strict=True))
        lines = tuple(_line(box, text, score) for box, text, score in boxes)
        tall = sum(len(text) for box, text, _ in boxes if _is_tall(box))
        page = OcrPage(width=image.width, height=image.height, lines=lines)
        return page, tall * 2 > max(_letters(page), MIN_LETTERS)


def _is_tall(box: Corners) -> bool:
    width, height = np.ptp(box[:, 0]), np.ptp(box[:, 1])
    return bool(height > TALL * width)


def _line(box: Corners, text: str, score: float) -> OcrLine:
    top_left, top_right, bottom_right, bottom_left = (point.astype(float) for point in box)
    left, right = (top_left + bottom_left) / 2, (top_right + bottom_right) / 2
    height = np.linalg.norm(bottom_left - top_left) + np.linalg.norm(bottom_right - top_right)
    return OcrLine(
        text=text.strip(),
        score=float(score),
        x0=float(left[0]),
        y0=float(left[1]),
        x1=float(right[0]),
        y1=float(right[1]),
        height=max(float(height) / 2, 1.0),
    )


def _letters(page: OcrPage) -> int:
    return sum(len(line.text) for line in page.lines)


def _mean_score(page: OcrPage) -> float:
    return _evidence(page) / max(_letters(page), 1)


def _evidence(page: OcrPage) -> float:
    return sum(len(line.text) * line.score for line in page.lines)
