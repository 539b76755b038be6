"""Ids of persons and chats in logs, replaced by pseudonyms that only the key's holder can make."""

import hmac
import re
import secrets
from collections.abc import Mapping, MutableMapping
from typing import Self

from pydantic import SecretStr

_SHOWN = 10
"""Hexadecimal digits: forty bits tell the persons of any deployment apart."""

_COLON = r"(?::|%3[Aa])"
"""As it is, or as addresses on the web have it."""
_KINDS = rf"conversation{_COLON}[\w-]+|telegram|telephone|terminal"
_PART = r"[^\s:/\"'`\\,;|(){}\[\]<>=~]+"
_ID = re.compile(
    rf"(?:(?<![^\W_])|(?<=%2[Ff]))(?P<kind>{_KINDS})(?P<colon>{_COLON})(?P<who>{_PART})"
)
_UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_OF_SESSION = re.compile(
    rf"(?:(?<![^\W_])|(?<=%2[Ff]))(?P<kind>http|telephone)(?P<colon>{_COLON})(?P<who>{_UUID})"
)
"""A chat of the HTTP or the telephone channel: what stands behind it is a message's own."""
_OF_KEY = re.compile(
    rf"(?:(?<![^\W_])|(?<=%2[Ff]))(?P<kind>http{_COLON}(?!{_UUID})[a-z0-9_-]+)(?P<colon>{_COLON})"
    r"(?P<who>[\w.:@%+-]+)"
)
"""A person by the name that a server with a key gave them: an address of e-mail, say."""
_ONLY_ID = re.compile(rf"(?P<kind>{_KINDS}):(?P<who>[^:/~\s][^:/~]*)(?P<rest>[:/].*)?", re.DOTALL)
"""A whole field: there, the name of a chat may have blanks in it."""
_NAMED = re.compile(
    r"(?P<kind>\b(?:chat|user|from_user|member|owner)(?:[ _]id)?['\"]?\s?[=:]?\s?['\"]?)"
    r"(?P<who>-?\d{5,20})\b"
)
"""A number that is called somebody's, as libraries write it."""
_QUEUE = re.compile(rf"(?<![\w:-])(?P<kind>steward\.terminal)\.(?P<who>{_PART})")
_MEMBER = re.compile(r"(-\d+)\.(\d+)")
"""Chat id of one member's conversation in a Telegram group."""
_BARE = frozenset({"chat_id", "user_id", "owner", "member", "chat", "user", "from_user"})
"""Names of log fields whose whole value is an id without its channel."""


class Pseudonyms:
    """``telegram:123`` becomes ``telegram:~3fa9c1d2e4`` wherever it stands in a log entry.

    The same id gets the same pseudonym wherever the key is the same, so that the lines of one
    person can be found; a person and their private chat share one. What the id is part of stays:
    the channel, the number of a message, the task.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key

    @classmethod
    def of(cls, key: SecretStr | None) -> Self:
        """With LOG_PSEUDONYM_KEY; without, with a key that ends with this process."""
        return cls(secrets.token_bytes(32) if key is None else key.get_secret_value().encode())

    def __call__(
        self, _logger: object, _method: str, entry: MutableMapping[str, object]
    ) -> MutableMapping[str, object]:
        """A processor of structlog: the last one before the entry is written."""
        for name, value in entry.items():
            entry[name] = self._in_field(name, value)
        return entry

    def in_text(self, text: str) -> str:
        """The text with every id in it replaced."""
        whole = _ONLY_ID.fullmatch(text)
        if whole is not None and " " not in (whole["rest"] or ""):
            return f"{self._replaced(whole, ':')}{self.in_text(whole['rest'] or '')}"
        text = _OF_SESSION.sub(lambda found: self._replaced(found, found["colon"]), text)
        text = _OF_KEY.sub(lambda found: self._replaced(found, found["colon"]), text)
        text = _ID.sub(lambda found: self._replaced(found, found["colon"]), text)
        text = _NAMED.sub(lambda found: self._replaced(found, ""), text)
        return _QUEUE.sub(lambda found: self._replaced(found, "."), text)

    def _in_field(self, name: str, value: object) -> object:
        if name in _BARE and isinstance(value, str | int) and not isinstance(value, bool):
            text = str(value)
            return self.in_text(text) if ":" in text else self._pseudonym(text)
        return self._within(value)

    def _within(self, value: object) -> object:
        if isinstance(value, str):
            return self.in_text(value)
        if isinstance(value, Mapping):
            return {self._within(name): self._in_field(str(name), v) for name, v in value.items()}
        if isinstance(value, list | tuple | set | frozenset):
            return [self._within(each) for each in value]
        if value is None or isinstance(value, bool | int | float):
            return value
        # Written by its repr in the end, which may hold an id.
        return self.in_text(repr(value))

    def _replaced(self, found: re.Match[str], separator: str) -> str:
        who = found["who"]
        ended = who.rstrip(".")  # by a sentence
        return f"{found['kind']}{separator}{self._pseudonym(ended)}{who[len(ended) :]}"

    def _pseudonym(self, who: str) -> str:
        member = _MEMBER.fullmatch(who)
        if member is not None:
            return f"{self._pseudonym(member[1])}.{self._pseudonym(member[2])}"
        if not who or who.startswith("~"):
            return who
        digest = hmac.new(self._key, who.encode(), "sha256").hexdigest()
        return f"~{digest[:_SHOWN]}"
