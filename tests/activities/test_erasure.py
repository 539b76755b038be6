"""Deleting a person: which conversations end, and what a repetition says."""

import pytest

from activities.erasure import ErasePerson
from domain.errors import StorageUnavailableError
from domain.preferences import ErasedRows, EraseRequest, HeldElsewhere
from tests.activities.running import Attempt
from tests.fakes.people import InMemoryConversations, InMemoryErasure

REQUEST = EraseRequest(user_id="test:1", conversation_id="conversation:test:1")
AWAY = StorageUnavailableError("it does not answer")


@pytest.fixture
def erasure() -> InMemoryErasure:
    return InMemoryErasure(conversations={"test:1": ("conversation:test:1", "conversation:test:2")})


@pytest.fixture
def conversations() -> InMemoryConversations:
    return InMemoryConversations()


@pytest.fixture
def erase(erasure: InMemoryErasure, conversations: InMemoryConversations) -> ErasePerson:
    return ErasePerson(erasure, conversations)


async def test_every_conversation_of_the_person_ends_once(
    attempt: Attempt, erase: ErasePerson, conversations: InMemoryConversations
) -> None:
    conversations.running = [1]
    assert (await attempt.run(erase.end_conversations, REQUEST)).running
    assert conversations.removed == [("conversation:test:1", "conversation:test:2")]


async def test_the_conversation_that_asks_ends_also_when_the_database_never_heard_of_it(
    attempt: Attempt,
    erase: ErasePerson,
    erasure: InMemoryErasure,
    conversations: InMemoryConversations,
) -> None:
    erasure.conversations.clear()
    assert not (await attempt.run(erase.end_conversations, REQUEST)).running
    assert conversations.removed == [("conversation:test:1",)]
    again = await attempt.repeated(2).run(erase.end_conversations, REQUEST)
    assert again.running, "the attempt before may have ended one"


async def test_what_was_deleted_is_counted_and_an_outage_is_tried_again(
    attempt: Attempt, erase: ErasePerson, erasure: InMemoryErasure
) -> None:
    kept = ErasedRows(counts={"toys": 2, "messages": 9, "files": 1})
    erasure.kept["test:1"] = kept
    erasure.failures = [StorageUnavailableError("away")]
    assert not (await attempt.fails(erase.erase_person, REQUEST)).non_retryable
    assert await attempt.run(erase.erase_person, REQUEST) == kept
    assert await attempt.repeated(2).run(erase.erase_person, REQUEST) == ErasedRows()


async def test_the_records_of_somebody_else_stay_and_strangers_are_told_of_nothing(
    attempt: Attempt,
    erase: ErasePerson,
    erasure: InMemoryErasure,
    conversations: InMemoryConversations,
) -> None:
    stray = EraseRequest(user_id="test:1", conversation_id="conversation:test:2")
    stranger = EraseRequest(user_id="test:9", conversation_id="conversation:test:1")
    for step in (erase.end_conversations, erase.erase_person):
        assert (await attempt.fails(step, stray)).non_retryable
    for look in (erase.look_before_erasing, erase.erase_elsewhere):
        await attempt.fails(look, stranger)
    assert conversations.removed == []
    assert erasure.conversations


async def test_what_no_other_system_erases_is_named(
    attempt: Attempt, erasure: InMemoryErasure, conversations: InMemoryConversations
) -> None:
    held = [("calendar", "1"), ("calendar", "2"), ("billing", "3"), ("post", "4")]
    erasure.elsewhere["test:1"] = tuple(HeldElsewhere(system=s, reference=r) for s, r in held)
    asked = []

    async def calendar(system: str, reference: str) -> bool:
        asked.append((system, reference))
        return system == "calendar"

    async def billing(system: str, _: str) -> bool:
        if system == "billing":
            raise AWAY
        return False

    erase = ErasePerson(erasure, conversations, (billing, calendar))
    elsewhere = await attempt.run(erase.erase_elsewhere, REQUEST)
    assert elsewhere.kept_by == ("billing", "post")
    assert asked == held
