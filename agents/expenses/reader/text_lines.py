"""Detection and recognition with PP-OCRv6 on ONNX Runtime: upright pixels to boxes and text.

One inference at a time is split over the processor's cores by the runtime, which pays for the
large detection. Recognition is many small inferences: there, each core takes its own lines.
"""

import math
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt
from onnxruntime import SessionOptions
from rapidocr import RapidOCR
from rapidocr.ch_ppocr_det import TextDetOutput
from rapidocr.inference_engine.onnxruntime import main as sessions

Pixels = npt.NDArray[np.uint8]
"""Height, width, channels; blue first, as the models were trained."""

Corners = npt.NDArray[np.float32]
"""Four points of a text box, clockwise from the text's top left."""

DETECTION_PIXELS: Final = 1_200_000
"""Area that boxes are looked for in; text is then cut from the picture itself. More area finds no
more lines on receipts, and costs time in proportion."""

CLOSELY: Final = 2.5
"""Times the pixels for a second look."""

MIN_DETECTION_PIXELS: Final = 500_000
"""Smaller pictures are enlarged for detection, which misses letters of less than ten pixels."""

MAX_ENLARGED: Final = 2.0

NARROWEST: Final = 48
"""Pixels that a line is padded to at least, at the recogniser's height of 48. The model's own 320
makes an amount cost three times as much."""

BATCH: Final = 3
"""Lines recognised together; more are padded to the widest of them."""


LETTER_GAP: Final = 0.12
"""Blank columns, as a part of the height, that are left between letters that are moved together."""

MOST_KEPT: Final = 0.75
"""Part of its width that a text keeps whose letters stand far apart."""


class Line(NamedTuple):
    """What one box says, and how sure the recogniser is, 0 to 1."""

    text: str
    score: float


class Unspinning(SessionOptions):  # type: ignore[misc] # a package without types
    """A thread that has nothing to do waits. The runtime's own way is to spin, which counts as
    processor time: on a busy machine a reading would use up what it may have by waiting for a core.
    """

    made = 0

    def __init__(self) -> None:
        super().__init__()
        self.add_session_config_entry("session.intra_op.allow_spinning", "0")
        Unspinning.made += 1


sessions.SessionOptions = Unspinning  # type: ignore[attr-defined] # it lets nobody give options


class TextLines:
    """The loaded models. Not safe for use by several threads at once."""

    def __init__(self, threads: int) -> None:
        """``threads`` to work with; more than the machine has are ignored."""
        self._threads = max(1, min(threads, os.cpu_count() or 1))
        self._detection = RapidOCR(
            params={**_shared(self._threads), "Global.use_rec": False, "Det.limit_type": "max"}
        )
        self._recognition = RapidOCR(
            params={
                **_shared(1),
                "Rec.rec_img_shape": [3, 48, NARROWEST],
                "Rec.rec_batch_num": BATCH,
            }
        )
        self._workers = ThreadPoolExecutor(self._threads, thread_name_prefix="lines")

    def boxes(self, pixels: Pixels, *, closely: bool = False) -> list[Corners]:
        """Where text stands, from top to bottom."""
        height, width = pixels.shape[:2]
        scale = detection_scale(width, height, CLOSELY if closely else 1.0)
        looked_at = pixels
        if scale != 1.0:
            way = cv2.INTER_AREA if scale < 1.0 else cv2.INTER_LINEAR
            size = (max(1, round(width * scale)), max(1, round(height * scale)))
            looked_at = np.asarray(cv2.resize(pixels, size, interpolation=way), dtype=np.uint8)
        found = self._detection(looked_at)
        if not isinstance(found, TextDetOutput) or found.boxes is None:
            return []
        limits = np.array([width, height], dtype=np.float32)
        return [np.minimum(box / scale, limits).astype(np.float32) for box in found.boxes]

    def cut(self, pixels: Pixels, boxes: list[Corners]) -> list[Pixels]:
        """The text of each box, straightened, level."""
        if not boxes:
            return []
        return list(self._recognition.crop_text_regions(pixels, np.array(boxes)))

    def texts(self, cuts: list[Pixels]) -> list[Line]:
        """What each of the cuts says, in their order."""
        by_width = sorted(range(len(cuts)), key=lambda n: cuts[n].shape[1] / cuts[n].shape[0])
        # Dealt out like cards, each share has as many wide lines as the others.
        shares = [share for k in range(self._threads) if (share := by_width[k :: self._threads])]
        said: dict[int, Line] = {}
        for share, lines in zip(
            shares,
            self._workers.map(lambda s: self._read([cuts[n] for n in s]), shares),
            strict=True,
        ):
            said.update(zip(share, lines, strict=True))
        return [said[n] for n in range(len(cuts))]

    def _read(self, cuts: list[Pixels]) -> list[Line]:
        found = self._recognition.recognize_txt(cuts)
        pairs = zip(found.txts or (), found.scores or (), strict=True)
        return [Line(text.strip(), float(score)) for text, score in pairs]


def closed_up(cut: Pixels) -> Pixels | None:
    """The text with its letters moved together; None where they do not stand far apart."""
    gray = cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY)
    dark, bright = np.percentile(gray, (2, 90))
    blank = (gray >= (dark + bright) / 2).all(axis=0)
    most = max(2, round(LETTER_GAP * cut.shape[0]))
    run, kept = 0, []
    for column, is_blank in enumerate(blank.tolist()):
        run = run + 1 if is_blank else 0
        if run <= most:
            kept.append(column)
    if len(kept) > MOST_KEPT * len(blank):
        return None
    return np.ascontiguousarray(cut[:, kept])


def detection_scale(width: int, height: int, closely: float = 1.0) -> float:
    """By how much a picture is shrunk or enlarged, for text on ``closely`` times the area."""
    area = width * height / closely
    if area > DETECTION_PIXELS:
        return math.sqrt(DETECTION_PIXELS / area)
    return min(max(1.0, math.sqrt(MIN_DETECTION_PIXELS / area)), MAX_ENLARGED)


def _shared(threads: int) -> dict[str, object]:
    return {
        "Global.log_level": "error",
        "Global.use_cls": False,  # turned pages are handled whole, see orientation
        "Global.max_side_len": 1_000_000,
        "Det.limit_side_len": 1_000_000,
        "EngineConfig.onnxruntime.intra_op_num_threads": threads,
        "EngineConfig.onnxruntime.inter_op_num_threads": 1,
    }
