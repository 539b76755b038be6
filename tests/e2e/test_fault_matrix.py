"""Every way in which a model's server fails, through the whole stack.

Whatever the server does: the expense is saved once and right, or there is a clear question; the
server is asked a bounded number of times; what happened is on record.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from adapters.postgres.stores import Stores
from domain import topics
from tests.e2e.faults import FAULTS, PAUSING, FaultyModels, amount_for, faulty_models
from tests.e2e.house import House
from tests.e2e.phone import Phone, amount_in, phone_on
from tests.local.waiting import eventually
from tests.paper import drawn, encoded

ATTEMPTS = 4
QUESTIONS = 2
"""For one expense: what the message means, and its category."""
ANSWERS = 2
"""For one question: an answer, and at most one repair."""
AT_ONCE = tuple(fault for fault in FAULTS if fault not in PAUSING)


@pytest.fixture(scope="module")
async def served(house: House) -> AsyncIterator[FaultyModels]:
    async with (
        faulty_models() as models,
        house.worker_with(
            OPENAI_BASE_URL=models.base_url,
            OPENAI_API_KEY="made-up",
            RATE_LIMIT_RPM="6000",
            RATE_LIMIT_RPM_OPENAI="6000",
            LLM_TIMEOUT_MS="1500",
            RETRY_MAX_ATTEMPTS=str(ATTEMPTS),
            # The matrix looks at each fault by itself; the breaker has a test of its own.
            CIRCUIT_BREAKER_REQUEST_THRESHOLD="100000",
        ),
    ):
        yield models


@pytest.fixture
async def faulty(house: House, served: FaultyModels) -> FaultyModels:
    """Broken for good until a test says otherwise."""
    await well_again(house, served)
    return served


def _expense(fault: str) -> str:
    """Rules read it right and are not sure of it; they know the shop."""
    return f"Starbucks {amount_for(fault)} with Sam"


def _somewhere_new(fault: str) -> str:
    """Rules do not know the shop either: both questions are asked."""
    return f"Zorblatt {amount_for(fault)} with Sam"


async def well_again(house: House, models: FaultyModels) -> None:
    """Whatever went before: it is asked, and nobody doubts that it answers. A provider that was
    waited for in vain is left alone for a moment.
    """

    async def answers() -> bool:
        async with phones(house, 1) as (phone,):
            await phone.tell(_somewhere_new("Empty"))
        return models.asked["Empty"] > 0

    models.asked.clear()
    models.recovers.clear()
    models.recovers["Empty"] = 0
    await eventually(answers)
    models.asked.clear()
    models.recovers.clear()


@asynccontextmanager
async def phones(house: House, count: int) -> AsyncIterator[list[Phone]]:
    stores = Stores.connect(house.database_url)
    async with AsyncExitStack() as opened:
        opened.push_async_callback(stores.close)
        yield [
            await opened.enter_async_context(phone_on(house.client, stores)) for _ in range(count)
        ]


@pytest.fixture(scope="class")
async def fresh(house: House) -> AsyncIterator[FaultyModels]:
    """Of a worker whose limits nobody has set."""
    async with (
        faulty_models() as models,
        house.worker_with(OPENAI_BASE_URL=models.base_url, OPENAI_API_KEY="made-up"),
    ):
        yield models


@pytest.mark.soak
class TestANewInstallation:
    """Before the others: the worker that these share keeps its settings to the end of the file."""

    async def test_a_model_that_hangs_is_given_up_while_a_person_still_waits(
        self, house: House, fresh: FaultyModels
    ) -> None:
        names = ("Silent", "Trickling")
        await well_again(house, fresh)
        async with phones(house, len(names)) as people:

            async def asked() -> bool:
                return fresh.asked["Silent"] == 1

            await people[0].say(_expense("Silent"))
            await eventually(asked)
            cancelled = await people[0].say("/cancel")
            await eventually(lambda: fresh.left["Silent"] == 1, within=8)
            await people[0].settled(cancelled)
            assert await people[0].saved() == []

            begun = time.monotonic()
            await asyncio.gather(
                *(phone.tell(_expense(name)) for phone, name in zip(people, names, strict=True))
            )
            assert time.monotonic() - begun < 40
            for phone, name in zip(people, names, strict=True):
                assert [row.amount for row in await phone.saved()] == [amount_for(name)], name
                assert phone.channel.topics.count(topics.Degraded.topic) == 1, name

    async def test_a_provider_that_names_a_time_is_left_alone_until_then(
        self, house: House, fresh: FaultyModels
    ) -> None:
        await well_again(house, fresh)
        async with phones(house, 6) as (early, *people):
            fresh.recovers["Patient"] = 1
            status = await early.tell(_somewhere_new("Patient"))
            assert status is not None
            assert not status.degraded
            assert fresh.asked["Patient"] == 3, "refused once, then both questions"

            await people[0].tell(_expense("Distant"))
            await asyncio.gather(*(phone.tell(_expense("Distant")) for phone in people[1:]))
            assert fresh.asked["Distant"] == 1
            for phone in people:
                assert (await phone.saved())[-1].amount == amount_for("Distant")
                assert phone.channel.topics.count(topics.Degraded.topic) == 1


@pytest.mark.shows("models 2")
async def test_a_fault_that_passes_is_waited_for_and_the_model_answers(
    house: House, faulty: FaultyModels
) -> None:
    passing = ("Limited", "Erring", "Busy", "Hungup", "Severed")
    faulty.recovers.update(dict.fromkeys(passing, 2))
    async with phones(house, len(passing)) as people:
        for phone, name in zip(people, passing, strict=True):
            # One after the other: a model is waited for only so long, and the machine may be busy.
            status = await phone.tell(_somewhere_new(name))
            assert [row.category for row in await phone.saved()] == ["Groceries"], name
            assert status is not None
            assert not status.degraded, name
            assert topics.Degraded.topic not in phone.channel.topics, name
            assert faulty.asked[name] == 4, name


@pytest.mark.shows("models 1", "models 12")
async def test_whatever_the_model_server_does_the_expense_is_saved_once_and_right(
    house: House, faulty: FaultyModels
) -> None:
    async with phones(house, len(AT_ONCE)) as people:
        await asyncio.gather(
            *(phone.tell(_expense(name)) for phone, name in zip(people, AT_ONCE, strict=True))
        )
        for phone, name in zip(people, AT_ONCE, strict=True):
            rows = [(row.merchant, row.amount) for row in await phone.saved()]
            asked = [reply for reply in phone.channel.shown if reply.question]
            assert rows == [("Starbucks", amount_for(name))] or (not rows and asked), name
            assert phone.channel.topics.count(topics.Degraded.topic) <= 1, name
            assert topics.Failed.topic not in phone.channel.topics, name
            assert 1 <= faulty.asked[name] <= ATTEMPTS * QUESTIONS * ANSWERS, name
            on_record = await house.rows(
                "SELECT purpose, outcome FROM model_calls WHERE user_id = $1",
                phone.user_id,
            )
            # What is asked again at once, shorter or to be repaired, is one with the first.
            assert 1 <= len(on_record) <= faulty.asked[name], name
            assert {row["purpose"] for row in on_record} <= {"understand", "categorize"}, name
            outcomes = {row["outcome"] for row in on_record}
            assert "ok" not in outcomes, name
            if name == "Busy":
                assert len(on_record) == faulty.asked[name]
                assert outcomes == {"model.unavailable"}


@pytest.mark.soak
@pytest.mark.shows("models 1")
async def test_a_photo_that_needs_a_model_becomes_a_question_when_there_is_none_to_help(
    house: House, faulty: FaultyModels
) -> None:
    # The one that hangs at last: after it the provider is left alone for a moment.
    names = ("Chatty", "Overflow", "Silent")
    async with phones(house, len(names)) as people:
        for phone, name in zip(people, names, strict=True):
            rows = (f"Kedai {name}", "12 Jalan Merbau", "Nasi Lemak", "Thank you, come again")
            await phone.settled(await phone.photo(encoded(drawn(rows), "PNG")))
            assert await phone.saved() == [], name
            asked = [reply for reply in phone.channel.shown if reply.question]
            assert len(asked) == 1, name
            assert amount_in(asked[0]) is None, name
            # The lines, then the picture.
            assert 1 <= faulty.asked[name] <= ATTEMPTS * 2 * ANSWERS, name


@pytest.mark.shows("models 3")
async def test_a_provider_that_is_down_is_left_alone_by_all(house: House) -> None:
    crowd = 8
    async with (
        faulty_models() as models,
        house.worker_with(
            OPENAI_BASE_URL=models.base_url,
            OPENAI_API_KEY="made-up",
            RATE_LIMIT_RPM="6000",
            RATE_LIMIT_RPM_OPENAI="6000",
            LLM_TIMEOUT_MS="1500",
            CIRCUIT_BREAKER_REQUEST_THRESHOLD="4",
        ),
        phones(house, crowd) as people,
    ):
        await asyncio.gather(*(phone.tell(_expense("Busy")) for phone in people))
        at_first = models.asked["Busy"]
        assert at_first <= 2 * crowd, "a retry storm"
        again = f"Grab {amount_for('Busy')} with Sam"
        await asyncio.gather(*(phone.tell(again) for phone in people))
        assert models.asked["Busy"] - at_first <= 1, "an open circuit lets one probe through"
        for phone in people:
            assert [row.merchant for row in await phone.saved()] == ["Starbucks", "Grab"]
