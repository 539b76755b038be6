"""With the real processes: who did not agree leaves no trace in tables, workflows or logs."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from temporalio.service import RPCError, RPCStatusCode

from tests.e2e.telegram.conftest import Telegram
from tests.e2e.telegram.member import Member
from tests.e2e.telegram.papers import kopi

WORDS = "durian pancake"


@pytest.fixture
async def asked(telegram: Telegram) -> AsyncIterator[Member]:
    """Somebody new, and a bot that asks for consent in the usual one's place."""
    usual = telegram.bot
    await usual.stop()
    settings = {
        "CONSENT": "ask",
        "CONSENT_VERSION": "v1",
        "CONSENT_OPERATOR": "Example Ltd (privacy@example.com)",
        "CONSENT_PROVIDERS": "none",
    }
    telegram.bot = replace(usual, environment={**usual.environment, **settings}, _process=None)
    try:
        await telegram.start_bot()
        yield telegram.newcomer()
    finally:
        await telegram.bot.stop()
        telegram.bot = usual
        await telegram.start_bot()


async def traces(telegram: Telegram, member: Member) -> list[str]:
    """Where anything names the person or has their words: tables, workflows, logs."""
    sought = f"telegram:{member.person.id}", WORDS
    tables = await telegram.house.rows(
        "SELECT relid::regclass::text AS name FROM pg_stat_user_tables"
    )
    found = []
    for (table,) in tables:
        rows = await telegram.house.rows(
            f"SELECT 1 FROM {table} AS each WHERE each::text LIKE ANY($1)",  # noqa: S608
            [f"%{each}%" for each in sought],
        )
        found += [table] if rows else []
    try:
        await member.handle.describe()
        found.append("workflow")
    except RPCError as error:
        if error.status is not RPCStatusCode.NOT_FOUND:
            raise
    logs = telegram.bot.log, telegram.house.worker.log
    return found + [log.name for log in logs if WORDS in log.read_text()]


@pytest.mark.shows("safety 36")
async def test_words_and_a_photo_leave_no_trace_until_the_yes_and_are_taken_with_it(
    telegram: Telegram, asked: Member
) -> None:
    asked.say(f"{WORDS} 9")
    question = await asked.sees("Example Ltd", "Until you agree, I keep nothing")
    fetched = len(asked.tg.calls_of("getFile"))
    asked.photo(kopi("9.00"))
    asked.say("/privacy")
    await asked.sees("What I keep")
    asked.say("/deletemydata")
    await asked.sees("I keep nothing of you")
    assert await traces(telegram, asked) == []
    assert len(asked.tg.calls_of("getFile")) == fetched
    await asked.pressed(question, "I agree")
    await asked.sees("Saved", WORDS)
    await asked.sees("Saved", "KOPI PAGI")
    assert {"consents", "users", "workflow"} <= set(await traces(telegram, asked))
    consents = await telegram.house.rows("SELECT text, how FROM consents WHERE version = 'v1'")
    assert [("Example Ltd" in text, how) for text, how in consents] == [(True, "button")]
