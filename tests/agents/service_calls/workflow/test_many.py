"""Many calls at once. Interrupted wherever it awaits something, a call goes on, does each thing
once, loses no words, and ends. Beside others of one business it takes nothing from them.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta

import pytest
from temporalio.testing import WorkflowEnvironment

from agents.service_calls.exchange import CallEnd
from agents.service_calls.graph.next_node import HANG_UP
from agents.service_calls.replies import CallOver, CancelledCall
from domain.conversation import Limits
from domain.preferences import ErasedRows
from domain.topics import AskErase, Erased, PressAction, Status
from tests.agents.service_calls.workflow.chat import InMemoryCallLog
from tests.agents.service_calls.workflow.many import NEED, CallerChat, CallMoment, ManyCalls
from tests.fakes.people import InMemoryErasure
from tests.workflows.promises import eventually, last_id

LIMITS = Limits(retry_delay=timedelta(milliseconds=10))
SHORT_RUNS = (
    {"quiet_events": 1, "quiet_turns": 1},
    *({"max_events": most} for most in (13, 8, 21)),
)
AT_LEAST = 3
"""New runs of a call."""

OTHER_NUMBER = "555-9999"
THEIR_NUMBER = f"my number is {OTHER_NUMBER}"
BOOK = "person_calendar_book"
TOOLS = ("customer_create", "person_calendar_free", "setting_list", "task_create")

thoroughly = pytest.mark.parametrize(
    "every", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["each-kind", "every-point"]
)
"""Wherever a call awaits something, or once for each kind of what it awaits."""

AT_ONCE = 8
WITHIN = 240.0
"""Seconds for one call; only a call that hangs takes them."""


class ErasureOfCalls(InMemoryErasure):
    """Of one person, by the rows of their calls."""

    def __init__(self, log: InMemoryCallLog) -> None:
        super().__init__()
        self._log = log

    async def erase(self, user_id: str) -> ErasedRows:
        erased = [each for each, row in self._log.rows.items() if row.user_id == user_id]
        for each in erased:
            del self._log.rows[each]
        return ErasedRows(counts={"calls": len(erased)})


@pytest.fixture
async def many(dev_server: WorkflowEnvironment) -> AsyncIterator[ManyCalls]:
    many = ManyCalls(dev_server, LIMITS)
    many.erasure = ErasureOfCalls(many.log)
    async with many.open():
        yield many


async def broken(
    many: ManyCalls,
    promised: Callable[[CallerChat, CallMoment], Awaitable[None]],
    *,
    every: bool,
) -> str:
    """What went wrong where: interrupted at the points at which a call that goes on undisturbed
    awaits an activity, a tool or a message. Of each kind the one in the middle, unless ``every``.
    """
    undisturbed = many.caller()
    await undisturbed.calls()
    await undisturbed.quiet()
    once(undisturbed)
    turn = asyncio.Semaphore(AT_ONCE)

    async def at(point: CallMoment) -> str:
        caller = many.caller()
        async with turn:
            try:
                await asyncio.wait_for(promised(caller, point), WITHIN)
            except (AssertionError, TimeoutError) as error:
                return f"{point.what} {point.nth}: {error!r}; shown: {caller.shown}\n"
            await many.leave(caller)
        return ""

    points = undisturbed.met
    if not every:
        kinds = Counter(point.what for point in points)
        points = [point for point in points if point.nth == kinds[point.what] // 2 + 1]
    return "".join(await asyncio.gather(*(at(point) for point in points)))


def once(caller: CallerChat) -> None:
    """Of each thing one, and each reply shown once."""
    business, shown = caller.business, caller.channel.shown
    made = (len(business.customers), len(business.tasks), len(business.bookings))
    assert made == (1, 1, 1)
    assert len(set(business.hung_up)) == caller.topics.count(CallOver.topic) == 1
    assert len({reply.id for reply in shown}) == len(shown)
    assert len(set(caller.answers)) == len(caller.answers)


@pytest.mark.shows("calls faults")
@thoroughly
async def test_a_cancel_ends_a_call_well_wherever_it_is(many: ManyCalls, *, every: bool) -> None:
    async def cancelled(caller: CallerChat, point: CallMoment) -> None:
        await caller.calls_until(point, "/cancel")
        await caller.quiet(last_id(caller))
        begun = caller.tools.copy()
        await caller.tell("/status")
        assert caller.topics[-1] == Status.topic
        await eventually(caller.all_ended, "not ended")
        assert set(caller.tools - begun) <= {HANG_UP}
        if caller.over:
            assert caller.outcomes == [CallEnd.BOOKED]
        else:
            assert set(caller.outcomes) <= {CallEnd.CANCELLED}
        if CancelledCall.topic in caller.topics:
            named = (await caller.said(CancelledCall)).tasks
            assert list(named) == [task["number"] for task in caller.business.tasks.values()]
        await caller.tell(NEED)
        assert caller.is_asked

    assert not await broken(many, cancelled, every=every)


@pytest.mark.shows("calls G3")
@thoroughly
async def test_no_words_are_lost_wherever_they_are_said(many: ManyCalls, *, every: bool) -> None:
    async def heard(caller: CallerChat, point: CallMoment) -> None:
        await caller.calls_until(point, THEIR_NUMBER, then=OTHER_NUMBER)
        await caller.quiet(last_id(caller))
        once(caller)
        (customer,) = caller.business.customers.values()
        begins_another = caller.answers[-1].endswith("?")
        assert begins_another or customer["phone"] == OTHER_NUMBER

    assert not await broken(many, heard, every=every)


@pytest.mark.shows("calls faults")
async def test_each_thing_is_done_once_by_workers_that_die_at_every_step(
    dev_server: WorkflowEnvironment,
) -> None:
    async with ManyCalls(dev_server, LIMITS, cached=0).open() as many:
        caller = many.caller()
        caller.dying = True
        await caller.calls()
        await caller.quiet()
        once(caller)


@thoroughly
async def test_a_call_goes_on_in_a_new_run_at_every_wait_and_within_a_turn(
    many: ManyCalls, *, every: bool
) -> None:
    runs, tools = (SHORT_RUNS, TOOLS) if every else (SHORT_RUNS[:1], TOOLS[:2])
    undisturbed, *callers = [many.caller(**limits) for limits in ({}, *runs)]
    told = {many.caller(**SHORT_RUNS[1]): CallMoment(tool, 1) for tool in tools}
    await asyncio.gather(
        *(caller.calls() for caller in (undisturbed, *callers)),
        *(caller.calls_until(at, THEIR_NUMBER, OTHER_NUMBER) for caller, at in told.items()),
    )
    for caller in (*callers, *told):
        await caller.quiet()
        once(caller)
        assert len(await caller.runs()) > AT_LEAST
    assert all(caller.answers == undisturbed.answers for caller in callers)
    customers = [each for caller in told for each in caller.business.customers.values()]
    assert {each["phone"] for each in customers} == {OTHER_NUMBER}


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
    winner, other = (first, second) if "Done" in first.shown[-1][1] else (second, first)
    assert "24 Nov, 10:00" in winner.shown[-1][1]
    assert "24 Nov, 12:00" in other.shown[-1][1]
    assert "Done" not in other.shown[-1][1]
    await other.tell("yes")
    assert "Done" in other.shown[-1][1]
    begins = {str(each["from_ts"]) for each in business.bookings.values()}
    assert len(begins) == len(business.bookings) == len(business.tasks) == 2


@pytest.mark.shows("calls erasure")
@pytest.mark.parametrize("over", [False, True], ids=["within", "behind"])
async def test_all_is_deleted_beside_a_call_and_nothing_is_written_behind_it(
    many: ManyCalls, *, over: bool
) -> None:
    caller = many.caller()
    await caller.calls_until(CallMoment("message", 4), "/help")
    if over:
        await caller.tell("no thanks")
        await eventually(caller.all_ended, "not ended")
    (row,) = caller.rows
    assert row.booked_until
    assert row.erasable
    await caller.tell("/deletemydata")
    await caller.said(AskErase)
    await caller.press(PressAction.ERASE)
    assert (await caller.said(Erased)).counts == {"calls": 1}
    await caller.tell(NEED)
    assert caller.is_asked
    assert row.task_id not in caller.log.rows
    assert len(caller.business.bookings) == 1
