"""The knowledge base of a process: what it finds, when articles change, when meaning fails."""

import asyncio
import threading
from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np
import pytest

from adapters.postgres.pool import Database
from agents.support.knowledge.base import KnowledgeBase, _Stored
from agents.support.knowledge.embedder import LocalMeaning, NoVectorsError, has_local
from agents.support.knowledge.files import read_articles
from agents.support.knowledge.index import Index, IndexEntry
from agents.support.knowledge.passages import passages
from agents.support.ports import Embedder
from agents.support.store.kb import articles_in_use, grouped, import_articles, passages_kept
from agents.support.tickets import Article, TicketType
from domain.errors import StorageRejectedError
from tests.agents.support.knowledge.collections import Collection, collections
from tests.agents.support.knowledge.conftest import SAMPLES


class Counting:
    """Vectors of nothing but the length of a text; counts what it was asked."""

    name = "counting"

    def __init__(self, *, fails: bool = False) -> None:
        self.texts = 0
        self.fails = fails

    async def embed(self, texts: Sequence[str], *, query: bool) -> list[tuple[float, ...]]:
        if self.fails:
            raise NoVectorsError("away")
        self.texts += 0 if query else len(texts)
        return [(1.0, 0.0) if len(each) % 2 else (0.0, 1.0) for each in texts]


class Waiting(Counting):
    def __init__(self, gate: asyncio.Event) -> None:
        super().__init__()
        self._gate = gate

    async def embed(self, texts: Sequence[str], *, query: bool) -> list[tuple[float, ...]]:
        await self._gate.wait()
        return await super().embed(texts, query=query)


class Slow(KnowledgeBase):
    """Makes an index only while ``held`` is set."""

    def __init__(self, database: Database, embedder: Embedder, *, patience: float) -> None:
        super().__init__(database, embedder, patience=patience)
        self.held = threading.Event()
        self.held.set()

    def _made(self, stored: _Stored) -> Index:
        self.held.wait()
        return super()._made(stored)


@pytest.mark.shows("support 22")
async def test_an_article_is_in_the_customers_language_and_of_another_plan_or_expired_never_sure(
    database: Database,
) -> None:
    empty = await KnowledgeBase(database).search("how do I reset my password")
    assert (empty.hits, empty.answerable) == ((), False)
    await import_articles(database, read_articles(SAMPLES).articles)
    knowledge = KnowledgeBase(database)

    german = await knowledge.search("Warum wurde mir doppelt abgebucht?", language="de")
    malay = await knowledge.search("saya lupa kata laluan", language="id")
    only_english = await knowledge.search("Wo finde ich meine Rechnung?", language="de")

    assert (german.hits[0].result.id, german.hits[0].language) == ("kb_002", "de")
    assert german.answerable
    assert "INV-1234" in german.hits[0].citation.passage
    assert (malay.hits[0].result.id, malay.hits[0].language) == ("kb_011", "ms")
    assert (only_english.hits[0].result.id, only_english.hits[0].language) == ("kb_005", "en")

    deleted = await knowledge.search("how do I restore a deleted file?")
    assert (deleted.hits[0].result.id, deleted.answerable) == ("kb_008", True)

    query = "How do I invite a colleague?"
    assert (await knowledge.search(query, plan="pro")).answerable
    assert not (await knowledge.search(query, plan="free")).answerable
    assert not (await knowledge.search("Is there a discount?")).answerable
    without = await KnowledgeBase(database, Counting(fails=True)).search(
        "how do I reset my password"
    )
    assert (without.hits[0].result.id, without.answerable) == ("kb_011", True), "words are compared"


async def test_an_import_is_seen_by_the_next_search_and_vectors_are_made_once(
    database: Database,
) -> None:
    articles = read_articles(SAMPLES).articles
    await import_articles(database, articles)
    first = Counting()
    knowledge = KnowledgeBase(database, first)
    await knowledge.whole()
    made = first.texts
    async with database.connection() as connection:
        kept = await passages_kept(connection)
    assert made == len(kept)
    assert {each.embedder for each in kept} == {"counting"}

    other = Counting()
    await KnowledgeBase(database, other).whole()
    assert other.texts == 0

    changed = [each.model_copy(update={"title": "Pangolins"}) if each.id == "kb_009" else each
               for each in articles if each.id != "kb_011"]  # fmt: skip
    await import_articles(database, changed)
    await knowledge.whole()
    found = await knowledge.search("pangolins")
    assert found.hits[0].result.title == "Pangolins"
    assert "kb_011" not in {hit.result.id for hit in found.hits}
    assert 0 < first.texts - made < 10


async def test_many_articles_are_read_beside_the_searches_that_go_on(database: Database) -> None:
    """Nobody waits for an index that takes longer, nor for vectors; the old one answers."""
    articles = read_articles(SAMPLES).articles
    await import_articles(database, articles)
    gate = asyncio.Event()
    knowledge = Slow(database, Waiting(gate), patience=0.0)
    assert (await knowledge.search("how do I reset my password")).answerable
    knowledge.held.clear()

    many = [
        articles[0].model_copy(update={"id": f"kb_x{n}", "title": f"Pangolin {n}"})
        for n in range(100)
    ]
    await import_articles(database, [*articles, *many])
    meanwhile = await knowledge.search("pangolin 77")
    knowledge.held.set()
    gate.set()
    await knowledge.whole()

    assert "kb_x77" not in {hit.result.id for hit in meanwhile.hits}
    assert (await knowledge.search("pangolin 77")).hits[0].result.id == "kb_x77"


@pytest.mark.soak
@pytest.mark.skipif(not has_local(), reason="the extra `semantic` is not installed")
async def test_meaning_finds_an_article_that_shares_no_word(database: Database) -> None:
    articles = [each for each in read_articles(SAMPLES).articles if each.language == "en"][4:12]
    await import_articles(database, articles)
    knowledge = KnowledgeBase(database, LocalMeaning())
    await knowledge.whole()

    query = "私はパスワードを忘れました"
    words = await KnowledgeBase(database).search(query)
    meant = await knowledge.search(query)

    assert words.hits[0].result.score == 0
    assert meant.hits[0].result.id == "kb_011"
    async with database.connection() as connection:
        kept = await passages_kept(connection)
    assert {each.embedder for each in kept} == {LocalMeaning.name}
    assert {len(each.vector or ()) for each in kept} == {384}


async def test_an_import_that_fails_half_way_leaves_the_articles_as_they_were(
    database: Database,
) -> None:
    articles = read_articles(SAMPLES).articles
    await import_articles(database, articles)
    changed = articles[0].model_copy(update={"title": "Pangolins"})
    never = articles[1].model_copy(update={"id": "kb_999"})

    with pytest.raises(StorageRejectedError):
        await import_articles(database, [changed, never, never])

    async with database.connection() as connection:
        assert await articles_in_use(connection) == articles
    found = await KnowledgeBase(database).search("how do I reset my password")
    assert found.answerable


def test_words_alone_find_and_are_sure_often_enough() -> None:
    """The floors of what benchmarks/knowledge.py prints, on the half that nothing is fitted on."""
    places, sure = [], []
    for collection in collections("unseen"):
        index = _index(collection)
        for query, right in collection.asked:
            ids = index.rank(query, top=10)
            found = [each.entry.article.id for each in ids.ranked]
            places.append(found.index(right) + 1 if right in found else 0)
            sure += [found[0] == right] if ids.sure else []
        sure += [False for query in collection.unanswered if index.rank(query).sure]
    assert np.mean([place == 1 for place in places]) >= 0.73
    assert np.mean([1 / place if place else 0 for place in places]) >= 0.81
    assert np.mean(sure) >= 0.85
    assert sum(sure) >= 0.24 * len(places)


def test_where_no_word_is_known_meaning_answers_if_one_article_is_far_ahead() -> None:
    def article(name: str) -> Article:
        return Article(id=name, category=TicketType.GENERAL, title=f"About {name}", language="en",
                       body=f"All that is known of {name}.")  # fmt: skip

    index = Index([
        IndexEntry(article(name), passages(article(name)), {0: np.array(row, dtype=np.float32)})
        for name, row in (("hours", (1, 0)), ("prices", (0, 1)))
    ])  # fmt: skip
    asked = "ร้านเปิดกี่โมงคะ"
    ahead, beside = (np.array(row, dtype=np.float32) for row in ((0.9, 0.6), (0.88, 0.86)))
    found = index.rank(asked, vector=ahead)
    assert (found.ranked[0].entry.article.id, found.sure) == ("hours", True)
    assert not index.rank(asked, vector=beside).sure
    assert not index.rank(asked).sure


@pytest.mark.parametrize(
    ("language", "default", "shown"),
    [
        ("fr", "de", "fr"),
        ("es", "de", "de"),
        ("es", "fr", "fr"),
        ("es", "pt", "en"),
        ("", "en", "fr"),
    ],
)
def test_an_article_is_shown_in_a_language_that_its_reader_has(
    language: str, default: str, shown: str
) -> None:
    index = Index([_entry("hours", each) for each in ("de", "en", "fr", "ms")])
    found = index.rank("Où sont vos heures ?", language=language, default_language=default)
    assert [each.entry.article.language for each in found.ranked] == [shown]


def test_an_article_that_its_reader_cannot_read_is_no_answer() -> None:
    index = Index([_entry("hours", "ms"), _entry("prices", "en")])
    found = index.rank("About hours", language="fr", default_language="de")
    assert [each.entry.article.id for each in found.ranked] == ["prices"]


def _entry(name: str, language: str) -> IndexEntry:
    article = Article(id=name, category=TicketType.GENERAL, title=f"About {name}",
                      language=language, body=f"All that is known of {name}.")  # fmt: skip
    return IndexEntry(article, passages(article), {})


def _index(collection: Collection) -> Index:
    return Index([IndexEntry(article, passages(article), {}) for article in collection.articles])


@pytest.mark.shows("support 23")
def test_questions_that_ask_the_same_are_one_gap() -> None:
    at = datetime(2027, 1, 31, tzinfo=UTC)
    asked = [
        ("Can I pay in cowrie shells?", "en", "CUST-1:TKT-1", at),
        ("Do you have a dark theme?", "en", "CUST-1:TKT-2", at),
        ("paying with cowrie shells", "en", "CUST-2:TKT-3", at),
    ]
    gaps = grouped(asked)
    assert [gap.tickets for gap in gaps] == [
        ("CUST-1:TKT-1", "CUST-2:TKT-3"),
        ("CUST-1:TKT-2",),
    ]
