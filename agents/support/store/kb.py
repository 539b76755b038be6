"""The tables of articles, of their passages, and of what people said of them."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from pydantic_core import to_json

from adapters.postgres.pool import Connection, Database, Row
from agents.support.knowledge.passages import passages
from agents.support.knowledge.words import stems
from agents.support.tickets import Article

_LOCK = "support.articles"
_SECONDS = 600.0
"""For a statement of an import: one that waits for another import."""
GAPS = 500
"""Questions that are looked at, the newest."""
_COLUMNS = "article, language, title, body, category, questions, tags, plans, auto, expires, link"
_ALIKE = 0.5
"""Share of stems from which two questions ask the same."""


class Mark(NamedTuple):
    """What articles are in use: differs whenever they do."""

    revision: int
    in_use: int
    retired: datetime | None


@dataclass
class Changes:
    """What an import does to the articles in use, as ``kb_002.de``."""

    new: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    retired: list[str] = field(default_factory=list)
    same: int = 0


class Kept(NamedTuple):
    """A passage with its vector, if one was made, and by what."""

    article: str
    language: str
    n: int
    text: str
    vector: tuple[float, ...] | None
    embedder: str


class StandingArticle(NamedTuple):
    article: Article
    revision: int
    at: datetime
    helpful: int
    not_helpful: int


class Gap(NamedTuple):
    """Questions that ask the same and had no sure answer; the newest first."""

    questions: tuple[str, ...]
    tickets: tuple[str, ...]
    last_at: datetime


def called(article: Article) -> str:
    return f"{article.id}.{article.language}"


def hash_of(article: Article) -> str:
    """Of all that it says, whatever file it came from."""
    return hashlib.sha256(to_json(article)).hexdigest()


async def import_articles(
    database: Database, articles: Sequence[Article], *, dry_run: bool = False
) -> Changes:
    """These are the articles from now on, in one transaction; what they leave out is retired, but
    for articles that were published from drafts. Of two imports at once the second waits. Doing it
    again changes nothing.
    """
    async with database.transaction() as connection:
        await _wait_for_others(connection)
        rows = await connection.fetch(
            "SELECT article, language, hash, source FROM kb_articles WHERE retired_at IS NULL"
        )
        held = {(row["article"], row["language"]): row["hash"] for row in rows}
        drafted = {(row["article"], row["language"]) for row in rows if row["source"] == "draft"}
        changes, written = Changes(), []
        for article in articles:
            before = held.pop((article.id, article.language), None)
            if before == hash_of(article):
                changes.same += 1
                continue
            (changes.new if before is None else changes.changed).append(called(article))
            written.append(article)
        for key in drafted & held.keys():
            del held[key]
        changes.retired = [f"{name}.{language}" for name, language in held]
        if not dry_run and (written or held):
            gone = [*held, *((article.id, article.language) for article in written)]
            await _retire(connection, gone)
            await _put(connection, written)
    return changes


async def put_drafted(connection: Connection, article: Article) -> None:
    """Puts an article that staff have published in place of what it was before, which may be in
    another language.
    """
    await retire_drafted(connection, article.id)
    await _retire(connection, [(article.id, article.language)])
    await _put(connection, [article], source="draft")


async def retire_drafted(connection: Connection, article: str) -> bool:
    """Takes an article that was published from a draft out of use; whether there was one."""
    await _wait_for_others(connection)
    rows = await connection.fetch(
        "SELECT article, language FROM kb_articles"
        " WHERE article = $1 AND source = 'draft' AND retired_at IS NULL",
        article,
    )
    await _retire(connection, [(row["article"], row["language"]) for row in rows])
    return bool(rows)


async def _wait_for_others(connection: Connection) -> None:
    """Until whoever else changes articles has done so."""
    await connection.execute(
        "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", _LOCK, timeout=_SECONDS
    )


async def _retire(connection: Connection, keys: Sequence[tuple[str, str]]) -> None:
    named = [key[0] for key in keys], [key[1] for key in keys]
    await connection.execute(
        """
        UPDATE kb_articles SET retired_at = clock_timestamp()
        WHERE retired_at IS NULL
          AND (article, language) IN (SELECT * FROM unnest($1::text[], $2::text[]))
        """,
        *named,
    )
    await connection.execute(
        """
        DELETE FROM kb_passages
        WHERE (article, language) IN (SELECT * FROM unnest($1::text[], $2::text[]))
        """,
        *named,
    )


async def _put(
    connection: Connection, articles: Sequence[Article], *, source: str = "import"
) -> None:
    revision = await connection.fetchval("SELECT coalesce(max(revision), 0) + 1 FROM kb_articles")
    await connection.executemany(
        f"""
        INSERT INTO kb_articles ({_COLUMNS}, revision, hash, source)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
        """,  # noqa: S608 - literals of this module
        [
            (
                each.id, each.language, each.title, each.body, each.category.value,
                list(each.questions), list(each.tags), list(each.plans), each.auto, each.expires,
                each.link, revision, hash_of(each), source,
            )
            for each in articles
        ],
    )  # fmt: skip
    await connection.executemany(
        "INSERT INTO kb_passages (article, language, n, text) VALUES ($1, $2, $3, $4)",
        [(each.id, each.language, piece.n, piece.text)
         for each in articles for piece in passages(each)],
    )  # fmt: skip


async def mark(connection: Connection) -> Mark:
    row = await connection.fetchrow(
        """
        SELECT coalesce(max(revision), 0) AS revision, max(retired_at) AS retired,
               (count(*) FILTER (WHERE retired_at IS NULL))::int AS in_use
        FROM kb_articles
        """
    )
    assert row is not None  # noqa: S101 - an aggregate has one row
    return Mark(row["revision"], row["in_use"], row["retired"])


async def articles_in_use(connection: Connection) -> list[Article]:
    rows = await connection.fetch(
        f"""
        SELECT {_COLUMNS} FROM kb_articles WHERE retired_at IS NULL ORDER BY article, language
        """  # noqa: S608 - literals
    )
    return [_article(row) for row in rows]


async def passages_kept(connection: Connection) -> list[Kept]:
    rows = await connection.fetch(
        "SELECT article, language, n, text, vector, embedder FROM kb_passages"
    )
    return [
        Kept(
            row["article"], row["language"], row["n"], row["text"],
            None if row["vector"] is None else tuple(row["vector"]), row["embedder"],
        )
        for row in rows
    ]  # fmt: skip


async def keep_vectors(
    database: Database,
    vectors: Mapping[tuple[str, str, int], tuple[str, Sequence[float]]],
    embedder: str,
) -> None:
    """By article, language and number, with the text they were made of: one that has changed
    meanwhile keeps what it has. Two processes may keep the same at once.
    """
    async with database.transaction() as connection:
        await connection.executemany(
            """
            UPDATE kb_passages SET vector = $5, embedder = $6
            WHERE article = $1 AND language = $2 AND n = $3 AND text = $4
            """,
            [
                (*key, text, list(vector), embedder)
                for key, (text, vector) in sorted(vectors.items())
            ],
        )


async def standing(database: Database) -> list[StandingArticle]:
    """What is in use, with how often people said that it helped."""
    async with database.connection() as connection:
        rows = await connection.fetch(
            f"""
            SELECT {_COLUMNS}, revision, imported_at,
                   (SELECT count(*) FROM kb_feedback AS f
                    WHERE f.article = a.article AND helpful) AS helpful,
                   (SELECT count(*) FROM kb_feedback AS f
                    WHERE f.article = a.article AND NOT helpful) AS not_helpful
            FROM kb_articles AS a WHERE retired_at IS NULL ORDER BY article, language
            """  # noqa: S608 - literals
        )
    return [
        StandingArticle(
            _article(row), row["revision"], row["imported_at"], row["helpful"], row["not_helpful"]
        )
        for row in rows
    ]


async def gaps(database: Database, since: datetime | None = None) -> list[Gap]:
    """What customers asked and nothing sure was known of: the first message of tickets whose last
    run of triage had no sure article, or whose answer did not help. The most asked first.
    """
    async with database.connection() as connection:
        rows = await connection.fetch(
            """
            SELECT t.customer_id || ':' || t.ticket_id AS ticket, t.language, t.at,
                   (SELECT coalesce(nullif(m.translated, ''), m.body) FROM support_messages AS m
                    WHERE m.customer_id = t.customer_id AND m.ticket_id = t.ticket_id
                      AND m.who = 'customer' ORDER BY m.at LIMIT 1) AS question,
                   (SELECT m.translated <> '' FROM support_messages AS m
                    WHERE m.customer_id = t.customer_id AND m.ticket_id = t.ticket_id
                      AND m.who = 'customer' ORDER BY m.at LIMIT 1) AS translated
            FROM support_tickets AS t JOIN LATERAL (
                SELECT kb_results, nodes FROM support_runs AS r
                WHERE r.customer_id = t.customer_id AND r.ticket_id = t.ticket_id
                ORDER BY at DESC, run DESC LIMIT 1
            ) AS last ON true
            WHERE ($1::timestamptz IS NULL OR t.at >= $1)
              AND NOT 'escalate' = ANY (last.nodes)
              AND (NOT jsonb_path_exists(last.kb_results, '$[*] ? (@.sure == true)')
                   OR EXISTS (SELECT FROM kb_feedback AS f
                              WHERE f.customer_id = t.customer_id AND f.ticket_id = t.ticket_id
                                AND NOT f.helpful))
            ORDER BY t.at DESC LIMIT $2
            """,
            since,
            GAPS,
        )
    return grouped([
        (row["question"], "" if row["translated"] else row["language"], row["ticket"], row["at"])
        for row in rows if row["question"]
    ])  # fmt: skip


def grouped(asked: Sequence[tuple[str, str, str, datetime]]) -> list[Gap]:
    """Questions (with language, ticket, time) that share most of their stems, the newest first."""
    groups: list[tuple[set[str], list[tuple[str, str, datetime]]]] = []
    for question, language, ticket, at in asked:
        own = set(stems(question, language or "en"))
        for common, members in groups:
            if own and len(own & common) >= _ALIKE * min(len(own), len(common)):
                members.append((question, ticket, at))
                break
        else:
            groups.append((own, [(question, ticket, at)]))
    groups.sort(key=lambda group: -len(group[1]))
    return [
        Gap(tuple(q for q, _, _ in m), tuple(t for _, t, _ in m), max(at for _, _, at in m))
        for _, m in groups
    ]


def _article(row: Row) -> Article:
    return Article.model_validate({**row, "id": row["article"]})
