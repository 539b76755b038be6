"""The knowledge base of a process: articles in memory, read again when they have changed."""

import asyncio
import math
import time
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import numpy as np
import structlog

from adapters.postgres.pool import Database
from agents.support.knowledge.index import Floats, Index, IndexEntry, Ranked, Ranking
from agents.support.knowledge.passages import Passage
from agents.support.knowledge.words import one_language
from agents.support.ports import Embedder, Found, Hit
from agents.support.store.kb import Kept, Mark, articles_in_use, keep_vectors, mark, passages_kept
from agents.support.tickets import Article, KbResult, TicketType
from domain.errors import AppError

LONGEST_QUERY = 2_000
"""Characters; what is said behind them changes no search."""
TRY_AGAIN = 60.0
"""Seconds until vectors that could not be made are asked for again."""
PATIENCE = 1.0
"""Seconds that a search waits for articles that have just changed; then it has those before."""
_AT_ONCE = 256
_log = structlog.get_logger(__name__)


class _Stored(NamedTuple):
    mark: Mark
    articles: list[Article]
    kept: list[Kept]


def _over(task: asyncio.Task[None] | None) -> bool:
    return task is None or task.done()


class KnowledgeBase:
    """Implements ``ports.Knowledge``. One for a process, for any number of searches at once.

    When articles have changed, their index is made beside the one in use and put in its place when
    it is whole: first by words; then, where there is an embedder, missing vectors are made, kept
    for other processes, and the index is made once more. While the embedder fails, words alone are
    compared.
    """

    def __init__(
        self,
        database: Database,
        embedder: Embedder | None = None,
        *,
        default_language: str = "en",
        patience: float = PATIENCE,
    ) -> None:
        self._database = database
        self._embedder = embedder
        self._default_language = default_language
        self._patience = patience
        self._mark: Mark | None = None
        self._index: Index | None = None
        self._reading: asyncio.Task[None] | None = None
        self._meaning: asyncio.Task[None] | None = None
        self._again = math.inf
        """When vectors that are missing are asked for again, by the monotonic clock."""

    async def search(  # noqa: PLR0913 - of the port
        self,
        query: str,
        *,
        category: TicketType | None = None,
        language: str = "",
        plan: str = "",
        top: int = 5,
        without: Collection[str] = (),
    ) -> Found:
        """``without``: ids of articles that are left out. Raises ``StorageUnavailableError``."""
        index = await self._current(patience=self._patience)
        short = query[:LONGEST_QUERY]
        vector = await self._vector(short) if index.has_vectors else None
        ranking = await asyncio.to_thread(
            index.rank,
            short,
            vector=vector,
            category=category,
            language=language,
            default_language=self._default_language,
            without=frozenset(without),
            top=top,
        )
        return _found(ranking, plan)

    async def whole(self) -> None:
        """Waits until the index is of what is in use now, with meaning where it can be had."""
        await self._current(patience=None)
        if self._meaning is not None:
            await asyncio.shield(self._meaning)

    async def _current(self, *, patience: float | None) -> Index:
        """Of articles that have just changed the new index, if it is made within the patience (in
        seconds; None waits for it); else the one before it. The first is always waited for, and so
        is what comes after an empty one.
        """
        if _over(self._reading):
            async with self._database.connection() as connection:
                newest = await mark(connection)
            if newest != self._mark and _over(self._reading):
                self._reading = asyncio.create_task(self._read())
        if self._again <= time.monotonic() and _over(self._meaning):
            self._begin_meaning()
        reading = self._reading
        if reading is not None and (self._index is None or not reading.done()):
            something = self._index is not None and bool(self._index.entries)
            limit = patience if something else None
            await asyncio.wait({reading}, timeout=limit)
            if reading.done():
                reading.result()
        assert self._index is not None  # noqa: S101 - a first reading that failed has raised
        return self._index

    async def _read(self) -> None:
        stored = await self._stored()
        index = await asyncio.to_thread(self._made, stored)
        self._index, self._mark = index, stored.mark
        if self._missing(stored) and _over(self._meaning):
            self._begin_meaning()

    async def _stored(self) -> _Stored:
        async with self._database.connection() as connection:
            newest = await mark(connection)
            articles = await articles_in_use(connection)
            return _Stored(newest, articles, await passages_kept(connection))

    def _made(self, stored: _Stored) -> Index:
        """With vectors only if none is missing: else articles without them would stand behind."""
        meant = self._embedder is not None and not self._missing(stored)
        held: dict[tuple[str, str], tuple[list[Passage], dict[int, Floats]]] = {}
        for each in stored.kept:
            pieces, vectors = held.setdefault((each.article, each.language), ([], {}))
            pieces.append(Passage(each.n, each.text))
            if meant:
                vectors[each.n] = np.array(each.vector, dtype=np.float32)
        nothing: tuple[list[Passage], dict[int, Floats]] = ([], {})
        entries = []
        for article in stored.articles:
            pieces, vectors = held.get((article.id, article.language), nothing)
            entries.append(IndexEntry(article, tuple(sorted(pieces)), vectors))
        return Index(entries)

    def _missing(self, stored: _Stored) -> list[Kept]:
        if self._embedder is None:
            return []
        name = self._embedder.name
        return [each for each in stored.kept if not each.vector or each.embedder != name]

    def _begin_meaning(self) -> None:
        self._again = math.inf
        self._meaning = asyncio.create_task(self._give_meaning())

    async def _give_meaning(self) -> None:
        """Makes the vectors that are missing, then the index with all of them."""
        try:
            while True:
                before = self._mark
                stored = await self._stored()
                if missing := self._missing(stored):
                    await self._make_vectors(stored, missing)
                    continue
                index = await asyncio.to_thread(self._made, stored)
                if stored.mark == self._mark:
                    self._index = index
                    return
                if self._mark == before:
                    return  # an import that no search has seen yet: the next one reads all of it
        except AppError as error:
            _log.warning("knowledge.without_meaning", reason=error.code)
            self._again = time.monotonic() + TRY_AGAIN

    async def _make_vectors(self, stored: _Stored, missing: Sequence[Kept]) -> None:
        """Kept a few at a time, so that a process that ends meanwhile loses little."""
        assert self._embedder is not None  # noqa: S101 - else none is missing
        titles = {(each.id, each.language): each.title for each in stored.articles}
        for start in range(0, len(missing), _AT_ONCE):
            some = missing[start : start + _AT_ONCE]
            texts = [
                each.text if each.n <= 0 else f"{titles[each.article, each.language]}\n{each.text}"
                for each in some
            ]
            made = await self._embedder.embed(texts, query=False)
            vectors = {
                (each.article, each.language, each.n): (each.text, vector)
                for each, vector in zip(some, made, strict=True)
            }
            await keep_vectors(self._database, vectors, self._embedder.name)

    async def _vector(self, query: str) -> Floats | None:
        if self._embedder is None or not query.strip():
            return None
        try:
            (vector,) = await self._embedder.embed([query], query=True)
        except AppError as error:
            _log.warning("knowledge.without_meaning", reason=error.code)
            return None
        return np.array(vector, dtype=np.float32)


def _found(ranking: Ranking, plan: str) -> Found:
    if not ranking.ranked:
        return Found()
    hits = tuple(
        _hit(each, sure=ranking.sure and number == 0 and _holds(each, plan))
        for number, each in enumerate(ranking.ranked)
    )
    return Found(hits=hits, answerable=hits[0].result.sure)


def _holds(ranked: Ranked, plan: str) -> bool:
    article = ranked.entry.article
    fits = not plan or not article.plans or plan.casefold() in article.plans
    return fits and (article.expires is None or article.expires >= datetime.now(UTC).date())


def _hit(ranked: Ranked, *, sure: bool) -> Hit:
    article = ranked.entry.article
    return Hit(
        result=KbResult(
            id=article.id, title=article.title, score=round(ranked.score, 4), sure=sure
        ),
        category=article.category,
        language=one_language(article.language),
        passages=ranked.pieces,
        link=article.link,
        auto=article.auto,
        plans=article.plans,
        expires=article.expires,
    )
