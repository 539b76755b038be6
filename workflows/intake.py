"""What is done with a message when it is taken in: the first look, before it is understood."""

from collections.abc import Callable, Sequence

from temporalio import workflow
from temporalio.exceptions import is_cancelled_exception

from agents.contract import DirectAnswers
from domain.attachments import FetchRequest
from domain.commands import Command, number_of
from domain.conversation import Asked, ConversationStatus
from domain.errors import NothingHeardError, SpeechUnavailableError
from domain.history import Speaker
from domain.messages import MAX_TEXT_LENGTH, Attachment, ButtonPress, MediaKind, Message
from domain.naming import replies_to_unknown, rows_in
from domain.preferences import TranscribeRequest
from domain.sent import Told
from domain.tasks import Injected
from domain.topics import Empty, NotFound, PressAction, StaleButton, Unsupported, VoiceHeard
from domain.transcript import FindReplyRequest
from domain.understanding import Act, ActKind, TaskView
from workflows.activity_calls import (
    FETCH_ATTACHMENT,
    FIND_REPLY,
    FIND_REPLY_LATER,
    TRANSCRIBE,
    ActivityFailed,
)
from workflows.acts import Dispatcher
from workflows.album_gathering import Gathering
from workflows.chat import Chat, ChatPart
from workflows.commands import Commands
from workflows.own_data import OwnData
from workflows.program_calls import ProgramCalls
from workflows.shared import agent_of, evidence_of, label_of, readable, replied_task
from workflows.taking_back import TakingBack
from workflows.tasks import TaskRun
from workflows.understanding import Router

_TAKING_AWAY = frozenset({Command.CANCEL.value, Command.UNDO.value})
_OF_A_LIST = frozenset({PressAction.YES, PressAction.NO, PressAction.KEEP})
"""Buttons below a list that are for all of it."""
_UNUSABLE = ("attachment.unusable", "attachment.gone")
VOICE = "voice"
"""``what`` of ``Unsupported`` for a voice note."""


class Intake(ChatPart):
    """Hands each part of a message to who deals with it."""

    def __init__(  # noqa: PLR0913, PLR0917 - a message may concern any part of the conversation
        self,
        chat: Chat,
        router: Router,
        dispatcher: Dispatcher,
        gathering: Gathering,
        taking_back: TakingBack,
        own_data: OwnData,
        status: Callable[[], ConversationStatus],
    ) -> None:
        super().__init__(chat)
        self._router = router
        self._dispatcher = dispatcher
        self._gathering = gathering
        self._taking_back = taking_back
        self._own_data = own_data
        self._commands = Commands(chat, taking_back, own_data, status)
        self._program_calls = ProgramCalls(chat, dispatcher, taking_back, self._handle)
        self._answered_list = ""
        """The digest of the list whose button was pressed last."""

    def start(self) -> None:
        """Goes on listening to the voice notes that an earlier run left."""
        notes = self._session.state.notes
        for message in list(self._session.state.pending):
            recording = notes.listening.get(message.id)
            if recording is not None:
                self._handlers.listen(self._listen(message, recording))

    def take(self, message: Message) -> None:
        self._session.turns.take_up(message)
        state = self._session.state
        state.turns += 1
        self._outbox.heard(message)
        if message.command is None and message.press is None and message.call is None:
            state.spoken = message.live
        shown = message.text or ("📎" if message.attachments or message.unusable else "🔘")
        state.history.append(Speaker.PERSON, shown, message.sent_at)
        new = self._take_edit(message) if message.edits else message
        if new is None:
            return
        state.sent.note(new.ref, new.text, new.id)
        if new.reply_to is None and new.reply_to_ref:
            known = state.shown.by_ref.get(new.reply_to_ref)
            if known is None:
                self._handlers.look_up(new, self._find_reply(new))
                return
            new = new.model_copy(update={"reply_to": known})
        self._handle(new)

    async def _find_reply(self, message: Message) -> None:
        """Finds out what a message replies to. The transcript knows a reply that is older than what
        the state remembers, and the delivery one that was shown just now.
        """
        ref = message.reply_to_ref
        request = FindReplyRequest(conversation_id=self._session.conversation_id, channel_ref=ref)
        doing, caller = f"{label_of([message])} · find the reply", self._session.caller
        try:
            found = (await caller.run(FIND_REPLY, request, doing)).reply_id
        except ActivityFailed as failure:
            found = await self._find_shown(ref)
            if found is None:
                self._outbox.say_failed(failure)
                found = (await caller.run(FIND_REPLY_LATER, request, doing)).reply_id
        if found is None:
            found = await self._find_shown(ref)
        self._handle(message.model_copy(update={"reply_to": found}))

    async def _find_shown(self, ref: str) -> str | None:
        """Returns the reply that stands in ``ref``, if a delivery under way has shown it: while the
        database is away, it takes long until that is known.
        """
        shown, outbox = self._session.state.shown, self._outbox
        if outbox.delivering:
            await workflow.wait_condition(lambda: ref in shown.by_ref or not outbox.delivering)
        return shown.by_ref.get(ref)

    def _handle(self, message: Message) -> None:
        if message.command in _TAKING_AWAY and replies_to_unknown(message):
            self._outbox.say(NotFound(replied=True))
        elif message.command == Command.UNDO and len(self._session.listed_by(message)) > 1:
            among = self._session.listed_by(message)
            self._handlers.start(self._taking_back.ask_which(among, PressAction.UNDO))
        elif message.command == Command.CANCEL:
            number = number_of(message.text)
            task_id = self._board.numbered(number) if number else replied_task(message)
            if number and task_id is None:
                self._outbox.say(NotFound(number=number))
            else:
                self._cancel(task_id)
        elif message.command is not None:
            self._commands.obey(message, message.command)
        elif message.press is not None:
            self._press(message, message.press)
        elif message.call is not None:
            self._program_calls.take(message, message.call)
        else:
            self._take_content(message)

    # Cancelling

    def _cancel(self, task_id: str | None) -> None:
        """Cancels. Said in reply to a card it is about that card only."""
        if task_id is None:
            self.cancel_all("person", "", keep=self._find_not_asked_about())
            return
        run = self._board.get(task_id)
        if run is None and self._taking_back.let_its_agent_decide(task_id):
            return
        runs = [run] if run is not None else []
        self._taking_back.cancel(runs)

    def _find_not_asked_about(self) -> Sequence[TaskRun]:
        """Returns the tasks that go on when the person cancels what they are asked about: those
        that work, and those whose question they know nothing of. Returns none while nothing is
        asked.
        """
        if not self._question_queue.is_asking:
            return ()
        active = [run for run in self._board.in_chat if not run.record.resting]
        return [run for run in active if not self._question_queue.is_known(run.record)]

    def cancel_all(self, by: str, reason: str, keep: Sequence[TaskRun] = ()) -> None:
        """Drops every task but those to ``keep``, every text that is not understood yet and what
        waits for its time.
        """
        inbox = self._session.state.inbox
        waiting = [message for message in inbox if message.waits(self._session.let_in)]
        for message in waiting:
            inbox.remove(message)
        heard = self._handlers.take_back_words()
        texts = [*heard, *(m for m in self._router.drop(by, reason) if not m.attachments), *waiting]
        runs = [run for run in self._board.in_chat if run not in keep]
        going_on = [run for run in runs if not run.record.resting or run.holds_words]
        if by == "person" and (going_on or texts):
            runs = going_on  # what rests is meant where there is nothing else
        if runs or texts or not self._router.beginning:
            self._taking_back.cancel(runs, texts, by, reason, working=len(keep))

    # Buttons

    def _press(self, message: Message, press: ButtonPress) -> None:
        """Applies a button to what it belongs to; a stale one is answered, never applied."""
        handlers = self._handlers
        match press.action:
            case PressAction.UNDO:
                stale = StaleButton() if press.value else None
                handlers.start(self._taking_back.undo(press.subject, press.value, stale))
            case PressAction.RESTORE:
                handlers.start(self._taking_back.restore(press.subject))
            case PressAction.RESUME | PressAction.RETRY:
                handlers.start(self._taking_back.resume(press.subject, message.id))
            case PressAction.EDIT:
                handlers.start(self._taking_back.take_up_done(press.subject, Injected(press=press)))
            case PressAction.OFFER:
                self._take_up(message, press)
            case PressAction.ENTER | PressAction.LEAVE:
                self._dispatcher.enter(press.subject, yes=press.action == PressAction.ENTER)
            case PressAction.PREFER | PressAction.ERASE | PressAction.KEEP_DATA:
                self._own_data.press(press)
            case _:
                self._answer(press, message)

    def _take_up(self, message: Message, press: ButtonPress) -> None:
        """Lets an agent take up what another one told, as if the person had asked for it."""
        details = self._board.offers.take(press.subject, press.value)
        if details is None:
            self._outbox.say(StaleButton())
            return
        act = Act(kind=ActKind.OPEN, agent=press.value, details=details, message_ids=(message.id,))
        self._dispatcher.open([act], message)

    def _answer(self, press: ButtonPress, message: Message) -> None:
        """Applies a button of an open question, or one of an agent's own."""
        run = self._board.asking(press.subject)
        listed = press.action in _OF_A_LIST and bool(self._question_queue.rows_of(press.value))
        if listed or (
            run is not None and (run in self._find_listed() or _is_of_a_list(press, run))
        ):
            self._answer_list(press)
            return
        if run is not None:
            asked = run.desk.question
            run.injections.add(Injected(press=press, question=asked, message_id=message.id))
            return
        slug = press.action.partition(".")[0]
        agent = self._agents.able(slug, DirectAnswers)
        handler = agent.press(press) if agent is not None else None
        if handler is not None:
            self._handlers.of_agent(slug, handler, message)
        elif not press.value or press.value != self._answered_list:  # else it was pressed twice
            self._outbox.say(StaleButton())

    def _find_listed(self) -> list[TaskRun]:
        """Returns the tasks whose questions the person sees as one list."""
        rows = (self._board.get(record.task_id) for record in self._question_queue.list_rows)
        return [run for run in rows if run is not None]

    def _answer_list(self, press: ButtonPress) -> None:
        """Applies a button below a list to those of its rows that are as they were shown."""
        rows = self._question_queue.rows_of(press.value)
        if not rows:
            self._outbox.say(StaleButton())
            return
        if press.action == PressAction.NO:
            self._question_queue.put_list_again(whole=True)
            return
        self._answered_list = press.value
        if press.action == PressAction.YES:
            self._board.accept(rows)
        else:
            runs = [run for run in self._board.runs if run.record in rows]
            self._taking_back.keep(runs)

    def _split_by_rows(self, message: Message) -> list[Message]:
        """Splits words that begin with numbers of listed rows ("#3: 12.50, #4: 9") into replies to
        each. Words that are said of several rows stay whole: only its agent knows what may hold
        for each.
        """
        found = rows_in(message.text)
        rows = {record.number: record.task_id for record in self._question_queue.list_rows}
        if not found or message.reply_to:
            return [message]
        if any(row.shared or row.number not in rows for row in found):
            return [message]
        answers: list[Message] = []
        for n, row in enumerate(found, start=1):
            to = f"{rows[row.number]}/r0"  # any reply about the task stands for it
            apart = {"id": f"{message.id}/{n}", "ref": ""} if n > 1 else {}
            answers.append(message.model_copy(update={"text": row.words, "reply_to": to, **apart}))
        return answers

    # Texts, files, voice notes

    def _take_content(self, message: Message) -> None:
        spoken = [a for a in message.attachments if a.kind is MediaKind.AUDIO]
        if message.unusable is not None:
            self._outbox.say(Unsupported(what=message.unusable.value))
        if self._offer_files_to_holding(message):
            message = message.model_copy(update={"attachments": tuple(spoken)})
            if not message.text.strip() and not spoken:
                return
        if len(spoken) < len(message.attachments):
            self._router.part()
            if self._may_be_for_another(message):
                self._handlers.look_up(message, self._give_by_caption(message, spoken))
                return
            if self._is_heard_with_files(message):
                return
            self._open_files(message)
        self._take_words(message, spoken)

    def _take_words(self, message: Message, spoken: Sequence[Attachment]) -> None:
        if message.text.strip():
            for said in self._split_by_rows(message):
                if not self._offer_to_session(said, said.text):
                    self._add_text(said)
        elif not message.attachments and message.unusable is None:
            self._outbox.say(Empty())
        if spoken:
            self._take_voice(message, spoken)

    def _offer_to_session(self, message: Message, text: str) -> bool:
        """Whether a session takes up what was said."""
        run = self._whose(message)
        if run is None or message.attachments or message.edits:
            return False
        if run.holds_words and self._router.waits_for_words(message.id):
            return False
        run.injections.add_words(message, text)
        return True

    def _offer_files_to_holding(self, message: Message) -> bool:
        """Whether the files that came are what the task wants that holds all words: then it has
        them.
        """
        run, files = self._whose(message), readable(message)
        if run is None or not run.holds_words or not files:
            return False
        if not all(run.wants(file) for file in files):
            return False
        for file in files:
            run.injections.add(Injected(attachment=file, message_id=message.id))
        self._tell(message, run.record.task_id)
        return True

    def left(self, reason: str) -> None:
        """Ends the call that goes on: the person is not on the line any more."""
        run = self._board.holding()
        if run is not None:
            run.injections.add(Injected(hung_up=reason))

    def _add_text(self, message: Message) -> None:
        """Adds a text to what is understood; finished tasks that it names are looked up first,
        however old they are.
        """

        async def add_with_named() -> None:
            self._router.add(message, await self._find_named(message))

        if message.attachments or not self._router.not_at_hand(message):
            self._router.add(message)
        else:
            self._handlers.look_up(message, add_with_named())

    async def _find_named(self, message: Message) -> tuple[TaskView, ...]:
        found = [await self._taking_back.find_named(n) for n in self._router.not_at_hand(message)]
        return tuple(view for view in found if view is not None)

    def _may_be_for_another(self, message: Message) -> bool:
        """Whether its caption decides who gets a file: another agent takes such, too, and nothing
        that the person saw says whose it is.
        """
        files = readable(message)
        if not message.text.strip() or message.album:
            return False
        if self._question_queue.visible is not None or replied_task(message) is not None:
            return False
        return bool(self._find_rivals(files))

    def _find_rivals(self, files: Sequence[Attachment]) -> list[str]:
        """Returns the agents that take such files but are not asked first."""
        first = {self._find_taker(file) for file in files}
        takers = self._agents.takers(files)
        return [agent.card.slug for agent in takers if agent.card.slug not in first]

    async def _give_by_caption(self, message: Message, spoken: Sequence[Attachment]) -> None:
        """Gives a file to the agent whose rules are sure of the words below it, else to whoever
        takes such files.
        """
        files = readable(message)
        acts = await self._router.surely(message)
        slugs = {act.agent for act in acts if act.kind is ActKind.OPEN}
        rivals = self._find_rivals(files) if len(slugs) == 1 else []
        other = next((slug for slug in rivals if slug in slugs), None)
        if other is not None:
            words = next(act.details for act in acts if act.kind is ActKind.OPEN)
            asked = Asked(agent=other, details=words, message=message)
            if self._handlers.ask(asked):
                return
        if not self._is_heard_with_files(message):
            self._open_files(message)
            self._take_words(message, spoken)

    def _is_heard_with_files(self, message: Message) -> bool:
        """Whether an agent's handler hears the message with its files and its words: that of the
        card replied to, else that of whoever takes such files. Most agents open a task instead.
        """
        files, about = readable(message), replied_task(message)
        slug = agent_of(about or "")
        if slug not in {agent.card.slug for agent in self._agents.takers(files)}:
            about = None
        takers = {slug} if about else {self._find_taker(file) for file in files}
        first = takers.pop() if len(takers) == 1 else ""
        return bool(first) and self._handlers.ask(Asked(agent=first, message=message, about=about))

    def _open_files(self, message: Message) -> None:
        """Opens one task for each file, of the agent that takes such; a single one may be what a
        task waits for.
        """
        if self._gathering.dropped(message.album):
            return
        files = readable(message)
        holder = self._question_queue.current
        asking = self._board.get(holder.task_id) if holder else None
        alone = len(files) == 1 and not message.album
        if alone and asking is not None and asking.wants(files[0]):
            asking.injections.add(Injected(attachment=files[0], question=asking.desk.question))
            self._tell(message, asking.record.task_id)
            self._router.caption(message.id, asking.record.task_id)
            return
        claimed = [(file, slug) for file in files if (slug := self._find_taker(file))]
        if len(claimed) < len(files):
            self._outbox.say(Unsupported())
        if not claimed or not self._board.room(len(claimed)):
            return
        group = message.album or message.id
        runs = [
            self._board.open(slug, attachment=file, caption=evidence_of(message), group=group)
            for file, slug in claimed
        ]
        for run in runs:
            self._tell(message, run.record.task_id)
        if message.album:
            self._gathering.add(group, runs)
        else:
            self._board.join_files(group, runs)
        if len(runs) == 1:
            self._router.caption(message.id, runs[0].record.task_id)

    def _find_taker(self, file: Attachment) -> str:
        """Returns the agent that such a file is given to; empty where no card accepts it."""
        return next((agent.card.slug for agent in self._agents.takers([file])), "")

    def _tell(self, message: Message, task_id: str) -> None:
        self._session.tell(message.ref, Told(task_id=task_id, file=True))

    def _take_voice(self, message: Message, recordings: Sequence[Attachment]) -> None:
        """Keeps the place of a voice note among the texts; what was said after it waits for it.

        With a caption, which goes first, the words have an id of their own.
        """
        captioned = bool(message.text.strip())
        for number, recording in enumerate(recordings, start=1):
            apart = captioned or number > 1
            spoken = message.model_copy(
                update={
                    "id": f"{message.id}/{number}" if apart else message.id,
                    "ref": "" if apart else message.ref,
                    "text": "",
                    "attachments": (),
                }
            )
            self._router.expect(spoken, recording)
            self._handlers.listen(self._listen_or_give_up(spoken, recording))

    async def _listen_or_give_up(self, spoken: Message, recording: Attachment) -> None:
        try:
            await self._listen(spoken, recording)
        except Exception as error:
            if not is_cancelled_exception(error):
                self._router.withdraw(spoken.id)  # nobody waits for the words of a defect
            raise

    async def _listen(self, spoken: Message, recording: Attachment) -> None:
        """Shows what was heard, then it is understood like typed words."""
        try:
            text = await self._transcribe(spoken, recording)
        except ActivityFailed as failure:
            self._say_not_heard(spoken, failure)
            return
        if text is None or not self._router.expects(spoken.id):
            return  # cancelled meanwhile
        if not text:
            nothing = NothingHeardError("no words in it")
            self._say_not_heard(spoken, ActivityFailed(nothing.code, nothing.user_text))
            return
        self._outbox.say(VoiceHeard(text=text))
        self._session.state.history.append(Speaker.PERSON, text, spoken.sent_at)
        spoken = spoken.model_copy(update={"spoken": True})
        if self._offer_to_session(spoken, text):
            self._end_voice(spoken.id)
            return
        finished = await self._find_named(spoken.model_copy(update={"text": text}))
        self._router.heard(spoken.id, text, finished)

    async def _transcribe(self, spoken: Message, recording: Attachment) -> str | None:
        caller, person, which = self._session.caller, self._session.person, label_of([spoken])
        if not recording.sha256:
            fetch = FetchRequest(person=person, attachment=recording)
            recording = await caller.run(FETCH_ATTACHMENT, fetch, f"{which} · fetch the voice note")
        request = TranscribeRequest(
            user_id=person.user_id, sha256=recording.sha256, locale=person.locale
        )
        heard = await caller.unless(
            TRANSCRIBE,
            request,
            f"{which} · listen to the voice note",
            lambda: not self._router.expects(spoken.id),
        )
        self._outbox.note_degraded(heard)
        return None if heard is None else heard.text.strip()[:MAX_TEXT_LENGTH]

    def _end_voice(self, message_id: str) -> None:
        """Ends the wait for a voice note: what was said behind it goes to the task that holds all
        words.
        """
        behind = self._router.behind(message_id)
        self._router.withdraw(message_id)
        for message in behind:
            if self._board.holding() is None or not self._offer_to_session(message, message.text):
                return
            self._router.withdraw(message.id)

    def _say_not_heard(self, spoken: Message, failure: ActivityFailed) -> None:
        if not self._router.expects(spoken.id):
            return  # cancelled meanwhile
        self._end_voice(spoken.id)
        speech = (SpeechUnavailableError.code, NothingHeardError.code)
        if failure.code.startswith(speech):
            said = Unsupported(what=VOICE, code=failure.code, reason=failure.user_text)
            self._outbox.say(said)
        elif failure.code.startswith(_UNUSABLE):
            self._outbox.say(Unsupported(code=failure.code, reason=failure.user_text))
        else:
            self._outbox.say_failed(failure)

    # Edits

    def _take_edit(self, message: Message) -> Message | None:
        """Returns what of an edit is to be taken like a new message; None when it is dealt with.

        Only its words count: files that come with an edit are those of the original.
        """
        edit = message.model_copy(update={"attachments": (), "unusable": None})
        sent = self._session.state.sent
        known = sent.of(edit.edits)
        if known is not None and known.says(edit.text):
            return None
        sent.note(edit.edits if known else "", edit.text)
        original = self._router.original_of(edit.edits)
        takes_away = edit.command in _TAKING_AWAY
        holding = self._board.holding()
        if original is not None:
            return self._replace_original(original, edit)
        if holding is not None and known is not None and edit.command is None:
            told = {task.task_id for task in known.told}
            if told <= {holding.record.task_id} and edit.text.strip():
                holding.injections.add_words(edit, edit.text, edits=known.message_id or edit.id)
                return None
        if known is not None and not known.told:
            new = edit.model_copy(update={"edits": "", "ref": edit.ref or edit.edits})
            return new if edit.text.strip() else None
        if edit.command is not None and not takes_away:
            return edit
        if takes_away and known is not None:
            self._dispatcher.edits.take_away(known.told)
        elif takes_away:
            self._dispatcher.edits.say_unknown()
        elif edit.text.strip():
            self._router.add(edit)
        return None

    def _replace_original(self, original: Message, edit: Message) -> Message | None:
        """Replaces an original that is not understood yet: what it said does not count any more."""
        if edit.command is None and edit.text.strip():
            self._router.replace(original, edit)
            return None
        self._router.withdraw(original.id)
        if edit.command in _TAKING_AWAY:
            self._taking_back.cancel([], [original])
            return None
        return edit if edit.command is not None else None


def _is_of_a_list(press: ButtonPress, run: TaskRun) -> bool:
    """Whether a button stood below a list in which the task's question may stand."""
    asked = run.record.question
    return bool(asked and asked.kind_in_list and press.value) and press.action in _OF_A_LIST
