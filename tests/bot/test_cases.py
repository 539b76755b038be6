"""An act of the staff happens once on its case, and what the case says of it comes back."""

from datetime import UTC, datetime, timedelta

import pytest
from temporalio import workflow
from temporalio.api.enums.v1 import EventType
from temporalio.exceptions import ApplicationError
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Worker

from bot.cases import CaseGoneError, StaffDesk
from domain.staff import STAFF_ACT, STAFF_ACT_KEPT, StaffAct, StaffAnswer, StaffMember
from tests.given import given_id

SIGNALED = EventType.EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED
MIA = StaffMember(id="telegram:7001", name="Mia")


@workflow.defn(sandboxed=False)
class Case:
    def __init__(self) -> None:
        self._claims = 0
        self._over = False
        self._seen: list[str] = []

    @workflow.run
    async def run(self) -> int:
        await workflow.wait_condition(lambda: self._over)
        return self._claims

    @workflow.signal(name=STAFF_ACT_KEPT)
    def staff_act_kept(self, act: StaffAct) -> None:
        self._do(act)

    def _do(self, act: StaffAct) -> None:
        if act.id not in self._seen:
            self._seen.append(act.id)
            self._over = act.action == "close"
            self._claims += act.action == "claim"

    @workflow.update(name=STAFF_ACT)
    async def staff_act(self, act: StaffAct) -> StaffAnswer:
        self._do(act)
        return StaffAnswer(applied=True, topic="toy.done", content={"by": act.by.name})

    @staff_act.validator
    def _refuse(self, act: StaffAct) -> None:
        if act.action == "told":
            raise ApplicationError("no", {"topic": "toy.no", "content": {"why": "taken"}})
        if act.action == "refused":
            raise ApplicationError("no")


def act(action: str) -> StaffAct:
    return StaffAct(id=f"toy:{given_id()}", by=MIA, at=datetime.now(UTC), action=action)


async def test_an_act_happens_once_and_its_answer_comes_back(
    environment: WorkflowEnvironment,
) -> None:
    queue = f"cases-{given_id()}"
    desk = StaffDesk(environment.client)
    async with Worker(environment.client, task_queue=queue, workflows=[Case]):
        handle = await environment.client.start_workflow(Case.run, id=queue, task_queue=queue)
        claim = act("claim")
        for _ in range(2):
            answer = await desk.act(queue, claim)
            assert answer == StaffAnswer(applied=True, topic="toy.done", content={"by": "Mia"})
        told = await desk.act(queue, act("told"))
        assert told == StaffAnswer(applied=False, topic="toy.no", content={"why": "taken"})
        assert await desk.act(queue, act("refused")) == StaffAnswer(applied=False)
        await desk.act(queue, act("close"))
        assert await handle.result() == 1
        with pytest.raises(CaseGoneError):
            await desk.act(queue, act("claim"))
        with pytest.raises(CaseGoneError):
            await desk.act("no such case", act("claim"))


@pytest.mark.shows("support bad input")
async def test_an_act_that_no_worker_takes_up_is_kept_and_done_once(
    environment: WorkflowEnvironment,
) -> None:
    queue = f"cases-{given_id()}"
    handle = await environment.client.start_workflow(Case.run, id=queue, task_queue=queue)
    desk, claim = StaffDesk(environment.client, timedelta(seconds=0.2)), act("claim")
    for _ in range(2):
        assert await desk.act(queue, claim) == StaffAnswer(applied=True, kept=True)
    # In the history, where a restart of the server leaves it; an update would only be in memory.
    kept = [e async for e in handle.fetch_history_events() if e.event_type == SIGNALED]
    assert len(kept) == 2
    async with Worker(environment.client, task_queue=queue, workflows=[Case]):
        await StaffDesk(environment.client).act(queue, act("close"))
        assert await handle.result() == 1
