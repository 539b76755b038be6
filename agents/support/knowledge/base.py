"""The knowledge base of a process: articles in memory, read again when they have changed."""

import asyncio
import math
import time
from collections.abc import Collection, Sequence
from datetime import UTC, datetime

import numpy as np
import structlog

from adapters.postgres.pool import Database
from agents.support.knowledge.index import Floats, Index, IndexEntry, Ranked, Ranking
from agents.support.knowledge.meaning import LocalMeaning
from agents.support.knowledge.passages import Passage
from agents.support.knowledge.words import one_language
from agents.support.ports import Embedder, Found, Hit
from agents.support.store.kb import (
    Kept,
    Mark,
    articles_in_use,
    keep_vectors,
    mark,
    passages_kept,
)
from agents.support.tickets import KbResult, TicketType
from domain.errors import AppError

LONGEST_QUERY = 2_000
"""Characters; what is said behind them changes no search."""
TRY_AGAIN = 60.0
"""Seconds until vectors that could not be made are asked for again."""
_log = structlog.get_logger(__name__)

_Key = tuple[str, str, int]


class KnowledgeBase:
    """Implements ``ports.Knowledge``. One for a process, for any number of searches at once.

    Vectors that are missing are made when articles are read, and kept for other processes. Without
    an embedder, or while it fails, words alone are compared.
    """

    def __init__(self, database: Database, embedder: Embedder | None = None) -> None:
        self._database = database
        self._embedder = embedder
        self._mark: Mark | None = None
        self._index = Index(())
        self._reading = asyncio.Lock()
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
        index = await self._read()
        short = query[:LONGEST_QUERY]
        vector = await self._vector(short) if index.has_vectors else None
        ranking = await asyncio.to_thread(
            index.rank,
            short,
            vector=vector,
            category=category,
            language=language,
            own_meaning=isinstance(self._embedder, LocalMeaning),
            without=frozenset(without),
            top=top,
        )
        return _found(ranking, plan)

    async def _read(self) -> Index:
        async with self._reading:
            async with self._database.connection() as connection:
                newest = await mark(connection)
                if newest == self._mark and time.monotonic() < self._again:
                    return self._index
                articles = await articles_in_use(connection)
                kept = await passages_kept(connection)
            vectors = await self._vectors(kept, {(a.id, a.language): a.title for a in articles})
            held: dict[tuple[str, str], tuple[list[Passage], dict[int, Floats]]] = {}
            for each in kept:
                pieces, its = held.setdefault((each.article, each.language), ([], {}))
                pieces.append(Passage(each.n, each.text))
                key = (each.article, each.language, each.n)
                if key in vectors:
                    its[each.n] = vectors[key]
            nothing: tuple[list[Passage], dict[int, Floats]] = ([], {})
            entries = []
            for article in articles:
                pieces, its = held.get((article.id, article.language), nothing)
                entries.append(IndexEntry(article, tuple(sorted(pieces)), its))
            self._index = await asyncio.to_thread(Index, entries)
            whole = self._embedder is None or len(vectors) == len(kept)
            self._again = math.inf if whole else time.monotonic() + TRY_AGAIN
            self._mark = newest
            return self._index

    async def _vectors(
        self, kept: Sequence[Kept], titles: dict[tuple[str, str], str]
    ) -> dict[_Key, Floats]:
        if self._embedder is None:
            return {}
        name = self._embedder.name
        have = {
            (each.article, each.language, each.n): np.array(each.vector, dtype=np.float32)
            for each in kept
            if each.vector and each.embedder == name
        }
        missing = [each for each in kept if (each.article, each.language, each.n) not in have]
        if not missing:
            return have
        texts = [
            each.text if each.n <= 0
            else f"{titles.get((each.article, each.language), '')}\n{each.text}"
            for each in missing
        ]  # fmt: skip
        try:
            made = await self._embedder.embed(texts, query=False)
            keys = [(each.article, each.language, each.n) for each in missing]
            await keep_vectors(
                self._database,
                {
                    key: (each.text, vector)
                    for key, each, vector in zip(keys, missing, made, strict=True)
                },
                name,
            )
        except AppError as error:
            _log.warning("knowledge.without_meaning", reason=error.code)
            return {}
        have |= {
            key: np.array(vector, dtype=np.float32) for key, vector in zip(keys, made, strict=True)
        }
        return have

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
