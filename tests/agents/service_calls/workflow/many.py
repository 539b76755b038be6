"""One set of workers for many calls at once, and what happens in each of them at one point."""

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from temporalio import activity, client, worker
from temporalio.client import Client
from temporalio.service import RPCError
from temporalio.testing import WorkflowEnvironment

from activities.begin import Begin
from activities.understand import ByRules, Understand
from agents.service_calls.activity_calls import CALL_TOOL
from agents.service_calls.exchange import CallEnd, CallRow, ServiceToolResult, ToolRequest
from agents.service_calls.replies import CallOver, CallWords
from domain.activity_calls import MAIN_QUEUE
from domain.conversation import Limits
from domain.replies import DeliveredReply, Delivery, Reply
from tests.agents.service_calls.plays import EXAMPLE
from tests.agents.service_calls.workflow.chat import CallChat, GatedServers
from tests.fakes.channel import RecordingChannel
from tests.workflows.chat import Activities

NEED, _, NAME, YES, ENOUGH = EXAMPLE
ANSWERS = {
    "help you with": NEED,
    "name": NAME,
    **dict.fromkeys(("work?", "suit you", "book it"), YES),
    "nything else": ENOUGH,
    "numbe": "",
}
"""What a customer says to a question, which holds the key; to the last one, their number."""

MOST_SAID = 12


class CallMoment(NamedTuple):
    """The ``nth`` time that a conversation awaits ``what``: an activity, a tool, a message."""

    what: str
    nth: int


MESSAGE = "message"


class CallerChat(CallChat):
    """A customer with a business of their own, who answers what they are asked."""

    def __init__(self, many: "ManyCalls", limits: Limits) -> None:
        super().__init__(many.env, limits)
        self.client, self.reply_queue = many.client, many.reply_queue
        self.log = many.log
        self.phone = "555-1234"
        self.dying = False
        """No activity lives to give its first answer."""
        self.met: list[CallMoment] = []
        self.tools: Counter[str] = Counter()
        """By tool, how often it was begun."""
        self._counts: Counter[str] = Counter()
        self._at: CallMoment | None = None
        self._happens: Callable[[], Awaitable[object]] | None = None
        self._happened = False
        self._goes_on = True

    @property
    def rows(self) -> list[CallRow]:
        return [row for row in self.log.rows.values() if self.chat_id in row.task_id]

    @property
    def outcomes(self) -> list[CallEnd | None]:
        return [row.outcome for row in self.rows]

    async def all_ended(self) -> bool:
        return all(row.ended for row in self.rows)

    async def calls_until(self, point: CallMoment, words: str, then: str = "") -> None:
        """Says something at a point, whatever is under way. They go on with the number ``then``, or
        say no more.
        """

        async def say() -> None:
            self.phone = then
            await self.say(words)

        self._at, self._happens, self._goes_on = point, say, bool(then)
        await self.calls()
        assert self._happened, "the point was not met"

    async def meets(self, what: str) -> None:
        self._counts[what] += 1
        point = CallMoment(what, self._counts[what])
        self.met.append(point)
        if point == self._at and self._happens is not None:
            await self._happens()
            self._happened = True

    async def calls(self) -> None:
        """Talks until the call is over; only until it has happened, where something is to."""
        said = NEED
        for _ in range(MOST_SAID):
            before = len(self.channel.shown)
            await self.say(said)
            await self.channel.until(partial(self._answered, before))
            await self.meets(MESSAGE)
            if not self.dying:  # to be asked takes a replay each time
                await self.quiet()
            if self.over or self._broken_off:
                return
            said = self.answer()
        raise AssertionError(f"it does not end: {self.shown}")

    def _answered(self, before: int, shown: Sequence[Reply]) -> bool:
        """Whether they are asked something new, or it is over."""
        asked = len(shown) > before and self.is_asked
        return asked or self.over or self._broken_off

    @property
    def _broken_off(self) -> bool:
        return self._happened and not self._goes_on

    @property
    def is_asked(self) -> bool:
        return self.channel.shown != [] and self.shown[-1][1].endswith("?")

    @property
    def over(self) -> bool:
        return CallOver.topic in self.topics

    def answer(self) -> str:
        asked = self.answers[-1]
        found = {asked.rfind(key): said for key, said in ANSWERS.items()}
        return found[max(found)] or self.phone

    @property
    def answers(self) -> list[str]:
        """In calls."""
        return [words for topic, words in self.shown if topic == CallWords.topic]

    @property
    def shown(self) -> list[tuple[str, str]]:
        return [(reply.topic, self.words(reply)) for reply in self.channel.shown]


class _Lines(RecordingChannel):
    """Shows each caller what is for them."""

    def __init__(self, many: "ManyCalls") -> None:
        super().__init__()
        self._many = many

    async def show(self, delivery: Delivery, reply: Reply) -> DeliveredReply:
        return await self._many.callers[delivery.conversation_id].channel.show(delivery, reply)


class _Businesses(GatedServers):
    """Gives each call to its caller's business."""

    def __init__(self, many: "ManyCalls") -> None:
        super().__init__(many.servers.business)
        self._many = many

    async def call(self, request: ToolRequest, attempt: int) -> ServiceToolResult:
        return await self._many.whose().servers.call(request, attempt)


class ManyCalls(CallChat):
    """Serves all callers. ``cached``: how many conversations a worker keeps in mind."""

    def __init__(self, env: WorkflowEnvironment, limits: Limits, cached: int = 1000) -> None:
        super().__init__(env, limits)
        self.cached = cached
        self.callers: dict[str, CallerChat] = {}
        self.channel = _Lines(self)
        self.servers = _Businesses(self)
        self.bring(self.parts())
        config = env.client.config()
        config["interceptors"] = [_Interruptions(self)]
        self.client = Client(**config)

    def understands(self) -> tuple[ByRules, Understand]:
        _, models = super().understands()
        return ByRules(self.rules, self.enabled, lambda: self.whose().limits), models

    def caller(self, **limits: object) -> CallerChat:
        caller = CallerChat(self, self.limits.model_copy(update=limits))
        self.callers[caller.id] = caller
        return caller

    def whose(self) -> CallerChat:
        """The caller whose activity this is."""
        return self.callers[activity.info().workflow_id or ""]

    def platform(self) -> Activities:
        begin = Begin(lambda: self.whose().limits, self.users, self.transcript)
        given = dict(super().platform())
        others = [each for each in given[MAIN_QUEUE] if each.__name__ != "begin_conversation"]
        return {**given, MAIN_QUEUE: (*others, begin.begin_conversation)}

    async def leave(self, caller: CallerChat) -> None:
        with suppress(RPCError):
            await caller.handle.terminate()


class _Interruptions(client.Interceptor, worker.Interceptor):
    def __init__(self, many: ManyCalls) -> None:
        self._many = many

    def intercept_activity(
        self,
        next: worker.ActivityInboundInterceptor,  # noqa: A002 - the SDK's name
    ) -> worker.ActivityInboundInterceptor:
        return _Meeting(next, self._many)


class _Meeting(worker.ActivityInboundInterceptor):
    def __init__(self, inner: worker.ActivityInboundInterceptor, many: ManyCalls) -> None:
        super().__init__(inner)
        self._many = many

    async def execute_activity(
        self,
        input: worker.ExecuteActivityInput,  # noqa: A002 - the SDK's name
    ) -> object:
        info, caller = activity.info(), self._many.callers.get(activity.info().workflow_id or "")
        if caller is None or info.attempt > 1:
            return await super().execute_activity(input)
        name = info.activity_type
        if name == CALL_TOOL.name:
            name = input.args[0].tool
            caller.tools[name] += 1
        await caller.meets(name)
        result = await super().execute_activity(input)
        if caller.dying:
            raise ConnectionError("the worker is gone, and nobody knows what it did")
        return result
