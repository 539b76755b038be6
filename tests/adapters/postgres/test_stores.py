"""The smaller stores: drafts, users, model calls."""

import asyncio
from decimal import Decimal

import pytest
from structlog.testing import capture_logs

from adapters.model.recording import record_call
from adapters.postgres.stores import Stores
from domain.errors import StorageRejectedError, StorageUnavailableError
from domain.tasks import DraftStatus, ReopenedDraft
from domain.understanding import Person
from tests.adapters.postgres.requests import ANN, BOB, keeping, model_call, reopening


async def test_a_draft_is_handed_out_once_and_again_to_the_same_request(stores: Stores) -> None:
    await stores.drafts.keep(keeping(1))

    first = await stores.drafts.reopen(reopening(1, "m1"))
    retried = await stores.drafts.reopen(reopening(1, "m1"))
    second = await stores.drafts.reopen(reopening(1, "m2"))

    assert first == retried
    assert first == ReopenedDraft(agent="toy", state='{"draft": {"amount": "12.30"}}')
    assert second == ReopenedDraft()


async def test_two_taps_on_resume_at_once_resume_one_draft(stores: Stores) -> None:
    await stores.drafts.keep(keeping(1, status=DraftStatus.EXPIRED))

    answers = await asyncio.gather(*(stores.drafts.reopen(reopening(1, f"m{n}")) for n in range(8)))

    assert len([answer for answer in answers if answer.state is not None]) == 1


async def test_a_draft_kept_again_has_the_newer_state_also_once_resumed(stores: Stores) -> None:
    await stores.drafts.keep(keeping(1, state='{"step": 1}'))
    await stores.drafts.keep(keeping(1, state='{"step": 2}', status=DraftStatus.EXPIRED))
    assert (await stores.drafts.reopen(reopening(1, "m1"))).state == '{"step": 2}'

    await stores.drafts.keep(keeping(1, state='{"step": 3}'))
    assert (await stores.drafts.reopen(reopening(1, "m2"))).state == '{"step": 3}'


async def test_a_cancelled_draft_is_not_resumed_and_no_json_is_not_kept(stores: Stores) -> None:
    await stores.drafts.keep(keeping(1, status=DraftStatus.CANCELLED))
    assert await stores.drafts.reopen(reopening(1, "m1")) == ReopenedDraft()
    with pytest.raises(StorageRejectedError):
        await stores.drafts.keep(keeping(1, state="{"))


async def test_a_draft_of_somebody_else_is_neither_resumed_nor_overwritten(stores: Stores) -> None:
    await stores.drafts.keep(keeping(1, state='{"mine": true}'))

    assert await stores.drafts.reopen(reopening(1, "m1", user_id=BOB)) == ReopenedDraft()
    with pytest.raises(StorageRejectedError):
        await stores.drafts.keep(keeping(1, user_id=BOB, state="{}"))
    assert (await stores.drafts.reopen(reopening(1, "m2"))).state == '{"mine": true}'


async def test_defaults_count_at_the_first_sight_of_a_person_only(stores: Stores) -> None:
    german = Person(user_id=ANN, locale="de_DE", currency="EUR", timezone="Europe/Berlin")

    seen = await asyncio.gather(*(stores.users.person(german) for _ in range(8)))

    assert seen == [german] * 8
    assert await stores.users.person(Person(user_id=ANN)) == german


async def test_every_model_call_is_recorded(stores: Stores) -> None:
    await stores.model_calls.record(model_call(latency_ms=420))
    await stores.model_calls.record(model_call(cost=None))

    async with stores.database.connection() as connection:
        costs = await connection.fetch("SELECT cost, latency_ms FROM model_calls ORDER BY id")
    assert [tuple(row) for row in costs] == [(Decimal("0.001"), 420), (None, 100)]


async def test_a_call_that_cannot_be_recorded_is_logged_and_not_failed() -> None:
    nowhere = Stores.connect("postgresql://steward:secret@127.0.0.1:1/steward")

    with pytest.raises(StorageUnavailableError):
        await nowhere.model_calls.record(model_call())
    with capture_logs() as logs:
        await record_call(nowhere.model_calls, model_call())

    assert [line["event"] for line in logs] == ["model.called", "model.call_not_recorded"]
    await nowhere.close()
