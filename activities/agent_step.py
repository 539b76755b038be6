"""The next step of a turn in which a model uses an agent's tools."""

from temporalio import activity

from activities.boundary import app_errors, heartbeating
from activities.patience import Patience
from activities.ports import Stepping
from domain.tools import Step, StepRequest


class AgentStep:
    """Asks the models. Reads only; safe to repeat.

    While models may soon answer again, an attempt fails with ``model.unavailable`` as long as
    ``patience`` lasts; the last one has the answer of the agent's rules.
    """

    def __init__(self, steps: Stepping, patience: Patience | None = None) -> None:
        self._steps = steps
        self._patience = patience or Patience()

    @activity.defn
    async def agent_step(self, request: StepRequest) -> Step:
        """Calls of tools, or an answer to the person."""
        with app_errors():
            async with heartbeating():
                wait = self._patience.of_this_attempt()
                return await self._steps.step(request, wait=wait)
