import subprocess
import sys

import numpy as np
import pytest
from PIL import Image, ImageOps

from adapters.media.pictures import TARGET_PIXELS, decoded
from adapters.media.sniffing import FileRefusal
from adapters.media.structure import MAX_SCANS, check_structure
from domain.errors import UnusableAttachmentError
from tests.adapters.media.attacks import EMPTY_WEBP, jpeg_of_many_scans, png_with_wrong_checksum
from tests.paper import HEIC, drawn, encoded

EXIF_ORIENTATION = 0x0112


def darkness(image: Image.Image) -> float:
    """Share of dark pixels: the same receipt keeps its ink."""
    return float((np.asarray(image.convert("L")) < 100).mean())


RECEIPT = drawn()
INK = darkness(RECEIPT)


def refusal_of(content: bytes) -> str:
    with pytest.raises(UnusableAttachmentError) as caught:
        decoded(content)
    return caught.value.user_text


@pytest.mark.parametrize("mode", ["L", "P", "1", "CMYK", "YCbCr", "LA", "I;16"])
def test_every_colour_mode_becomes_the_same_rgb_picture(mode: str) -> None:
    if mode == "I;16":
        grey = np.asarray(RECEIPT.convert("L")).astype(np.uint16) * 257
        content = encoded(Image.fromarray(grey), "PNG")
    else:
        kind = "JPEG" if mode in {"CMYK", "YCbCr"} else "PNG"
        content = encoded(RECEIPT.convert(mode), kind)

    picture = decoded(content)

    assert picture.mode == "RGB"
    assert picture.size == RECEIPT.size
    assert darkness(picture) == pytest.approx(INK, abs=0.01)


def test_every_listed_format_is_decoded_to_the_same_picture() -> None:
    for kind in ("JPEG", "PNG", "WEBP", "HEIF", "GIF", "BMP"):
        picture = decoded(HEIC if kind == "HEIF" else encoded(RECEIPT, kind))
        assert picture.size == RECEIPT.size, kind
        assert darkness(picture) == pytest.approx(INK, abs=0.01), kind


def test_dark_text_on_a_transparent_ground_stays_readable() -> None:
    receipt = RECEIPT.convert("L")
    ink = Image.new("RGBA", RECEIPT.size, (0, 0, 0, 0))
    ink.putalpha(ImageOps.invert(receipt))

    assert darkness(decoded(encoded(ink, "PNG"))) == pytest.approx(INK, abs=0.01)


@pytest.mark.parametrize(
    ("orientation", "stored"),
    [
        (2, Image.Transpose.FLIP_LEFT_RIGHT),
        (3, Image.Transpose.ROTATE_180),
        (4, Image.Transpose.FLIP_TOP_BOTTOM),
        (5, Image.Transpose.TRANSPOSE),
        (6, Image.Transpose.ROTATE_90),
        (7, Image.Transpose.TRANSVERSE),
        (8, Image.Transpose.ROTATE_270),
    ],
)
def test_the_camera_orientation_is_applied(orientation: int, stored: Image.Transpose) -> None:
    exif = Image.Exif()
    exif[EXIF_ORIENTATION] = orientation
    content = encoded(RECEIPT.transpose(stored), "JPEG", exif=exif, quality=95)

    picture = decoded(content)

    assert picture.size == RECEIPT.size
    difference = np.abs(np.asarray(picture, dtype=int) - np.asarray(RECEIPT, dtype=int)).mean()
    assert difference < 3


def test_a_photo_is_read_though_the_notes_of_its_camera_are_cut_off() -> None:
    cut = b"Exif\0\0MM\0*\0\0\0"
    assert decoded(encoded(RECEIPT, "JPEG", exif=cut)).size == RECEIPT.size


def test_a_large_photo_is_shrunk_and_keeps_its_shape() -> None:
    picture = decoded(encoded(Image.new("RGB", (6000, 4000), "white"), "JPEG"))

    assert picture.width * picture.height <= TARGET_PIXELS * 1.01
    assert picture.width / picture.height == pytest.approx(1.5, abs=0.01)


def test_of_an_animation_the_first_frame_is_read() -> None:
    first, second = Image.new("RGB", (60, 60), "black"), Image.new("RGB", (60, 60), "white")
    content = encoded(first, "GIF", save_all=True, append_images=[second])

    assert darkness(decoded(content)) == 1.0


def test_a_damaged_a_huge_and_an_unlisted_picture_are_refused_before_they_are_decoded() -> None:
    whole = encoded(RECEIPT, "JPEG")
    content = bytearray(encoded(Image.new("L", (32, 32)), "JPEG"))
    frame = content.index(b"\xff\xc0")
    content[frame + 5 : frame + 9] = (20_000).to_bytes(2, "big") * 2

    assert refusal_of(whole[: len(whole) // 2]) == FileRefusal.BROKEN
    assert refusal_of(bytes(content)) == FileRefusal.TOO_MANY_PIXELS
    assert refusal_of(encoded(Image.new("RGB", (64, 64)), "TIFF")) == FileRefusal.BROKEN


def test_a_jpeg_with_more_scans_than_any_camera_makes_is_refused_undecoded() -> None:
    content = jpeg_of_many_scans()
    assert refusal_of(content) == FileRefusal.TOO_DEMANDING
    header = content[: content.index(b"\xff\xda")]
    with pytest.raises(UnusableAttachmentError):
        check_structure(header + b"\xff\xda\x00\x02" * (MAX_SCANS + 1))


def test_a_plain_jpeg_is_decoded_whatever_its_scans_are_called_in_comments() -> None:
    called = b"\xff\xda" * (MAX_SCANS + 1)
    for progressive in (False, True):
        content = encoded(RECEIPT, "JPEG", progressive=progressive, comment=called)
        assert decoded(content).size == RECEIPT.size


def test_a_png_whose_pixels_do_not_have_their_checksum_is_refused() -> None:
    content = png_with_wrong_checksum(encoded(RECEIPT, "PNG"))
    assert refusal_of(content) == FileRefusal.BROKEN


WITHIN = """
import resource, sys
from adapters.media.pictures import decoded
resource.setrlimit(resource.RLIMIT_DATA, (int(sys.argv[1]),) * 2)
print(decoded(sys.stdin.buffer.read()).size)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="limits memory as Unix does")
def test_the_largest_see_through_picture_takes_less_than_a_gigabyte() -> None:
    done = subprocess.run(  # noqa: S603 - this Python, on a picture of our own
        [sys.executable, "-c", WITHIN, str(900 * 1024**2)],
        input=EMPTY_WEBP,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()[-500:]
