"""Small files that were made to keep a decoder busy, or to fill its memory."""

import io
from pathlib import Path

from PIL import Image

SCANS = 500


def jpeg_of_many_scans(scans: int = SCANS, side: int = 400) -> bytes:
    """A progressive JPEG that goes over its picture again and again."""
    file = io.BytesIO()
    Image.new("RGB", (side, side), "white").save(file, "JPEG", progressive=True, quality=20)
    whole = file.getvalue()
    scan = whole[whole.rindex(b"\xff\xda") : -2]
    return whole[:-2] + scan * scans + whole[-2:]


EMPTY_WEBP = Path(__file__).with_name("empty.webp").read_bytes()
"""Two kilobytes that say nothing, on 7,000 x 7,000 see-through pixels, as many as are allowed; it
takes seconds to make.
"""


def pdf_of_nested_forms(depth: int = 10, fan: int = 10) -> bytes:
    """Each of its drawings draws the next one ten times: ten thousand million rectangles, for
    which PDFium takes memory as it goes.
    """
    objects = [*_page(b"/XObject<</F 5 0 R>>"), _stream(b"", b"/F Do " * fan)]
    for level in range(depth):
        last = level == depth - 1
        uses = b"" if last else b"/Resources<</XObject<</F %d 0 R>>>>" % (6 + level)
        draws = b"0 0 600 800 re f " if last else b"/F Do " * fan
        form = b"/Type/XObject/Subtype/Form/BBox[0 0 600 800]" + uses
        objects.append(_stream(form, draws))
    return _pdf(objects)


def pdf_of_computed_colours(times: int = 300) -> bytes:
    """Computes the colour of each pixel of a page by a long formula, and that very often."""
    formula = b"{ 2 copy mul sin exch cos add abs dup dup " + b"dup mul sin " * 20 + b"}"
    shading = b"<</ShadingType 1/ColorSpace/DeviceRGB/Domain[0 600 0 800]/Function 6 0 R>>"
    function = b"/FunctionType 4/Domain[0 600 0 800]/Range[0 1 0 1 0 1]"
    return _pdf(
        [
            *_page(b"/Shading<</S 5 0 R>>"),
            _stream(b"", b"/S sh " * times),
            shading,
            _stream(function, formula),
        ]
    )


def png_with_wrong_checksum(content: bytes) -> bytes:
    """``content``, a PNG, with another checksum of its pixels."""
    end = content.rindex(b"IEND") - 4
    told = int.from_bytes(content[end - 4 : end], "big")
    return content[: end - 4] + (told ^ 1).to_bytes(4, "big") + content[end:]


def _page(resources: bytes) -> list[bytes]:
    """Objects 1 to 3; the content of the page is object 4."""
    return [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<<"
        + resources
        + b">>>>",
    ]


def _stream(dictionary: bytes, content: bytes) -> bytes:
    return b"<<%s/Length %d>>stream\n%s\nendstream " % (dictionary, len(content), content)


def _pdf(objects: list[bytes]) -> bytes:
    body = b"".join(b"%d 0 obj%sendobj\n" % (n, each) for n, each in enumerate(objects, 1))
    return b"%PDF-1.4\n" + body + b"trailer<</Root 1 0 R>>\n%%EOF"
