"""Pictures go to the model that sees, as they are."""

import base64
import io

import pytest
from PIL import Image

from domain.errors import UnusableAttachmentError
from tests.adapters.model.openai.asked import Asked
from tests.adapters.model.questions import to_copy
from tests.model_server import ScriptedModelServer
from tests.model_server.payloads import copied


def drawn(form: str = "PNG") -> bytes:
    content = io.BytesIO()
    Image.new("RGB", (300, 2400), "white").save(content, format=form)
    return content.getvalue()


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP", "GIF"])
async def test_a_picture_goes_to_the_vision_model_as_it_is(
    engine: Asked, server: ScriptedModelServer, form: str
) -> None:
    server.answer("CopyAnswer", copied("milk"))
    content = drawn(form)
    read = await engine.copy(to_copy("mi1k", content=content))
    assert server.requests[0].body["model"] == "gpt-4o"
    encoded = base64.b64encode(content).decode()
    assert server.requests[0].image_urls == (f"data:image/{form.lower()};base64,{encoded}",)
    assert server.requests[0].data == {"lines": ["mi1k"]}
    assert (read.text, read.engine) == ("milk", "scripted:gpt-4o")


@pytest.mark.parametrize("content", [b"%PDF-1.7 not for eyes", b"plain text"])
async def test_bytes_that_are_no_picture_are_not_sent(
    engine: Asked, server: ScriptedModelServer, content: bytes
) -> None:
    with pytest.raises(UnusableAttachmentError):
        await engine.copy(to_copy(content=content))
    assert server.requests == []
