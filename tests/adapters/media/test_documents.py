import io

import pypdfium2
import pytest
from PIL import Image

from adapters.media.documents import MAX_TEXT_CHARACTERS, pages
from adapters.media.lines import OcrPage
from adapters.media.sniffing import MAX_PDF_PAGES, FileRefusal
from domain.errors import UnusableAttachmentError
from tests.paper import drawn, encoded

# A document whose trailer names a standard security handler with a key that no password fits.
ENCRYPTED = b"""%%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
4 0 obj<</Filter/Standard/V 1/R 2/Length 40/P -44/O<%s>/U<%s>>>endobj
trailer<</Root 1 0 R/Encrypt 4 0 R/ID[<00><00>]>>
%%%%EOF""" % (b"11" * 32, b"22" * 32)


def text_pdf(*rows: str) -> bytes:
    """A one-page document with a text layer, written by hand."""
    content = "BT /F 12 Tf 14 TL 40 760 Td " + " ".join(f"({row}) Tj T*" for row in rows) + " ET"
    body = (
        "%PDF-1.4\n"
        "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R"
        "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj\n"
        f"4 0 obj<</Length {len(content)}>>stream\n{content}\nendstream endobj\n"
        "trailer<</Root 1 0 R>>\n%%EOF"
    )
    return body.encode()


def refusal_of(content: bytes) -> str:
    with pytest.raises(UnusableAttachmentError) as caught:
        list(pages(content))
    return caught.value.user_text


@pytest.mark.shows("10.1")
def test_the_text_layer_is_taken_as_it_stands() -> None:
    ((count, page),) = pages(text_pdf("Corner Books Ltd", "Invoice 8812", "Total 42.50 GBP due"))

    assert count == 1
    assert isinstance(page, OcrPage)
    assert [line.text for line in page.lines] == [
        "Corner Books Ltd",
        "Invoice 8812",
        "Total 42.50 GBP due",
    ]
    assert page.lines[0].y0 < page.lines[1].y0 < page.lines[2].y0


def test_a_scanned_page_is_rendered() -> None:
    ((_, page),) = pages(encoded(drawn(), "PDF"))

    assert isinstance(page, Image.Image)
    assert page.mode == "RGB"
    assert max(page.size) > 1500


def test_a_page_with_hardly_any_text_or_a_book_of_it_is_rendered_instead_of_read() -> None:
    row = "x" * 500
    for rows in (["Page 1"], [row] * (MAX_TEXT_CHARACTERS // len(row) + 1)):
        ((_, page),) = pages(text_pdf(*rows))
        assert isinstance(page, Image.Image)


def test_only_the_first_pages_are_read_but_all_are_counted() -> None:
    frames = [Image.new("RGB", (200, 200), "white") for _ in range(MAX_PDF_PAGES + 2)]
    content = encoded(frames[0], "PDF", save_all=True, append_images=frames[1:])

    read = list(pages(content))

    assert len(read) == MAX_PDF_PAGES
    assert {count for count, _ in read} == {MAX_PDF_PAGES + 2}


def test_an_encrypted_a_broken_and_an_empty_document_are_refused_with_the_reason() -> None:
    document = pypdfium2.PdfDocument.new()
    file = io.BytesIO()
    document.save(file)

    assert refusal_of(b"%PDF-1.7\nnothing of the kind") == FileRefusal.PDF_BROKEN
    assert refusal_of(ENCRYPTED) == FileRefusal.PDF_ENCRYPTED
    # After an encrypted one, too: the library's last error must not stick to the next document.
    assert refusal_of(file.getvalue()) in {FileRefusal.PDF_EMPTY, FileRefusal.PDF_BROKEN}
