"""Drafts of articles: kept, listed, published, dropped. Nobody is answered from one."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from adapters.postgres.pool import Connection, Database
from agents.support.activity_calls import ArticleDraft, DraftRequest
from agents.support.store.kb import put_drafted, retire_drafted
from agents.support.tickets import Article, TicketType
from domain.errors import NotFoundError

_KEEP = """
    INSERT INTO kb_drafts (draft, customer_id, ticket_id, title, body, question, category,
        language, drafted_by, at)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10 WHERE EXISTS (
        SELECT FROM support_tickets WHERE customer_id = $2 AND ticket_id = $3
    ) AND NOT EXISTS (SELECT FROM support_events WHERE event_id = $11)
    ON CONFLICT (draft) DO UPDATE SET title = excluded.title, body = excluded.body,
        question = excluded.question, language = excluded.language,
        drafted_by = excluded.drafted_by, at = excluded.at
    WHERE kb_drafts.at <= excluded.at
"""
_LOCK = "SELECT FROM kb_drafts WHERE draft = $1 FOR UPDATE"
_END = """
    INSERT INTO support_events (event_id, customer_id, ticket_id, kind, actor, after, at)
    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (event_id) DO NOTHING
"""


class UnknownDraftError(NotFoundError):
    code = "kb.unknown_draft"


class KbDraft(NamedTuple):
    """``article`` as it would be published."""

    article: Article
    customer_id: str
    ticket_id: str
    by: str
    at: datetime


class PostgresDrafts:
    """Implements ``agents.support.activities.drafting.ArticleDrafts``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, request: DraftRequest, drafted: ArticleDraft) -> None:
        """A ticket has one draft, the newest. Idempotent: what was published or dropped since is
        not brought back.
        """
        async with self._database.connection() as connection:
            await connection.execute(
                _KEEP,
                drafted.draft,
                request.customer_id,
                request.ticket_id,
                drafted.title,
                drafted.body,
                drafted.question,
                request.category.value,
                drafted.language,
                request.by.name,
                request.at,
                _name_end(drafted.draft, request.at),
            )


async def list_drafts(database: Database) -> Sequence[KbDraft]:
    """The oldest first."""
    async with database.connection() as connection:
        return await _drafts(connection)


async def find_draft(database: Database, named: str) -> KbDraft:
    """Raises ``UnknownDraftError``."""
    async with database.connection() as connection:
        return await _one(connection, named)


async def publish(database: Database, draft: KbDraft, by: str) -> None:
    """From now on customers are answered from it, and it is no draft any more. ``draft`` is what
    was shown: one that has been changed since is not published.

    Raises ``UnknownDraftError``.
    """
    async with database.transaction() as connection:
        await connection.execute(_LOCK, draft.article.id)
        kept = await _one(connection, draft.article.id)
        if kept.at != draft.at:
            raise UnknownDraftError(f"{draft.article.id} has been drafted anew: look at it again")
        await put_drafted(connection, draft.article)
        await _end(connection, kept, "published", by)


async def drop(database: Database, named: str, by: str) -> None:
    """Drops a draft; where there is none, takes an article that was published from one out of use.

    Raises ``UnknownDraftError``.
    """
    async with database.transaction() as connection:
        await connection.execute(_LOCK, named)
        try:
            draft = await _one(connection, named)
        except UnknownDraftError:
            if not await retire_drafted(connection, named):
                raise
        else:
            await _end(connection, draft, "dropped", by)


async def _end(connection: Connection, draft: KbDraft, kind: str, by: str) -> None:
    name, now = draft.article.id, datetime.now(UTC)
    key = draft.customer_id, draft.ticket_id
    await connection.execute(_END, _name_end(name, draft.at), *key, kind, by, name, now)
    await connection.execute("DELETE FROM kb_drafts WHERE draft = $1", name)


def _name_end(draft: str, at: datetime) -> str:
    """Id of the event with which a draft of this moment ends."""
    return f"{draft}/ended/{at.astimezone(UTC).isoformat()}"


async def _one(connection: Connection, named: str) -> KbDraft:
    found = [each for each in await _drafts(connection) if each.article.id == named.strip()]
    if not found:
        raise UnknownDraftError(f"there is no draft {named}: `steward kb drafts` lists them")
    return found[0]


async def _drafts(connection: Connection) -> list[KbDraft]:
    rows = await connection.fetch("SELECT * FROM kb_drafts ORDER BY at, draft")
    return [
        KbDraft(
            Article(
                id=row["draft"],
                title=row["title"],
                category=TicketType(row["category"]),
                language=row["language"],
                questions=(row["question"],) if row["question"] else (),
                body=row["body"],
            ),
            row["customer_id"],
            row["ticket_id"],
            row["drafted_by"],
            row["at"],
        )
        for row in rows
    ]
