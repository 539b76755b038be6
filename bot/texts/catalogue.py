"""A language's messages, read from its Fluent files: keys to texts with named places.

The platform's files stand in ``locales``, each agent's in ``agents/<slug>/words/locales`` and in
those of its features; the keys of an agent begin with its slug.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import cast

import structlog
from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import ast

import agents
from domain.errors import UnwordableReplyError

DEFAULT_LANGUAGE = "en"
LANGUAGES = (DEFAULT_LANGUAGE, "ms", "de", "es", "fr")
"""Languages with a catalogue, the default one first."""

PLATFORM_FOLDER = Path(__file__).parent / "locales"
_KEY_TO_IDENTIFIER = str.maketrans(". ", "--")

_FRENCH_SPACE = re.compile(r"(?<=\S) (?=[;:!?»])|(?<=«) ")

_LONGEST_VALUE = 1_000
"""Characters of a value that are given to the library, which refuses long ones (2,500)."""

_STAND_IN = "\ue000{}\ue001"
"""Stands in a text for a long value; from Unicode's private use area."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Catalogue:
    """Messages of one language. A value that fills a place is never formatted again.

    A key is written with dots in code (``status.idle``) and with hyphens as the
    identifier of a Fluent message (``status-idle``). Where a message counts, it selects
    its plural form by ``$n`` itself. What this language does not have comes from ``fallback``.
    """

    language: str
    bundle: FluentBundle
    fallback: "Catalogue | None" = None

    @classmethod
    def of(
        cls, language: str, sources: Mapping[str, str], fallback: "Catalogue | None" = None
    ) -> "Catalogue":
        """A catalogue of Fluent texts by the name of their file.

        Raises ``UnwordableReplyError`` when a text has an entry that cannot be read, or one
        that stands there twice: either would silently lose words.
        """
        # No isolation marks: they would stand in what a person copies, and in every search.
        bundle = FluentBundle([language], use_isolating=False)
        for name, source in sources.items():
            resource = FluentResource(_spaced_in_french(source) if language == "fr" else source)
            _check(resource.body, bundle, f"{language}/{name}")
            bundle.add_resource(resource)
        return cls(language, bundle, fallback)

    def has(self, key: str) -> bool:
        known = self.bundle.has_message(_identifier(key))
        return known or (self.fallback is not None and self.fallback.has(key))

    def text(self, key: str, **values: str) -> str:
        """Raises ``UnwordableReplyError`` for an unknown key or a place without its value."""
        return self._formatted(key, values)

    def first(self, *keys: str, **values: str) -> str:
        """The first of ``keys`` that has words: from the most to the least particular."""
        key = next((k for k in keys if self.has(k)), keys[-1])
        return self._formatted(key, values)

    def count(self, key: str, n: int, **values: str) -> str:
        """The message in the plural form that ``n`` takes in this language."""
        return self._formatted(key, {**values, "n": n})

    def _formatted(self, key: str, values: Mapping[str, str | int]) -> str:
        identifier = _identifier(key)
        if not self.bundle.has_message(identifier):
            return self._fallen_back(key, values)
        pattern = self.bundle.get_message(identifier).value
        if pattern is None:
            raise UnwordableReplyError(f"the words for {key!r} in {self.language!r} are empty")
        short, long = _parted(values)
        text, errors = self.bundle.format_pattern(pattern, short)
        if errors:
            raise UnwordableReplyError(
                f"the words for {key!r} in {self.language!r} do not fit: {errors[0]}"
            )
        whole = cast(str, text)
        for stand_in, value in long.items():
            whole = whole.replace(stand_in, value)
        return whole

    def _fallen_back(self, key: str, values: Mapping[str, str | int]) -> str:
        """A whole message in another language: a person must get their reply."""
        if self.fallback is None or not self.fallback.has(key):
            raise UnwordableReplyError(f"no words for {key!r} in {self.language!r}")
        _log.warning("texts.untranslated", key=key, language=self.language)
        return self.fallback._formatted(key, values)  # noqa: SLF001 - the same class


def _spaced_in_french(source: str) -> str:
    """French with no-break spaces before high marks and within « »; its files have plain ones."""
    return _FRENCH_SPACE.sub("\u202f", source)


def _parted(values: Mapping[str, str | int]) -> tuple[dict[str, str | int], dict[str, str]]:
    """Values for the library, and those that are too long for it by what stands in for them."""
    long = {
        _STAND_IN.format(number): value
        for number, value in enumerate(values.values())
        if isinstance(value, str) and len(value) > _LONGEST_VALUE
    }
    stand_ins = {value: stand_in for stand_in, value in long.items()}
    short = {
        name: stand_ins.get(value, value) if isinstance(value, str) else value
        for name, value in values.items()
    }
    return short, long


def _identifier(key: str) -> str:
    return key.translate(_KEY_TO_IDENTIFIER)


def _check(entries: Iterable[object], bundle: FluentBundle, place: str) -> None:
    seen: set[str] = set()
    for entry in entries:
        if isinstance(entry, ast.Junk):
            raise UnwordableReplyError(
                f"{place}: cannot read {(entry.content or '').strip()[:60]!r}"
            )
        if isinstance(entry, ast.Message):
            name = entry.id.name
            if name in seen or bundle.has_message(name):
                raise UnwordableReplyError(f"{place}: {name!r} stands there twice")
            seen.add(name)


def folders_of(slug: str) -> list[Path]:
    """Where an agent keeps its texts: its own, and those of each of its features."""
    own = Path(agents.__file__).parent / slug
    return [own / "words" / "locales", *sorted(own.glob("features/*/locales"))]


def sources_in(folder: Path, language: str) -> dict[str, str]:
    """The Fluent texts of a language in one folder, by file name."""
    files = sorted((folder / language).glob("*.ftl"))
    return {file.name: file.read_text(encoding="utf-8") for file in files}


def sources_of(language: str) -> dict[str, str]:
    """The Fluent texts of a language: the platform's, and those of every agent of this tree."""
    found = sources_in(PLATFORM_FOLDER, language)
    for slug in agents.SLUGS:
        for folder in folders_of(slug):
            own = sources_in(folder, language)
            found |= {f"{slug}/{folder.parent.name}/{name}": source for name, source in own.items()}
    return found


@cache
def catalogue_of(language: str) -> Catalogue:
    """The catalogue of one of ``LANGUAGES``, read once.

    Raises ``UnwordableReplyError`` when a file of it cannot be read as Fluent.
    """
    fallback = None if language == DEFAULT_LANGUAGE else catalogue_of(DEFAULT_LANGUAGE)
    return Catalogue.of(language, sources_of(language), fallback)


def catalogue_for(locale: str) -> Catalogue:
    """The catalogue for a locale; a language without one is served in the default language."""
    language = locale.replace("-", "_").split("_", 1)[0].casefold()
    return catalogue_of(language if language in LANGUAGES else DEFAULT_LANGUAGE)
