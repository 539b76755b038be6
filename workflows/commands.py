"""Control commands: answered at once, in any state, without a model."""

from domain.conversation import ConversationState, ConversationStatus
from domain.messages import Command, Message
from domain.topics import ConversationTopic
from workflows.errands import Errands
from workflows.floor import Floor
from workflows.options import WAIT_FOR_DATABASE
from workflows.outbox import Outbox
from workflows.personal import Personal
from workflows.router import Router
from workflows.session import replied_task
from workflows.tasks import TaskBoard


class Commands:
    """One method for each command that takes more than a line."""

    def __init__(  # noqa: PLR0913 - a command may concern any part of the conversation
        self,
        outbox: Outbox,
        floor: Floor,
        board: TaskBoard,
        router: Router,
        errands: Errands,
        *,
        personal: Personal,
    ) -> None:
        self._outbox = outbox
        self._floor = floor
        self._board = board
        self._router = router
        self._errands = errands
        self._personal = personal

    def obey(self, message: Message, command: Command, status: ConversationStatus) -> None:
        """Carries out one command; ``status`` is the state it was given in.

        Said in reply to a card, undo and cancel are about that card only.
        """
        replied = replied_task(message)
        match command:
            case Command.START:
                self._outbox.say(ConversationTopic.START)
            case Command.HELP:
                self._help()
            case Command.STATUS:
                self._say_status(status)
            case Command.CANCEL:
                self._cancel(replied)
            case Command.UNDO:
                self._errands.start(self._errands.undo(replied))
            case Command.HISTORY:
                self._errands.start(self._errands.history())
            case _:
                self._personal.obey(message, command)

    def _cancel(self, task_id: str | None) -> None:
        if task_id is None:
            self.cancel_all("person", "")
            return
        run = self._board.get(task_id)
        runs = [run] if run is not None else []
        self._errands.start(self._errands.cancel(runs, [], "person", ""), digression=False)

    def cancel_all(self, by: str, reason: str) -> None:
        """Drops every task and every text that is not understood yet."""
        texts = [m for m in self._router.drop() if not m.attachments]
        runs = list(self._board.runs)
        self._errands.start(self._errands.cancel(runs, texts, by, reason), digression=False)

    def _help(self) -> None:
        holder = self._floor.holder
        run = self._board.get(holder.task_id) if holder else None
        if run is None or run.desk.question is None:
            self._outbox.say(ConversationTopic.HELP)
            return
        facts = {"question": run.desk.question.value}
        self._outbox.say(ConversationTopic.HELP, cards=[run.agent.shown()], facts=facts)

    def _say_status(self, status: ConversationStatus) -> None:
        facts = {"state": status.state.value, "waiting_for": status.waiting_for}
        if status.state is ConversationState.WAITING and status.expires_at and status.since:
            facts["since"] = status.since.isoformat()
            facts["expires_at"] = status.expires_at.isoformat()
        asked = status.open_question.task_id if status.open_question else None
        for task in status.tasks:
            if task.question is not None and task.task_id != asked:
                facts[f"turn.{task.task_id}"] = "1"
            facts[f"doing.{task.task_id}"] = task.doing
            facts[f"missing.{task.task_id}"] = ",".join(task.missing)
            if task.doing == WAIT_FOR_DATABASE:
                facts["storage_down"] = "1"
        cards = [task.known for task in status.tasks if task.known is not None]
        self._outbox.say(ConversationTopic.STATUS, cards=cards, facts=facts)
