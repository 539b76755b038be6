"""The runs of a schedule of reminders tell what is due, once."""

from datetime import date
from decimal import Decimal

import pytest
from temporalio.client import WorkflowHandle
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Worker

from adapters.postgres.stores import Stores
from agents.expenses.features.recurring import store
from agents.expenses.features.recurring.activities import Reminders
from agents.expenses.features.recurring.recurring import Every, RecurringItem
from agents.expenses.features.recurring.reminders import KeptReminder, schedule_of, timetable
from agents.expenses.features.recurring.workflow import RecurringReminder
from agents.expenses.schedules import eraser_of
from domain.activity_calls import MAIN_QUEUE
from domain.errors import AppError
from domain.replies import NoticeShown
from domain.understanding import Person
from tests.agents.expenses.features.cases import RecordedCases
from tests.given import given_id
from wiring.sandbox import sandbox

pytestmark = pytest.mark.skips_time

RENT = RecurringItem(
    name="rent",
    amount=Decimal(1200),
    currency="MYR",
    every=Every.MONTH,
    anchor=date(2026, 11, 5),
    next_due=date(2026, 12, 5),
)


class Office:
    """What the runs of one person's schedule reach."""

    def __init__(self, env: WorkflowEnvironment, stores: Stores) -> None:
        self.env, self.stores, self.cases = env, stores, RecordedCases()
        self.ali = Person(user_id=given_id(), timezone="Asia/Kuala_Lumpur")
        self.reminders = Reminders(stores.database, self.cases)
        self.kept = KeptReminder(
            user_id=self.ali.user_id,
            schedule_id=schedule_of(self.ali.user_id),
            conversation_id="c",
            timezone=self.ali.timezone,
        )

    async def keep(self, *items: RecurringItem) -> None:
        await self.stores.users.person(self.ali)
        self.cases.schedules[self.kept.schedule_id] = timetable(self.kept)
        async with self.stores.database.transaction() as connection:
            await store.keep_reminder(connection, self.kept)
            for item in items:
                await store.keep(connection, self.ali.user_id, item)

    async def row(self) -> KeptReminder | None:
        async with self.stores.database.connection() as connection:
            return await store.reminder_of(connection, self.kept.schedule_id)

    def worker(self) -> Worker:
        own = self.reminders
        return Worker(
            self.env.client,
            task_queue=MAIN_QUEUE,
            workflows=[RecurringReminder],
            activities=[own.send_reminders, own.end_reminders],
            workflow_runner=sandbox(),
        )

    async def run(self, day: int) -> WorkflowHandle[RecurringReminder, None]:
        """At nine in the person's zone, on that day of December."""
        run = f"{self.kept.schedule_id}/run-2026-12-{day:02}T01:00:00Z"
        return await self.env.client.start_workflow(
            RecurringReminder.run, id=run, task_queue=MAIN_QUEUE
        )

    def told(self) -> list[str]:
        return [
            notice.id.partition("/")[2].partition("/")[2] for _, _, notice in self.cases.notices
        ]


@pytest.fixture
async def office(server: WorkflowEnvironment, stores: Stores) -> Office:
    return Office(server, stores)


@pytest.mark.shows("safety 22")
async def test_each_day_is_told_once_also_where_nobody_answers_or_a_run_comes_twice(
    office: Office,
) -> None:
    await office.keep(RENT)
    async with office.worker():
        for day in (4, 5, 5, 6, 9, 10):
            await (await office.run(day)).result()
    assert office.told() == ["2026-12-05/due", "2026-12-05/missing"]


async def test_what_could_not_be_told_is_told_by_the_same_run_later(office: Office) -> None:
    """The notice that a run is killed behind has the same name: it is not shown again."""
    await office.keep(RENT)
    failing = RecordedCases()

    class AwayError(AppError):
        code = "away"
        retryable = True

    async def tell(*said: object) -> None:
        await RecordedCases.tell(office.cases, *said)  # type: ignore[arg-type]
        if len(office.cases.notices) == 1:
            raise AwayError("killed behind it")

    failing.tell = tell  # type: ignore[method-assign, assignment]
    office.reminders = Reminders(office.stores.database, failing)
    async with office.worker():
        await (await office.run(5)).result()
    assert office.told() == ["2026-12-05/due"] * 2


@pytest.mark.parametrize("gone", [False, True])
async def test_the_last_reminder_is_when_nobody_is_there(office: Office, *, gone: bool) -> None:
    await office.keep(RENT)
    async with office.worker():
        handle = await office.run(5)
        told = NoticeShown(notice_id="n", shown=not gone, gone=gone)
        await handle.signal(RecurringReminder.notice_shown, told)
        await handle.result()
    assert (await office.row() is None) is gone
    assert (not office.cases.schedules) is gone


async def test_a_schedule_of_nothing_deletes_itself(office: Office) -> None:
    await office.keep()
    async with office.worker():
        await (await office.run(5)).result()
    assert (office.cases.schedules, await office.row(), office.told()) == ({}, None, [])


async def test_erasure_knows_a_schedule_and_takes_what_was_told_and_answered(
    office: Office,
) -> None:
    await office.keep(RENT)
    async with office.worker():
        await (await office.run(5)).result()
    user_id, erasure = office.ali.user_id, office.stores.erasure
    held = await erasure.held_elsewhere(user_id)
    assert [(each.system, each.reference) for each in held] == [
        ("reminder", office.kept.schedule_id)
    ]
    assert office.kept.schedule_id in await erasure.conversations_of(user_id)
    erase = eraser_of("reminder", office.cases)
    assert await erase(held[0].system, held[0].reference)
    await erasure.erase(user_id)
    assert (office.cases.schedules, await office.row()) == ({}, None)
    async with office.stores.database.connection() as connection:
        day = await store.day_of(connection, user_id, RENT, date(2026, 12, 5))
    assert day.told == ""
