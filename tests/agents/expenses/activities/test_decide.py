"""Choosing the next step: at once, or by the fixed order."""

from agents.expenses.activities.decide import Decide
from agents.expenses.details import Mention
from agents.expenses.meaning import Decided, DecideRequest
from domain.errors import ModelUnavailableError
from tests.activities.running import Attempt
from tests.agents.expenses.fakes.models import ScriptedModels

REQUEST = DecideRequest(
    task_id="c/expenses/1", legal=("request_merchant", "request_amount"), known=Mention()
)


async def test_a_model_chooses(attempt: Attempt) -> None:
    chosen = Decided(action="request_amount", reason="the sum matters")
    models = ScriptedModels(decided=chosen)
    assert await attempt.run(Decide(models).decide, REQUEST) == chosen
    assert models.requests == [REQUEST]


async def test_nobody_waits_for_a_model_that_is_busy(attempt: Attempt) -> None:
    models = ScriptedModels(busy=ModelUnavailableError("busy"))
    decided = await attempt.run(Decide(models).decide, REQUEST)
    assert decided.action == "request_merchant"


async def test_a_failure_is_told_to_the_workflow(attempt: Attempt) -> None:
    models = ScriptedModels(decided=ModelUnavailableError("down"))
    failure = await attempt.fails(Decide(models).decide, REQUEST)
    assert failure.type == "model.unavailable"
