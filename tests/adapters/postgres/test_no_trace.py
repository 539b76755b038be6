"""After the erasure no column of any table names the person or has their words."""

import json
import re
from datetime import timedelta

import pytest

from adapters.postgres.stores import Stores
from adapters.postgres.telegram import PostgresGroups, PostgresProgressNotes
from domain.understanding import Person
from domain.usage import Spent
from tests.adapters.postgres.requests import AT, hear, keeping, message, model_call, say
from tests.adapters.postgres.test_erasure import MEMBER, photo
from tests.adapters.postgres.toy import given

EVERY_TABLE_WITH_PERSONS = {
    "attachment_owners",
    "conversation_messages",
    "conversations",
    "drafts",
    "model_calls",
    "telegram_progress",
    "toys",
    "users",
}


async def where(stores: Stores, traces: set[str]) -> set[str]:
    """``table.column`` of every value that has one of these in it, numbers and JSON included."""
    found = set()
    async with stores.database.connection() as connection:
        columns = await connection.fetch(
            """
            SELECT table_name, column_name FROM information_schema.columns
            WHERE table_schema = 'public' AND data_type NOT IN ('bytea', 'timestamp with time zone')
            """
        )
        for table, column in columns:
            values = await connection.fetch(f'SELECT "{column}"::text AS value FROM "{table}"')  # noqa: S608
            for value in (row["value"] or "" for row in values):
                if any(re.search(rf"{re.escape(trace)}(?![0-9])", value) for trace in traces):
                    found.add(f"{table}.{column}")
    return found


class TestNoTrace:
    """Whatever the tables and their columns are called: a new one is looked through as well."""

    WORDS = ("durian pancake", "Kopitiam Ann")
    """What the person said, and what an agent made of it."""

    @pytest.mark.shows("safety 35")
    async def test_no_table_names_the_person_or_has_their_words(self, stores: Stores) -> None:
        await self.lived_on_telegram(stores)
        traces = {"telegram:7", ":7", *self.WORDS}
        before = await where(stores, traces)
        assert {place.partition(".")[0] for place in before} >= EVERY_TABLE_WITH_PERSONS

        await stores.erasure.erase(MEMBER)

        assert await where(stores, traces) == set()

    async def test_what_a_model_cost_stays_and_counts_for_nobody_named_until_midnight(
        self, stores: Stores
    ) -> None:
        others = model_call("telegram:77", task_id="conversation:telegram:77/toy/1")
        await stores.model_calls.record(others)
        for _ in range(2):  # deleting again does not reset the limit of the day, either
            await self.lived_on_telegram(stores)
            before = [await stores.usage.spent(whose, AT) for whose in (None, MEMBER)]
            assert all(spent.tokens > 0 for spent in before)
            await stores.erasure.erase(MEMBER)
            assert [await stores.usage.spent(whose, AT) for whose in (None, MEMBER)] == before
        assert (await stores.usage.spent("telegram:77", AT)).tokens == 100
        assert await stores.usage.spent("telegram:777", AT) == Spent()
        async with stores.database.connection() as connection:
            left = await connection.fetch("SELECT user_id, task_id FROM model_calls")
            assert {(row["user_id"][:7], row["task_id"]) for row in left} == {
                ("erased~", ""),
                ("", ""),
                ("telegra", others.task_id),
            }
            await connection.execute("UPDATE model_calls SET at = at - interval '1 day'")
            await connection.execute("UPDATE erasure_salts SET day = day - 1")
        await stores.purge(timedelta(days=30))
        async with stores.database.connection() as connection:
            assert await connection.fetchval("SELECT count(*) FROM erasure_salts") == 0
            left = await connection.fetch("SELECT DISTINCT user_id FROM model_calls")
        assert {row["user_id"] for row in left} == {"", others.user_id}

    async def test_calls_of_days_before_are_left_without_a_pseudonym(self, stores: Stores) -> None:
        await self.lived_on_telegram(stores)
        async with stores.database.connection() as connection:
            await connection.execute("UPDATE model_calls SET at = at - interval '1 day'")
        await stores.erasure.erase(MEMBER)
        async with stores.database.connection() as connection:
            left = await connection.fetch("SELECT DISTINCT user_id FROM model_calls")
        assert [row["user_id"] for row in left] == [""]

    async def lived_on_telegram(self, stores: Stores) -> None:
        """A person with something in every table, in their own chat."""
        chat, file = "conversation:telegram:7", photo(b"their photo")
        said, kept = self.WORDS
        await stores.users.person(Person(user_id=MEMBER))
        await stores.attachments.put(MEMBER, file, b"their photo")
        heard = message(1, said, sender_id=MEMBER).model_copy(update={"id": "telegram:7:1"})
        await hear(stores, heard, conversation_id=chat)
        await say(stores, f"{chat}/r1", chat, MEMBER)
        await given(stores, 1, user_id=MEMBER, conversation_id=chat, words=kept, sha256=file.sha256)
        await stores.drafts.keep(
            keeping(2, user_id=MEMBER, state=json.dumps({"item": said})).model_copy(
                update={"task_id": f"{chat}/toy/2", "conversation_id": chat}
            )
        )
        for user_id in (MEMBER, ""):
            await stores.model_calls.record(model_call(user_id, task_id=f"{chat}/toy/1"))
        notes = PostgresProgressNotes(stores.database)
        await notes.note(chat, 1)
        await notes.note("conversation:telegram:-5.7", 2)
        await PostgresGroups(stores.database).set_shared(-5, shared=True, by=7)
