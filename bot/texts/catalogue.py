"""A language's table of messages: keys to texts with named places."""

from collections.abc import Mapping
from dataclasses import dataclass

from babel import Locale

from domain.errors import AppError


class UnwordableReplyError(AppError):
    """A topic or a message key has no words: a gap in the catalogue, which trying again keeps."""

    code = "texts.unwordable"


@dataclass(frozen=True)
class Catalogue:
    """Messages of one language. A place stands as ``{name}``; values are never formatted again.

    A message that counts has one entry per plural form of the language (``key.one``,
    ``key.other``; the names are CLDR's) and a place ``{n}``.
    """

    language: str
    messages: Mapping[str, str]

    def has(self, key: str) -> bool:
        return key in self.messages

    def text(self, key: str, **values: str) -> str:
        """Raises ``UnwordableReplyError`` for an unknown key or a place without its value."""
        message = self.messages.get(key)
        if message is None:
            msg = f"no words for {key!r} in {self.language!r}"
            raise UnwordableReplyError(msg)
        try:
            return message.format_map(values)
        except KeyError as missing:
            msg = f"the words for {key!r} in {self.language!r} need {missing}"
            raise UnwordableReplyError(msg) from missing

    def first(self, *keys: str, **values: str) -> str:
        """The first of ``keys`` that has words: from the most to the least particular."""
        key = next((k for k in keys if k in self.messages), keys[-1])
        return self.text(key, **values)

    def count(self, key: str, n: int, **values: str) -> str:
        """The message in the plural form that ``n`` takes in this language."""
        form = Locale.parse(self.language).plural_form(n)
        return self.first(f"{key}.{form}", f"{key}.other", n=str(n), **values)
