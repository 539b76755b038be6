"""Formatted text as Telegram reads it: HTML into plain text and entities, lengths in UTF-16."""

import re
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from tests.telegram.emulator.errors import bad_request

Entity = dict[str, Any]

_TAGS = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "a": "text_link",
    "tg-emoji": "custom_emoji",
}
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9-]*)([^<>]*)>")
_ATTRIBUTE = re.compile(r"""([a-z-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")
_CHARACTER = re.compile(r"&(?:lt|gt|amp|quot|#\d+|#x[0-9A-Fa-f]+);")
_COMMAND = re.compile(r"(?<![\w/@])/[A-Za-z0-9_]{1,32}(?:@\w{3,32})?(?![\w/])")
_MENTION = re.compile(r"(?<![\w@])@[A-Za-z]\w{3,31}")
_URL = re.compile(r"https?://[^\s]+")


def units(text: str) -> int:
    """The length as Telegram counts it. Raises ``ApiError`` for half a surrogate pair."""
    try:
        return len(text.encode("utf-16-le")) // 2
    except UnicodeEncodeError as error:
        message = "strings must be encoded in UTF-8"
        raise bad_request(message) from error


def parsed(text: str, parse_mode: str | None, entities: list[Entity]) -> tuple[str, list[Entity]]:
    """Plain text and its entities, white space around it removed.

    Raises ``ApiError`` for HTML that isn't well formed, an unsupported tag or parse mode, and an
    entity outside the text.
    """
    if parse_mode is None or parse_mode == "":
        plain, found = text, entities
    elif parse_mode.lower() == "html":
        plain, found = _Html(text).read()
    else:
        message = f"unsupported parse_mode (the emulator reads HTML, not {parse_mode})"
        raise bad_request(message)
    length = units(plain)
    for entity in found:
        end = entity["offset"] + entity["length"]
        if entity["offset"] < 0 or entity["length"] <= 0 or end > length:
            message = f"entity beginning at UTF-16 offset {entity['offset']} is out of the text"
            raise bad_request(message)
    return _trimmed(plain, found)


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


@dataclass
class _Html:
    source: str
    plain: str = ""
    length: int = 0
    open: list[tuple[str, Entity]] = field(default_factory=list)
    entities: list[Entity] = field(default_factory=list)

    def read(self) -> tuple[str, list[Entity]]:
        position = 0
        while position < len(self.source):
            if self.source[position] == "<":
                match = _TAG.match(self.source, position)
                if match is None:
                    words = "Unsupported start tag"
                    raise self._refused(words, position)
                self._close(match, position) if match[1] else self._open(match, position)
                position = match.end()
            else:
                position = self._text(position)
        if self.open:
            message = (
                "can't parse entities: Can't find end tag corresponding to start tag "
                f'"{self.open[-1][0]}"'
            )
            raise bad_request(message)
        return self.plain, sorted(self.entities, key=lambda one: (one["offset"], -one["length"]))

    def _text(self, position: int) -> int:
        end = self.source.find("<", position)
        piece = self.source[position : end if end >= 0 else None]
        # Only named characters of Telegram's list are characters; any other & stands for itself.
        shown = _CHARACTER.sub(lambda match: unescape(match.group()), piece)
        self.plain += shown
        self.length += units(shown)
        return position + len(piece)

    def _open(self, match: re.Match[str], position: int) -> None:
        tag = match[2].lower()
        attributes = {
            name: next((value for value in values if value), "")
            for name, *values in _ATTRIBUTE.findall(match[3])
        }
        if tag not in _TAGS or (tag == "span" and attributes.get("class") != "tg-spoiler"):
            words = f'Unsupported start tag "{tag}"'
            raise self._refused(words, position)
        entity: Entity = {"type": _TAGS[tag], "offset": self.length}
        if tag == "a":
            entity["url"] = unescape(attributes.get("href", ""))
        elif tag == "tg-emoji":
            entity["custom_emoji_id"] = attributes.get("emoji-id", "")
        elif tag == "blockquote" and "expandable" in attributes:
            entity["type"] = "expandable_blockquote"
        elif tag == "code" and attributes.get("class", "").startswith("language-"):
            self._name_language(attributes["class"].removeprefix("language-"))
        self.open.append((tag, entity))

    def _name_language(self, language: str) -> None:
        if self.open and self.open[-1][0] == "pre":
            self.open[-1][1]["language"] = language

    def _close(self, match: re.Match[str], position: int) -> None:
        tag = match[2].lower()
        if not self.open:
            words = f'Unexpected end tag "{tag}"'
            raise self._refused(words, position)
        expected, entity = self.open.pop()
        if tag != expected:
            words = f'Unmatched end tag, expected "</{expected}>", found "</{tag}>"'
            raise self._refused(words, position)
        length = self.length - entity["offset"]
        # A link without an address is plain text; an empty entity is none.
        if length > 0 and entity.get("url") != "":
            self.entities.append({**entity, "length": length})

    def _refused(self, words: str, position: int) -> Exception:
        offset = len(self.source[:position].encode())
        return bad_request(f"can't parse entities: {words} at byte offset {offset}")
