"""A digest is arranged in the chat, and its runs send the report that is due, once."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from temporalio.client import Client, ScheduleDescription, WorkflowHandle
from temporalio.service import RPCError, RPCStatusCode
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Worker

from adapters.temporal import ClientExtras, connect, drop_timetable, embedded, keep_timetable
from agents.expenses.activities.digest import KeepDigests
from agents.expenses.activities.report import ReportSpending
from agents.expenses.digest import SpendingDigest
from agents.expenses.digests import Cadence, KeptDigest, timetable
from agents.expenses.offline.engine import OfflineEngine
from agents.expenses.pictures.engine import PaintedReports
from agents.expenses.replies import DigestArranged, ReportReady
from bot.handover import TemporalRefusedError
from domain.calls import MAIN_QUEUE
from domain.replies import NoticeShown
from domain.topics import Failed
from domain.understanding import Person
from tests.adapters.encryption.keys import NEW, codec
from tests.agents.expenses.fakes.digests import InMemoryDigests
from tests.agents.expenses.fakes.ledger import InMemoryLedger
from tests.agents.expenses.workflow.chat import ExpenseChat
from tests.fakes.attachments import InMemoryAttachments
from tests.given import given_id
from tests.local.waiting import eventually
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


def digest(every: Cadence = Cadence.WEEK, timezone: str = ALI.timezone) -> KeptDigest:
    return KeptDigest(
        schedule_id=f"digest:{given_id()}",
        user_id="ali",
        conversation_id="c",
        every=every,
        timezone=timezone,
    )


class Office:
    """What one run of a schedule reaches; nothing is saved of Ali."""

    def __init__(self, client: Client, person: Person | None = ALI) -> None:
        known = {} if person is None else {person.user_id: person}
        self.client, self.digests = client, InMemoryDigests(known)
        rules, ledger = OfflineEngine(), InMemoryLedger()
        report = ReportSpending(rules, ledger, PaintedReports(), InMemoryAttachments())
        self.keeping = KeepDigests(rules, self.digests, self.digests, report, self.digests)
        self.kept = digest()

    def worker(self) -> Worker:
        return Worker(
            self.client,
            task_queue=MAIN_QUEUE,
            workflows=[SpendingDigest],
            activities=[self.keeping.send_digest, self.keeping.end_digest],
            workflow_runner=sandbox(),
        )

    async def run(self) -> WorkflowHandle[SpendingDigest, None]:
        run = f"{self.kept.schedule_id}/run-{MONDAY}"
        return await self.client.start_workflow(SpendingDigest.run, id=run, task_queue=MAIN_QUEUE)


@pytest.mark.shows("safety 13")
@pytest.mark.parametrize("gone", [False, True])
async def test_a_run_sends_the_week_that_is_over_and_the_last_one_is_when_nobody_is_there(
    dev_server: WorkflowEnvironment, *, gone: bool
) -> None:
    """Who moved gets the next one by the new clock."""
    office = Office(dev_server.client)
    await office.digests.keep(office.kept.model_copy(update={"timezone": "Europe/Berlin"}))
    async with office.worker():
        handle = await office.run()
        told = NoticeShown(notice_id="n", shown=not gone, gone=gone)
        await handle.signal(SpendingDigest.notice_shown, told)
        await handle.result()
    ((conversation, user_id, notice),) = office.digests.told
    assert (conversation, user_id, notice.reports_to) == ("c", "ali", handle.id)
    assert (notice.id, notice.topic) == ("digest/week/2026-11-16", ReportReady.topic)
    schedule = office.kept.schedule_id
    assert (schedule in office.digests.rows) is not gone
    assert gone or office.digests.schedules[schedule].timezone == ALI.timezone


@pytest.mark.shows("safety 13")
@pytest.mark.parametrize(("kept", "person"), [(False, ALI), (True, None)])
async def test_a_schedule_of_nobody_deletes_itself(
    dev_server: WorkflowEnvironment, *, kept: bool, person: Person | None
) -> None:
    office = Office(dev_server.client, person)
    office.digests.schedules[office.kept.schedule_id] = timetable(office.kept)
    if kept:
        await office.digests.keep(office.kept)
    async with office.worker():
        await (await office.run()).result()
    assert (office.digests.schedules, office.digests.rows, office.digests.told) == ({}, {}, [])


async def described(client: Client, schedule_id: str) -> ScheduleDescription | None:
    try:
        return await client.get_schedule_handle(schedule_id).describe()
    except RPCError as error:
        if error.status is RPCStatusCode.NOT_FOUND:
            return None
        raise


@pytest.mark.shows("safety 13")
@pytest.mark.parametrize("every", Cadence)
async def test_it_is_at_nine_where_the_person_lives_and_can_be_changed_and_dropped(
    dev_server: WorkflowEnvironment, every: Cadence
) -> None:
    client, kept = dev_server.client, digest(every)
    elsewhere = kept.model_copy(update={"timezone": "America/New_York"})
    for each in (elsewhere, kept, kept):
        await keep_timetable(client, timetable(each), "nowhere")

    async def times() -> list[datetime]:
        found = await described(client, kept.schedule_id)
        assert found is not None
        zone = ZoneInfo(ALI.timezone)
        return [time.astimezone(zone) for time in found.info.next_action_times]

    async def is_at_nine() -> bool:
        return all(time.hour == 9 for time in await times())

    await eventually(is_at_nine)
    coming = await times()
    assert len(coming) > 1
    if every is Cadence.WEEK:
        assert {time.weekday() for time in coming} == {0}
    else:
        assert {time.day for time in coming} == {1}
    for _ in range(2):
        await drop_timetable(client, kept.schedule_id)

    async def is_gone() -> bool:
        return await described(client, kept.schedule_id) is None

    await eventually(is_gone)


@pytest.mark.shows("safety 13")
@pytest.mark.parametrize("keys", [(), (NEW,)], ids=["in the clear", "encrypted"])
async def test_its_run_sends_the_report_also_where_everything_is_encrypted(
    dev_server: WorkflowEnvironment, keys: tuple[str, ...]
) -> None:
    """The server gives each run an id of its own, which no payload could be made for."""
    address = dev_server.client.service_client.config.target_host
    extras = ClientExtras(codec=codec(*keys)) if keys else None
    client = await connect(embedded(address), extras)
    office = Office(client)
    await office.digests.keep(office.kept)

    async def is_told() -> bool:
        return bool(office.digests.told)

    async with office.worker():
        await keep_timetable(client, timetable(office.kept), MAIN_QUEUE)
        await client.get_schedule_handle(office.kept.schedule_id).trigger()
        await eventually(is_told)
        ((_, _, notice),) = office.digests.told
        run = f"{office.kept.schedule_id}/run-{datetime.now(UTC).year}"
        assert notice.reports_to.startswith(run)
        await drop_timetable(client, office.kept.schedule_id)
        await client.get_workflow_handle(notice.reports_to).terminate()
