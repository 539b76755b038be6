"""Counting tokens without asking the provider, and without downloading a table.

The count is that of cl100k_base, the vocabulary of GPT-4. Newer vocabularies need fewer tokens for
the same text, those of small local models somewhat more: for fitting a prompt into a budget that is
close enough. What was really used is the provider's own count.
"""

import asyncio
import base64
import gzip
from functools import cache, lru_cache
from pathlib import Path

import tiktoken

_TABLE = Path(__file__).parent / "data" / "cl100k_base.tiktoken.gz"
"""As OpenAI publishes it with tiktoken, under the licence that lies beside it."""

_WORDS = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
    r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
)
"""How that vocabulary parts a text before it looks anything up; from tiktoken, too."""


async def load_tokenizer() -> None:
    """Reads the table on first use, which takes a fifth of a second, off the event loop."""
    await asyncio.to_thread(_encoding)


@lru_cache(maxsize=256)
def tokens_in(text: str) -> int:
    """How many tokens ``text`` has. Marks of special tokens in it count as plain text. Remembered:
    the instructions, most of a question, are the same in many.
    """
    return len(_encoding().encode_ordinary(text))


@cache
def _encoding() -> tiktoken.Encoding:
    lines = gzip.decompress(_TABLE.read_bytes()).splitlines()
    ranks = {base64.b64decode(token): int(rank) for token, rank in map(bytes.split, lines)}
    return tiktoken.Encoding(
        "cl100k_base", pat_str=_WORDS, mergeable_ranks=ranks, special_tokens={}
    )
