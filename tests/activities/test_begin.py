"""What a conversation starts with: limits and the zone always, the rest when it can be had."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from activities.begin import Begin
from domain.conversation import BeginRequest, Limits, Recalled, Zone
from domain.errors import (
    AppError,
    ConfigurationError,
    StorageRejectedError,
    StorageUnavailableError,
)
from domain.history import History, Speaker
from domain.understanding import Person
from tests.activities.running import Attempt
from tests.fakes.channel import InMemoryTranscript
from tests.fakes.people import InMemoryUsers

ALI = Person(user_id="test:1", timezone="Europe/Berlin")
REQUEST = BeginRequest(person=ALI, conversation_id="conversation:test:1")


@pytest.fixture
def users() -> InMemoryUsers:
    return InMemoryUsers()


@pytest.fixture
def transcript() -> InMemoryTranscript:
    return InMemoryTranscript()


@pytest.fixture
def begin(users: InMemoryUsers, transcript: InMemoryTranscript) -> Begin:
    return Begin(Limits, users, transcript)


async def test_what_is_known_comes_back(
    attempt: Attempt, begin: Begin, users: InMemoryUsers, transcript: InMemoryTranscript
) -> None:
    history = History()
    history.append(Speaker.PERSON, "lunch 12", datetime(2026, 3, 10, 8, tzinfo=UTC))
    transcript.recalled = Recalled(history=history, tasks_started=4)
    users.known["test:1"] = ALI.model_copy(update={"timezone": "Asia/Tokyo"})

    begun = await attempt.run(begin.begin_conversation, REQUEST)

    assert begun.recalled == transcript.recalled
    assert begun.person == users.known["test:1"]
    zone = begun.zone or Zone()
    assert zone.name == "Asia/Tokyo", "the stored zone counts, not the channel's default"


async def test_somebody_new_is_made_known_with_the_defaults_of_the_channel(
    attempt: Attempt, begin: Begin, users: InMemoryUsers
) -> None:
    begun = await attempt.run(begin.begin_conversation, REQUEST)
    assert begun.person == users.known["test:1"] == ALI
    assert begun.recalled == Recalled()


async def test_limits_are_those_of_this_moment(
    attempt: Attempt, users: InMemoryUsers, transcript: InMemoryTranscript
) -> None:
    today = [Limits(max_history=7), Limits(max_history=9)]
    begin = Begin(lambda: today.pop(0), users, transcript)
    begun = [await attempt.run(begin.begin_conversation, REQUEST) for _ in range(2)]
    assert [each.limits.max_history for each in begun] == [7, 9]


@pytest.mark.parametrize(
    ("failure", "recall"),
    [
        (StorageUnavailableError("away"), True),
        (StorageRejectedError("refused"), True),
        (ConfigurationError("not migrated"), True),
        (StorageUnavailableError("must not be asked by a run that recalled before"), False),
    ],
)
async def test_without_the_database_it_starts_with_what_the_channel_knows_or_what_was_found(
    attempt: Attempt,
    begin: Begin,
    users: InMemoryUsers,
    transcript: InMemoryTranscript,
    failure: AppError,
    *,
    recall: bool,
) -> None:
    users.failure = transcript.failure = failure
    request = REQUEST.model_copy(update={"recall": recall})
    begun = await attempt.run(begin.begin_conversation, request)
    assert (begun.person, begun.recalled) == (None, None)
    assert (begun.zone or Zone()).name == "Europe/Berlin"
    assert begun.limits == Limits()
    users.failure = None
    begun = await attempt.run(begin.begin_conversation, request)
    assert (begun.person, begun.recalled) == (ALI if recall else None, None)


async def test_a_database_that_hangs_is_not_waited_for(
    attempt: Attempt, users: InMemoryUsers
) -> None:
    class Hanging(InMemoryTranscript):
        async def recall(self, request: BeginRequest) -> Recalled:
            await asyncio.Event().wait()
            raise AssertionError(request)

    begin = Begin(Limits, users, Hanging(), patience=timedelta(milliseconds=10))
    begun = await attempt.run(begin.begin_conversation, REQUEST)
    assert begun.recalled is None


@pytest.mark.parametrize(
    ("user_id", "conversation"),
    [("test:2", "conversation:test:1"), ("test:2", "conversation:test:2")],
    ids=["a person of somebody else", "an id that is not its own"],
)
async def test_a_conversation_for_another_person_is_refused_and_learns_nothing(
    attempt: Attempt, user_id: str, conversation: str
) -> None:
    users, transcript = InMemoryUsers(), InMemoryTranscript()
    begin = Begin(Limits, users, transcript)
    request = BeginRequest(person=Person(user_id=user_id), conversation_id=conversation)
    begun = await attempt.run(begin.begin_conversation, request)
    assert begun.refused
    assert (begun.person, begun.recalled, users.known) == (None, None, {})
