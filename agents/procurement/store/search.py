"""Search: candidates by the index, ranked by BM25 in PostgreSQL.

One statement finds, filters and ranks, so it sees one version of the catalog whole. The words that
it is made from are of a vocabulary that is kept in the process, and what is shown is read behind
it: when a newer version came in between, all of it is done again.

Of many candidates the best ``RANKED`` by a rough score (whether a word is in the name, or anywhere)
are ranked exactly, by how often it is there.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from adapters.postgres.pool import Connection, Row
from agents.procurement.items import Item
from agents.procurement.offline.reading import with_conditions
from agents.procurement.store.rows import ITEM_COLUMNS, item
from agents.procurement.store.spelling import folded, spelled
from agents.procurement.store.vocabulary import (
    Concept,
    Vocabulary,
    lexemes_of,
    newest_version,
    read_vocabulary,
)
from agents.procurement.tools import Found, Hit, SearchCatalog
from domain.errors import ToolRefusedError
from domain.tools import ErrorCode

K1 = 1.2
B = 0.75
NAME = 3
"""What a word in the name counts, of one elsewhere."""

PHRASE = 1.3
"""What the score of an item counts whose name or category has neighbours of the query side by side:
"coffee table" is no table beside a coffee maker."""

MOST_BESIDE = 4
"""How often a word counts outside the name: no description can outdo a name by repeating it."""

KIND = 1.2
"""What the score of an item counts whose category the query names: "coffee" is rather asked of
coffee than of a coffee table."""

RANKED = 100
SURE = 1.5
"""Times the score of the next: then it is certainly the one that was meant."""

LEAST_COVERED = 1 / 3
"""Share of what the words of a query are worth that an item has: with less it is found by a word
that stands on half of the shelf."""

_LONGEST_NUMBER = 64
_ONLY_DIGITS = 5
"""Fewer digits beside other words are a quantity or a size, and no article number."""


class NoCatalogError(ToolRefusedError):
    """Nothing was ever imported, or what was imported is empty."""

    def __init__(self) -> None:
        super().__init__(
            ErrorCode.UNAVAILABLE,
            "No catalog is set up, so there is nothing to find or to order.",
            "Say that there is nothing to order yet; those who run the shop know.",
            {"why": "no_catalog"},
        )


@dataclass
class CatalogSearch:
    """Keeps the vocabulary of the version that it searched last."""

    _known: Vocabulary | None = None
    _reading: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def find(self, connection: Connection, asked: SearchCatalog) -> Found:
        """Raises ``NoCatalogError``, and ``ToolRefusedError`` for a category or a supplier that
        there is not.
        """
        while True:
            vocabulary = await self.vocabulary(connection)
            found = await _find(connection, vocabulary, with_conditions(asked))
            if found is not None:
                return found.model_copy(update={"asked": asked})

    async def vocabulary(self, connection: Connection) -> Vocabulary:
        """Of the newest version. Raises ``NoCatalogError``."""
        async with self._reading:
            while True:
                version = await newest_version(connection)
                if self._known is None or self._known.version != version:
                    self._known = await read_vocabulary(connection)
                    # Another version may have come between its statements.
                    if (
                        self._known is not None
                        and await newest_version(connection) != self._known.version
                    ):
                        continue
                if self._known is None or not self._known.items:
                    raise NoCatalogError
                return self._known


async def _find(
    connection: Connection, vocabulary: Vocabulary, asked: SearchCatalog
) -> Found | None:
    """None when the catalog is not of this vocabulary any more."""
    words = spelled(asked.query, english=vocabulary.english)
    concepts = await _concepts(connection, vocabulary, words)
    statement = _Statement(vocabulary, asked, concepts, _numbers(asked.query))
    rows = await connection.fetch(statement.text, *statement.values)
    facts, ranked = rows[0], rows[1:]
    if facts["version"] != vocabulary.version:
        return None
    ranked = _select_meant(ranked, concepts, by_price=statement.by_price)
    total = facts["total"] if len(ranked) == len(rows) - 1 else len(ranked)
    if not ranked:
        return Found(offset=asked.offset, near=vocabulary.near(words))
    page = ranked[asked.offset : asked.offset + asked.limit]
    chosen = asked.offset or (statement.by_price and total > 1)
    sure = None if chosen else _sure(ranked, len(concepts))
    items = await _items(connection, vocabulary.version, [row["item_id"] for row in page])
    if len(items) < len(page):
        return None
    return Found(
        items=tuple(
            Hit(
                **dict(items[row["item_id"]]),
                score=round(float(row["score"]), 4),
                sure=row["item_id"] == sure,
            )
            for row in page
        ),
        total=total,
        offset=asked.offset,
    )


async def _concepts(
    connection: Connection, vocabulary: Vocabulary, words: str
) -> tuple[Concept, ...]:
    said = words.split()
    if not said:
        return ()
    joined = [first + second for first, second in pairwise(said)]
    stems = await lexemes_of(connection, vocabulary.language, [*said, *joined])
    known = {
        word: lexemes[0] for word, lexemes in zip([*said, *joined], stems, strict=True) if lexemes
    }
    return vocabulary.concepts(said, known)


def _numbers(query: str) -> list[str]:
    """What of the query may be an article number, as the index has it: upper case."""
    whole = query.replace("\x00", "").strip()  # no text of PostgreSQL has one
    parts = [
        part.strip(".,;:!?()\"'")
        for part in whole.split()
        if not part.isdigit() or len(part) >= _ONLY_DIGITS
    ]
    named = (whole, *(part for part in parts if any(char.isdigit() for char in part)))
    return list(dict.fromkeys(each.upper() for each in named if 0 < len(each) <= _LONGEST_NUMBER))


def _select_meant(rows: Sequence[Row], concepts: Sequence[Concept], *, by_price: bool) -> list[Row]:
    """Without what only shares a colour or a size with what was asked: where something has all
    words, whatever is neither of the kind that was named nor called by its name is left out, else
    whatever has little of what the words mean here. By price, only what fits best is there.
    """
    if not by_price and any(row["whole"] for row in rows):
        return [row for row in rows if row["whole"] or row["kind"] or row["numbered"]]
    least = LEAST_COVERED * sum(concept.gain for concept in concepts)
    return [row for row in rows if row["covered"] >= least or row["numbered"]]


def _sure(rows: Sequence[Row], words: int) -> str | None:
    """The item that was certainly meant."""
    numbered = [row for row in rows if row["numbered"]]
    called = [row for row in rows if row["called"]]
    first, second = rows[0], rows[1] if len(rows) > 1 else None
    sure = None
    if numbered:
        sure = numbered[0] if len(numbered) == 1 else None
    elif not words:
        sure = None
    elif len(called) == 1:
        sure = called[0]
    elif not called and first["whole"]:
        far = second is None or first["score"] >= SURE * second["score"]
        sure = first if far else None
    return None if sure is None else str(sure["item_id"])


async def _items(connection: Connection, version: int, item_ids: Sequence[str]) -> dict[str, Item]:
    """Returns those of them that no newer version has changed or retired."""
    rows = await connection.fetch(
        f"""
        SELECT {ITEM_COLUMNS} FROM catalog_items
        WHERE item_id = ANY($1) AND active AND version <= $2
        """,  # noqa: S608 - literals
        list(item_ids),
        version,
    )
    return {row["item_id"]: item(row) for row in rows}


class _Statement:
    """One search in SQL. What persons or catalogs say is passed as values only."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        asked: SearchCatalog,
        concepts: Sequence[Concept],
        numbers: Sequence[str],
    ) -> None:
        self.values: list[object] = []
        self.by_price = asked.sort != "relevance"
        self._vocabulary = vocabulary
        self._concepts = concepts
        self._meant = vocabulary.meant_categories(concepts)
        self.text = self._written(asked, numbers)

    def _value(self, value: object, kind: str) -> str:
        self.values.append(value)
        return f"${len(self.values)}::{kind}"

    def _real(self, value: float) -> str:
        """Passed as a value as well: statements of one form are prepared once."""
        return self._value(value, "real")

    def _written(self, asked: SearchCatalog, numbers: Sequence[str]) -> str:
        length = (
            f"(1 - {B} + {B} * length / {self._value(self._vocabulary.average_length, 'real')})"
        )
        number = self._value(list(numbers), "text[]")
        kinds = self._value([each.name for each in self._meant], "text[]")
        wanted = self._conditions(asked)
        if self._concepts:
            any_word = self._query("", " | ")
            wanted.append(f"(search @@ {any_word} OR upper(item_id) = ANY({number}))")
            whole = f"search @@ {self._query('', ' & ')}"
            called = f"search @@ {self._query('A', ' & ')}"
            only = self._value(self._vocabulary.only_named(self._meant, self._concepts), "text[]")
            told = f"(category = ANY({only}) OR search @@ {self._query('AC', ' & ')})"
            covered = " + ".join(self._covered(concept) for concept in self._concepts)
            rough = " + ".join(self._rough(concept, length) for concept in self._concepts)
            kind = f"(category = ANY({kinds}) OR search @@ {self._kinds()})"
        else:
            if asked.query.strip():
                wanted.append(f"upper(item_id) = ANY({number})")
            whole = called = kind = told = "true"
            covered = rough = "0::real"
        order, kept = self._order(asked)
        limit = self._value(max(RANKED, asked.offset + asked.limit), "int")
        # Numbers stand first among equals of relevance, never among prices.
        return f"""
            WITH candidates AS MATERIALIZED (
                SELECT item_id, name, price, search, {length} AS size,
                       upper(item_id) = ANY({number}) AS numbered,
                       {whole} AS whole, {called} AS called, {kind} AS kind,
                       {told} AS told,
                       category = ANY({kinds}) AS named,
                       ({covered})::real AS covered, (({rough}) * CASE WHEN category = ANY({kinds})
                           THEN {KIND} ELSE 1 END)::real AS rough
                FROM catalog_items WHERE {" AND ".join(wanted)}
            ), meant AS MATERIALIZED (
                SELECT * FROM candidates WHERE {kept}
            ), best AS MATERIALIZED (
                SELECT * FROM meant ORDER BY {order}, length(name), item_id LIMIT {limit}
            ), ranked AS MATERIALIZED (
                SELECT best.*, {self._exact()} * CASE WHEN named THEN {KIND} ELSE 1 END
                       * {self._beside()} AS score
                FROM best
            )
            SELECT NULL::text AS item_id, NULL::text AS name, NULL::numeric AS price,
                   NULL::boolean AS numbered, NULL::boolean AS whole, NULL::boolean AS called,
                   NULL::boolean AS kind, NULL::real AS covered, NULL::real AS score,
                   (SELECT max(version) FROM catalog_versions) AS version,
                   (SELECT count(*)::int FROM meant) AS total, 0 AS place
            UNION ALL
            SELECT item_id, name, price, numbered, whole, called, kind, covered, score::real,
                   NULL::int, NULL::int,
                   row_number() OVER (
                       ORDER BY {order if self.by_price else "numbered DESC, score DESC"},
                                length(name), item_id
                   )::int
            FROM ranked ORDER BY place
        """  # noqa: S608 - literals and placeholders

    def _conditions(self, asked: SearchCatalog) -> list[str]:
        wanted = ["active"]
        if asked.min_price is not None:
            wanted.append(f"price >= {self._value(asked.min_price, 'numeric')}")
        if asked.max_price is not None:
            wanted.append(f"price <= {self._value(asked.max_price, 'numeric')}")
        if asked.category:
            names = [each.name for each in self._vocabulary.categories]
            wanted.append(f"category = ANY({self._named('category', asked.category, names)})")
        if asked.supplier:
            names = list(self._vocabulary.suppliers)
            wanted.append(f"supplier = ANY({self._named('supplier', asked.supplier, names)})")
        if asked.in_stock is not None:
            out = "stock IS NOT DISTINCT FROM 0"
            wanted.append(f"NOT {out}" if asked.in_stock else out)
        return wanted

    def _named(self, field_name: str, name: str, names: Sequence[str]) -> str:
        return self._value(list(named(field_name, name, names, self._vocabulary)), "text[]")

    def _order(self, asked: SearchCatalog) -> tuple[str, str]:
        """How candidates are ordered, and which of them are meant at all.

        By price, only those count that fit the words best: all words rather than some, and in the
        category that was named rather than elsewhere. There the words must be the item's own,
        unless they are all that the category is called: in "Coffee and tea" tea is no coffee.
        """
        if not self.by_price:
            return "numbered DESC, rough DESC", "true"
        order = "price ASC" if asked.sort == "price_asc" else "price DESC"
        if not self._concepts:
            return order, "true"
        fit = "covered, named, CASE WHEN named THEN told ELSE called END"
        best = f"SELECT {fit} FROM candidates ORDER BY 1 DESC, 2 DESC, 3 DESC LIMIT 1"  # noqa: S608
        return order, f"({fit}) = ({best})"

    def _query(self, weight: str, operator: str) -> str:
        parts = (self._any(concept, weight) for concept in self._concepts)
        return self._value(operator.join(parts), "tsquery")

    def _any(self, concept: Concept, weight: str) -> str:
        readings = (
            " & ".join(
                f"{_quoted(part.lexeme)}:{weight}" if weight else _quoted(part.lexeme)
                for part in reading
            )
            for reading in concept.readings
        )
        return f"({' | '.join(f'({each})' for each in readings)})"

    def _kinds(self) -> str:
        """The words that name a category, in names, suppliers and categories. Without such words
        everything is of the kind that was asked for.
        """
        naming = [
            concept
            for concept in self._concepts
            if any(concept.stands_in(category.lexemes) for category in self._meant)
        ]
        asked = naming or self._concepts
        return self._value(
            " | ".join(self._any(each, "AB" if naming else "") for each in asked), "tsquery"
        )

    def _beside(self) -> str:
        pairs = [
            f"({first} <-> {second})"
            for first, second in pairwise(_single(concept) for concept in self._concepts)
            if first and second
        ]
        if not pairs:
            return "1"
        query = self._value(" | ".join(pairs), "tsquery")
        return f"CASE WHEN search @@ {query} THEN {PHRASE} ELSE 1 END"

    def _covered(self, concept: Concept) -> str:
        query = self._value(self._any(concept, ""), "tsquery")
        return f"CASE WHEN search @@ {query} THEN {self._real(concept.gain)} ELSE 0 END"

    def _rough(self, concept: Concept, length: str) -> str:
        readings = (
            " + ".join(self._once(part.lexeme, part.gain, length) for part in reading)
            for reading in concept.readings
        )
        return f"greatest({', '.join(readings)})"

    def _once(self, lexeme: str, gain: float, length: str) -> str:
        in_name = self._value(f"{_quoted(lexeme)}:A", "tsquery")
        anywhere = self._value(_quoted(lexeme), "tsquery")
        most = self._real(gain * (K1 + 1))
        return f"""CASE
            WHEN search @@ {in_name} THEN {NAME} * {most} / ({NAME} + {K1} * {length})
            WHEN search @@ {anywhere} THEN {most} / (1 + {K1} * {length}) ELSE 0 END"""

    def _exact(self) -> str:
        """BM25: of each word its best reading, of a reading all parts."""
        parts = [
            (part.lexeme, concept_number, reading_number, part.gain)
            for concept_number, concept in enumerate(self._concepts)
            for reading_number, reading in enumerate(concept.readings)
            for part in reading
        ]
        if not parts:
            return "0"
        kinds = ("text[]", "int[]", "int[]", "real[]")
        columns = [
            self._value(list(column), kind)
            for column, kind in zip(zip(*parts, strict=True), kinds, strict=True)
        ]
        named = "cardinality(array_positions(weights, 'A'))"
        often = f"{NAME} * {named} + least(cardinality(weights) - {named}, {MOST_BESIDE})"
        return f"""coalesce((
            SELECT sum(best_reading) FROM (
                SELECT max(of_reading) AS best_reading FROM (
                    SELECT asked.concept, sum(
                        asked.gain * often * {K1 + 1} / (often + {K1} * best.size)
                    ) AS of_reading
                    FROM unnest({", ".join(columns)}) AS asked (lexeme, concept, reading, gain)
                    JOIN LATERAL (
                        SELECT ({often})::real AS often FROM unnest(best.search) AS held
                        WHERE held.lexeme = asked.lexeme
                    ) AS held ON true
                    GROUP BY asked.concept, asked.reading
                ) AS readings GROUP BY concept
            ) AS concepts
        ), 0)"""  # noqa: S608 - literals and placeholders


def _single(concept: Concept) -> str:
    """Whatever single word the concept is called by in a name, a supplier or a category."""
    words = [reading[0].lexeme for reading in concept.readings if len(reading) == 1]
    return f"({' | '.join(f'{_quoted(each)}:AB' for each in words)})" if words else ""


def _quoted(lexeme: str) -> str:
    """A lexeme in a tsquery."""
    escaped = lexeme.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"


def named(kind: str, name: str, names: Sequence[str], vocabulary: Vocabulary) -> tuple[str, ...]:
    """The categories or suppliers that are called so, or have all these words in their names.

    Raises ``ToolRefusedError`` when there is none; it says which there are.
    """
    asked = folded(name).strip()
    same = tuple(each for each in names if folded(each).strip() == asked)
    words = set(spelled(name, english=vocabulary.english).split())
    alike = same or tuple(
        each for each in names if words <= set(spelled(each, english=vocabulary.english).split())
    )
    if alike:
        return alike
    near = vocabulary.near(asked) if kind == "category" else tuple(names[:10])
    raise ToolRefusedError(
        ErrorCode.NOT_FOUND,
        f"There is no {kind} {name!r}.",
        f"Leave {kind} out, or use one of: {', '.join(near)}",
        {"why": f"no_{kind}", "choices": list(near)},
    )
