"""Several calls of one business, and what is deleted beside a call that goes on."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from temporalio.testing import WorkflowEnvironment

from domain.conversation import Limits
from domain.preferences import ErasedRows, HeldElsewhere, StillToCome
from domain.topics import AskErase, Erased, PressAction
from tests.agents.service_calls.workflow.chat import InMemoryCallLog
from tests.agents.service_calls.workflow.many import NEED, CallMoment, ManyCalls
from tests.fakes.people import InMemoryErasure
from tests.workflows.promises import eventually

BOOK = "person_calendar_book"


class ErasureOfCalls(InMemoryErasure):
    """Of one person, by the rows of their calls."""

    def __init__(self, log: InMemoryCallLog) -> None:
        super().__init__()
        self._log = log

    async def still_to_come(self, user_id: str) -> tuple[StillToCome, ...]:
        rows = (row for row in self._log.rows.values() if row.user_id == user_id)
        return tuple(
            StillToCome(what=row.service, until=row.booked_until)
            for row in rows
            if row.booked_until is not None
        )

    async def held_elsewhere(self, user_id: str) -> tuple[HeldElsewhere, ...]:
        rows = (row for row in self._log.rows.values() if row.user_id == user_id)
        held = (each for row in rows for each in row.erasable.items())
        return tuple(HeldElsewhere(system=system, reference=known) for system, known in held)

    async def erase(self, user_id: str) -> ErasedRows:
        erased = [each for each, row in self._log.rows.items() if row.user_id == user_id]
        for each in erased:
            del self._log.rows[each]
        return ErasedRows(counts={"calls": len(erased)})


@pytest.fixture
async def many(dev_server: WorkflowEnvironment) -> AsyncIterator[ManyCalls]:
    many = ManyCalls(
        dev_server, Limits(retry_delay=timedelta(milliseconds=10), erases_elsewhere=True)
    )
    many.erasure = ErasureOfCalls(many.log)
    async with many.open():
        yield many


@pytest.mark.shows("calls faults")
async def test_of_two_who_take_the_same_time_one_is_booked_and_the_other_offered_the_next(
    many: ManyCalls,
) -> None:
    first, second = many.caller(), many.caller()
    second.servers, second.phone = first.servers, "555-0199"
    business = first.business
    for caller in (first, second):
        await caller.tell(NEED, caller.phone, "John Doe")
        assert "24 Nov, 10:00" in caller.shown[-1][1]
    first.servers.hold(BOOK)
    for caller in (first, second):
        await caller.say("Yes, that sounds good")

    async def both_have_begun() -> bool:
        return first.tools[BOOK] == second.tools[BOOK] == 1

    await eventually(both_have_begun, "no booking was begun")
    first.servers.release(BOOK)
    await asyncio.gather(first.quiet(), second.quiet())
    assert len(business.bookings) == 1
    winner, other = (first, second) if "Booked" in first.shown[-1][1] else (second, first)
    assert "24 Nov, 10:00" in winner.shown[-1][1]
    assert "24 Nov, 12:00" in other.shown[-1][1]
    assert "Booked" not in other.shown[-1][1]
    await other.tell("yes")
    assert "Booked" in other.shown[-1][1]
    begins = {str(each["from_ts"]) for each in business.bookings.values()}
    assert len(begins) == len(business.bookings) == len(business.tasks) == 2


@pytest.mark.shows("calls erasure")
@pytest.mark.parametrize("over", [False, True], ids=["within", "behind"])
async def test_a_booking_is_named_before_all_is_deleted_and_nothing_is_written_behind_it(
    many: ManyCalls, *, over: bool
) -> None:
    caller = many.caller()
    await caller.calls_until(CallMoment("message", 4), "/help")
    if over:
        await caller.tell("no thanks")
        await eventually(caller.all_ended, "not ended")
    (row,) = caller.rows
    await caller.tell("/deletemydata")
    asked = await caller.said(AskErase)
    assert [each.what for each in asked.still_to_come] == ["Drywall Repair"]
    assert row.booked_until in {each.until for each in asked.still_to_come}
    await caller.press(PressAction.ERASE)
    erased = await caller.said(Erased)
    assert erased == Erased(counts={"calls": 1}, kept_by=("services",))
    await caller.tell(NEED)
    assert caller.is_asked
    assert row.task_id not in caller.log.rows
    assert len(caller.business.bookings) == 1
