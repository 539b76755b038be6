"""What chat programs ask a model for beside the conversation: titles, tags, follow-up questions."""

import json
import re

TASK = "### Task:"
"""How Open WebUI begins whatever it asks for itself."""

_TITLE_ASKED = re.compile(
    r"(please )?(provide|generate) a (concise|short)\b"
    r"[^\n]{0,60}\btitle\b[^\n]{0,40}\bconversation\b"
    r"|analyze this conversation and provide:.{0,200}\btitle\b",
    re.IGNORECASE | re.DOTALL,
)
"""How LibreChat begins when it asks for a title."""

_HISTORY = re.compile(r"<chat_history>|\n\s*conversation:|<context>", re.IGNORECASE)
"""Ends the instruction: what follows was said by people, and may look like anything."""

_WANTED = re.compile(r"\"(\w+)\"\s*:\s*([\[\"])")
"""A key of the JSON that is asked for, and whether its value is a list or a text."""

_FIRST_SAID = re.compile(r"^\s*user\s*:\s*(\S.*)$", re.IGNORECASE | re.MULTILINE)

_TITLE_WORDS, _TITLE_LENGTH = 6, 50


def is_task(text: str) -> bool:
    """Whether a chat program says this for itself, and no person does."""
    begins = text.lstrip()
    return begins.startswith(TASK) or _TITLE_ASKED.match(begins) is not None


def task_done(text: str, earlier: tuple[str, ...]) -> str | None:
    """The answer: a title from the first words of the person, nothing for all else. None when it is
    not known what is asked for. ``earlier`` is what was said before it in the same request.
    """
    start = _HISTORY.search(text)
    instruction = text[: start.start()] if start else text
    wanted = _WANTED.search(instruction)
    title = _title_of(text[start.start() :] if start else text, earlier)
    if wanted is None:
        return title if "title" in instruction.casefold() else None
    key, opening = wanted.groups()
    value: str | list[str] = [] if opening == "[" else title if key == "title" else ""
    return json.dumps({key: value}, ensure_ascii=False)


def title_from(text: str) -> str:
    """The first words of a text."""
    lines = [line for line in text.splitlines() if line.strip()]
    words = lines[0].split()[:_TITLE_WORDS] if lines else []
    return " ".join(words)[:_TITLE_LENGTH].rstrip(" .,;:!?")


def _title_of(history: str, earlier: tuple[str, ...]) -> str:
    said = _FIRST_SAID.search(history)
    return title_from(said[1] if said else next(iter(earlier), ""))
