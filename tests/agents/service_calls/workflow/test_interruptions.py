"""Interrupted wherever it awaits something, a call goes on, does each thing once, loses no words,
and ends.
"""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest
from temporalio.testing import WorkflowEnvironment

from agents.service_calls.exchange import CallEnd
from agents.service_calls.replies import CallOver, CancelledCall
from agents.service_calls.routing import HANG_UP
from domain.conversation import Limits
from domain.topics import Status
from tests.agents.service_calls.workflow.many import NEED, CallerChat, CallMoment, ManyCalls
from tests.workflows.promises import eventually, last_id

LIMITS = Limits(retry_delay=timedelta(milliseconds=10))
SHORT_RUNS = ({"quiet_events": 1}, *({"max_events": most} for most in (8, 13, 21)))
AT_LEAST = 3
"""New runs of a call."""

OTHER_NUMBER = "555-9999"
THEIR_NUMBER = f"my number is {OTHER_NUMBER}"
TOOLS = ("setting_list", "customer_create", "task_create", "person_calendar_free")

AT_ONCE = 8
WITHIN = 240.0
"""Seconds for one call; only a call that hangs takes them."""


async def broken(
    many: ManyCalls, promised: Callable[[CallerChat, CallMoment], Awaitable[None]]
) -> str:
    """Where a call that goes on undisturbed awaits something: of each activity, tool and message
    the first, every other one and the last.
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

    last = {point.what: point for point in undisturbed.met}
    points = [point for point in undisturbed.met if point.nth % 2 or point == last[point.what]]
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
async def test_a_cancel_ends_a_call_well_wherever_it_is(dev_server: WorkflowEnvironment) -> None:
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

    async with ManyCalls(dev_server, LIMITS).open() as many:
        assert not await broken(many, cancelled)


@pytest.mark.shows("calls G3")
async def test_no_words_are_lost_wherever_they_are_said(dev_server: WorkflowEnvironment) -> None:
    async def heard(caller: CallerChat, point: CallMoment) -> None:
        await caller.calls_until(point, THEIR_NUMBER, then=OTHER_NUMBER)
        await caller.quiet(last_id(caller))
        once(caller)
        (customer,) = caller.business.customers.values()
        begins_another = caller.answers[-1].endswith("?")
        assert begins_another or customer["phone"] == OTHER_NUMBER

    async with ManyCalls(dev_server, LIMITS).open() as many:
        assert not await broken(many, heard)


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


async def test_a_call_goes_on_in_a_new_run_at_every_wait_and_within_a_turn(
    dev_server: WorkflowEnvironment,
) -> None:
    async with ManyCalls(dev_server, LIMITS).open() as many:
        undisturbed, *callers = [many.caller(**limits) for limits in ({}, *SHORT_RUNS)]
        told = {many.caller(**SHORT_RUNS[2]): CallMoment(tool, 1) for tool in TOOLS}
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
