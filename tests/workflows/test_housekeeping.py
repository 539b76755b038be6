"""Expired data is removed once a day."""

from datetime import timedelta
from uuid import uuid4

from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Worker

from activities.erasure import ErasePerson
from activities.purge import Purge
from domain.errors import StorageUnavailableError
from domain.ledger import Purged, PurgeRequest
from tests.fakes.people import InMemoryConversations, InMemoryErasure
from workflows.housekeeping import Housekeeping

REQUEST = PurgeRequest(older_than=timedelta(days=30))


class FlakyRetention:
    """Implements ``Retention``; fails as often as it is told to, then removes three messages."""

    def __init__(self, failures: int) -> None:
        self.failures = failures
        self.asked: list[timedelta] = []

    async def purge(self, older_than: timedelta) -> Purged:
        self.asked.append(older_than)
        if len(self.asked) <= self.failures:
            msg = "away"
            raise StorageUnavailableError(msg)
        return Purged(messages=3, drafts=0, model_calls=0)


async def run(
    server: WorkflowEnvironment,
    retention: FlakyRetention,
    conversations: InMemoryConversations | None = None,
) -> Purged:
    queue = uuid4().hex
    erase = ErasePerson(InMemoryErasure(), conversations or InMemoryConversations())
    worker = Worker(
        server.client,
        task_queue=queue,
        workflows=[Housekeeping],
        activities=[Purge(retention).purge_expired, erase.forget_erasures],
        max_cached_workflows=0,
    )
    async with worker:
        return await server.client.execute_workflow(
            Housekeeping.run, REQUEST, id=queue, task_queue=queue
        )


async def test_what_is_older_than_the_retention_time_is_removed(
    shared_server: WorkflowEnvironment,
) -> None:
    retention = FlakyRetention(failures=0)
    assert (await run(shared_server, retention)).messages == 3
    assert retention.asked == [timedelta(days=30)]


async def test_a_passing_outage_does_not_lose_the_day(dev_server: WorkflowEnvironment) -> None:
    retention = FlakyRetention(failures=1)
    assert (await run(dev_server, retention)).messages == 3
    assert len(retention.asked) == 2


async def test_what_names_people_who_left_is_removed(shared_server: WorkflowEnvironment) -> None:
    conversations = InMemoryConversations(old_erasures=2)
    await run(shared_server, FlakyRetention(failures=0), conversations)
    assert conversations.old_erasures == 0
