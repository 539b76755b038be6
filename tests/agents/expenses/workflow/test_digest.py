"""A digest is arranged in the chat, and its runs send the report that is due, once."""

import pytest
from temporalio.client import WorkflowHandle
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Worker

from agents.expenses.activities.digest import KeepDigests
from agents.expenses.activities.report import ReportSpending
from agents.expenses.digest import SpendingDigest
from agents.expenses.digests import Cadence, KeptDigest, schedule_of
from agents.expenses.offline.engine import OfflineEngine
from agents.expenses.pictures.engine import PaintedReports
from agents.expenses.replies import DigestArranged, ReportReady
from bot.handover import TemporalRefusedError
from domain.calls import MAIN_QUEUE
from domain.replies import NoticeShown
from domain.topics import Failed
from domain.understanding import Person
from tests.agents.expenses.fakes.digests import InMemoryDigests
from tests.agents.expenses.fakes.ledger import InMemoryLedger
from tests.agents.expenses.workflow.chat import ExpenseChat
from tests.fakes.attachments import InMemoryAttachments
from tests.given import given_id
from wiring.sandbox import sandbox

ALI = Person(user_id="ali", timezone="Asia/Kuala_Lumpur")
MONDAY = "2026-11-23T01:00:00Z"


@pytest.mark.shows("safety 13")
async def test_it_is_arranged_changed_told_and_ended_in_the_chat(chat: ExpenseChat) -> None:
    await chat.tell("/digest weekly")
    await chat.told(DigestArranged.topic)
    (table,) = chat.digests.schedules.values()
    assert (table.weekday, table.timezone) == (1, chat.person.timezone)
    await chat.tell("send me a report every month")
    await chat.told(DigestArranged.topic, 2)
    (table,) = chat.digests.schedules.values()
    assert (table.weekday, table.day) == (None, 1)
    await chat.tell("/digest", "/digest banana", "/digest off")
    await chat.told(DigestArranged.topic, 5)
    assert (chat.digests.schedules, chat.digests.rows) == ({}, {})
    for said in ("Every Monday", "On the 1st", "how often", "No reports come"):
        assert said in chat.screen


async def test_what_cannot_be_scheduled_is_not_promised(chat: ExpenseChat) -> None:
    chat.digests.failure = TemporalRefusedError("no right to keep schedules")
    await chat.tell("/digest weekly")
    await chat.told(Failed.topic)
    assert chat.digests.rows == {}


class Office:
    """What one run of a schedule reaches; nothing is saved of Ali."""

    def __init__(self, env: WorkflowEnvironment, person: Person | None = ALI) -> None:
        known = {} if person is None else {person.user_id: person}
        self.env, self.digests = env, InMemoryDigests(known)
        rules, ledger = OfflineEngine(), InMemoryLedger()
        report = ReportSpending(rules, ledger, PaintedReports(), InMemoryAttachments())
        self.keeping = KeepDigests(rules, self.digests, self.digests, report, self.digests)
        self.schedule = f"{schedule_of('c', 'ali')}{given_id()}"

    def worker(self) -> Worker:
        return Worker(
            self.env.client,
            task_queue=MAIN_QUEUE,
            workflows=[SpendingDigest],
            activities=[self.keeping.send_digest, self.keeping.end_digest],
            workflow_runner=sandbox(),
        )

    async def keep(self, timezone: str = ALI.timezone) -> None:
        kept = KeptDigest(
            schedule_id=self.schedule,
            user_id="ali",
            conversation_id="c",
            every=Cadence.WEEK,
            timezone=timezone,
        )
        await self.digests.keep(kept)

    async def run(self) -> WorkflowHandle[SpendingDigest, None]:
        run = f"{self.schedule}/run-{MONDAY}"
        return await self.env.client.start_workflow(
            SpendingDigest.run, id=run, task_queue=MAIN_QUEUE
        )


@pytest.mark.shows("safety 13")
@pytest.mark.real_server  # a result that is waited for lets the other one skip time
@pytest.mark.parametrize("gone", [False, True])
async def test_a_run_sends_the_week_that_is_over_and_the_last_one_is_when_nobody_is_there(
    server: WorkflowEnvironment, *, gone: bool
) -> None:
    office = Office(server)
    await office.keep()
    async with office.worker():
        handle = await office.run()
        told = NoticeShown(notice_id="n", shown=not gone, gone=gone)
        await handle.signal(SpendingDigest.notice_shown, told)
        await handle.result()
    ((conversation, user_id, notice),) = office.digests.told
    assert (conversation, user_id, notice.reports_to) == ("c", "ali", handle.id)
    assert (notice.id, notice.topic) == ("digest/week/2026-11-16", ReportReady.topic)
    assert (office.schedule in office.digests.rows) is not gone


@pytest.mark.shows("safety 13")
@pytest.mark.real_server
@pytest.mark.parametrize(("kept", "person"), [(False, ALI), (True, None)])
async def test_a_schedule_of_nobody_deletes_itself(
    server: WorkflowEnvironment, *, kept: bool, person: Person | None
) -> None:
    office = Office(server, person)
    office.digests.schedules[office.schedule] = None  # type: ignore[assignment] # any will do
    if kept:
        await office.keep()
    async with office.worker():
        await (await office.run()).result()
    assert (office.digests.schedules, office.digests.rows, office.digests.told) == ({}, {}, [])


@pytest.mark.real_server
async def test_who_moved_gets_the_next_one_by_the_new_clock(server: WorkflowEnvironment) -> None:
    office = Office(server)
    await office.keep("Europe/Berlin")
    async with office.worker():
        handle = await office.run()
        await handle.signal(
            SpendingDigest.notice_shown, NoticeShown(notice_id="n", shown=True, gone=False)
        )
        await handle.result()
    assert office.digests.schedules[office.schedule].timezone == ALI.timezone
