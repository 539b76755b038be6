"""Drafts of articles: nobody is answered from one before it is published."""

import pytest
from typer.testing import Result

from adapters.postgres.pool import Database
from agents.support.commands import commands
from agents.support.knowledge.base import KnowledgeBase
from agents.support.store.kb import import_articles
from agents.support.store.part import PART
from agents.support.store.tickets import PostgresTickets
from domain.errors import NotFoundError
from tests.agents.operating import Operating
from tests.agents.support.store.conftest import ME, a_request, keep_draft

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


async def test_a_draft_goes_with_its_customer(database: Database, draft: str) -> None:
    async with database.transaction() as connection:
        assert [row["draft"] for row in (await PART.export(connection, ME))["kb_drafts"]] == [draft]
        await PART.erase(connection, ME)
        assert not await connection.fetchval("SELECT count(*) FROM kb_drafts")
