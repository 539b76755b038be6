"""Workflows that an agent brings itself, reached from its activities."""

from uuid import uuid4

import pytest
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Worker

from agents.packages import PACKAGES
from agents.registry import workflows_of
from bot.gateway import ConversationGateway
from domain.calls import MAIN_QUEUE
from domain.understanding import Person
from tests.clerk.drawer import Drawer, Slip
from tests.fakes.attachments import InMemoryAttachments
from tests.fakes.channel import InMemoryTranscript
from tests.fakes.people import InMemoryUsers
from wiring.cases import TemporalCases
from wiring.sandbox import sandbox


def reached(server: WorkflowEnvironment) -> TemporalCases:
    cases = TemporalCases()
    cases.reach(
        ConversationGateway(
            client=server.client,
            transcript=InMemoryTranscript(),
            attachments=InMemoryAttachments(),
            users=InMemoryUsers(),
            defaults=Person(user_id=""),
        )
    )
    return cases


async def test_a_case_is_begun_once_told_more_and_begun_anew_when_it_has_ended(
    server: WorkflowEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PACKAGES, "clerk", "tests.clerk")
    cases, case = reached(server), f"drawer:{uuid4()}"
    handle = server.client.get_workflow_handle(case)
    async with Worker(
        server.client,
        task_queue=MAIN_QUEUE,
        workflows=workflows_of(["toy", "clerk"]),
        workflow_runner=sandbox(),
    ):
        for words in ("a", "b"):
            start = Slip(words="start")
            await cases.pass_on("drawer", case, start, "put_in", Slip(words=words))
        assert await handle.query(Drawer.slips) == ["start", "a", "b"]
        await cases.pass_on("drawer", case, start, "put_in", Slip(words="end"))
        await handle.result()
        await cases.pass_on("drawer", case, start, "put_in", Slip(words="c"))
        assert await handle.query(Drawer.slips) == ["start", "c"]
        await handle.terminate()
