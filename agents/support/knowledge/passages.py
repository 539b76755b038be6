"""Articles in pieces: what is compared by meaning, and what is quoted as an answer."""

import re
from typing import NamedTuple

from agents.support.tickets import Article

LONGEST = 700
"""Characters of a passage; a longer paragraph is parted between its sentences."""
_PARAGRAPHS = re.compile(r"\n\s*\n")
_SENTENCES = re.compile(r"(?<=[.!?。！？])\s+")
_MARKS = re.compile(
    r"^\s{0,3}#{1,6}\s+|(?<!\w)[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?!\w)", re.MULTILINE
)
_LINKS = re.compile(r"!?\[([^\]]*)\]\(([^)\s]+)[^)]*\)")


class Passage(NamedTuple):
    """``n`` from 1: a piece of the text. 0 is the title; below it the questions, -1 the first."""

    n: int
    text: str


def passages(article: Article) -> tuple[Passage, ...]:
    asked = [Passage(-number, text) for number, text in enumerate(article.questions, start=1)]
    pieces = [Passage(number, text) for number, text in enumerate(_pieces(article.body), start=1)]
    return (*reversed(asked), Passage(0, article.title), *pieces)


def plain(text: str) -> str:
    """Markdown as it is read: without marks, a link as its words and, behind them, its address."""
    linked = _LINKS.sub(
        lambda found: f"{found[1]} ({found[2]})" if found[1] and found[1] != found[2] else found[2],
        text,
    )
    return _MARKS.sub("", linked).strip()


def _pieces(body: str) -> list[str]:
    """Short paragraphs are joined, so that each piece can stand as an answer."""
    pieces: list[str] = []
    for paragraph in _PARAGRAPHS.split(plain(body)):
        for part in _parted(paragraph.strip()):
            if pieces and len(pieces[-1]) + len(part) < LONGEST:
                pieces[-1] += f"\n\n{part}"
            elif part:
                pieces.append(part)
    return pieces


def _parted(paragraph: str) -> list[str]:
    if len(paragraph) <= LONGEST:
        return [paragraph]
    parts = [""]
    for sentence in _SENTENCES.split(paragraph):
        if parts[-1] and len(parts[-1]) + len(sentence) > LONGEST:
            parts.append("")
        parts[-1] = f"{parts[-1]} {sentence}".strip()
    return parts
