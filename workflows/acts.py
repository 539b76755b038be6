"""Where understood words go: to a task, a new task, a handler. And what an edit changes."""

from collections.abc import Sequence
from dataclasses import replace

from pydantic import BaseModel, JsonValue, ValidationError
from temporalio import workflow

from agents.contract import Agent, Details, DirectAnswers, FeatureOwner, QuestionLister, Reversible
from domain.bounded import keep_newest
from domain.conversation import Asked, TaskRecord, ToEnter
from domain.messages import ButtonPress, CallRequest, Message
from domain.naming import UNKNOWN_TASK, Naming
from domain.preferences import PreferenceField, WantedPreference
from domain.replies import Choice
from domain.sent import Sent, Told
from domain.tasks import Injected
from domain.tools import Effect
from domain.topics import (
    AskToEnter,
    EditUnknown,
    GeneralAnswer,
    NotEntered,
    NotFound,
    PressAction,
    StaleButton,
)
from domain.understanding import Act, ActKind, BegunTask
from language.yes_no import begins_with_no
from workflows.album_gathering import Gathering
from workflows.chat import Chat, ChatPart
from workflows.handlers import HandlerKind
from workflows.own_data import OwnData
from workflows.shared import agent_of, evidence_of, readable, replied_task
from workflows.taking_back import TakingBack
from workflows.tasks import TaskRun
from workflows.understanding import HeardBatch
from workflows.whose_words import (
    ABOUT_DONE_TASKS,
    CONCERNING_A_TASK,
    TAKING_AWAY,
    could_answer,
    named_by,
    said_behind_opening,
)

_TELLING = frozenset({ActKind.OPEN, ActKind.DETAIL})
_REACTIONS = frozenset({ActKind.AFFIRM, ActKind.DENY})
MAX_TO_ENTER = 10
"""Messages that wait for a yes before an agent gets them."""


def _only_reads(agent: type[Agent[BaseModel]], call: CallRequest | None) -> bool:
    if call is None or not issubclass(agent, FeatureOwner):
        return False
    return call.name in {t.name for t in agent.feature_tools() if t.effect is Effect.READ}


class Dispatcher(ChatPart):
    """Turns acts into work. Decides nothing about an agent's own details."""

    def __init__(
        self, chat: Chat, taking_back: TakingBack, own_data: OwnData, gathering: Gathering
    ) -> None:
        super().__init__(chat)
        self._taking_back = taking_back
        self._own_data = own_data
        self._gathering = gathering
        self._given_last: tuple[str, str | None] = ("", None)
        self.edits = Edits(chat, taking_back)

    def hear(self, heard: HeardBatch) -> None:
        """Carries out what a batch of texts was understood to mean."""
        done = heard.begun is not None and heard.begun.state is not None
        if heard.cancelled is not None and not done:
            self._taking_back.cancel([], heard.batch, *heard.cancelled)
            return
        if heard.begun is not None:
            self._go_on_with(heard.begun, heard)
        else:
            self._carry_out(heard)
        self._offer_settings(heard)

    def _offer_settings(self, heard: HeardBatch) -> None:
        """Offers the language of the words or the time zone of the browser, unless something else
        is asked or set, or an agent holds all words.
        """
        is_asked = self._question_queue.is_asking or self._session.state.asked_to_enter
        if is_asked or self._board.holding() is not None:
            return
        if any(act.kind is ActKind.SET for act in heard.acts):
            return
        zone = heard.batch[0].zone
        if self._session.speaks:
            self._own_data.offer(PreferenceField.LANGUAGE, self._session.speaks)
        elif zone is not None and zone.usual == self._session.person.timezone != zone.name:
            self._own_data.offer(PreferenceField.TIMEZONE, zone.name)

    def _go_on_with(self, begun: BegunTask, heard: HeardBatch) -> None:
        """Opens the task that was begun with the reading. Words that say something else by now are
        read anew: what was done is taken back.
        """
        if heard.replaced_meanwhile:
            if begun.state is not None:
                self._handlers.start(self._taking_back.undo(begun.task_id))
            return
        run = self._open_task(heard.acts[0], heard.batch[0], begun)
        if run is not None and heard.cancelled is not None:
            run.desk.stopped = True
            self._taking_back.cancel([run], (), *heard.cancelled)

    def _carry_out(self, heard: HeardBatch) -> None:
        first, asked = heard.batch[0], self._session.state.asked_to_enter
        if any(act.kind not in _REACTIONS for act in heard.acts):
            self._session.state.asked_to_enter = ""
        if first.edits and self.edits.apply(heard.acts, first):
            return
        heard = replace(heard, acts=self._enter_before(asked, heard))
        holding = {slug for slug, agent in self._agents.served.items() if agent.card.holds_words}
        behind = said_behind_opening(heard.acts, heard.batch, heard.naming, holding)
        theirs = [act for act in heard.acts if _find_message(act, heard.batch) in behind]
        self._hear([act for act in heard.acts if act not in theirs], heard)
        run = self._board.holding() if behind else None
        if run is None:
            self._hear(theirs, heard)
        else:
            for message in behind:
                run.injections.add_words(message, message.text)

    def _enter_before(self, asked: str, heard: HeardBatch) -> Sequence[Act]:
        """Takes further words for the agent that the person was just asked about for a yes: it gets
        the quoted words, then these, which are returned with all others. Words that need no offer,
        as "how is my ticket?", agree to none but of an agent that holds what is said to it; those
        that begin with a no agree to none at all.
        """
        meant = self._session.state.to_enter.get(asked)
        agent = self._agents.served.get(meant.acts[0].agent) if meant is not None else None
        holds_words = agent is not None and agent.card.holds_words
        further = [
            act
            for act in heard.acts
            if meant is not None
            and meant.acts[0].kind is act.kind is ActKind.OPEN
            and (act.enters or holds_words)
            and act.agent == meant.acts[0].agent
            and (message := _find_message(act, heard.batch)).addressed
            and not begins_with_no(message.text)
        ]
        if not further:
            return heard.acts
        self.enter(asked, yes=True)
        return [
            act.model_copy(update={"enters": False}) if act in further else act
            for act in heard.acts
        ]

    def _hear(self, acts: Sequence[Act], heard: HeardBatch) -> None:
        opening: dict[str, list[Act]] = {}
        captioned: set[str] = set()
        for act in acts:
            message = _find_message(act, heard.batch)
            if readable(message):
                again = act.kind is ActKind.OPEN and message.id in captioned
                captioned.add(message.id)
                if again:
                    continue  # a file is one task: only the first thing said of it counts
                if message.album:
                    self._gathering.caption(act, message)
                else:
                    self._apply_caption(act, message, heard.captions.get(message.id))
            elif act.kind in TAKING_AWAY and message.id in heard.replaced:
                self._taking_back.cancel([], [heard.replaced[message.id]])
            elif act.kind is ActKind.OPEN:
                opening.setdefault(message.id, []).append(act)
            elif act.enters:
                self._ask_to_enter([act], message)
            else:
                naming = heard.naming[message.id]
                if self._answer_offer(act, naming) or self._answer_list(act, heard):
                    continue
                task_id = self._find_task(act, naming, acts)
                self._act(act.model_copy(update={"task_id": task_id}), naming, message)
        by_id = {message.id: message for message in heard.batch}
        for message_id, opened in opening.items():
            alone = len(opened) == sum(message_id in act.message_ids for act in heard.acts)
            self.open(opened, by_id[message_id], alone=alone)

    def _find_task(self, act: Act, naming: Naming, acts: Sequence[Act]) -> str | None:
        """Returns the task that an act is about. One that is only brought back by another act is
        not among those that words name.
        """
        restored = {each.task_id for each in acts if each.kind is ActKind.RESTORE} - {None}
        return act.task_id if act.task_id in restored else named_by(naming, self._going_on, act)

    def _answer_offer(self, act: Act, naming: Naming) -> bool:
        """Takes a yes or a no that names nothing for the offer of an agent, where no question was
        put behind it.
        """
        asked = self._session.state.asked_to_enter
        answers = bool(asked) and act.kind in _REACTIONS and not (naming.card or naming.numbers)
        if answers:
            self.enter(asked, yes=act.kind is ActKind.AFFIRM)
        return answers

    def _answer_list(self, act: Act, heard: HeardBatch) -> bool:
        """Takes what is said to a list without naming a row: a yes accepts all of it as shown, and
        what fits only one is asked about.
        """
        rows = self._question_queue.list_rows
        ids = {record.task_id for record in rows}
        message = _find_message(act, heard.batch)
        naming = heard.naming[message.id]
        if naming.card or naming.numbers or not self._may_answer(act, rows):
            return False
        about = [each for each in heard.acts if each.task_id in ids]
        seen = all(could_answer(record.question, [message]) for record in rows)
        if not seen and (act.kind is ActKind.AFFIRM or len(about) > 1):
            if act.kind is ActKind.AFFIRM or act is about[0]:
                self._question_queue.put_list_again()
            return True
        if len(about) > 1:
            return self._answer_some(act, about, rows)
        runs = [run for run in self._board.runs if run.record in rows]
        match act.kind:
            case ActKind.AFFIRM:
                self._board.accept(rows)
            case ActKind.DETAIL if self._is_new(act, rows):
                opening = {"kind": ActKind.OPEN, "task_id": None}
                self.open([act.model_copy(update=opening)], message)
            case ActKind.DONT_KNOW:
                self._taking_back.keep(runs)
            case ActKind.CANCEL:
                self._taking_back.cancel(runs)
            case ActKind.DENY | ActKind.UNCLEAR | ActKind.DETAIL:
                self._question_queue.put_list_again(attempt=2)
            case _:
                return False
        return True

    def _answer_some(self, act: Act, about: Sequence[Act], rows: Sequence[TaskRecord]) -> bool:
        """Shows together what comes of values for several rows. A new value for one of them alone
        is not taken: nothing says which one it is for.
        """
        for_all = all(each.details == about[0].details for each in about)
        taken = {each.task_id for each in about if for_all or not self._tells_new_value(each)}
        if act is about[0]:
            together = [record for record in rows if record.task_id in taken]
            if together:
                self._board.show_together(together)
        return act.task_id not in taken

    def _may_answer(self, act: Act, rows: Sequence[TaskRecord]) -> bool:
        """Whether an act names no task but those, and no other agent has one that it may be for."""
        if not rows or act.task_id not in {None, *(record.task_id for record in rows)}:
            return False
        return act.agent == rows[0].agent or not self._board.of_agent(act.agent)

    def _is_new(self, act: Act, rows: Sequence[TaskRecord]) -> bool:
        """Whether what is said is about nothing that stands in the list."""
        agent = self._agents.able(rows[0].agent, QuestionLister)
        known = [run.view().known for run in self._board.runs if run.record in rows]
        return agent is not None and agent.is_new(act.details, known)

    def _tells_new_value(self, act: Act) -> bool:
        run = self._board.get(act.task_id)
        if run is None:
            return True
        said, known = (_read(run.agent.details, each) for each in (act.details, run.view().known))
        return not said.beyond(known).is_empty()

    def _act(self, act: Act, naming: Naming, message: Message) -> None:
        unknown, named = act.task_id == UNKNOWN_TASK, act.task_id
        if unknown:  # it may be too old to be at hand
            number = naming.unknown_number
            named = replied_task(message) or (self._session.shown_task(number) if number else None)
        agent = self._agents.get(agent_of(named or ""))
        # Only its agent knows what became of a finished task.
        others = agent is not None and not issubclass(agent, Reversible)
        if act.kind in TAKING_AWAY and unknown and others:
            self._handlers.start(self._taking_back.undo(named))
        elif act.kind not in CONCERNING_A_TASK or not self._give_once(named, message):
            self.carry_out(act, naming, message)

    def _give_once(self, task_id: str | None, message: Message) -> bool:
        """Whether the words went to the agent of a finished task, once for all that they say."""
        if self._given_last == (message.id, task_id):
            return True
        given = self._handlers.asked_about(task_id, message)
        if given:
            self._given_last = (message.id, task_id)
        return given

    def carry_out(self, act: Act, naming: Naming, message: Message) -> None:
        """Does what an act says that opens nothing."""
        if act.task_id is None and self._answer_offer(act, naming):
            return
        if act.task_id == UNKNOWN_TASK and naming.among:
            takes_away = act.kind in TAKING_AWAY
            wanted = PressAction.UNDO if takes_away else PressAction.EDIT
            self._handlers.start(self._taking_back.ask_which(naming.among, wanted))
        elif act.task_id == UNKNOWN_TASK:
            self._outbox.say(NotFound(number=naming.unknown_number, replied=bool(naming.card)))
            self._question_queue.note_digression()
        elif act.kind in CONCERNING_A_TASK:
            self._give_to_task(act, message)
        elif act.kind is ActKind.CANCEL:
            self._cancel(act, message)
        elif act.kind is ActKind.UNDO:
            change = act.details if isinstance(act.details, str) else ""
            undone = self._taking_back.undo(act.task_id, change)
            self._handlers.start(undone, HandlerKind.TAKES_BACK)
        elif act.kind is ActKind.SET:
            preference = WantedPreference.model_validate(act.details)
            self._own_data.prefer(preference.field, preference.value)
        elif act.kind is ActKind.RESTORE:
            if act.task_id is not None or not self._open_dropped(message):
                self._taking_back.restore_taken_back(act.task_id)
        else:
            self._converse(message, act)

    def _converse(self, message: Message, act: Act | None = None) -> None:
        """Answers talk, but not what the people of a group say to each other.

        An agent whose rules know more of it than that it is talk answers itself.
        """
        if not message.addressed:
            return
        if act is not None and act.call is not None:
            asked = Asked(agent=act.agent, call=act.call, message=message)
            if self._handlers.ask(asked):
                return
        if act is not None and act.say:
            self._outbox.say(GeneralAnswer(text=act.say))
            self._question_queue.note_digression()
            return
        self._handlers.answer(message)

    def _open_dropped(self, message: Message) -> bool:
        """Opens anew what was dropped before it was saved, where that went last."""
        state = self._session.state
        if not state.dropped_last or not state.dropped:
            return False
        view = state.dropped[-1]
        if self._agents.able(view.agent, Reversible) is None:
            return False
        state.dropped_last = False
        del state.dropped[-1]
        known = Act(
            kind=ActKind.OPEN, agent=view.agent, details=view.known, message_ids=(message.id,)
        )
        self.open([known], message)
        return True

    def open(self, acts: Sequence[Act], message: Message, *, alone: bool = True) -> None:
        """Everything new that one message asks for; its tasks are shown together. ``alone``:
        nothing else was understood from it.
        """
        tasks: list[Act] = []
        answering = [act for act in acts if act.answers and act.call is not None]
        answering = [act for act in answering if act.agent == answering[0].agent]
        further = tuple(act.call for act in answering[1:] if act.call is not None)
        entering = [act for act in acts if act.enters]
        if entering:
            self._ask_to_enter(entering, message)
        for number, act in enumerate(acts, start=1):
            if act.enters or act in answering[1:]:
                continue
            agent = self._agents.get(act.agent)
            if agent is None:
                self._converse(message)  # an agent that is not enabled (any more)
                continue
            asked = Asked(
                agent=act.agent,
                details=act.details,
                call=act.call,
                press=act.press,
                number=number,
                message=message,
                alone=alone and len(acts) == 1,
                agreed=act.agreed,
                answers=act.answers,
                further=further if act in answering else (),
                reads=not (alone and len(acts) == 1) and _only_reads(agent, act.call),
            )
            try:
                if self._handlers.ask(asked):
                    continue
            except ValidationError:
                workflow.logger.error("act.unreadable", extra={"agent": act.agent})
                self._converse(message)
                continue
            if agent.card.single or agent.card.holds_words:
                self._give_to_its_task(act, message)
            else:
                tasks.append(act)
        if tasks and self._board.room(len(tasks)):
            runs = [run for act in tasks if (run := self._open_task(act, message)) is not None]
            self._board.album(message.id, runs)

    def _ask_to_enter(self, acts: Sequence[Act], message: Message) -> None:
        """Asks whether the words are for the agent that is sure of them, or whether they are to
        change what it has done.
        """
        state, slug = self._session.state, acts[0].agent
        if slug not in self._agents.served or not message.addressed:
            self._converse(message)
            return
        meant = tuple(act.model_copy(update={"enters": False}) for act in acts)
        state.to_enter[message.id] = ToEnter(acts=meant, message=message)
        keep_newest(state.to_enter, MAX_TO_ENTER)
        state.asked_to_enter = message.id
        actions = (PressAction.ENTER, PressAction.LEAVE)
        choices = [Choice(press=ButtonPress(action=each, subject=message.id)) for each in actions]
        task_id = acts[0].task_id if acts[0].kind is ActKind.DETAIL else None
        changes = None if task_id is None else self._board.known(task_id)
        asked = AskToEnter(agent=slug, quote=evidence_of(message), changes=changes)
        self._outbox.say(asked, choices)  # the open question waits until this is answered

    def enter(self, message_id: str, *, yes: bool) -> None:
        """Gives an agent the words that it was asked about, once; or nobody."""
        state = self._session.state
        meant = state.to_enter.pop(message_id, None)
        state.asked_to_enter = ""
        if meant is None:
            self._outbox.say(StaleButton())
        elif yes:
            agreed = [act.model_copy(update={"agreed": True}) for act in meant.acts]
            opening = [act for act in agreed if act.kind is ActKind.OPEN]
            if opening:
                self.open(opening, meant.message)
            for act in agreed:
                if act not in opening:
                    self._act(act, Naming(), meant.message)
        else:
            self._outbox.say(NotEntered())
            self._question_queue.note_digression()

    def _give_to_its_task(self, act: Act, message: Message) -> None:
        """Gives an act to the one task that its agent has in a chat, or that holds all words since
        something that was said before while this was still being understood; else opens a task.
        """
        run = self._whose(message, act)
        if run is None:
            if self._board.room(1):
                self._open_task(act, message)
        elif run.agent.card.single:
            self._inject(run, act, message)
        elif run.record.group != message.id:
            run.injections.add_words(message, message.text)

    def _open_task(
        self, act: Act, message: Message, begun: BegunTask | None = None
    ) -> TaskRun | None:
        try:
            run = self._board.open(
                act.agent,
                details=act.details,
                evidence=evidence_of(message),
                group=message.id,
                proposed=act.proposed,
                may_change=act.task_id if act.proposed else None,
                likely=act.likely and not act.sure,
                begun=begun,
            )
        except ValidationError:
            workflow.logger.error("act.unreadable", extra={"agent": act.agent})
            self._converse(message)
            return None
        self._session.tell(message.ref, Told(task_id=run.record.task_id, details=act.details))
        return run

    def _apply_caption(self, act: Act, message: Message, task_id: str | None) -> None:
        """Takes a caption for what it tells of its file, or for a correction of what stands there
        (``Said.caption``). It opens nothing of its own, and says nothing where it is of no use.
        """
        run = self._board.get(act.task_id) or self._board.get(task_id)
        if run is not None and act.kind in _TELLING and act.agent == run.record.agent:
            self._inject(run, act, message)
            for other in self._board.opened_beside(run):
                self._gathering.share(other, act, message)
        elif act.kind is ActKind.CANCEL:
            self._cancel(act, message)

    def _give_to_task(self, act: Act, message: Message) -> None:
        run = self._whose(message, act)
        if run is not None:
            self._inject(run, act, message)
            return
        done = act.task_id or self._board.last_done(act.agent)
        if act.kind not in ABOUT_DONE_TASKS or done is None:
            self._converse(message)
            return
        said = Injected(act=act, text=evidence_of(message))
        self._tell(act, message, done)
        self._handlers.start(self._taking_back.take_up_done(done, said))

    def _inject(self, run: TaskRun, act: Act, message: Message) -> None:
        self._tell(act, message, run.record.task_id)
        run.injections.add_act(act, evidence_of(message))

    def _tell(self, act: Act, message: Message, task_id: str) -> None:
        """Notes what a message told of a task; a question ("why?") tells nothing."""
        if act.kind is not ActKind.WHY:
            self._session.tell(message.ref, Told(task_id=task_id, details=act.details))

    def _cancel(self, act: Act, message: Message) -> None:
        run = self._whose(message, act)
        if act.task_id is not None and run is None:
            self._handlers.start(self._taking_back.undo(act.task_id))
            return
        runs = [run] if run is not None else self._board.in_chat
        texts: list[Message] = []
        if act.task_id is None and self._question_queue.current is None:
            # Words of which is still looked up whose they are: they are newer than any task.
            texts = self._handlers.take_back_words(last=True)
        runs = [] if texts else runs
        self._taking_back.cancel(runs, texts)


class Edits(ChatPart):
    """An edited message changes what the message told before: it never opens a second task."""

    def __init__(self, chat: Chat, taking_back: TakingBack) -> None:
        super().__init__(chat)
        self._taking_back = taking_back

    def apply(self, acts: Sequence[Act], message: Message) -> bool:
        """Returns False when the acts are no correction, so that they are carried out as if new."""
        sent = self._session.state.sent.of(message.edits)
        kinds = {act.kind for act in acts}
        telling = [act for act in acts if act.kind in _TELLING and not self._is_handled(act)]
        if sent is None:
            # Nobody can tell which task it was about; guessing would change another one.
            unknown = bool(kinds & TAKING_AWAY) or bool(telling)
            if unknown:
                self.say_unknown()
            return unknown
        if kinds & TAKING_AWAY:
            self.take_away(sent.told)
        elif self._hand_to_tellers(sent, acts, message):
            pass
        elif telling:
            self._correct(sent.told, telling, message)
        elif ActKind.OPEN in kinds:
            return False
        elif kinds == {ActKind.GENERAL} and all(t.details is None for t in sent.told):
            return True  # talk below a file, which says nothing
        else:
            self._react(sent.told, acts, message)
        return True

    def _hand_to_tellers(self, sent: Sent, acts: Sequence[Act], edit: Message) -> bool:
        """Whether the new words went to handlers of the agents of what the message told of: those
        hand them to their task, or to whoever has it now.
        """
        asking = [act for act in acts if self._is_handled(act)]
        if not asking:
            return len(sent.told) == 1 and self._handlers.asked_about(
                sent.told[0].task_id, edit, sent.message_id or edit.id
            )
        told = [t.task_id for t in sent.told if agent_of(t.task_id) == asking[0].agent]
        agent = self._agents.able(asking[0].agent, Reversible)
        finished = [task_id for task_id in told if self._board.get(task_id) is None]
        if not told or (agent is not None and finished):
            return False
        if len(told) > 1 and len(told) != len(asking):
            self.say_unknown()
            return True
        for n, act in enumerate(asking):
            self._handlers.ask(
                Asked(
                    agent=act.agent,
                    details=act.details,
                    call=act.call,
                    number=n + 1,
                    message=edit,
                    about=told[n] if n < len(told) else None,
                    edits=(sent.message_id or edit.id) if n < len(told) else "",
                    alone=len(asking) == 1,
                )
            )
        return True

    def _is_handled(self, act: Act) -> bool:
        agent = self._agents.get(act.agent)
        if agent is None or act.kind is not ActKind.OPEN:
            return False
        if act.call is not None:
            return True
        try:
            return issubclass(agent, DirectAnswers) and agent.handler(act.details) is not None
        except ValidationError:
            return False

    def say_unknown(self) -> None:
        self._outbox.say(EditUnknown())

    def take_away(self, told: Sequence[Told]) -> None:
        """Takes back the tasks of this message only: drops those going on, undoes done ones."""
        runs = [self._board.get(t.task_id) for t in told]
        open_runs = [run for run in runs if run and not run.done]
        going_on = {run.record.task_id for run in open_runs}
        if open_runs:
            self._taking_back.cancel(open_runs)
        for task in told:
            if task.task_id not in going_on:
                self._handlers.start(self._taking_back.undo(task.task_id))

    def _correct(self, told: Sequence[Told], telling: Sequence[Act], edit: Message) -> None:
        pairs = _pair(told, telling)
        if not pairs:
            self.say_unknown()
        for task, details in pairs:
            agent = self._agents.get(agent_of(task.task_id))
            if agent is None:
                continue
            said = _read(agent.details, details)
            before = _read(agent.details, task.details)
            said = said.shared() if task.context else said
            news = said.beyond(before)
            laid = said.laid_over(before).model_dump(mode="json", exclude_defaults=True)
            self._session.tell(edit.edits, task.model_copy(update={"details": laid}))
            # What is done as it stands, when it is at hand: saying that again changes nothing.
            done = self._board.finished(task.task_id)
            known = _read(agent.details, None if done is None else done.view().known)
            if not news.beyond(known).is_empty():
                told_of = task.file and all(act.kind is ActKind.OPEN for act in telling)
                detail = Act(
                    kind=ActKind.OPEN if told_of else ActKind.DETAIL,
                    agent=agent.card.slug,
                    task_id=task.task_id,
                    details=news.model_dump(mode="json", exclude_defaults=True),
                )
                self._hand_over(task.task_id, detail, edit)

    def _hand_over(self, task_id: str, act: Act, edit: Message) -> None:
        run = self._board.get(task_id)
        if run is not None:
            run.injections.add_act(act, evidence_of(edit))
            return
        said = Injected(act=act, text=evidence_of(edit))
        self._handlers.start(self._taking_back.take_up_done(task_id, said, EditUnknown()))

    def _react(self, told: Sequence[Told], acts: Sequence[Act], edit: Message) -> None:
        """Applies a bare answer ("yes") in place of another one, where a task still asks."""
        run = self._board.get(told[0].task_id) if len(told) == 1 else None
        if run is None or not run.waiting or not acts or acts[0].kind is ActKind.GENERAL:
            self.say_unknown()
        else:
            run.injections.add_act(
                acts[0].model_copy(update={"task_id": run.record.task_id}), evidence_of(edit)
            )


def _read(kind: type[Details], details: JsonValue) -> Details:
    """Returns details as their agent reads them; empty details for what it cannot read."""
    try:
        return kind.model_validate(details or {})
    except ValidationError:
        return kind()


def _pair(told: Sequence[Told], telling: Sequence[Act]) -> list[tuple[Told, JsonValue]]:
    """Pairs new details with the tasks that they are about; nothing when that cannot be told."""
    if len(telling) == 1 and told and all(task.context for task in told):
        return [(task, telling[0].details) for task in told]
    if len(told) == len(telling):
        return [(task, act.details) for task, act in zip(told, telling, strict=True)]
    named = {act.task_id: act for act in telling if act.kind is ActKind.DETAIL}
    found = [(task, named[task.task_id].details) for task in told if task.task_id in named]
    return found if len(found) == len(telling) else []


def _find_message(act: Act, batch: Sequence[Message]) -> Message:
    """Returns the message that an act was (last) understood from."""
    ids = set(act.message_ids)
    return next((m for m in reversed(batch) if m.id in ids), batch[-1])
