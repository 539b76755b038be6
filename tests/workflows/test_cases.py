"""Workflows that an agent brings itself, reached from its activities."""

import pytest
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Worker

from agents.registry import workflows_of
from bot.gateway import ConversationGateway
from domain.activity_calls import MAIN_QUEUE
from domain.conversation import Limits
from domain.replies import Notice
from domain.topics import Help
from domain.understanding import Person
from tests.fakes.attachments import InMemoryAttachments
from tests.fakes.channel import InMemoryTranscript
from tests.fakes.people import InMemoryUsers
from tests.given import given_id
from tests.toy.chat import ToyChat
from tests.toy.clerk.cases import Drawer
from tests.toy.words import Slip
from wiring.cases import TemporalCases
from wiring.sandbox import sandbox


@pytest.fixture(scope="module")
def toys() -> tuple[str, ...]:
    return ("toy", "clerk")


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
    server: WorkflowEnvironment,
) -> None:
    cases, case = reached(server), f"drawer:{given_id()}"
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


async def notify(chat: ToyChat, case: str, notice_id: str, replaces: str = "") -> None:
    """A case says something to the person of a chat."""
    notice = Notice(id=notice_id, topic=Help.topic, content={}, reports_to=case, replaces=replaces)
    await chat.notify(notice)


@pytest.mark.real_server
async def test_a_case_is_told_once_what_became_of_each_notice_and_may_replace_it(
    server: WorkflowEnvironment,
    limits: Limits,
    locale: str,
) -> None:
    limits = limits.model_copy(update={"quiet_events": 1})
    case = f"drawer:{given_id()}"
    worker = Worker(
        server.client,
        task_queue="drawers",
        workflows=workflows_of(["clerk"]),
        workflow_runner=sandbox(),
    )
    async with worker, ToyChat(server, limits, locale).open() as chat:
        handle = await server.client.start_workflow(
            Drawer.run, Slip(words="start"), id=case, task_queue="drawers"
        )
        await chat.tell("hello")
        await notify(chat, case, "n1")
        await chat.told(Help.topic)
        await notify(chat, "drawer:gone", "n2")
        await chat.told(Help.topic, 2)
        await notify(chat, case, "n3", replaces="n1")
        edited = await chat.told(Help.topic, 3)
        await chat.quiet()
        first = next(reply for reply in chat.channel.shown if reply.notice == "n1")
        assert edited.edits == f"m{chat.channel.shown.index(first) + 1}"
        chat.channel.gone = True
        await notify(chat, case, "n4")
        await chat.ended()
        told = await handle.query(Drawer.shown)
        assert [(each.notice_id, each.shown, each.gone) for each in told] == [
            ("n1", True, False),
            ("n3", True, False),
            ("n4", False, True),
        ]
        await handle.terminate()
