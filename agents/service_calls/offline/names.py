"""What somebody is called, where they say so or were asked."""

import re
from functools import cache

from agents.service_calls.offline.tables import group, holds, phrases
from language.day_names import WEEKDAYS_OF
from language.patterns import pattern

_NAME_WORD = r"[^\W\d_][\w'’.-]*"
_PARTICLES = frozenset(phrases("particle"))
_MOST_WORDS, _LONGEST = 6, 60
_UNKNOWN_ORDER = 3
"""Words."""
_FROM = pattern(r"\s(?:from|of|with|at|aus|bei|dari)\s.*$")
"""Behind a name: whom somebody speaks for."""
_WORDS = rf"(?P<name>{_NAME_WORD}(?:\s+(?:{_NAME_WORD}|a/[lp]))*)"
_TITLE = rf"(?:(?:{group('title')})\.?\s+)*"

_DAYS = (*WEEKDAYS_OF["en"], *WEEKDAYS_OF["de"])
"""Those of other languages are names as well: Khamis, Domingo."""


@cache
def _never(language: str) -> frozenset[str]:
    """What answers and is no name: "will" is none in German, and one in English."""
    return frozenset((*phrases("no_name", "en"), *phrases("no_name", language), *_DAYS))


def told(clause: str, language: str) -> tuple[str, str]:
    """The name behind "my name is", and the rest of the words; two empty where there is none."""
    rule = pattern(rf"(?<![\w'])(?:{group('name_said')})\s+{_TITLE}{_WORDS}")
    here = pattern(rf"^{_TITLE}(?P<name>{_NAME_WORD}(?:\s{_NAME_WORD})?)\s+(?:hier|here|speaking)$")
    match = rule.search(clause) or here.search(clause.strip(" .!?,"))
    name = "" if match is None else _begun(match["name"], language, strict=match.re is here)
    if match is None or not name:
        return "", clause
    end = match.start("name") + len(name)
    rest = f"{clause[: match.start()].rstrip()} | {clause[end:].lstrip()}"
    ends = pattern(r"\|\s*(?:speaking|here|hier|am apparat)\b")
    return shown(name), ends.sub("|", rest).strip(" |")


def introduced(clause: str, language: str, *, asked: bool) -> tuple[str, str]:
    """The name behind "I'm", which many other words follow: a capital tells it, unless a name was
    asked for.
    """
    match = pattern(rf"(?<![\w'])(?:{group('i_am')})\s+{_TITLE}{_WORDS}").search(clause)
    titled = match is None and pattern(rf"^(?:{group('title')})\.?\s+{_WORDS}").search(clause)
    match = titled or match
    if match is None or (asked is False and titled):
        return "", clause
    name = _begun(match["name"], language, strict=not asked)
    if not name:
        return "", clause
    rest = clause[: match.start()] + " " + clause[match.start("name") + len(name) :]
    rest = pattern(r"\b(?:speaking|here)\b").sub(" ", rest)
    return shown(name), rest.strip()


def answered(clause: str, language: str, *, asked: bool, least: int = 2) -> str:
    """A clause that is a name and nothing else; where no name was asked for, one of at least so
    many words, with capitals.
    """
    bare = pattern(rf"^{_TITLE}").sub("", clause.strip(" .,!"), count=1)
    bare = _FROM.sub("", bare) if asked else bare
    words = bare.split()
    if not words or not pattern(rf"^{_WORDS}$").match(bare):
        return ""
    if not asked and (len(words) < least or not bare[0].isupper()):
        return ""
    name = _begun(bare, language, strict=not asked)
    common = holds("thing", "fault", "work", "trade")
    return shown(name) if name == bare and not common.search(name) else ""


def _begun(words: str, language: str, *, strict: bool) -> str:
    """As much of the words as is a name: up to a small word, or to one that is not capital."""
    taken, never = list[str](), _never(language)
    end = 0
    for match in re.finditer(r"\S+", words):
        word = match[0].rstrip(".,")
        plain = word.casefold()
        if plain in never and plain not in _PARTICLES:
            break
        if plain not in _PARTICLES and (strict or (taken and taken[0][:1].isupper())):
            if not word[:1].isupper():
                break
        elif plain in _PARTICLES and not taken and strict:
            break
        taken.append(word)
        end = match.start() + len(word)
        if len(taken) == _MOST_WORDS:
            break
    while taken and taken[-1].casefold() in _PARTICLES and len(taken) > 1:
        taken.pop()
        end = words.rfind(taken[-1], 0, end) + len(taken[-1])
    return words[:end] if taken and end <= _LONGEST else ""


def addressed(name: str) -> str:
    """What somebody is called by: the given name, or the whole name where the family name stands
    first, or may: which of three words and more is the given one nobody knows.
    """
    words = name.split()
    first, particles = words[:1], _PARTICLES & {word.casefold() for word in words}
    if len(words) < _UNKNOWN_ORDER or particles:
        known = not (first and first[0].casefold() in phrases("family_first"))
        return " ".join(first if known else words)
    return name


def shown(name: str) -> str:
    """With capitals where it was written without any."""
    if name != name.lower():
        return " ".join(name.split())
    return " ".join(w if w in _PARTICLES else w[:1].upper() + w[1:] for w in name.split())
