"""The part of a picture that a value was read from, to look at failures."""

from pathlib import Path

from rapidfuzz import fuzz

from adapters.media import pictures
from adapters.media.lines import OcrText
from adapters.media.sniffing import sniff
from domain.messages import MediaKind

_AROUND = 4
"""Heights of a line that are shown above and below it."""


def crop(content: bytes, text: OcrText, evidence: str, file: Path) -> None:
    """Writes the band around the line that is likest to ``evidence``; without any, all.

    A page that was turned for reading is shown as it was sent, so the band may be off. PDFs have
    no crops.
    """
    if sniff(content).kind is MediaKind.PDF:
        return
    image = pictures.decoded(content)
    lines = text.pages[0].lines
    if evidence and lines:
        line = max(lines, key=lambda at: fuzz.partial_ratio(at.text, evidence) * len(at.text))
        middle = (line.y0 + line.y1) / 2
        top = max(0, round(middle - _AROUND * line.height))
        bottom = min(image.height, round(middle + _AROUND * line.height))
        if bottom > top:
            image = image.crop((0, top, image.width, bottom))
    file.parent.mkdir(parents=True, exist_ok=True)
    image.save(file)
