"""The runs of a digest send the report that is due, once."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from temporalio.client import Client, ScheduleDescription, WorkflowHandle
from temporalio.service import RPCError, RPCStatusCode
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Worker

from adapters.postgres.stores import Stores
from adapters.temporal import ClientExtras, connect, drop_timetable, embedded, keep_timetable
from agents.expenses.features.reports import store
from agents.expenses.features.reports.activities import Digests
from agents.expenses.features.reports.digests import Cadence, KeptDigest, timetable
from agents.expenses.features.reports.drawing import ReportDrawing
from agents.expenses.features.reports.replies import ReportReady
from agents.expenses.features.reports.workflow import SpendingDigest
from domain.activity_calls import MAIN_QUEUE
from domain.replies import NoticeShown
from domain.understanding import Person
from tests.adapters.encryption.keys import NEW, codec
from tests.agents.expenses.features.cases import RecordedCases
from tests.given import given_id
from tests.local.waiting import eventually
from wiring.sandbox import sandbox

ALI = Person(user_id="ali", timezone="Asia/Kuala_Lumpur")
MONDAY = "2026-11-23T01:00:00Z"


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

    def __init__(self, client: Client, stores: Stores) -> None:
        self.client, self.stores, self.cases = client, stores, RecordedCases()
        drawing = ReportDrawing(stores.database, stores.attachments)
        self.digests = Digests(stores.database, drawing, self.cases)
        self.kept = digest()

    async def keep(self, kept: KeptDigest) -> None:
        async with self.stores.database.transaction() as connection:
            await store.keep(connection, kept)

    async def row(self) -> KeptDigest | None:
        async with self.stores.database.connection() as connection:
            return await store.find(connection, self.kept.schedule_id)

    def worker(self) -> Worker:
        return Worker(
            self.client,
            task_queue=MAIN_QUEUE,
            workflows=[SpendingDigest],
            activities=[self.digests.send_digest, self.digests.end_digest],
            workflow_runner=sandbox(),
        )

    async def run(self) -> WorkflowHandle[SpendingDigest, None]:
        run = f"{self.kept.schedule_id}/run-{MONDAY}"
        return await self.client.start_workflow(SpendingDigest.run, id=run, task_queue=MAIN_QUEUE)


@pytest.fixture
async def office(dev_server: WorkflowEnvironment, stores: Stores) -> Office:
    """Ali is known."""
    await stores.users.person(ALI)
    return Office(dev_server.client, stores)


@pytest.mark.shows("safety 13")
@pytest.mark.parametrize("gone", [False, True])
async def test_a_run_sends_the_week_that_is_over_and_the_last_one_is_when_nobody_is_there(
    office: Office, *, gone: bool
) -> None:
    """Who moved gets the next one by the new clock."""
    await office.keep(office.kept.model_copy(update={"timezone": "Europe/Berlin"}))
    async with office.worker():
        handle = await office.run()
        told = NoticeShown(notice_id="n", shown=not gone, gone=gone)
        await handle.signal(SpendingDigest.notice_shown, told)
        await handle.result()
    ((conversation, user_id, notice),) = office.cases.notices
    assert (conversation, user_id, notice.reports_to) == ("c", "ali", handle.id)
    assert (notice.id, notice.topic) == ("digest/week/2026-11-16", ReportReady.topic)
    assert (await office.row() is None) is gone
    schedule = office.kept.schedule_id
    assert gone or office.cases.schedules[schedule].timezone == ALI.timezone


@pytest.mark.shows("safety 13")
@pytest.mark.parametrize("kept", [False, True])
async def test_a_schedule_of_nobody_deletes_itself(office: Office, *, kept: bool) -> None:
    office.cases.schedules[office.kept.schedule_id] = timetable(office.kept)
    if kept:
        await office.keep(office.kept.model_copy(update={"user_id": "nobody"}))
    async with office.worker():
        await (await office.run()).result()
    assert (office.cases.schedules, await office.row(), office.cases.notices) == ({}, None, [])


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
    dev_server: WorkflowEnvironment, stores: Stores, keys: tuple[str, ...]
) -> None:
    """The server gives each run an id of its own, which no payload could be made for."""
    address = dev_server.client.service_client.config.target_host
    extras = ClientExtras(codec=codec(*keys)) if keys else None
    client = await connect(embedded(address), extras)
    await stores.users.person(ALI)
    office = Office(client, stores)
    await office.keep(office.kept)
    async with office.worker():
        await keep_timetable(client, timetable(office.kept), MAIN_QUEUE)
        await client.get_schedule_handle(office.kept.schedule_id).trigger()
        await eventually(lambda: office.cases.notices)
        ((_, _, notice),) = office.cases.notices
        run = f"{office.kept.schedule_id}/run-{datetime.now(UTC).year}"
        assert notice.reports_to.startswith(run)
        await drop_timetable(client, office.kept.schedule_id)
        await client.get_workflow_handle(notice.reports_to).terminate()
