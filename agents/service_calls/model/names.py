"""Names of persons in a model's words that nobody said."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from agents.service_calls.model.checked_words import listed

_WORD = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")
_SENTENCE = re.compile(r"(?<=[.!?:;。！？…\n])\s+|[\"\u201c\u201e\u00ab(]\s*|\s[\u2013\u2014]\s")
_PART = re.compile(r"['\u2019-]")

_OPENING_LANGUAGES = frozenset({"en", "ms"})


class _WordAt(NamedTuple):
    text: str
    first: bool
    before: str
    after: str

    @property
    def capital(self) -> bool:
        return self.text[0].isupper() and (not self.text.isupper() or len(self.text) == 1)


def unknown_names(words: str, grounds: str, language: str) -> tuple[str, ...]:
    """What looks like a name in ``words`` and stands nowhere in ``grounds``.

    German writes every noun with a capital: there only two in a row, or one where people are
    named, look like a name. Scripts without capitals show none.
    """
    known = listed("anywhere") | {
        part for word in _WORD.findall(grounds.casefold()) for part in _parts(word)
    }
    suspects = _german(words) if language == "de" else _suspects(words, language)
    return tuple(
        " ".join(run)
        for run in suspects
        if not any(all(part in known for part in _parts(name)) for name in run)
    )


def _parts(word: str) -> Iterable[str]:
    folded = word.casefold()
    return (
        [folded] if folded in listed("anywhere") else [p for p in _PART.split(folded) if p != "s"]
    )


def _suspects(words: str, language: str) -> Iterator[tuple[str, ...]]:
    for sentence in _sentences(words):
        for n, word in enumerate(sentence):
            follows = sentence[n + 1].text.casefold() if n + 1 < len(sentence) else ""
            opens = word.text.casefold() in listed("openings") or language not in _OPENING_LANGUAGES
            named = word.after.startswith(",") or (
                word.after == " " and follows in listed("verbs_behind")
            )
            if word.capital and (not word.first or (named and not opens)):
                yield (word.text,)


def _german(words: str) -> Iterator[tuple[str, ...]]:
    for sentence in _sentences(words):
        run: list[str] = []
        former = ""
        for word in sentence:
            alone = former in listed("titles") or (
                word.before == ", " and word.after[:1] in tuple(".!?,")
            )
            if word.capital and not word.first and alone:
                yield (word.text,)
            goes_on = word.before == " " and bool(run)
            if len(run) > 1 and not (goes_on and word.capital):
                yield tuple(run)
            if word.capital and word.text.casefold() not in listed("german"):
                run = [*run, word.text] if goes_on else [word.text]
            else:
                run = []
            former = word.text.casefold()
        if len(run) > 1:
            yield tuple(run)


def _sentences(words: str) -> Iterator[list[_WordAt]]:
    for sentence in _SENTENCE.split(words):
        found = list(_WORD.finditer(sentence))
        ends = [0, *(m.end() for m in found)]
        starts = [*(m.start() for m in found), len(sentence)]
        yield [
            _WordAt(m[0], n == 0, sentence[ends[n] : m.start()], sentence[m.end() : starts[n + 1]])
            for n, m in enumerate(found)
        ]
