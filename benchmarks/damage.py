"""Recognised text made worse on purpose: what a creased, blurred or cut receipt gives.

Rules tuned on receipts make few mistakes on these same receipts; how sure they may be on harder
ones shows only where they fail.
"""

import random

from rapidfuzz import fuzz

from adapters.media.lines import OcrLine, OcrText

_MISREAD = {
    "0": "8O", "1": "7I", "2": "7Z", "3": "8", "4": "1A", "5": "6S", "6": "8", "7": "1",
    "8": "3B", "9": "0", ".": ", ", "/": "17", "O": "0", "I": "1", "S": "5", "l": "1",
}  # fmt: skip

DEGREES = ((0.05, 0.01), (0.1, 0.02))
"""Shares of lines lost and of characters misread."""


_HEAD_LINES, _NAMED = 8, 80
"""Lines that may name the shop, and the percent of likeness from which one does."""


def without_name(text: OcrText, name: str) -> OcrText:
    """The same text with no line of its head that names the shop, as where a logo is a picture."""
    head = sorted(text.pages[0].lines, key=lambda line: line.y0)[:_HEAD_LINES]
    named = [
        line for line in head if fuzz.partial_ratio(line.text.casefold(), name.casefold()) >= _NAMED
    ]
    lines = tuple(line for line in text.pages[0].lines if line not in named)
    page = text.pages[0].model_copy(update={"lines": lines})
    return text.model_copy(update={"pages": (page, *text.pages[1:])})


def damaged(text: OcrText, seed: str, lost: float, misread: float) -> OcrText:
    """The same text less ``lost`` of its lines, with ``misread`` of what is easily confused."""
    pick = random.Random(f"{seed} {lost}")  # noqa: S311 - the same damage each time, no secret
    pages = tuple(
        page.model_copy(
            update={
                "lines": tuple(
                    _misread(line, pick, misread) for line in page.lines if pick.random() >= lost
                )
            }
        )
        for page in text.pages
    )
    return text.model_copy(update={"pages": pages})


def _misread(line: OcrLine, pick: random.Random, share: float) -> OcrLine:
    text = "".join(
        pick.choice(_MISREAD[c]) if c in _MISREAD and pick.random() < share else c
        for c in line.text
    )
    if text == line.text:
        return line
    return line.model_copy(update={"text": text, "score": min(line.score, pick.uniform(0.6, 0.97))})
