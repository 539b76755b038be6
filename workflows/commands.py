"""What a command does, in any state: /help, /status, /undo and those of agents."""

from collections.abc import Callable, Mapping, Sequence

from temporalio import workflow
from temporalio.exceptions import is_cancelled_exception

from agents.contract import DirectAnswers, OutsideWork, Standing
from domain.commands import Command, number_of, value_of
from domain.conversation import ConversationState, ConversationStatus
from domain.messages import Message
from domain.preferences import PreferenceField
from domain.tasks import Shown
from domain.topics import OPEN, Help, NotFound, PressAction, Privacy, Start, Status, TaskLine
from workflows import metrics
from workflows.activity_calls import WAIT_FOR_DATABASE
from workflows.chat import Chat, ChatPart
from workflows.own_data import OwnData
from workflows.said_together import MAX_CHOICES_TOGETHER
from workflows.shared import agent_of, buttons, replied_task, soundly
from workflows.taking_back import TakingBack


class Commands(ChatPart):
    """Carries out one command at a time; a cancel is the intake's."""

    def __init__(
        self,
        chat: Chat,
        taking_back: TakingBack,
        own_data: OwnData,
        status: Callable[[], ConversationStatus],
    ) -> None:
        super().__init__(chat)
        self._taking_back = taking_back
        self._own_data = own_data
        self._status = status

    def obey(self, message: Message, command: str) -> None:
        """Carries out one command but ``/cancel``.

        Said in reply to a card, undo is about that card only.
        """
        match command:
            case Command.START:
                self._outbox.say(Start())
            case Command.HELP:
                self._help(value_of(message.text))
            case Command.STATUS:
                self._say_status(self._status())
            case Command.UNDO:
                self._handlers.start(self._undo_named(message))
            case Command.RESTORE | Command.RESUME:
                self._taking_back.bring_back(message, command)
            case Command.CURRENCY | Command.LANGUAGE | Command.TIMEZONE:
                self._own_data.prefer(PreferenceField(command), value_of(message.text))
            case Command.USAGE:
                self._handlers.start(self._own_data.usage())
            case Command.PRIVACY:
                self._outbox.say(Privacy(retention_days=self._session.limits.retention_days))
            case Command.DELETE_MY_DATA:
                self._own_data.before_erasing()
            case _:
                self._obey_agent(message, command)

    async def _undo_named(self, message: Message) -> None:
        number = number_of(message.text)
        task_id = await self._taking_back.numbered_task(number) if number else replied_task(message)
        if number and task_id is None:
            self._outbox.say(NotFound(number=number))
        else:
            await self._taking_back.undo(task_id)

    def _obey_agent(self, message: Message, command: str) -> None:
        for slug, agent in self._agents.served.items():
            own = command in {form.name for form in agent.card.commands}
            if own and issubclass(agent, DirectAnswers):
                handler = agent.command(command, value_of(message.text))
                if handler is not None:
                    self._handlers.of_agent(slug, handler, message)
                    return
        self._help()  # a command of another version, or of an agent that is not enabled

    def _help(self, wanted: str = "") -> None:
        holder = self._question_queue.current
        run = self._board.get(holder.task_id) if holder else None
        if run is None or run.desk.question is None:
            self._outbox.say(Help(wanted=wanted))
        else:
            self._outbox.say(Help(about=run.shown(), question=run.desk.question, wanted=wanted))

    def _say_status(self, status: ConversationStatus) -> None:
        asked = {
            slug: standing
            for slug, agent in self._agents.all_able(OutsideWork).items()
            if (standing := soundly(agent.standing, None)) is not None
        }
        if asked:
            self._handlers.start(self._look_around(status, asked), digression=False)
        else:
            self._tell_status(status, [])

    async def _look_around(self, status: ConversationStatus, asked: Mapping[str, Standing]) -> None:
        """Says a status with what agents add to it; one that cannot adds nothing."""
        found: list[Shown] = []
        told = set[str]()
        for slug, standing in asked.items():
            try:
                found += await standing(self._handlers.desk(slug))
                told.add(slug)
            except Exception as error:
                if is_cancelled_exception(error):
                    raise
                workflow.logger.exception("status.defect", extra={"agent": slug})
                metrics.defect("handler")
        # What rests and is not told of as going on is over.
        known = {each.task_id for each in found}
        over = {
            run.record.task_id
            for run in self._board.in_chat
            if run.record.agent in told and run.record.resting and not run.holds_words
        } - known
        tasks = tuple(task for task in status.tasks if task.task_id not in over)
        self._tell_status(status.model_copy(update={"tasks": tasks}), found)

    def _tell_status(self, status: ConversationStatus, standing: Sequence[Shown]) -> None:
        unread = {run.record.task_id for run in self._board.in_chat if run.is_unread}
        newer = {each.task_id: each.card for each in standing}
        idle = status.state is ConversationState.WAITING and not self._board.asks
        waits = status.state is ConversationState.WAITING and not idle
        asked = status.open_question.task_id if status.open_question else None
        lines = tuple(
            TaskLine(
                task_id=task.task_id,
                agent=task.agent,
                number=task.number,
                card=newer.pop(task.task_id, task.shown.card if task.shown else None),
                doing=task.doing,
                missing=task.missing,
                queued=task.question is not None and task.task_id != asked,
                asks=task.question is not None,
                unread=task.task_id in unread,
            )
            for task in status.tasks
        )
        lines += tuple(
            TaskLine.model_validate(each.model_dump()) for each in standing if each.task_id in newer
        )
        state = (ConversationState.IDLE if idle else status.state).value
        if state == ConversationState.IDLE.value and (standing or self._board.holding()):
            state = OPEN
        drafts = self._session.state.kept
        choices = buttons(PressAction.RESUME, drafts)
        self._outbox.say(
            Status(
                state=state,
                agent=agent_of(asked or ""),
                waiting_for=status.waiting_for,
                since=status.since if waits else None,
                expires_at=status.expires_at if waits else None,
                tasks=lines,
                outage=any(task.doing == WAIT_FOR_DATABASE for task in status.tasks),
                drafts=tuple(drafts),
            ),
            choices if len(choices) <= MAX_CHOICES_TOGETHER else [],
        )
