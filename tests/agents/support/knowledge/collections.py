"""Invented collections of articles with questions that customers would ask.

A line ``# id | category | title | language`` begins an article, ``?`` is a question of its own,
``>`` one that a customer asks, ``!`` one that no article answers.
"""

from dataclasses import dataclass, field
from pathlib import Path

from agents.support.tickets import Article, TicketType

FOLDER = Path(__file__).parent / "judged"


@dataclass
class Collection:
    name: str
    articles: list[Article] = field(default_factory=list)
    asked: list[tuple[str, str]] = field(default_factory=list)
    """Questions, and the article that answers each."""
    unanswered: list[str] = field(default_factory=list)


def collections(half: str) -> list[Collection]:
    """``seen``: what thresholds were fitted on; ``unseen``: what they were not."""
    return [_read(path) for path in sorted((FOLDER / half).glob("*.txt"))]


def _read(path: Path) -> Collection:
    found = Collection(path.stem)
    for line in path.read_text("utf-8").splitlines():
        mark, _, text = line.partition(" ")
        last = found.articles[-1] if found.articles else None
        if mark == "#":
            parts = [part.strip() for part in text.split("|")]
            found.articles.append(
                Article(
                    id=parts[0],
                    category=TicketType(parts[1]),
                    title=parts[2],
                    language=parts[3] if len(parts) > 3 else "en",
                    body="",
                )
            )
        elif mark == "!":
            found.unanswered.append(text)
        elif last is None:
            continue
        elif mark == ">":
            found.asked.append((text, last.id))
        elif mark == "?":
            found.articles[-1] = last.model_copy(update={"questions": (*last.questions, text)})
        elif line.strip():
            body = f"{last.body}\n{line}".strip()
            found.articles[-1] = last.model_copy(update={"body": body})
    return found
