"""What words do, and words for what is said: by rules alone, in the workflow's own worker."""

from collections.abc import Callable
from datetime import UTC, datetime

from temporalio import activity

from agents.service_calls import calls
from agents.service_calls.exchange import Recognised, RecogniseRequest, SayRequest, Worded
from agents.service_calls.ports import CallRules


class WordsByRules:
    """``clock``: UTC. Workflows read none, so that "tomorrow" is told from the time of the look,
    and the answer says which that was.
    """

    def __init__(
        self, rules: CallRules, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._rules = rules
        self._clock = clock

    @activity.defn(name=calls.RECOGNISE.name)
    async def service_recognise(self, request: RecogniseRequest) -> Recognised:
        at = request.at or self._clock()
        found = self._rules.recognise(request.model_copy(update={"at": at}))
        return found.model_copy(update={"at": at})

    @activity.defn(name=calls.SAY.name)
    async def service_say(self, request: SayRequest) -> Worded:
        now = request.now or self._clock()
        return self._rules.say(request.model_copy(update={"now": now}))
