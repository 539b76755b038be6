"""How a page lies: told by the shapes of its lines and by how surely a few of them are read."""

from collections.abc import Callable
from typing import Final

import numpy as np

from agents.expenses.reader.text_lines import Corners, Line

TALL: Final = 1.5
"""A box this many times taller than wide holds text that runs down the page."""

SAMPLE: Final = 8
"""Lines that are read to tell up from down: the longest ones, which say most."""

DOUBTFUL_SCORE: Final = 0.88
"""Mean score of the sample below which the page may be upside down. Measured: real receipts the
right way up score above 0.92, upside down below 0.8."""

MIN_LETTERS: Final = 12
"""Fewer recognised characters are not worth turning the picture for."""


def is_sideways(boxes: list[Corners]) -> bool:
    """Whether most of the text, by length, runs up or down the page."""
    tall = wide = 0.0
    for box in boxes:
        width, height = float(np.ptp(box[:, 0])), float(np.ptp(box[:, 1]))
        if height > TALL * width:
            tall += height
        elif width > TALL * height:
            wide += width
    return tall > wide


def sample_of(boxes: list[Corners]) -> list[int]:
    """Which boxes tell up from down."""
    lengths = [float(np.linalg.norm(box[1] - box[0])) for box in boxes]
    return sorted(range(len(boxes)), key=lambda n: -lengths[n])[:SAMPLE]


def says_more(turned: Callable[[], list[Line]], read: list[Line]) -> bool:
    """Whether the lines are surer when turned round; ``turned`` is asked only where it may be."""
    if sum(len(line.text) for line in read) < MIN_LETTERS or _mean(read) >= DOUBTFUL_SCORE:
        return False
    return _mean(turned()) > _mean(read)


def _mean(lines: list[Line]) -> float:
    """Score a character."""
    letters = sum(len(line.text) for line in lines)
    return sum(len(line.text) * line.score for line in lines) / max(letters, 1)
