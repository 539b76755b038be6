"""The table of tokens is OpenAI's own, and it is counted as OpenAI counts."""

import gzip
import hashlib
import socket

import pytest

from adapters.model.openai import tokens
from adapters.model.openai.tokens import tokens_in

PUBLISHED = "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"
"""What tiktoken expects of the table that it downloads."""


def test_the_table_is_the_published_one_and_has_its_licence_beside_it() -> None:
    table = gzip.decompress(tokens._TABLE.read_bytes())
    assert hashlib.sha256(table).hexdigest() == PUBLISHED
    assert "MIT License" in (tokens._TABLE.parent / "LICENSE").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("hello world", 2),
        ("Starbucks 15.50", 6),
        ("123456", 2),
        ("It's DON'T", 4),
        ("<|endoftext|>", 7),
    ],
)
def test_a_text_has_as_many_tokens_as_for_gpt_4(text: str, count: int) -> None:
    assert tokens_in(text) == count


def test_counting_asks_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(socket.socket, "connect", refused)
    tokens._encoding.cache_clear()
    assert tokens_in("kopi ais") > 0
