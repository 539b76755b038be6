import subprocess
import sys

import numpy as np
import pytest
from PIL import Image, ImageOps

from adapters.media.pictures import TARGET_PIXELS, decoded
from adapters.media.sniffing import FileRefusal
from domain.errors import UnusableAttachmentError
from tests.adapters.media.attacks import empty_webp
from tests.paper import HEIC, drawn, encoded

EXIF_ORIENTATION = 0x0112


def darkness(image: Image.Image) -> float:
    """Share of dark pixels: the same receipt keeps its ink."""
    return float((np.asarray(image.convert("L")) < 100).mean())


def refusal_of(content: bytes) -> str:
    with pytest.raises(UnusableAttachmentError) as caught:
        decoded(content)
    return caught.value.user_text


@pytest.mark.parametrize("mode", ["L", "P", "1", "CMYK", "YCbCr", "LA", "I;16"])
def test_every_colour_mode_becomes_the_same_rgb_picture(mode: str) -> None:
    receipt = drawn()
    if mode == "I;16":
        grey = np.asarray(receipt.convert("L")).astype(np.uint16) * 257
        content = encoded(Image.fromarray(grey), "PNG")
    else:
        kind = "JPEG" if mode in {"CMYK", "YCbCr"} else "PNG"
        content = encoded(receipt.convert(mode), kind)

    picture = decoded(content)

    assert picture.mode == "RGB"
    assert picture.size == receipt.size
    assert darkness(picture) == pytest.approx(darkness(receipt), abs=0.01)


def test_every_listed_format_is_decoded_to_the_same_picture() -> None:
    receipt = drawn()
    for kind in ("JPEG", "PNG", "WEBP", "HEIF", "GIF", "BMP"):
        picture = decoded(HEIC if kind == "HEIF" else encoded(receipt, kind))
        assert picture.size == receipt.size, kind
        assert darkness(picture) == pytest.approx(darkness(receipt), abs=0.01), kind


def test_dark_text_on_a_transparent_ground_stays_readable() -> None:
    receipt = drawn().convert("L")
    ink = Image.new("RGBA", receipt.size, (0, 0, 0, 0))
    ink.putalpha(ImageOps.invert(receipt))

    assert darkness(decoded(encoded(ink, "PNG"))) == pytest.approx(darkness(drawn()), abs=0.01)


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
    receipt = drawn()
    exif = Image.Exif()
    exif[EXIF_ORIENTATION] = orientation
    content = encoded(receipt.transpose(stored), "JPEG", exif=exif, quality=95)

    picture = decoded(content)

    assert picture.size == receipt.size
    difference = np.abs(np.asarray(picture, dtype=int) - np.asarray(receipt, dtype=int)).mean()
    assert difference < 3


def test_a_photo_is_read_though_the_notes_of_its_camera_are_cut_off() -> None:
    cut = b"Exif\0\0MM\0*\0\0\0"
    assert decoded(encoded(drawn(), "JPEG", exif=cut)).size == drawn().size


def test_a_large_photo_is_shrunk_and_keeps_its_shape() -> None:
    picture = decoded(encoded(Image.new("RGB", (6000, 4000), "white"), "JPEG"))

    assert picture.width * picture.height <= TARGET_PIXELS * 1.01
    assert picture.width / picture.height == pytest.approx(1.5, abs=0.01)


def test_of_an_animation_the_first_frame_is_read() -> None:
    first, second = Image.new("RGB", (60, 60), "black"), Image.new("RGB", (60, 60), "white")
    content = encoded(first, "GIF", save_all=True, append_images=[second])

    assert darkness(decoded(content)) == 1.0


def test_a_damaged_a_huge_and_an_unlisted_picture_are_refused_before_they_are_decoded() -> None:
    whole = encoded(drawn(), "JPEG")
    content = bytearray(encoded(Image.new("L", (32, 32)), "JPEG"))
    frame = content.index(b"\xff\xc0")
    content[frame + 5 : frame + 9] = (20_000).to_bytes(2, "big") * 2

    assert refusal_of(whole[: len(whole) // 2]) == FileRefusal.BROKEN
    assert refusal_of(bytes(content)) == FileRefusal.TOO_MANY_PIXELS
    assert refusal_of(encoded(Image.new("RGB", (64, 64)), "TIFF")) == FileRefusal.BROKEN


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
        input=empty_webp(),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()[-500:]
