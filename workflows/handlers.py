"""What agents do for the person beside the tasks. A new run begins again what had to be stopped."""

import asyncio
from collections.abc import Coroutine, Sequence
from datetime import timedelta
from enum import Enum, auto
from functools import partial

from pydantic import ValidationError
from temporalio import workflow
from temporalio.exceptions import is_cancelled_exception

from agents.contract import DirectAnswers, Handler, HandlerDesk, Reversible
from domain.conversation import Asked
from domain.messages import CallRequest, Message
from domain.topics import GeneralAnswer
from domain.understanding import ReadResult
from workflows import metrics
from workflows.activity_calls import CONVERSE, ActivityFailed, defect
from workflows.handler_desk import PlainHandlerDesk
from workflows.outbox import Outbox
from workflows.question_queue import QuestionQueue
from workflows.shared import QueuedHandler, Session, agent_of, comes_true, label_of, soundly
from workflows.talk import Talk
from workflows.tasks import TaskBoard

CHANGED_WITHIN = timedelta(seconds=5)
"""What a message changes is mostly done sooner; a photo may take longer to be read."""


class HandlerKind(Enum):
    """What a running handler does, where that matters to others."""

    ANY = auto()
    ANSWER = auto()
    """It only answers a message: it can be begun anew."""
    LOOK_UP = auto()
    LISTENING = auto()
    TAKES_BACK = auto()
    """It takes back or brings back what others read."""


class Handlers:
    """Handlers run beside the tasks; one that fails is reported and changes nothing."""

    def __init__(
        self,
        session: Session,
        outbox: Outbox,
        question_queue: QuestionQueue,
        board: TaskBoard,
        talk: Talk,
    ) -> None:
        self._session = session
        self._outbox = outbox
        self._question_queue = question_queue
        self._board = board
        self._talk = talk
        self._running: dict[asyncio.Task[None], tuple[HandlerKind, Message | None]] = {}
        """With the message that an answer or a look-up is for."""
        self.broken_off: list[Message] = []
        """Messages whose answer was broken off: to be understood again elsewhere."""
        self.untaken: list[Message] = []
        """Messages of which was still looked up what they are about: to be taken again."""

    @property
    def running(self) -> bool:
        return bool(self._running)

    @property
    def takes_back(self) -> bool:
        """Whether something is being taken or brought back."""
        return any(kind is HandlerKind.TAKES_BACK for kind, _ in self._running.values())

    def start(
        self,
        handler: Coroutine[None, None, None],
        kind: HandlerKind = HandlerKind.ANY,
        message: Message | None = None,
        *,
        digression: bool = True,
    ) -> asyncio.Task[None]:
        """Runs a handler. ``digression``: an open question is put again afterwards."""
        task = asyncio.create_task(self._run(handler, digression=digression))
        self._running[task] = kind, message
        task.add_done_callback(lambda done: self._running.pop(done, None))
        self._session.touch()
        return task

    def answer(self, message: Message) -> None:
        """Answers what concerns no agent."""
        self.start(self._talk.converse(message), HandlerKind.ANSWER, message)

    def look_up(self, message: Message, handler: Coroutine[None, None, None]) -> None:
        """Finds out what a message is about before it is understood."""
        self.start(handler, HandlerKind.LOOK_UP, message, digression=False)

    def listen(self, listening: Coroutine[None, None, None]) -> None:
        """Listens to a voice note; the state knows of it, so that another run may go on."""
        self.start(listening, HandlerKind.LISTENING, digression=False)

    def break_off(self) -> None:
        """Ends what may take long and can be begun anew, before this run ends."""
        queued = [each for each in self._session.queued_handlers if each.can_break_off]
        self._session.state.asked += self._stop(queued)
        left = {
            HandlerKind.ANSWER: self.broken_off,
            HandlerKind.LOOK_UP: self.untaken,
            HandlerKind.LISTENING: list[Message](),
        }
        for kind, messages in left.items():
            of_kind = {task: m for task, (k, m) in self._running.items() if k is kind}
            messages.extend(filter(None, of_kind.values()))
            for task in of_kind:
                self._running[task] = HandlerKind.ANY, None
                task.cancel()

    async def _run(self, handler: Coroutine[None, None, None], *, digression: bool) -> None:
        try:
            await handler
        except ActivityFailed as failure:
            self._outbox.say_failed(failure)
        except Exception as error:  # noqa: BLE001 - whatever it is
            if is_cancelled_exception(error):
                return  # it was broken off
            workflow.logger.exception("handler.defect")
            metrics.defect("handler")
            self._outbox.say_failed(defect())
        if digression:
            self._question_queue.note_digression()
        self._session.touch()

    def desk(
        self,
        slug: str,
        *,
        heard: Message | None = None,
        about: str | None = None,
        asked: Asked | None = None,
        patient: bool = False,
    ) -> PlainHandlerDesk:
        """Makes what an agent's handler works at; ``patient`` for what waits for the database."""
        return PlainHandlerDesk(
            self._session,
            self._outbox,
            self._board,
            slug,
            heard=heard,
            about=about,
            asked=asked,
            patient=patient,
        )

    def notice(self) -> None:
        """Lets agents do what they do at once about what others told of."""
        for slug, handler in self._board.offers.notices():
            self.start(self.run_unasked(slug, handler), digression=False)

    async def run_unasked(self, slug: str, handler: Handler) -> None:
        """Runs what nobody asked for: only when it said something is an open question put again."""
        desk = self.desk(slug)
        await handler(desk)
        if desk.spoke:
            self._question_queue.note_digression()

    def of_agent(
        self,
        slug: str,
        handler: Handler,
        heard: Message | None = None,
        *,
        about: str | None = None,
        asked: Asked | None = None,
    ) -> PlainHandlerDesk:
        """Runs what an agent does without a task. ``asked``: how it can be begun anew."""
        desk = self.desk(slug, heard=heard, about=about, asked=asked)
        task = self.start(self._run_of_agent(handler, desk), digression=False)
        desk.place.task = task
        task.add_done_callback(lambda _: desk.leave())  # also one that never took a step
        return desk

    async def _run_of_agent(self, handler: Handler, desk: PlainHandlerDesk) -> None:
        """Runs a handler. One that only handed words on is no digression: their task says what
        comes of them.
        """
        try:
            await handler(desk)
        except Exception as error:
            if not is_cancelled_exception(error):
                self._question_queue.note_digression()
            raise
        if desk.spoke or not desk.handed:
            self._question_queue.note_digression()

    def ask(self, asked: Asked) -> bool:
        """Runs what an act asks for that needs no task; False when it opens one, or its agent is
        not served.

        Raises ``ValidationError`` for details that are not its agent's.
        """
        handler = self._make_handler(asked)
        if handler is None:
            return False
        left = self._session.state.asked
        if any(earlier.agent == asked.agent for earlier in left):
            left.append(asked)  # behind what was broken off, which the next run begins anew
        else:
            self.of_agent(asked.agent, handler, asked.message, about=asked.about, asked=asked)
        return True

    def _make_handler(self, asked: Asked) -> Handler | None:
        agent, call = self._board.agents.get(asked.agent), asked.call
        if agent is None:
            return None
        if asked.press is not None:
            return agent.press(asked.press) if issubclass(agent, DirectAnswers) else None
        if call is None:
            return agent.handler(asked.details) if issubclass(agent, DirectAnswers) else None
        handler: Handler = lambda desk: desk.carry_out(call)  # noqa: E731
        if asked.answers and self._session.limits.has_model:
            handler = partial(self._answer_from_results, (call, *asked.further), asked.message)
        return partial(self._run_behind_the_rest, handler) if asked.reads else handler

    async def _run_behind_the_rest(self, handler: Handler, desk: HandlerDesk) -> None:
        """Runs what only reads behind the changes of the same message, so that it sees them; it
        does not wait long for them.
        """
        for _ in range(2):  # whatever else the message asks for is begun
            await workflow.wait_condition(lambda: True)

        def is_busy() -> bool:
            changing = bool(self._session.queued_handlers) or any(
                not run.waiting for run in self._board.runs
            )
            return changing or self.takes_back

        if is_busy() and not await comes_true(
            lambda: not is_busy(), CHANGED_WITHIN, "until a change is written"
        ):
            workflow.logger.info("read.not_awaited")
        await handler(desk)

    async def _answer_from_results(
        self, calls: Sequence[CallRequest], message: Message, desk: HandlerDesk
    ) -> None:
        """Shows the results of calls, then answers from them what the person asked. Without a
        model's answer the results are all there is.
        """
        results: list[ReadResult] = []
        for further, call in enumerate(calls):
            result = await desk.carry_out(call, further=further)
            if result.error is None:
                results.append(ReadResult(call=call, value=result.value))
        if not results:
            return
        request = self._talk.request_of(message).model_copy(update={"results": tuple(results)})
        try:
            doing = f"{label_of([message])} · answer from the result"
            answer = await self._session.caller.run(CONVERSE, request, doing)
        except ActivityFailed as failure:
            workflow.logger.warning("answer.failed", extra={"code": failure.code})
            return
        if answer.text:
            self._outbox.say(GeneralAnswer(text=answer.text))

    def begin_anew(self) -> None:
        """Goes on with the handlers that an earlier run broke off."""
        left, self._session.state.asked = self._session.state.asked, []
        for asked in left:
            handler = soundly(partial(self._make_handler, asked), None)
            if handler is None:
                self._session.state.inbox.insert(0, asked.message)  # whoever is there now hears it
                continue
            heard, about = asked.message, asked.about
            self.of_agent(asked.agent, handler, heard, about=about, asked=asked).queue_up()

    def asked_about(self, task_id: str | None, message: Message, edits: str = "") -> bool:
        """Gives words about a finished task to its agent's handler, where the agent cannot take the
        task up again. Returns False where it can, or where the task goes on.
        """
        slug = agent_of(task_id or "")
        agent = self._board.agents.get(slug)
        if agent is None or issubclass(agent, Reversible):
            return False
        if self._board.get(task_id) is not None and not edits:
            return False
        try:
            return self.ask(Asked(agent=slug, message=message, about=task_id, edits=edits))
        except ValidationError:
            return False

    def take_back_words(self, *, last: bool = False) -> list[Message]:
        """Drops handlers that only heard and have done nothing yet (a cancel); what they heard."""
        queued = [each for each in self._session.queued_handlers if each.can_break_off]
        dropped = self._stop(queued[-1:] if last else queued)
        return list({asked.message.id: asked.message for asked in dropped}.values())

    def _stop(self, queued: Sequence[QueuedHandler]) -> list[Asked]:
        stopped: list[Asked] = []
        for each in queued:
            if each.asked is not None and each.task is not None:
                stopped.append(each.asked)
                self._session.queued_handlers.remove(each)
                each.task.cancel()
        return stopped
