"""The next step of a turn: what models say goes through, and the last attempt is that of rules."""

from dataclasses import dataclass, field
from datetime import timedelta

from activities.agent_step import AgentStep
from activities.patience import Patience
from domain.errors import ModelUnavailableError
from domain.messages import CallRequest
from domain.tools import Step, StepRequest
from domain.understanding import Person
from domain.waiting import ASKS_ONCE, Wait
from tests.activities.running import Attempt

REQUEST = StepRequest(person=Person(user_id="ali"), agent="shop", task_id="task")
FOUND = Step(calls=(CallRequest(name="find_things"),), engine="model")
RULES = Step(topic="by_rules", engine="rules", degraded=True)


@dataclass
class Busy:
    """Models that are busy as long as somebody may come again."""

    waits: list[Wait] = field(default_factory=list)
    answer: Step | None = None

    async def step(self, request: StepRequest, *, wait: Wait = ASKS_ONCE) -> Step:
        assert request == REQUEST
        self.waits.append(wait)
        if self.answer:
            return self.answer
        if wait.allows_another(timedelta(0), None):
            raise ModelUnavailableError("busy")
        return RULES


async def test_what_a_model_wants_comes_through(attempt: Attempt) -> None:
    assert await attempt.run(AgentStep(Busy(answer=FOUND)).agent_step, REQUEST) == FOUND


async def test_busy_models_are_asked_again_then_rules_go_on(attempt: Attempt) -> None:
    models = Busy()
    activity = AgentStep(models, Patience(attempts=2)).agent_step
    failure = await attempt.fails(activity, REQUEST)
    assert (failure.type, failure.non_retryable) == ("model.unavailable", False)
    assert await attempt.repeated(2).run(activity, REQUEST) == RULES
    assert [wait.repeated for wait in models.waits] == [False, True]
