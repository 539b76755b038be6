"""Showing and deleting a person: all of theirs and nothing of anybody else's."""

import json
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256

import pytest

from adapters.postgres.erasure import PostgresErasure
from adapters.postgres.parts import Counts
from adapters.postgres.pool import Connection
from adapters.postgres.stores import Stores
from domain.errors import AttachmentMissingError, NotFoundError, StorageUnavailableError
from domain.messages import Attachment, MediaKind
from domain.preferences import ErasedRows
from domain.understanding import Person
from tests.adapters.postgres.requests import ANN, BOB, CHAT, hear, keeping, message, say
from tests.adapters.postgres.toy import TOY, given

GROUP_CHAT = "conversation:telegram:-100"
MEMBER, SHARED = "telegram:7", "telegram:-100"
TABLES_NAMING_A_PERSON = (
    "toys",
    "drafts",
    "conversation_messages",
    "attachment_owners",
    "users",
)


def photo(content: bytes) -> Attachment:
    digest = sha256(content).hexdigest()
    return Attachment(
        sha256=digest, kind=MediaKind.IMAGE, mime_type="image/jpeg", size=len(content)
    )


async def lived(stores: Stores, user_id: str, *, number: int, content: bytes) -> None:
    """Leaves a row of this person in every table that has some."""
    attachment = photo(content)
    await stores.users.person(Person(user_id=user_id))
    await stores.attachments.put(user_id, attachment, content)
    await hear(stores, message(number, "lunch 12", sender_id=user_id))
    await given(stores, number, user_id=user_id, sha256=attachment.sha256)
    await stores.drafts.keep(keeping(number + 10, user_id=user_id))
    await say(stores, f"r{number}", CHAT, user_id)


async def rows_of(stores: Stores, user_id: str) -> dict[str, int]:
    async with stores.database.connection() as connection:
        return {
            table: await connection.fetchval(
                f"SELECT count(*) FROM {table} WHERE user_id = $1",  # noqa: S608 - literals above
                user_id,
            )
            for table in TABLES_NAMING_A_PERSON
        }


async def count(stores: Stores, table: str) -> int:
    async with stores.database.connection() as connection:
        found: int = await connection.fetchval(f"SELECT count(*) FROM {table}")  # noqa: S608
    return found


async def test_nothing_of_the_person_stays_and_a_second_time_is_nothing(stores: Stores) -> None:
    await lived(stores, ANN, number=1, content=b"anns")
    assert all((await rows_of(stores, ANN)).values()), "the test leaves a table empty"

    erased = await stores.erasure.erase(ANN)

    assert erased == ErasedRows(counts={"toys": 1, "messages": 2, "files": 1})
    assert not any((await rows_of(stores, ANN)).values())
    for table in ("attachments", "conversations"):
        assert await count(stores, table) == 0
    assert await stores.erasure.erase(ANN) == ErasedRows()


@pytest.mark.shows("safety 35")
async def test_all_of_somebody_else_stays_also_the_chat_and_file_they_share(stores: Stores) -> None:
    both = photo(b"both")
    await lived(stores, ANN, number=1, content=b"both")
    await lived(stores, BOB, number=2, content=b"bobs")
    await stores.attachments.put(BOB, both, b"both")
    before = await rows_of(stores, BOB)

    await stores.erasure.erase(ANN)

    assert await rows_of(stores, BOB) == before
    assert (await stores.attachments.get(BOB, photo(b"bobs").sha256))[1] == b"bobs"
    assert (await stores.attachments.get(BOB, both.sha256))[1] == b"both"
    with pytest.raises(AttachmentMissingError):
        await stores.attachments.get(ANN, both.sha256)
    assert await count(stores, "conversations") == 1


async def test_nothing_is_deleted_when_one_part_fails(stores: Stores) -> None:
    async def broken(connection: Connection, user_id: str) -> Counts:
        del connection, user_id
        raise StorageUnavailableError("away")

    await lived(stores, ANN, number=1, content=b"anns")
    before = await rows_of(stores, ANN)
    erasure = PostgresErasure(stores.database, (*stores.parts, replace(TOY, erase=broken)))

    with pytest.raises(StorageUnavailableError):
        await erasure.erase(ANN)

    assert await rows_of(stores, ANN) == before


async def test_a_person_is_shown_all_that_names_them_and_nothing_of_others(stores: Stores) -> None:
    await lived(stores, ANN, number=1, content=b"anns")
    await lived(stores, BOB, number=2, content=b"bobs")

    shown = await stores.export.of_person(ANN)

    assert {table: len(rows) for table, rows in shown.items()} == {
        "users": 1,
        "consents": 0,
        "conversation_messages": 2,
        "attachments": 1,
        "drafts": 1,
        "model_calls": 0,
        "tool_calls": 0,
        "channel_sessions": 0,
        "channel_events": 0,
        "toys": 1,
    }
    assert shown["attachments"][0]["sha256"] == photo(b"anns").sha256
    assert BOB not in json.dumps(shown)
    assert shown["toys"][0]["price"] == "12.50", "amounts are exact"
    assert shown["drafts"][0]["state"] == {"draft": {"amount": "12.30"}}
    assert not any((await stores.export.of_person("telegram:0")).values())


class TestConversations:
    async def test_ones_own_are_found_unanswered_ones_and_no_others(self, stores: Stores) -> None:
        await lived(stores, ANN, number=1, content=b"anns")
        bobs = message(9, "hi", sender_id=BOB).model_copy(update={"id": "b"})
        await hear(stores, bobs, conversation_id="conversation:telegram:-5.7")
        assert await stores.erasure.conversations_of(ANN) == (CHAT,)
        assert await stores.erasure.conversations_of(BOB) == ("conversation:telegram:-5.7",)

    async def test_cases_of_an_agent_about_a_person_end_behind_their_conversations(
        self, stores: Stores
    ) -> None:
        await lived(stores, ANN, number=1, content=b"anns")
        part = replace(TOY, cases="SELECT 'case:' || number, user_id FROM toys")
        erasure = PostgresErasure(stores.database, (*stores.parts, part))
        assert await erasure.conversations_of(ANN) == (CHAT, "case:1")
        assert await erasure.conversations_of(BOB) == ()

    async def test_one_in_which_an_agent_or_a_draft_has_part_is_found(self, stores: Stores) -> None:
        await given(stores, 1, conversation_id="conversation:terminal:toys")
        await stores.drafts.keep(keeping(2))
        assert await stores.erasure.conversations_of(ANN) == (CHAT, "conversation:terminal:toys")
        await stores.erasure.erase(ANN)
        assert await count(stores, "conversations") == 0

    async def test_one_is_found_by_its_name_when_its_talk_is_gone(self, stores: Stores) -> None:
        for number, chat in enumerate(("7", "-100.7", "-100.17", "77", "-7", "-100")):
            heard = message(number, "hi", sender_id="telegram:9")
            await hear(stores, heard, conversation_id=f"conversation:telegram:{chat}")
        await stores.purge(timedelta(0))
        assert await stores.erasure.conversations_of(MEMBER) == (
            "conversation:telegram:-100.7",
            "conversation:telegram:7",
        )
        await stores.erasure.erase(MEMBER)
        assert await count(stores, "conversations") == 4

    async def test_a_shared_groups_talk_goes_with_the_group_and_a_members_with_the_member(
        self, stores: Stores
    ) -> None:
        await hear(stores, message(1, "pizza 30", sender_id=MEMBER), conversation_id=GROUP_CHAT)
        taxi = message(2, "taxi 9", sender_id=SHARED).model_copy(update={"author_id": "telegram:8"})
        await hear(stores, taxi, conversation_id=GROUP_CHAT)
        mine = message(3, "tea 4", sender_id=SHARED).model_copy(update={"author_id": MEMBER})
        await hear(stores, mine, conversation_id=GROUP_CHAT)
        await say(stores, "r1", GROUP_CHAT, SHARED)

        assert await stores.erasure.conversations_of(MEMBER) == ()
        assert (await stores.erasure.erase(MEMBER)).counts == {"messages": 2}
        assert await count(stores, "conversation_messages") == 2

        assert await stores.erasure.conversations_of(SHARED) == (GROUP_CHAT,)
        await stores.erasure.erase(SHARED)
        assert await count(stores, "conversation_messages") == 0
        assert await count(stores, "conversations") == 0


async def test_access_is_no_data_and_stays(stores: Stores) -> None:
    async with stores.database.connection() as connection:
        await connection.execute(
            """
            INSERT INTO channel_pairing (channel, code, user_id, paired_at)
            VALUES ('telegram', 'code', '7', now())
            """
        )
        await connection.execute("INSERT INTO telegram_groups VALUES (-100, true, 7)")
    await stores.erasure.erase(MEMBER)
    await stores.erasure.erase(SHARED)
    assert await count(stores, "channel_pairing") == 1
    async with stores.database.connection() as connection:
        groups = await connection.fetch("SELECT shared, changed_by FROM telegram_groups")
    assert [tuple(group) for group in groups] == [(True, 0)]


async def test_only_preferences_that_are_named_are_set_and_for_no_stranger(stores: Stores) -> None:
    await stores.users.person(Person(user_id=ANN))
    await stores.users.prefer(ANN, currency="EUR")
    person = await stores.users.prefer(ANN, locale="de_DE", timezone="Europe/Berlin")
    assert person == Person(user_id=ANN, locale="de_DE", currency="EUR", timezone="Europe/Berlin")
    assert await stores.users.person(Person(user_id=ANN)) == person
    with pytest.raises(NotFoundError):
        await stores.users.prefer(BOB, currency="EUR")
