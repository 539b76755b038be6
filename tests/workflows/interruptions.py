"""Interrupts a chat at every point at which its workflow awaits something.

A script is played once. Its recorded history tells the points: each activity that was scheduled,
each timer, and each wait for the person's next message. Then the script is
played again up to one point, something happens there, and the promises are looked at.

``python -m tests.workflows.interruptions [script ...]`` does all of it, at every point and in
every way, and prints what is not kept. ``test_interruptions`` does a sample.
"""

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from operator import attrgetter
from typing import Any

from temporalio import activity, client, worker, workflow
from temporalio.api.enums.v1 import EventType
from temporalio.bridge.proto.workflow_activation import WorkflowActivation
from temporalio.bridge.proto.workflow_completion import WorkflowActivationCompletion
from temporalio.client import Client, WorkflowHistory
from temporalio.common import RetryPolicy
from temporalio.service import RPCError
from temporalio.testing import WorkflowEnvironment

from activities.boundary import app_errors
from domain.activity_calls import MODEL_QUEUE
from domain.conversation import ConversationState, Limits
from domain.errors import DeliveryFailedError, ModelUnavailableError, StorageUnavailableError
from domain.messages import CallRequest, Message
from domain.topics import AskErase, Erased, Help, PressAction
from domain.understanding import Act, ActKind
from tests.fakes.speech import voice
from tests.given import given_id
from tests.replay.recording import only
from tests.toy.chat import TOYS, ToyChat
from tests.toy.note import PIN_NOTE, Draft
from tests.workflows.chat import PATIENCE
from tests.workflows.promises import eventually, last_id
from tests.workflows.servers import real_temporal_server

RECEIVE, OPERATORS_CANCEL = "receive", "cancel"
"""Names of signals."""

DELIVER, TIMER, MESSAGE = "deliver", "timer", "message"

BEFORE_ANY_TASK = frozenset({DELIVER, "begin_conversation"})
"""Activities that neither an agent nor a handler starts: a defect there is nobody's task."""

HELP, ASK_ERASE, ERASED = Help.topic, AskErase.topic, Erased.topic

A_TIME_OUT = timedelta(seconds=0.3)

LONG = timedelta(minutes=10)
"""A longer timer is the wait for the person, which is a point of its own."""

ATTEMPTS = 3
"""Who gives up does so after this many; who never gives up succeeds with the next."""

Script = Callable[[ToyChat], Awaitable[object]]


class By(StrEnum):
    """What happens at a point."""

    WORKFLOW_CANCELLED = "workflow-cancelled"
    OPERATOR_CANCELS = "operator-cancels"
    PERSON_CANCELS = "person-cancels"
    CORRECTION = "correction"
    TALK = "talk"
    DEFECT = "defect"
    OUTAGE = "outage"
    TIME_OUT = "time-out"
    TASK_BREAKS = "task-breaks"


SAID = {By.PERSON_CANCELS: "/cancel", By.CORRECTION: "make it beer", By.TALK: "hello"}
OF_ACTIVITIES = frozenset({By.DEFECT, By.OUTAGE, By.TIME_OUT, By.TASK_BREAKS})


@dataclass(frozen=True)
class Point:
    """The ``nth`` time that the conversation awaits ``what``: an activity by its name, a timer, or
    the person's message.
    """

    what: str
    nth: int

    @property
    def of_activity(self) -> bool:
        return self.what not in {TIMER, MESSAGE}

    @property
    def kind(self) -> str:
        """Activities that are awaited alike are of one kind."""
        alike = self.of_activity and self.what != DELIVER
        return "activity" if alike else self.what

    def ways(self) -> list[By]:
        """What may happen here."""
        return [
            by
            for by in By
            if (self.of_activity or by not in OF_ACTIVITIES)
            and (by is not By.TASK_BREAKS or self.what not in BEFORE_ANY_TASK)
        ]

    def __str__(self) -> str:
        return f"{self.what} {self.nth}"


# The scripts: short, and together they await everything that a conversation awaits.


async def words(chat: ToyChat) -> None:
    await chat.tell("note milk; eggs", "make it bread", "undo")


async def talk(chat: ToyChat) -> None:
    await chat.tell("tell me a story", "count", "/notes", "/usage")


async def question(chat: ToyChat) -> None:
    await chat.tell("note", "/help", "milk")


async def confirm(chat: ToyChat) -> None:
    await chat.tell("burn milk", "make it bread", "yes")


async def draft(chat: ToyChat) -> None:
    await chat.tell("burn milk", "no idea")
    await chat.press(PressAction.RESUME, await chat.told(Draft.topic))
    await chat.quiet(last_id(chat))


async def session(chat: ToyChat) -> None:
    await chat.tell("dictate", "milk", "stop")


async def photo(chat: ToyChat) -> None:
    await chat.quiet(await chat.photo(chat.files.lay("photo")))


async def album(chat: ToyChat) -> None:
    for message_id in await chat.album(chat.files.lay("one"), chat.files.lay("two")):
        await chat.quiet(message_id)


async def note(chat: ToyChat) -> None:
    recording = voice("note")
    chat.speech.will_hear(recording, "note milk")
    await chat.quiet(await chat.post("1", attachments=(recording,)))


async def edit(chat: ToyChat) -> None:
    await chat.quiet(await chat.post("1", "note milk"))
    await chat.quiet(await chat.edit("1", "note bread"))


async def personal(chat: ToyChat) -> None:
    await chat.tell("/currency usd", "burn milk")
    await chat.erase()
    await chat.told(ERASED)


async def tool(chat: ToyChat) -> None:
    await chat.tell("pin milk", "pin eggs")


async def answered(chat: ToyChat) -> None:
    """A model wants two tools, answers from their results, and talks."""
    pins = [
        CallRequest(name=PIN_NOTE.name, arguments=json.dumps({"text": text}))
        for text in ("milk", "eggs")
    ]
    acts = [Act(kind=ActKind.OPEN, agent="toy", call=call, answers=True) for call in pins]
    talk = Act(kind=ActKind.GENERAL, say="Which shop do you mean?")
    chat.understanding.understood = [tuple(acts), (talk,)]
    chat.rules.unsure.add("converse")
    await chat.tell("put both up and tell me what hangs there", "buy them", "note bread")


SCRIPTS: tuple[Script, ...] = (
    words,
    talk,
    question,
    confirm,
    draft,
    session,
    photo,
    album,
    note,
    edit,
    personal,
    tool,
    answered,
)


def points_of(histories: Sequence[WorkflowHistory]) -> list[Point]:
    """Each await of the recorded runs of one conversation, in order."""
    counts: Counter[str] = Counter()
    points = []
    for event in (event for history in histories for event in history.events):
        what = _awaited(event)
        if what:
            counts[what] += 1
            points.append(Point(what, counts[what]))
    points.append(Point(MESSAGE, counts[MESSAGE] + 1))
    return [point for point in points if point != Point(MESSAGE, 1)]


def _awaited(event: Any) -> str:  # noqa: ANN401 - a protobuf message, untyped
    kind = event.event_type
    if kind == EventType.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED:
        return str(event.activity_task_scheduled_event_attributes.activity_type.name)
    if kind == EventType.EVENT_TYPE_TIMER_STARTED:
        lasts = event.timer_started_event_attributes.start_to_fire_timeout.ToTimedelta()
        return TIMER if lasts < LONG else ""
    if kind == EventType.EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED:
        name = event.workflow_execution_signaled_event_attributes.signal_name
        return MESSAGE if name == RECEIVE else ""
    return ""


@dataclass
class Plan:
    """What is to happen to one conversation, where, and whether it did."""

    workflow_id: str
    point: Point
    by: By
    act: Callable[[], Awaitable[object]]
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.get_running_loop)
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    missed: asyncio.Event = field(default_factory=asyncio.Event)
    """The script was played to its end without coming by the point."""
    over: asyncio.Event = field(default_factory=asyncio.Event)
    """What hangs may go on."""
    counts: Counter[str] = field(default_factory=Counter)
    struck: str = ""
    """Id of the activity that is the point."""

    happening: asyncio.Task[None] | None = None

    def count_timer(self) -> None:
        """Called from the thread of the workflow, when it starts a timer."""
        self.counts[TIMER] += 1
        if self.point == Point(TIMER, self.counts[TIMER]):
            self.loop.call_soon_threadsafe(self._begin_to_happen)

    def _begin_to_happen(self) -> None:
        self.happening = self.loop.create_task(self.happen())

    async def happen(self) -> None:
        """The conversation is at the point."""
        if not self.reached.is_set():
            await self.act()
            self.reached.set()

    def breaks(self) -> None:
        """Called from the thread of the workflow."""
        self.loop.call_soon_threadsafe(self.reached.set)


class Interruptions(client.Interceptor, worker.Interceptor):
    """Put into the client of a chat, its workers use it: ``plan`` is what happens."""

    def __init__(self) -> None:
        self.plan: Plan | None = None

    def intercept_activity(
        self,
        next: worker.ActivityInboundInterceptor,  # noqa: A002 - the SDK's name
    ) -> worker.ActivityInboundInterceptor:
        return _Activities(next, self)

    def workflow_interceptor_class(
        self,
        input: worker.WorkflowInterceptorClassInput,  # noqa: A002, ARG002 - the SDK's name
    ) -> type[worker.WorkflowInboundInterceptor]:
        interruptions = self

        class Inbound(worker.WorkflowInboundInterceptor):
            def init(self, outbound: worker.WorkflowOutboundInterceptor) -> None:
                super().init(_Commands(outbound, interruptions))

        return Inbound


class TimersWatched(worker.WorkflowRunner):
    """The sandbox, and a look at the commands of each workflow task: a timer that ends soon is in
    no history that could be asked for in time, and no interceptor is told of it.
    """

    def __init__(self, inner: worker.WorkflowRunner, interruptions: Interruptions) -> None:
        self._inner, self._interruptions = inner, interruptions

    def prepare_workflow(self, defn: workflow._Definition) -> None:
        self._inner.prepare_workflow(defn)

    def set_worker_level_failure_exception_types(
        self, types: Sequence[type[BaseException]]
    ) -> None:
        self._inner.set_worker_level_failure_exception_types(types)

    def create_instance(self, det: worker.WorkflowInstanceDetails) -> worker.WorkflowInstance:
        instance = self._inner.create_instance(det)
        activate = instance.activate

        def activate_and_look(act: WorkflowActivation) -> WorkflowActivationCompletion:
            completion = activate(act)
            plan = self._interruptions.plan
            if plan and plan.workflow_id == det.info.workflow_id and not act.is_replaying:
                for command in completion.successful.commands:
                    lasts = command.start_timer.start_to_fire_timeout.ToTimedelta()
                    if command.HasField("start_timer") and lasts < LONG:
                        plan.count_timer()
            return completion

        instance.activate = activate_and_look  # type: ignore[method-assign]
        return instance


class _Activities(worker.ActivityInboundInterceptor):
    """Does at the point what the plan says, whatever the activity is."""

    def __init__(
        self, inner: worker.ActivityInboundInterceptor, interruptions: Interruptions
    ) -> None:
        super().__init__(inner)
        self._interruptions = interruptions

    async def execute_activity(
        self,
        input: worker.ExecuteActivityInput,  # noqa: A002 - the SDK's name
    ) -> object:
        plan, info = self._interruptions.plan, activity.info()
        if plan is not None and info.workflow_id == plan.workflow_id:
            if info.attempt == 1:
                plan.counts[info.activity_type] += 1
                here = Point(info.activity_type, plan.counts[info.activity_type])
                if here == plan.point and not plan.struck:
                    plan.struck = f"{info.workflow_run_id}/{info.activity_id}"
            if plan.struck == f"{info.workflow_run_id}/{info.activity_id}":
                await plan.happen()
                await self._strike(plan, info)
        return await super().execute_activity(input)

    async def _strike(self, plan: Plan, info: activity.Info) -> None:
        if plan.by is By.TIME_OUT and info.attempt == 1:
            await plan.over.wait()
        if info.attempt > ATTEMPTS:
            return
        if plan.by is By.DEFECT:
            raise RuntimeError("a defect, made for the test")
        if plan.by is By.OUTAGE:
            with app_errors():
                if info.activity_type == DELIVER:
                    raise DeliveryFailedError(info.activity_type)
                if info.task_queue == MODEL_QUEUE:
                    raise ModelUnavailableError(info.activity_type)
                raise StorageUnavailableError(info.activity_type)


class _Commands(worker.WorkflowOutboundInterceptor):
    """Makes the workflow wait no longer between attempts than a test may take."""

    def __init__(
        self, inner: worker.WorkflowOutboundInterceptor, interruptions: Interruptions
    ) -> None:
        super().__init__(inner)
        self._plan = interruptions.plan
        # Of this instance, which replays from the first event on: so it counts alike every time.
        self._counts: Counter[str] = Counter()

    def start_activity(self, input: worker.StartActivityInput) -> workflow.ActivityHandle[Any]:  # noqa: A002 - the SDK's name
        at_point = self._counted(input.activity)
        input.retry_policy = _hurried(input.retry_policy, times_out=at_point)
        if at_point:
            input.start_to_close_timeout = A_TIME_OUT
        return super().start_activity(input)

    def _counted(self, name: str) -> bool:
        """Whether this call shall time out. Raises where the caller shall break."""
        self._counts[name] += 1
        plan = self._plan
        if plan is None or plan.workflow_id != workflow.info().workflow_id:
            return False
        if plan.point != Point(name, self._counts[name]):
            return False
        if plan.by is By.TASK_BREAKS:
            plan.breaks()
            raise RuntimeError("a defect, made for the test")
        return plan.by is By.TIME_OUT


def _hurried(policy: RetryPolicy | None, *, times_out: bool) -> RetryPolicy:
    """Attempts follow each other at once; who would give up some day does so soon."""
    most = policy.maximum_attempts if policy is not None else 0
    fewer = 1 if times_out else ATTEMPTS
    return RetryPolicy(
        initial_interval=timedelta(milliseconds=10),
        maximum_interval=timedelta(milliseconds=50),
        maximum_attempts=min(most, fewer) if most else 0,
    )


LIMITS = Limits(retry_delay=timedelta(milliseconds=10), has_model=True)


class Stage(ToyChat):
    """A chat whose workers serve one conversation after another."""

    def __init__(self, env: WorkflowEnvironment) -> None:
        super().__init__(env, LIMITS, "en_MY")
        self.interruptions = Interruptions()
        config = env.client.config()
        config["interceptors"] = [self.interruptions]
        self.client = Client(**config)
        self.before: dict[str, int] = {}
        """By message id, how many replies had been shown when it was sent."""

    def runner(self) -> worker.WorkflowRunner:
        return TimersWatched(super().runner(), self.interruptions)

    async def afresh(self) -> None:
        """Another person comes in: nothing is known, nothing is kept."""
        with suppress(RPCError):
            await self.handle.terminate()
        for port in (
            self.notes,
            self.drafts,
            self.speech,
            self.files,
            self.stored,
            self.channel,
            self.transcript,
            self.users,
            self.usage,
            self.erasure,
            self.conversations,
        ):
            port.__init__()  # type: ignore[misc] # the workers hold these very objects
        self.understanding.__init__(self.agent_rules)  # type: ignore[misc]
        self.rules.__init__(self.understanding)  # type: ignore[misc]
        self.limits = LIMITS
        self.chat_id = f"{given_id()}.ali"
        self.sent = 0
        self.before = {}
        self.interruptions.plan = None

    async def send(self, message: Message) -> str:
        plan = self.interruptions.plan
        here = plan is not None and plan.point == Point(MESSAGE, self.sent)
        if plan is not None and here and not plan.reached.is_set():
            # The script's own message is not sent: something else happens while it is awaited.
            plan.point = Point(MESSAGE, 0)
            self.sent -= 1
            await plan.happen()
            await asyncio.Event().wait()
        self.before[message.id] = len(self.channel.shown)
        return await super().send(message)

    async def replay(self) -> None:
        """Not here: what was interrupted in the workflow's own thread is not in its history."""

    async def histories(self) -> list[WorkflowHistory]:
        handles = [
            self.client.get_workflow_handle(self.id, run_id=run) for run in await self.runs()
        ]
        return [await handle.fetch_history() for handle in handles]


async def recorded(stage: Stage, script: Script) -> list[Point]:
    """Plays a script undisturbed; where it awaited something."""
    await stage.afresh()
    await script(stage)
    return points_of(await stage.histories())


def sampled(found: Mapping[Script, Sequence[Point]]) -> dict[By, list[tuple[Script, Point]]]:
    """Meets each activity of each script once, each activity in each way in which it may break, and
    each kind of await in each way.
    """
    sample: dict[By, list[tuple[Script, Point]]] = {by: [] for by in By}
    places = [
        (script, point)
        for script, points in found.items()
        for point in {point.what: point for point in reversed(points)}.values()
    ]
    counts: Counter[str] = Counter()
    for script, point in places:
        ways = point.ways()
        sample[ways[counts[point.kind] % len(ways)]].append((script, point))
        counts[point.kind] += 1
    for by in By:
        alike = attrgetter("what" if by in OF_ACTIVITIES else "kind")
        for script, point in places:
            if by in point.ways() and alike(point) not in {alike(p) for _, p in sample[by]}:
                sample[by].append((script, point))
    return sample


async def interrupted(stage: Stage, script: Script, point: Point, by: By) -> str:
    """Plays a script up to a point and lets it happen. The promise that was broken, or nothing."""
    await stage.afresh()

    async def act() -> None:
        if by is By.WORKFLOW_CANCELLED:
            await stage.handle.cancel()
        elif by is By.OPERATOR_CANCELS:
            await stage.handle.signal(OPERATORS_CANCEL, args=[])
        elif by in SAID:
            await stage.say(SAID[by])

    plan = stage.interruptions.plan = Plan(stage.id, point, by, act)
    playing = asyncio.create_task(_played(stage, script, plan))
    ends = [asyncio.create_task(each.wait()) for each in (plan.reached, plan.missed)]
    try:
        await asyncio.wait(ends, timeout=PATIENCE * 2, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (playing, *ends):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
    if not plan.reached.is_set():
        # On a busy machine replies are delivered together, so that there is no second delivery,
        # and what a timer would end may have happened already, so that none is started.
        happens_always = point.nth == 1 and point.what != TIMER
        return "the point was not reached" if happens_always else ""
    try:
        return await _broken_promise(stage, by)
    finally:
        plan.over.set()


async def continued(stage: Stage, script: Script, most: int, expected: Sequence[str]) -> str:
    """Plays a script with a new run after so many events. What was broken, or nothing."""
    await stage.afresh()
    stage.limits = LIMITS.model_copy(update={"max_events": most})
    try:
        await script(stage)
        await stage.quiet()
        assert sorted(stage.notes.texts) == sorted(expected)
    except (AssertionError, TimeoutError) as error:
        return f"{type(error).__name__} {error}; shown: {list(stage.topics)}"
    return await _broken_promise(stage, By.TALK)


async def _played(stage: Stage, script: Script, plan: Plan) -> None:
    """The script; when it ends without having met the point, what comes next is the point."""
    # It may break off where the interruption made it wait for what does not come.
    with suppress(AssertionError, TimeoutError, IndexError, RPCError):
        await script(stage)
    if plan.point == Point(MESSAGE, stage.sent + 1):
        await plan.happen()
    with suppress(AssertionError, RPCError):
        await stage.quiet()
        plan.missed.set()
    await asyncio.Event().wait()


async def _broken_promise(stage: Stage, by: By) -> str:
    """The first promise that is not kept, or nothing."""
    try:
        await _keeps_its_promises(stage, by)
    except (AssertionError, TimeoutError) as error:
        return f"{type(error).__name__} {error}; shown: {list(stage.topics)}"
    return ""


async def _keeps_its_promises(stage: Stage, by: By) -> None:
    first = await stage.handle.describe() if by is By.WORKFLOW_CANCELLED else None
    sent = dict(stage.before)
    await stage.say("/help")
    await stage.channel.until(lambda shown: any(r.topic in {HELP, ERASED} for r in shown))
    if HELP not in stage.topics:  # it may have been erased with everything that was sent before
        await stage.say("/help")
    await stage.told(HELP)
    if first is not None:
        await eventually(lambda: _is_canceled(stage), "the cancelled run is not closed as Canceled")
    await eventually(lambda: _is_settled(stage), "it works for ever")
    assert len(set(stage.notes.texts)) == len(stage.notes.texts), f"twice: {stage.notes.texts}"
    answers = [n for n, reply in enumerate(stage.channel.shown) if reply.topic != HELP]
    unheard = [i for i, before in sent.items() if not any(n >= before for n in answers)]
    assert not unheard, f"neither answered nor named: {unheard}"


async def _is_settled(stage: Stage) -> bool:
    """Nothing is being done any more, and everything was said."""
    with suppress(RPCError):  # everything was erased, this conversation as well
        status = await stage.status()
        return status.state is not ConversationState.WORKING and not status.replies_pending
    return False


async def _is_canceled(stage: Stage) -> bool:
    """The first run, whichever runs were begun since."""
    query = f'WorkflowId = "{stage.id}" AND ExecutionStatus = "Canceled"'
    return bool([run async for run in stage.client.list_workflows(query)])


async def main(names: Sequence[str]) -> int:
    """Everything, at every point, in every way."""
    broken = 0
    async with real_temporal_server() as server:
        for script in SCRIPTS:
            if names and script.__name__ not in names:
                continue
            async with Stage(server).open() as stage:
                assert isinstance(stage, Stage)
                points = await recorded(stage, script)
                expected = stage.notes.texts
                for most in range(5, 100):
                    complaint = await continued(stage, script, most, expected)
                    broken += bool(complaint)
                    sys.stdout.write(
                        f"{script.__name__} | continued {most} | {complaint or 'ok'}\n"
                    )
                    sys.stdout.flush()
                for by, point in (
                    (by, point) for by in By for point in points if by in point.ways()
                ):
                    complaint = await interrupted(stage, script, point, by)
                    broken += bool(complaint)
                    sys.stdout.write(f"{script.__name__} | {point} | {by} | {complaint or 'ok'}\n")
                    sys.stdout.flush()
    return broken


if __name__ == "__main__":
    with only({"toy": TOYS["toy"]}):
        sys.exit(min(1, asyncio.run(main(sys.argv[1:]))))
