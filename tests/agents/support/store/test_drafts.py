"""Drafts of articles: nobody is answered from one before it is published."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import Result

from adapters.postgres.pool import Database
from agents.support.commands import commands
from agents.support.knowledge.base import KnowledgeBase
from agents.support.store.drafts import UnknownDraftError, find_draft, publish
from agents.support.store.kb import articles_in_use, import_articles
from agents.support.store.part import PART
from agents.support.store.tickets import PostgresTickets
from domain.errors import NotFoundError
from tests.agents.operating import Operating
from tests.agents.support.store.conftest import ME, a_request, keep_draft
from tests.local.waiting import eventually

QUESTION = "can I pay in cowrie shells?"


async def _kb(operating: Operating, *arguments: str) -> Result:
    return await operating.run(commands(operating.reach)["kb"], *arguments)


@pytest.fixture
async def draft(database: Database, tickets: PostgresTickets, me: str) -> str:
    """Its id."""
    saved = await tickets.save(a_request(me, text=QUESTION))
    for _ in range(2):
        kept = await keep_draft(database, me, saved.ticket_id, QUESTION)
    return kept


async def _answers(database: Database) -> bool:
    return (await KnowledgeBase(database).search(QUESTION, language="en")).answerable


@pytest.mark.shows("support 23")
async def test_a_draft_answers_nobody_before_a_yes_and_everybody_after_it(
    database: Database, operating: Operating, draft: str
) -> None:
    listed = await _kb(operating, "drafts")
    assert draft in listed.output
    assert "Paying in cowrie shells" in listed.output
    asked = await _kb(operating, "publish", draft, "--as", "Mia")  # nothing is typed
    assert "Cowrie shells are taken on Mondays." in asked.output
    assert f"? {QUESTION}" in asked.output
    assert asked.exit_code == 1
    assert not await _answers(database)
    done = await _kb(operating, "publish", draft, "--as", "Mia", "--yes")
    assert done.exit_code == 0, done.output
    assert await _answers(database)
    assert "no drafts" in (await _kb(operating, "drafts")).output
    async with database.connection() as connection:
        event = await connection.fetchrow(
            "SELECT actor, after FROM support_events WHERE kind = 'published'"
        )
    assert event is not None
    assert tuple(event) == ("cli:mia", draft)


async def test_an_import_keeps_what_staff_published_until_they_drop_it(
    database: Database, operating: Operating, draft: str
) -> None:
    await _kb(operating, "publish", draft, "--yes")
    changes = await import_articles(database, [])
    assert not changes.retired
    assert await _answers(database)
    assert (await _kb(operating, "drop", draft)).exit_code == 0
    assert not await _answers(database)
    again = await _kb(operating, "drop", draft)
    assert isinstance(again.exception, NotFoundError)


@pytest.fixture
async def redraft(
    database: Database, tickets: PostgresTickets, me: str, operating: Operating, draft: str
) -> str:
    """The same, published and drafted once more in another language."""
    assert (await _kb(operating, "publish", draft, "--yes")).exit_code == 0
    (row,) = (await tickets.at_desk(ME)).active
    return await keep_draft(database, me, row.ticket_id, QUESTION, language="de")


async def test_a_second_draft_is_dropped_and_the_published_article_stays(
    database: Database, operating: Operating, redraft: str
) -> None:
    assert (await _kb(operating, "drop", redraft)).exit_code == 0
    assert "no drafts" in (await _kb(operating, "drafts")).output
    assert await _answers(database)


async def test_an_article_that_is_published_in_another_language_is_in_use_once(
    database: Database, operating: Operating, redraft: str
) -> None:
    assert (await _kb(operating, "publish", redraft, "--yes")).exit_code == 0
    async with database.connection() as connection:
        used = [(each.id, each.language) for each in await articles_in_use(connection)]
    assert used == [(redraft, "de")]


@pytest.mark.parametrize("end", ["publish", "drop"])
async def test_a_draft_that_has_ended_is_not_brought_back_by_a_retry(
    database: Database, tickets: PostgresTickets, me: str, operating: Operating, end: str
) -> None:
    ticket_id = (await tickets.save(a_request(me, text=QUESTION))).ticket_id
    at = datetime.now(UTC)
    draft = await keep_draft(database, me, ticket_id, at=at)
    assert (
        await _kb(operating, end, draft, *(["--yes"] if end == "publish" else []))
    ).exit_code == 0
    await keep_draft(database, me, ticket_id, at=at)
    assert "no drafts" in (await _kb(operating, "drafts")).output
    await keep_draft(database, me, ticket_id, at=at + timedelta(seconds=1))
    assert draft in (await _kb(operating, "drafts")).output


async def test_of_two_who_publish_a_draft_at_once_one_does(database: Database, draft: str) -> None:
    found = await find_draft(database, draft)

    async def both_wait() -> bool:
        async with database.connection() as connection:
            waiting = await connection.fetchval(
                "SELECT count(*) FROM pg_stat_activity"
                " WHERE datname = current_database() AND wait_event_type = 'Lock'"
            )
        return bool(waiting == len(tasks))

    async with database.transaction() as connection:
        await connection.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended('support.articles', 0))"
        )
        people = ("cli:mia", "cli:ben")
        tasks = [asyncio.create_task(publish(database, found, each)) for each in people]
        await eventually(both_wait)
    done = await asyncio.gather(*tasks, return_exceptions=True)
    assert sum(isinstance(each, UnknownDraftError) for each in done) == 1


async def test_the_question_of_a_draft_is_edited_with_it(
    operating: Operating,
    database: Database,
    draft: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    editor = tmp_path / "editor"
    editor.write_text("#!/bin/sh\nsed -i 's/^? can I/? may we/; s/Mondays/Tuesdays/' \"$1\"\n")
    editor.chmod(0o700)
    monkeypatch.setenv("VISUAL", str(editor))
    done = await _kb(operating, "publish", draft, "--edit", "--yes")
    assert done.exit_code == 0, done.output
    async with database.connection() as connection:
        (article,) = await articles_in_use(connection)
    assert article.questions == ("may we pay in cowrie shells?",)
    assert article.body == "Cowrie shells are taken on Tuesdays."


async def test_what_was_taken_out_of_the_question_is_pointed_at(
    database: Database, tickets: PostgresTickets, me: str, operating: Operating
) -> None:
    ticket_id = (await tickets.save(a_request(me))).ticket_id
    draft = await keep_draft(database, me, ticket_id, "I am [name], can I pay?")
    assert "look whether it reads well: [name]" in (await _kb(operating, "publish", draft)).output


async def test_a_draft_goes_with_its_customer(database: Database, draft: str) -> None:
    async with database.transaction() as connection:
        assert [row["draft"] for row in (await PART.export(connection, ME))["kb_drafts"]] == [draft]
        await PART.erase(connection, ME)
        assert not await connection.fetchval("SELECT count(*) FROM kb_drafts")
