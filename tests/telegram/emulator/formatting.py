"""Text as Telegram reads it: lengths in UTF-16, entities within it, no white space around it."""

import re
from typing import Any

from tests.telegram.emulator.errors import refuse

Entity = dict[str, Any]

_COMMAND = re.compile(r"(?<![\w/@])/[A-Za-z0-9_]{1,32}(?:@\w{3,32})?(?![\w/])")
_MENTION = re.compile(r"(?<![\w@])@[A-Za-z]\w{3,31}")
_URL = re.compile(r"https?://[^\s]+")


def units(text: str) -> int:
    """The length as Telegram counts it. Raises ``ApiError`` for half a surrogate pair."""
    try:
        return len(text.encode("utf-16-le")) // 2
    except UnicodeEncodeError:
        refuse("strings must be encoded in UTF-8")


def parsed(text: str, parse_mode: str | None, entities: list[Entity]) -> tuple[str, list[Entity]]:
    """Plain text and its entities. Raises ``ApiError`` for an entity outside the text, and for any
    parse mode: the bot sends entities.
    """
    if parse_mode:
        refuse(f"unsupported parse_mode (the emulator reads entities, not {parse_mode})")
    length = units(text)
    for entity in entities:
        end = entity["offset"] + entity["length"]
        if entity["offset"] < 0 or entity["length"] <= 0 or end > length:
            refuse(f"entity beginning at UTF-16 offset {entity['offset']} is out of the text")
    return _trimmed(text, entities)


def recognised(text: str) -> list[Entity]:
    """The entities that an app adds by itself to what a person types."""
    kinds = (("bot_command", _COMMAND), ("mention", _MENTION), ("url", _URL))
    found = [
        {"type": kind, "offset": units(text[: match.start()]), "length": units(match.group())}
        for kind, pattern in kinds
        for match in pattern.finditer(text)
    ]
    return sorted(found, key=lambda entity: int(entity["offset"]))


def _trimmed(text: str, entities: list[Entity]) -> tuple[str, list[Entity]]:
    start = units(text[: len(text) - len(text.lstrip())])
    plain = text.strip()
    end = units(plain)
    kept = []
    for entity in entities:
        first = max(entity["offset"] - start, 0)
        last = min(entity["offset"] - start + entity["length"], end)
        if last > first:
            kept.append({**entity, "offset": first, "length": last - first})
    return plain, kept
