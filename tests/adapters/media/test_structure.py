import pytest

from adapters.media.pictures import decoded
from adapters.media.sniffing import FileRefusal
from adapters.media.structure import MAX_SCANS, check_structure
from domain.errors import UnusableAttachmentError
from tests.adapters.media.attacks import jpeg_of_many_scans, png_with_wrong_checksum
from tests.paper import drawn, encoded


def refusal_of(content: bytes) -> str:
    with pytest.raises(UnusableAttachmentError) as caught:
        decoded(content)
    return caught.value.user_text


def test_a_jpeg_with_more_scans_than_any_camera_makes_is_refused() -> None:
    assert refusal_of(jpeg_of_many_scans()) == FileRefusal.TOO_DEMANDING


def test_scans_are_counted_without_decoding_anything() -> None:
    content = jpeg_of_many_scans()
    header = content[: content.index(b"\xff\xda")]
    with pytest.raises(UnusableAttachmentError):
        check_structure(header + b"\xff\xda\x00\x02" * (MAX_SCANS + 1))


def test_a_plain_jpeg_is_decoded_whatever_its_scans_are_called_in_comments() -> None:
    called = b"\xff\xda" * (MAX_SCANS + 1)
    for progressive in (False, True):
        content = encoded(drawn(), "JPEG", progressive=progressive, comment=called)
        assert decoded(content).size == drawn().size


def test_a_png_whose_pixels_do_not_have_their_checksum_is_refused() -> None:
    content = png_with_wrong_checksum(encoded(drawn(), "PNG"))
    assert refusal_of(content) == FileRefusal.BROKEN
