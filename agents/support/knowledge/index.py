"""Articles in memory, and which of them fit a question. Pure; rebuilt when articles change.

Three ways of comparing are added up: stems by BM25, where title, questions and tags count more
than the text; pieces of four letters, for misspellings and compounds; and meaning, where there are
vectors. A word that the index does not know still counts among what a question asks for, so that
a question about something else never looks well answered.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import OSA
from rapidfuzz.process import extractOne

from agents.support.knowledge import sureness
from agents.support.knowledge.passages import Passage
from agents.support.knowledge.words import concepts, grams, one_language, stems, stopwords, words
from agents.support.tickets import Article, TicketType
from language.detection import languages

Floats = NDArray[np.float32]

TITLE, QUESTIONS, TAGS, BODY = 2.5, 2.0, 2.0, 1.0
"""How much a word counts where it stands."""
CONCEPT = 0.9
"""What a shared concept counts, beside 1 for a shared stem."""
STEMS, GRAMS = 1.0, 0.5
MEANING = 20.0
"""What a unit of cosine counts beside a question that is wholly covered by stems."""
_K1, _B = 1.2, 0.5
_MISSPELLED = 5
"""Letters from which a stem that nothing has may be a misspelled one."""
_LIKE = 0.75


@dataclass(frozen=True)
class IndexEntry:
    """An article in one language. ``vectors``: of some or all of its passages, by their number."""

    article: Article
    pieces: tuple[Passage, ...]
    vectors: Mapping[int, Floats] = field(default_factory=dict)


class Ranked(NamedTuple):
    entry: IndexEntry
    score: float
    pieces: tuple[str, ...]
    """Of the text, the best for the question first."""


class Ranking(NamedTuple):
    """Best first, an article once. ``sure``: the first answers the question, most likely, as its
    ``features`` tell.
    """

    ranked: tuple[Ranked, ...] = ()
    sure: bool = False
    features: tuple[float, ...] = ()


class _Terms:
    """BM25 of one kind of term over all entries."""

    def __init__(self, counts: Sequence[Mapping[str, float]], groups: Sequence[str]) -> None:
        """``groups``: entries whose terms are counted together (a language)."""
        sizes = Counter(groups)
        lengths = np.array([sum(each.values()) for each in counts], dtype=np.float32)
        average = {
            group: float(np.mean([
                size for size, its in zip(lengths, groups, strict=True) if its == group
            ])) or 1.0
            for group in sizes
        }  # fmt: skip
        held: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for number, (each, group) in enumerate(zip(counts, groups, strict=True)):
            # Plain floats: those of numpy take ten times as long one by one.
            long = _K1 * float(1 - _B + _B * lengths[number] / average[group])
            for term, weight in each.items():
                held[f"{group}:{term}"].append((number, weight * (_K1 + 1) / (weight + long)))
        self._held = {
            term: (np.array([n for n, _ in places]), np.array([w for _, w in places], np.float32))
            for term, places in held.items()
        }
        self._sizes = sizes
        self._entries = len(counts)

    def terms(self, group: str) -> tuple[str, ...]:
        return tuple(
            term.removeprefix(f"{group}:") for term in self._held if term.startswith(f"{group}:")
        )

    def covered(self, asked: Mapping[str, float], group: str) -> Floats:
        """How much of what is asked each entry has, by what the terms are worth, from 0 to 1."""
        total, whole = self._total(asked, group, lambda _: 1.0)
        return total / max(whole, 1e-6)

    def scores(self, asked: Mapping[str, float], group: str) -> tuple[Floats, float]:
        """Of each entry, and of a text that has each term once."""
        return self._total(asked, group, lambda weights: weights)

    def _total(
        self, asked: Mapping[str, float], group: str, counts: Callable[[Floats], Floats | float]
    ) -> tuple[Floats, float]:
        """What the terms of each entry are worth, the rarer the more, and what all are worth."""
        total = np.zeros(self._entries, dtype=np.float32)
        whole, size = 0.0, self._sizes[group]
        for term, weight in asked.items():
            places = self._held.get(f"{group}:{term}")
            having = 0 if places is None else len(places[0])
            worth = weight * math.log(1 + (size - having + 0.5) / (having + 0.5))
            whole += worth
            if places is not None:
                total[places[0]] += worth * counts(places[1])
        return total, whole


class Index:
    """Of all articles in use. It does not change, so any thread may ask it."""

    def __init__(self, entries: Sequence[IndexEntry]) -> None:
        self.entries = tuple(entries)
        self._languages = [one_language(each.article.language) for each in entries]
        self._categories = [each.article.category for each in entries]
        self._ids = [each.article.id for each in entries]
        self._stems = _Terms([_counted(each, _stems) for each in entries], self._languages)
        self._heads = _Terms([_counted(each, _stems, body=0) for each in entries], self._languages)
        self._grams = _Terms([_counted(each, _grams) for each in entries], self._languages)
        self._known = {
            language: {term: term for term in self._stems.terms(language)}
            for language in dict.fromkeys(self._languages)
        }
        self._concepts = _Terms(
            [_counted(each, _concepts) for each in entries], [""] * len(entries)
        )
        rows = [(n, key, v) for n, each in enumerate(entries) for key, v in each.vectors.items()]
        self._owners = np.array([n for n, _, _ in rows], dtype=np.int64)
        self._pieces = [key for _, key, _ in rows]
        self._matrix = np.stack([v for _, _, v in rows]) if rows else None

    @property
    def has_vectors(self) -> bool:
        return self._matrix is not None

    def rank(  # noqa: PLR0913 - what a search is given
        self,
        query: str,
        *,
        vector: Floats | None = None,
        category: TicketType | None = None,
        language: str = "",
        default_language: str = "en",
        without: frozenset[str] = frozenset(),
        top: int = 5,
    ) -> Ranking:
        """``vector``: of the question, by what made those of the entries. ``language``: the
        person's; the question's own where it is not given. An article is shown in that language,
        else in the default one, else in English; one that has none of them is left out. Where
        nothing tells the language, it is shown in the one that fits the question best.
        """
        mine = one_language(language) or languages().of(query, "")
        shown = [
            n for n, (key, its) in enumerate(zip(self._ids, self._categories, strict=True))
            if key not in without and (category is None or its is category)
        ]  # fmt: skip
        readable: Mapping[str, int] = {}
        if mine:
            readable = self._readable(shown, (mine, one_language(default_language), "en"))
            shown = [n for n in shown if self._ids[n] in readable]
        if not shown or not query.strip():
            return Ranking()
        by_words, by_grams, covered, headed, size = self._compared(query, mine)
        meant = self._meant(vector)
        scores = STEMS * by_words + GRAMS * by_grams
        if meant is not None:
            scores = scores + MEANING * meant
        best: dict[str, int] = {}
        for n in sorted(shown, key=lambda n: -scores[n]):
            best.setdefault(self._ids[n], n)
        order = list(best.values())
        seen = [
            sureness.Seen(float(by_words[n]), float(by_grams[n]), float(covered[n]),
                          float(headed[n]), None if meant is None else float(meant[n]))
            for n in order[: sureness.LOOKED_AT]
        ]  # fmt: skip
        sure = sureness.is_meant(seen) or sureness.is_sure(
            sureness.of(seen, size), with_meaning=meant is not None
        )
        ranked = (
            self._ranked(readable.get(self._ids[n], n), float(scores[n]), query, mine, vector)
            for n in order[:top]
        )
        return Ranking(tuple(ranked), sure, sureness.features(seen, size))

    def _readable(self, shown: Sequence[int], preferred: Sequence[str]) -> dict[str, int]:
        """By the id of an article, its entry in the first of these languages that it has."""
        return {
            self._ids[n]: n
            for language in reversed(preferred)
            for n in shown
            if self._languages[n] == language
        }

    def _compared(self, query: str, mine: str) -> tuple[Floats, Floats, Floats, Floats, int]:
        """How much of the question each entry has, by stems and concepts and by pieces of words;
        and how many words say something.
        """
        count = len(self.entries)
        by_stems, by_grams, covered, headed = np.zeros((4, count), np.float32)
        languages = dict.fromkeys(self._languages)
        meant = {str(each): CONCEPT for each in concepts(query, mine or "en", *languages)}
        shared, whole_shared = self._concepts.scores(meant, "")
        size = 0
        for language in languages:
            asked = self._spelled(stems(query, language, also_without=mine), language)
            pieces = dict.fromkeys(
                (p for w in _spoken(query, language, mine) for p in grams(w)), 1.0
            )
            size = max(size, len(asked))
            own, whole = self._stems.scores(asked, language)
            near, nearly = self._grams.scores(pieces, language)
            covers = self._stems.covered(asked, language)
            heads = self._heads.covered(asked, language)
            here = np.array([each == language for each in self._languages])
            by_stems[here] = ((own + shared) / max(whole + whole_shared, 1e-6))[here]
            covered[here], headed[here] = covers[here], heads[here]
            by_grams[here] = (near / max(nearly, 1e-6))[here]
        return by_stems, by_grams, covered, headed, size

    def _spelled(self, asked: Sequence[str], language: str) -> dict[str, float]:
        """What is asked, by its stems. A stem that nothing has stands for the one it is most like,
        if that is as good as the same: ``dicsount``.
        """
        found: dict[str, float] = {}
        known = self._known[language]
        for stem in asked:
            meant = stem
            if len(stem) >= _MISSPELLED and stem.isalpha() and stem not in known:
                like = extractOne(stem, known, scorer=OSA.normalized_similarity, score_cutoff=_LIKE)
                meant = like[0] if like else stem
            found[meant] = 1.0
        return found

    def _meant(self, vector: Floats | None) -> Floats | None:
        """The best cosine of each entry; those without vectors get the least of all."""
        if vector is None or self._matrix is None:
            return None
        cosines = self._matrix @ vector
        best = np.full(len(self.entries), cosines.min(), dtype=np.float32)
        np.maximum.at(best, self._owners, cosines)
        return best

    def _ranked(
        self, number: int, score: float, query: str, mine: str, vector: Floats | None
    ) -> Ranked:
        entry = self.entries[number]
        language = entry.article.language
        asked = set(stems(query, language, also_without=mine))

        def fits(piece: Passage) -> float:
            own = asked & set(stems(piece.text, language))
            near = entry.vectors.get(piece.n)
            cosine = 0.0 if near is None or vector is None else float(near @ vector)
            return len(own) / max(len(asked), 1) + MEANING * cosine

        text = [piece for piece in entry.pieces if piece.n > 0]
        return Ranked(
            entry, score, tuple(each.text for each in sorted(text, key=fits, reverse=True))
        )


def _spoken(query: str, language: str, mine: str) -> list[str]:
    without = stopwords(language) | stopwords(mine)
    return [word for word in words(query) if word not in without]


def _counted(
    entry: IndexEntry, terms: Callable[[str, str], Mapping[str, float]], body: float = BODY
) -> dict[str, float]:
    article = entry.article
    counts: dict[str, float] = defaultdict(float)
    for text, weight in (
        (article.title, TITLE),
        *((question, QUESTIONS) for question in article.questions),
        (" ".join(article.tags), TAGS),
        (article.body, body),
    ):
        if weight:
            for term, times in terms(text, article.language).items():
                counts[term] += weight * times
    return counts


def _stems(text: str, language: str) -> Mapping[str, float]:
    return Counter(stems(text, language))


def _grams(text: str, language: str) -> Mapping[str, float]:
    counts: Counter[str] = Counter()
    for word, times in Counter(_spoken(text, language, "")).items():
        for piece in grams(word):
            counts[piece] += times
    return counts


def _concepts(text: str, language: str) -> Mapping[str, float]:
    return {str(each): times for each, times in concepts(text, language).items()}
