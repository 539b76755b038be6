"""The words of the active catalog, and which of them a query means.

Read once for each version and kept in the process: frequencies, categories and synonyms. What a
word of a query means is found without the database.
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import pairwise
from math import log

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from adapters.postgres.pool import Connection
from agents.procurement.store.spelling import spelled

LONG_WORD = 8
"""Letters from which on a word may have two typing errors."""
SHORTEST_WITH_ERROR = 4
"""Below it, a word may only lack a letter behind its first two (``blu``)."""
MOST_WORDS = 16
"""Of a query; the rest of a long sentence adds little and costs much."""
MOST_COMPOUNDS = 12

_SYNONYM = 0.8
_MISSPELLED = 0.9
_JOINED = 0.9
_COMPOUND = 0.7
"""What a match by these counts, of one by the word itself."""


_AROUND_A_WISH = """
    find search show get buy need want looking look order give please some something any anything
    i im me my we you your have got would like can could do does sell cheap inexpensive affordable
    best good nice price priced
    suche brauche kaufen bitte zeige finde etwas gibt gute guter gutes gunstige billige
    cari carikan beli mahu nak perlu tolong saya ada yang untuk murah
    busco quiero necesito comprar hay de del la el los las un una para con por favor barato bueno
    cherche veux voudrais acheter les des du d l le une pour avec cher bon bonne
"""
_FILLERS = frozenset(_AROUND_A_WISH.split())
"""Words around a wish. They are left out where the catalog does not know them either."""


@dataclass(frozen=True)
class Category:
    name: str
    items: int
    lexemes: frozenset[str]


@dataclass(frozen=True)
class Part:
    """A lexeme, and what it is worth where it is found."""

    lexeme: str
    gain: float


Reading = tuple[Part, ...]
"""One way to read a word: all its parts together."""


@dataclass(frozen=True)
class Concept:
    """A word of a query with everything that it can mean; the best of them counts."""

    readings: tuple[Reading, ...]

    @property
    def gain(self) -> float:
        return max(sum(part.gain for part in reading) for reading in self.readings)

    def stands_in(self, lexemes: AbstractSet[str]) -> bool:
        return any(all(part.lexeme in lexemes for part in reading) for reading in self.readings)


@dataclass(frozen=True)
class Vocabulary:
    version: int
    language: str
    items: int
    average_length: float
    frequencies: Mapping[str, int]
    categories: tuple[Category, ...] = ()
    suppliers: tuple[str, ...] = ()
    synonyms: Mapping[tuple[str, ...], Sequence[tuple[str, ...]]] = field(default_factory=dict)
    """By the stems of a term, the stems of what it also means."""
    _by_length: dict[int, list[str]] = field(default_factory=dict)

    @property
    def english(self) -> bool:
        return self.language == "english"

    def gain(self, lexemes: Iterable[str]) -> float:
        """The inverse document frequency of whatever has one of these."""
        found = min(sum(self.frequencies.get(each, 0) for each in lexemes), self.items)
        return log(1 + (self.items - found + 0.5) / (found + 0.5))

    def concepts(self, words: Sequence[str], stems: Mapping[str, str]) -> tuple[Concept, ...]:
        """What is asked by these words; a word that means nothing here is left out.

        ``stems`` has the lexeme of each word, none for a word that text search leaves out, and
        those of neighbours written together.
        """
        asked = list(dict.fromkeys(word for word in words if word in stems))[:MOST_WORDS]
        also = self._also([stems[word] for word in asked])
        found = (
            self._concept(word, stems[word], also.get(stems[word], ()), _joined(word, words, stems))
            for word in asked
            if stems[word] in self.frequencies or word not in _FILLERS
        )
        return tuple(concept for concept in found if concept is not None)

    def _concept(
        self, word: str, lexeme: str, also: Sequence[tuple[str, ...]], joined: Sequence[str]
    ) -> Concept | None:
        readings: list[Reading] = []
        if lexeme in self.frequencies:
            readings.append((Part(lexeme, self.gain([lexeme])),))
        # A rare synonym is worth no more than what was said: "couch" does not ask for settees.
        most = readings[0][0].gain if readings else None
        readings += [self._together(each, _SYNONYM, most) for each in also if self._knows(each)]
        readings += [self._together((each,), _JOINED) for each in joined if self._knows([each])]
        split = self._split(word, lexeme)
        if split and (not readings or len(word) > LONG_WORD):
            readings.append(self._together(split, _JOINED))
        compounds = self._compounds(lexeme)
        if compounds:
            worth = _COMPOUND * self.gain([lexeme, *compounds])
            readings += [(Part(each, worth),) for each in compounds]
        if not readings:
            readings = [self._together((each,), _MISSPELLED) for each in self._meant(word, lexeme)]
        return Concept(tuple(dict.fromkeys(readings))) if readings else None

    def _knows(self, lexemes: Sequence[str]) -> bool:
        return all(each in self.frequencies for each in lexemes)

    def _together(self, lexemes: Sequence[str], worth: float, most: float | None = None) -> Reading:
        """Several lexemes are worth together what the rarest is worth alone, ``most`` at most."""
        gains = {each: self.gain([each]) for each in lexemes}
        rarest = max(gains.values())
        share = worth * (rarest if most is None else min(rarest, most)) / (sum(gains.values()) or 1)
        return tuple(Part(each, gain * share) for each, gain in gains.items())

    def _also(self, lexemes: Sequence[str]) -> dict[str, list[tuple[str, ...]]]:
        """By each lexeme of a term that stands in the query, what the term also means."""
        found: dict[str, list[tuple[str, ...]]] = {}
        for start in range(len(lexemes)):
            for end in range(start + 1, min(start + 3, len(lexemes)) + 1):
                for expansion in self.synonyms.get(tuple(lexemes[start:end]), ()):
                    for lexeme in lexemes[start:end]:
                        found.setdefault(lexeme, []).append(expansion)
        return found

    def _split(self, word: str, lexeme: str) -> tuple[str, ...]:
        """The word taken apart where both parts are known: "screwdriver", "tn2410"."""
        best: tuple[str, ...] = ()
        for tail in dict.fromkeys((lexeme, word, word.removesuffix("s"))):
            for at in range(1, len(tail)):
                border = word[at - 1].isdigit() != tail[at].isdigit()
                if not border and (at < 3 or len(tail) - at < 3):  # noqa: PLR2004 - letters
                    continue
                for first in _stripped(word[:at], german=self.language == "german"):
                    pair = (first, tail[at:])
                    rare = min((self.frequencies.get(each, 0) for each in pair), default=0)
                    if rare and rare > min(
                        (self.frequencies.get(each, 0) for each in best), default=0
                    ):
                        best = pair
        return best

    def _compounds(self, lexeme: str) -> list[str]:
        """Where words are written together, those that end with this one: Kopierpapier."""
        if self.language != "german" or len(lexeme) < SHORTEST_WITH_ERROR:
            return []
        ending = [
            each
            for each in self.frequencies
            if each.endswith(lexeme) and len(each) > len(lexeme) + 2
        ]
        return sorted(ending, key=lambda each: -self.frequencies[each])[:MOST_COMPOUNDS]

    def _meant(self, word: str, lexeme: str) -> list[str]:
        """The lexemes that a misspelled word may stand for, at most three. Numbers are never
        corrected: 12mm is not 10mm.
        """
        if any(char.isdigit() for char in word):
            return []
        near: dict[str, tuple[int, bool, bool]] = {}
        # A misspelled word may keep its plural: stems are made of words with vowels in their place.
        for asked in dict.fromkeys((lexeme, word, word.removesuffix("s"))):
            errors = 2 if len(word) >= LONG_WORD else 1
            for each, distance, _ in process.extract(
                asked,
                self._of_length(len(asked), errors),
                scorer=OSA.distance,
                score_cutoff=errors,
                limit=50,
            ):
                if len(word) < SHORTEST_WITH_ERROR and not _only_lacks(asked, each):
                    continue
                rank = (distance, sorted(each) != sorted(asked), each[:1] != asked[:1])
                near[each] = min(near.get(each, rank), rank)
        if not near:
            return []
        best = min(near.values())
        alike = [each for each, rank in near.items() if rank == best]
        return sorted(alike, key=lambda each: (-self.frequencies[each], each))[:3]

    def _of_length(self, length: int, errors: int) -> list[str]:
        if not self._by_length:
            for each in self.frequencies:
                if not any(char.isdigit() for char in each):
                    self._by_length.setdefault(len(each), []).append(each)
        lengths = range(length - errors, length + errors + 1)
        return [each for some in lengths for each in self._by_length.get(some, ())]

    def meant_categories(self, concepts: Sequence[Concept]) -> tuple[Category, ...]:
        """The categories that a query names: those with the most of its words."""
        worth = [
            sum(concept.gain for concept in concepts if concept.stands_in(category.lexemes))
            for category in self.categories
        ]
        most = max(worth, default=0.0)
        if not most:
            return ()
        return tuple(
            category
            for category, gain in zip(self.categories, worth, strict=True)
            if gain >= most - 1e-9
        )

    @staticmethod
    def only_named(categories: Sequence[Category], concepts: Sequence[Concept]) -> list[str]:
        """Those of which the query has every word."""
        asked = {part.lexeme for each in concepts for reading in each.readings for part in reading}
        return [each.name for each in categories if each.lexemes <= asked]

    def near(self, words: str, most: int = 5) -> tuple[str, ...]:
        """Categories that sound most like these words, else those with the most items."""
        names = {each.name: spelled(each.name, english=self.english) for each in self.categories}
        alike = process.extract(
            words, names, scorer=fuzz.partial_token_set_ratio, score_cutoff=75, limit=most
        )
        found = [name for _, _, name in alike]
        largest = sorted(self.categories, key=lambda each: (-each.items, each.name))
        rest = [each.name for each in largest if each.name not in found]
        return tuple((found + rest)[:most])


def _joined(word: str, words: Sequence[str], stems: Mapping[str, str]) -> list[str]:
    """The word written together with a neighbour: "water proof"."""
    pairs = [first + second for first, second in pairwise(words) if word in (first, second)]
    return [stems[pair] for pair in dict.fromkeys(pairs) if pair in stems]


def _only_lacks(word: str, lexeme: str) -> bool:
    """Whether a short word is another one with a letter left out behind its first two."""
    return len(lexeme) == len(word) + 1 and lexeme[:2] == word[:2]


def _stripped(part: str, *, german: bool) -> tuple[str, ...]:
    """The first part of a compound, without what German puts between two."""
    if not german:
        return (part,)
    return (part, *(part.removesuffix(end) for end in ("s", "n", "en", "es") if part.endswith(end)))


_FACTS = """
    SELECT version, language, items, average_length FROM catalog_versions
    ORDER BY version DESC LIMIT 1
"""


async def newest_version(connection: Connection) -> int | None:
    version: int | None = await connection.fetchval("SELECT max(version) FROM catalog_versions")
    return version


async def lexemes_of(
    connection: Connection, language: str, texts: Sequence[str]
) -> list[list[str]]:
    """The lexemes of each text, in the order of its words; texts are spelled already."""
    rows = await connection.fetch(
        """
        SELECT array(
            SELECT lexeme FROM unnest(to_tsvector($1::text::regconfig, text)) ORDER BY positions[1]
        ) AS lexemes
        FROM unnest($2::text[]) WITH ORDINALITY AS each (text, place) ORDER BY place
        """,
        language,
        list(texts),
    )
    return [list(row["lexemes"]) for row in rows]


async def read_vocabulary(connection: Connection) -> Vocabulary | None:
    """The words of the newest version; None when nothing was ever imported. Read by several
    statements: whoever needs them to be of one version asks for that afterwards.
    """
    facts = await connection.fetchrow(_FACTS)
    if facts is None:
        return None
    language = facts["language"]
    english = language == "english"
    terms = await connection.fetch("SELECT lexeme, items FROM catalog_terms")
    shares = await connection.fetch(
        """
        SELECT category, count(*)::int AS items FROM catalog_items
        WHERE active AND category <> '' GROUP BY category
        """
    )
    suppliers = await connection.fetch(
        "SELECT DISTINCT supplier FROM catalog_items WHERE active AND supplier <> '' ORDER BY 1"
    )
    pairs = await connection.fetch(
        "SELECT term, expansion FROM catalog_synonyms ORDER BY 1, language, 2"
    )
    said = [
        spelled(text, english=english)
        for row in pairs
        for expansion in row["expansion"].split(",")
        for text in (row["term"], expansion)
    ]
    names = [spelled(row["category"], english=english) for row in shares]
    stems = await lexemes_of(connection, language, [*said, *names])
    synonyms: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for number in range(0, len(said), 2):
        if stems[number] and stems[number + 1] and stems[number] != stems[number + 1]:
            synonyms.setdefault(tuple(stems[number]), []).append(tuple(stems[number + 1]))
    return Vocabulary(
        version=facts["version"],
        language=language,
        items=facts["items"],
        average_length=facts["average_length"] or 1.0,
        frequencies={row["lexeme"]: row["items"] for row in terms},
        categories=tuple(
            Category(row["category"], row["items"], frozenset(lexemes))
            for row, lexemes in zip(shares, stems[len(said) :], strict=True)
        ),
        suppliers=tuple(row["supplier"] for row in suppliers),
        synonyms=synonyms,
    )
