"""A chat with as much open and waiting as it may have: each of its steps stays a short one."""

import gc
import time
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from temporalio import worker, workflow
from temporalio.bridge.proto.workflow_activation import WorkflowActivation
from temporalio.bridge.proto.workflow_completion import WorkflowActivationCompletion
from temporalio.testing import WorkflowEnvironment

from domain.activity_calls import MAIN_QUEUE
from domain.conversation import ConversationStart, Limits
from domain.messages import Message
from tests.agents.expenses.fakes.reading import receipt
from tests.agents.expenses.workflow.chat import ExpenseChat
from tests.fakes.attachments import image
from tests.local.waiting import eventually
from tests.workflows.sandboxed import shared_sandbox
from workflows.conversation import Conversation


class Measured(worker.WorkflowRunner):
    """The sandbox; how many seconds of processor each step of a workflow took."""

    def __init__(self) -> None:
        self.inner = shared_sandbox()
        self.steps: list[float] = []

    def prepare_workflow(self, defn: workflow._Definition) -> None:
        self.inner.prepare_workflow(defn)

    def set_worker_level_failure_exception_types(
        self, types: Sequence[type[BaseException]]
    ) -> None:
        self.inner.set_worker_level_failure_exception_types(types)

    def create_instance(self, det: worker.WorkflowInstanceDetails) -> worker.WorkflowInstance:
        instance = self.inner.create_instance(det)
        activate = instance.activate

        def measured(act: WorkflowActivation) -> WorkflowActivationCompletion:
            gc.disable()  # what other tests left behind is not this step's to clear away
            began = time.thread_time()
            try:
                completion = activate(act)
            finally:
                gc.enable()
            if not act.is_replaying:
                self.steps.append(time.thread_time() - began)
            return completion

        instance.activate = measured  # type: ignore[method-assign]
        return instance


class MeasuredChat(ExpenseChat):
    def __init__(self, env: WorkflowEnvironment, limits: Limits) -> None:
        super().__init__(env, limits, "en_MY")
        self.measured = Measured()

    def runner(self) -> worker.WorkflowRunner:
        return self.measured


@pytest.mark.real_server
async def test_each_step_is_short_with_fifty_open_and_two_hundred_waiting(
    server: WorkflowEnvironment, limits: Limits
) -> None:
    """What waits is carried into a run, so that all of it is there at once."""
    chat = MeasuredChat(server, limits)
    async with chat.open():
        start = await fifty_open(chat)
        now = datetime.now(UTC)
        start.carried.inbox = [
            Message(
                id=f"test:{chat.chat_id}:w{number}",
                sender_id=chat.person.user_id,
                sent_at=now,
                text=f"coffee {number}",
            )
            for number in range(limits.max_inbox)
        ]
        chat.rules.unsure.add("understand")
        chat.understanding.hold("understand")
        chat.measured.steps.clear()
        again = await chat.client.start_workflow(
            Conversation.run, start, id=chat.id, task_queue=MAIN_QUEUE
        )

        async def all_taken() -> bool:
            return (await chat.status()).turns == start.carried.turns + limits.max_inbox

        await eventually(all_taken, within=240)
        await again.terminate()
    assert max(chat.measured.steps) < 0.3, "seconds of processor"


async def fifty_open(chat: MeasuredChat) -> ConversationStart:
    """How a run begins in which fifty expenses wait for a shop."""
    chat.limit(quiet_events=1)
    photos = [image(f"part {number}") for number in range(chat.limits.max_tasks)]
    for number, photo in enumerate(photos, 1):
        chat.reader.will_read(receipt(photo, merchant=None, total=f"{number}.00"))
    await chat.quiet([await chat.photo(photo) for photo in photos][-1])
    await chat.handle.terminate()
    history = await chat.client.get_workflow_handle(chat.id).fetch_history()
    begun = history.events[0].workflow_execution_started_event_attributes
    start: ConversationStart
    (start,) = await chat.client.data_converter.decode(begun.input.payloads, [ConversationStart])
    assert len(start.carried.tasks) == len(photos)
    return start
