import hashlib
import struct
import zlib
from io import BytesIO
from zipfile import ZipFile

import pytest
from PIL import Image

from adapters.media.sniffing import FileRefusal, attachment_of, check_dimensions, sniff
from domain.errors import UnusableAttachmentError
from domain.messages import MAX_ATTACHMENT_BYTES, MediaKind
from tests.paper import encoded


def png_header(width: int, height: int) -> bytes:
    body = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + body + struct.pack(">I", zlib.crc32(body))


def zipped(name: str, part: bytes) -> bytes:
    content = BytesIO()
    with ZipFile(content, "w") as archive:
        archive.writestr(name, part)
    return content.getvalue()


def refusal_of(content: bytes) -> str:
    with pytest.raises(UnusableAttachmentError) as caught:
        attachment_of(content)
    return caught.value.user_text


@pytest.mark.parametrize(
    ("kind", "mime_type"),
    [
        ("JPEG", "image/jpeg"),
        ("PNG", "image/png"),
        ("WEBP", "image/webp"),
        ("GIF", "image/gif"),
        ("BMP", "image/bmp"),
    ],
)
def test_a_picture_is_known_by_its_bytes(kind: str, mime_type: str) -> None:
    content = encoded(Image.new("RGB", (40, 40)), kind)

    attachment = attachment_of(content)

    assert attachment.kind is MediaKind.IMAGE
    assert attachment.mime_type == mime_type
    assert attachment.size == len(content)
    assert attachment.sha256 == hashlib.sha256(content).hexdigest()


def test_heic_is_known_by_its_brand_and_a_pdf_even_after_leading_bytes() -> None:
    assert sniff(b"\x00\x00\x00\x18ftypheic" + bytes(16)).mime_type == "image/heic"
    assert sniff(b"\n\n%PDF-1.7\n").kind is MediaKind.PDF


@pytest.mark.shows("safety 10")
@pytest.mark.parametrize(
    "content",
    [
        b"just some words in a file named receipt.jpg",
        b"<html><body>404</body></html>",
        b"PK\x03\x04" + bytes(100),
        b"PK\x03\x04...word/document.xml",
        zipped("[Content_Types].xml", b"<x/>"),
        zipped("photo.jpg", b"no"),
        b"II*\x00" + bytes(100),
        b"\x89PNG broken signature",
    ],
)
def test_what_is_no_picture_is_refused_whatever_its_name(content: bytes) -> None:
    assert refusal_of(content) == FileRefusal.NOT_A_PICTURE


@pytest.mark.parametrize(
    "content",
    [
        b"Date,Amount\n2026-01-02,5\n",
        b"\xef\xbb\xbfDatum;Betrag\n",
        "Date\tAmount\n".encode("utf-16"),
        "Datum;Größe\n".encode("cp1252"),
    ],
)
def test_text_in_columns_is_a_table(content: bytes) -> None:
    attachment = attachment_of(content)
    assert (attachment.kind, attachment.mime_type) == (MediaKind.TABLE, "text/csv")


@pytest.mark.parametrize(
    "content",
    [
        b"PK\x03\x04...xl/workbook.xml",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1..." + "Workbook".encode("utf-16-le"),
        b"OFXHEADER:100\nDATA:OFXSGML\n<OFX>",
        b"!Type:Bank\nD1/2'26\nT-5\n^\n",
        b'<?xml version="1.0"?><Document xmlns="x"><BkToCstmrStmt>',
        b":20:STARTUMSE\n:25:1/2\n",
        zipped("2026-03-02_camt053.xml", b"<x/>"),
    ],
)
def test_a_statement_in_the_format_of_a_program_is_a_table(content: bytes) -> None:
    assert attachment_of(content).kind is MediaKind.TABLE


def test_an_empty_file_and_one_beyond_the_size_limit_are_refused_and_one_at_it_is_not() -> None:
    at_limit = b"\xff\xd8\xff" + bytes(MAX_ATTACHMENT_BYTES - 3)

    assert attachment_of(at_limit).size == MAX_ATTACHMENT_BYTES
    assert refusal_of(at_limit + b"\x00") == FileRefusal.TOO_LARGE
    assert refusal_of(b"ID3" + bytes(MAX_ATTACHMENT_BYTES)) == FileRefusal.TOO_LARGE
    assert refusal_of(b"") == FileRefusal.EMPTY


@pytest.mark.shows("safety 10")
@pytest.mark.parametrize("size", [(20_000, 20_000), (2_000_000_000, 2_000_000_000), (12_001, 20)])
def test_a_bomb_is_refused_by_its_header_alone(size: tuple[int, int]) -> None:
    assert refusal_of(png_header(*size)) == FileRefusal.TOO_MANY_PIXELS


def test_pixels_are_limited_in_all_not_only_a_side_and_a_thin_picture_is_refused() -> None:
    check_dimensions(10_000, 5_000)
    with pytest.raises(UnusableAttachmentError):
        check_dimensions(10_000, 5_001)
    assert refusal_of(encoded(Image.new("RGB", (4000, 3)), "PNG")) == FileRefusal.TOO_SMALL


@pytest.mark.shows("15.5")
def test_a_refusal_tells_the_person_nothing_technical() -> None:
    for refusal in FileRefusal:
        error = refusal.error(detail="libfoo: 0xdeadbeef at /tmp/x")
        assert error.user_text == refusal.value
        assert "libfoo" not in error.user_text
        assert not error.retryable
