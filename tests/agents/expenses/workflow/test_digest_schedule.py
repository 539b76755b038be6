"""A digest's schedule on the real server."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from temporalio.client import Client, ScheduleDescription
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
from domain.calls import MAIN_QUEUE
from domain.understanding import Person
from tests.adapters.encryption.keys import NEW, codec
from tests.agents.expenses.fakes.digests import InMemoryDigests
from tests.agents.expenses.fakes.ledger import InMemoryLedger
from tests.fakes.attachments import InMemoryAttachments
from tests.given import given_id
from tests.local.waiting import eventually
from wiring.sandbox import sandbox

ALI = Person(user_id="ali", timezone="Asia/Kuala_Lumpur")


def digest(every: Cadence = Cadence.WEEK) -> KeptDigest:
    return KeptDigest(
        schedule_id=f"digest:{given_id()}",
        user_id="ali",
        conversation_id="c",
        every=every,
        timezone=ALI.timezone,
    )


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
    digests, rules = InMemoryDigests({"ali": ALI}), OfflineEngine()
    report = ReportSpending(rules, InMemoryLedger(), PaintedReports(), InMemoryAttachments())
    keeping = KeepDigests(rules, digests, digests, report, digests)
    kept, queue = digest(), MAIN_QUEUE
    await digests.keep(kept)
    worker = Worker(
        client,
        task_queue=queue,
        workflows=[SpendingDigest],
        activities=[keeping.send_digest, keeping.end_digest],
        workflow_runner=sandbox(),
    )

    async def is_told() -> bool:
        return bool(digests.told)

    async with worker:
        await keep_timetable(client, timetable(kept), queue)
        await client.get_schedule_handle(kept.schedule_id).trigger()
        await eventually(is_told)
        ((_, _, notice),) = digests.told
        assert notice.reports_to.startswith(f"{kept.schedule_id}/run-{datetime.now(UTC).year}")
        await drop_timetable(client, kept.schedule_id)
        await client.get_workflow_handle(notice.reports_to).terminate()
