"""A ticket that people have: its state, and what every act, word and clock makes of it.

Pure: each transition takes a case and gives the new one, with what is to be done about it outside
(``Effect``). Moments come with what happened; a clock that fired stands for its own due moment.
Nothing here asks what time it is.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from agents.support import pressed, staff_posts
from agents.support.activity_calls import (
    GONE_ON,
    CaseRules,
    CaseStart,
    CustomerSaid,
    Hours,
    HoursRequest,
    TicketEvent,
)
from agents.support.card import TicketCard
from agents.support.naming import message_key
from agents.support.replies import AskRating, HumanWords, TicketTold
from agents.support.staff_posts import StaffAction
from agents.support.tickets import (
    AgentState,
    CustomerInfo,
    RecommendedAction,
    Ticketed,
    TicketStatus,
    TicketType,
    Urgency,
)
from domain.messages import Attachment, Frozen
from domain.replies import Choice, Content, File, Notice, NoticeShown
from domain.staff import EDIT, LEFT, SAY, StaffAct, StaffAnswer, StaffMember, StaffPost

WORKFLOW = "ticket"
"""Name of the type of its workflow."""

REPEAT_EVERY = timedelta(minutes=30)
REPEATS = 4
"""How often staff are called again about a critical ticket whose clock has run out."""
LOW_RATING = 3
"""A rating under this reaches the whole team."""
MOST_MESSAGES = 60
"""Of a case, the newest are kept with it; all of them are rows."""
MOST_SEEN = 400
NOTE_MARK = "//"
SHOWN_MARK, FAILED_MARK = "✅", "⚠️"
_AGAIN = 5
"""Messages that are posted once more in a room that was made anew."""

LIVE = (TicketStatus.ACTIVE, TicketStatus.OPEN, TicketStatus.WAITING_CUSTOMER)
_RISING = (Urgency.LOW, Urgency.MEDIUM, Urgency.HIGH, Urgency.CRITICAL)
_DOTS = {Urgency.CRITICAL: "🔴", Urgency.HIGH: "🟠", Urgency.MEDIUM: "🟡", Urgency.LOW: "🟢"}


def case_id(customer_id: str, ticket_id: str) -> str:
    """Id of the workflow of a ticket."""
    return f"{WORKFLOW}:{customer_id}:{ticket_id}"


def one_up(urgency: Urgency) -> Urgency:
    """One more urgent, but never critical because of it."""
    if urgency in (Urgency.HIGH, Urgency.CRITICAL):
        return urgency
    return _RISING[_RISING.index(urgency) + 1]


class Tell(Frozen):
    """Says something to the customer."""

    kind: Literal["tell"] = "tell"
    notice: Notice


class SendWords(Frozen):
    """Brings the file of a colleague's message, translates its words, and gives them to ``ready``,
    before anything else is said to the customer. ``revision`` counts its edits.
    """

    kind: Literal["send_words"] = "send_words"
    message: str
    revision: int = 0


class Show(Frozen):
    """Shows staff something."""

    kind: Literal["show"] = "show"
    post: StaffPost


class Relay(Frozen):
    """Shows staff a message of the customer, translated where it has to be."""

    kind: Literal["relay"] = "relay"
    message: str
    revision: int = 0


class RecordEvent(Frozen):
    """Writes a row of the audit."""

    kind: Literal["record"] = "record"
    event: TicketEvent


class Reckon(Frozen):
    """Asks when clocks run out, from ``at`` on. ``tell``: the customer was told another time."""

    kind: Literal["reckon"] = "reckon"
    at: datetime
    urgency: Urgency
    resolve_runs: bool
    fresh: bool = False
    """The clocks begin anew."""
    cause: str = ""
    tell: bool = False
    number: int = 0
    """Of several questions on their way, only the last one's answer says what falls due."""


class LookUp(Frozen):
    """Asks once more who the customer is."""

    kind: Literal["look_up"] = "look_up"
    cause: str
    at: datetime


Effect = Annotated[
    Tell | SendWords | Show | Relay | RecordEvent | Reckon | LookUp, Field(discriminator="kind")
]


class WordsStatus(StrEnum):
    """What became of a colleague's message."""

    HELD = "held"
    GOING = "going"
    SHOWN = "shown"
    FAILED = "failed"
    UNDONE = "undone"
    NOTE = "note"


class StaffWords(Frozen):
    """What a colleague wrote. ``id`` is the act's; ``ref`` the channel's own of their message."""

    id: str
    ref: str = ""
    by: StaffMember
    at: datetime
    text: str = ""
    attachment: Attachment | None = None
    file: File | None = None
    status: WordsStatus
    send_at: datetime
    translated: str = ""
    """What the customer reads, where that is not what was written."""
    as_written: bool = False
    """It is in the customer's language already."""
    revision: int = 0
    reason: str = ""


class CustomerWords(Frozen):
    """A message of the customer, or of the bot."""

    message: Ticketed
    bot: bool = False
    revision: int = 0
    translated: str = ""


class Clock(Frozen):
    """One of the two. ``due`` None: not reckoned yet."""

    used: timedelta = timedelta()
    warn: datetime | None = None
    due: datetime | None = None
    warned: bool = False
    breached: bool = False
    repeats: int = 0
    repeat_at: datetime | None = None

    def moved(self, warn: datetime, due: datetime, used: timedelta) -> "Clock":
        return self.model_copy(update={"warn": warn, "due": due, "used": used})

    def unknown(self) -> "Clock":
        """Nothing falls due until it is known what does."""
        return self.model_copy(update={"warn": None, "due": None})


class DeadlineKind(StrEnum):
    """What falls due; of several at one moment, the first here comes first."""

    SEND = "send"
    FIRST_BREACH = "first_breach"
    FIRST_WARNING = "first_warning"
    RESOLVE_BREACH = "resolve_breach"
    RESOLVE_WARNING = "resolve_warning"
    FIRST_AGAIN = "first_again"
    RESOLVE_AGAIN = "resolve_again"
    RETURN = "return"
    REMIND = "remind"
    CLOSE = "close"
    WINDOW = "window"


class Deadline(Frozen):
    """``of``: the message that is to be sent."""

    at: datetime
    kind: DeadlineKind
    of: str = ""


class Rating(Frozen):
    score: int
    comment: str = ""
    at: datetime


class DoneAct(Frozen):
    """An act that was done, so that it is not done twice."""

    id: str
    answer: StaffAnswer


class TicketCase(BaseModel):
    """The state of a ticket's workflow. Transitions never change one: they give another."""

    model_config = ConfigDict(extra="ignore")

    start: CaseStart
    state: AgentState
    status: TicketStatus
    urgency: Urgency
    type: TicketType | None = None
    language: str = ""
    assignee: StaffMember | None = None
    had_person: bool = False
    """Whether a person had it since it was opened: then closing it asks for a rating."""
    rules: CaseRules | None = None
    """None until they were asked for."""
    customer: tuple[CustomerWords, ...] = ()
    staff: tuple[StaffWords, ...] = ()
    members: tuple[StaffMember, ...] = ()
    """Who was seen to work on it."""
    first: Clock = Clock()
    resolution: Clock = Clock()
    reckoned_at: datetime | None = None
    """The moment up to which ``used`` of the clocks counts."""
    reckoned_urgency: Urgency | None = None
    reckonings: int = 0
    """How often it was asked when the clocks run out."""
    resolve_ran: bool = True
    first_at: datetime | None = None
    """When a person answered first."""
    silent_since: datetime | None = None
    """Since when the customer waits for whoever has it."""
    waiting_since: datetime | None = None
    reminded: bool = False
    late_told: bool = False
    closed_at: datetime | None = None
    reopen_until: datetime | None = None
    closings: int = 0
    ratings: tuple[Rating, ...] = ()
    seen: tuple[str, ...] = ()
    done: tuple[DoneAct, ...] = ()

    @property
    def id(self) -> str:
        return case_id(self.start.customer_id, self.start.ticket_id)

    @property
    def rating(self) -> Rating | None:
        """The last one counts."""
        return self.ratings[-1] if self.ratings else None

    @property
    def live(self) -> bool:
        return self.status in LIVE

    @property
    def suggestion(self) -> str:
        result = self.state.triage_result
        return result.suggested_response if result is not None else ""

    @property
    def card(self) -> TicketCard:
        """As the customer sees it."""
        due = self.first.due or self.start.first_due
        return self.start.card.model_copy(
            update={
                "ticket_id": self.start.ticket_id,
                "status": self.status,
                "type": self.type,
                "urgency": self.urgency,
                "assignee": self.assignee.name if self.assignee else "",
                "due": due if self.first_at is None and self.live else None,
            }
        )

    def needs_translation(self, *, to_staff: bool) -> bool:
        rules = self.rules
        if rules is None or not self.language or self.language == rules.working_language:
            return False
        return to_staff or rules.translate

    def hours(self, effect: Reckon) -> HoursRequest:
        """What to ask about the clocks."""
        plan = self.state.customer_info.plan if self.state.customer_info else "free"
        if effect.fresh:
            return HoursRequest(urgency=effect.urgency, plan=plan, at=effect.at)
        return HoursRequest(
            urgency=effect.urgency,
            plan=plan,
            at=effect.at,
            first_used=self.first.used,
            resolve_used=self.resolution.used,
            since=self.reckoned_at,
            under=self.reckoned_urgency,
            resolve_ran=self.resolve_ran,
        )

    def words(self, message: str) -> StaffWords | None:
        return next((each for each in self.staff if each.id == message), None)

    def heard_as(self, message: str) -> CustomerWords | None:
        return next((each for each in self.customer if each.message.id == message), None)

    # Deadlines

    def deadline(self) -> Deadline | None:
        """What falls due next, if anything does."""
        order = list(DeadlineKind)
        return min(self._deadlines(), key=lambda d: (d.at, order.index(d.kind)), default=None)

    def _deadlines(self) -> list[Deadline]:
        kinds = DeadlineKind
        found = [
            Deadline(at=each.send_at, kind=kinds.SEND, of=each.id)
            for each in self.staff
            if each.status is WordsStatus.HELD
        ]
        rules = self.rules
        if rules is None:
            return found
        named: list[tuple[datetime | None, DeadlineKind]] = []
        if self.live and self.first_at is None:
            named += _falls_due(
                self.first, kinds.FIRST_WARNING, kinds.FIRST_BREACH, kinds.FIRST_AGAIN
            )
        if self.status in (TicketStatus.ACTIVE, TicketStatus.OPEN):
            named += _falls_due(
                self.resolution, kinds.RESOLVE_WARNING, kinds.RESOLVE_BREACH, kinds.RESOLVE_AGAIN
            )
        if self.status is TicketStatus.OPEN and self.assignee and self.silent_since:
            critical = self.urgency is Urgency.CRITICAL
            patience = rules.return_critical_after if critical else rules.return_after
            named.append((self.silent_since + patience, kinds.RETURN))
        if self.status is TicketStatus.WAITING_CUSTOMER and self.waiting_since:
            if not self.reminded:
                named.append((self.waiting_since + rules.remind_after, kinds.REMIND))
            named.append((self.waiting_since + rules.close_after, kinds.CLOSE))
        if not self.live:
            named.append((self.reopen_until, kinds.WINDOW))
        return [*found, *(Deadline(at=at, kind=kind) for at, kind in named if at is not None)]

    # Transitions

    @classmethod
    def opened(cls, start: CaseStart) -> "Moved":
        """A case as triage hands it over."""
        result, decision = start.state.triage_result, start.state.supervisor_decision
        urgency = start.card.urgency or (
            result.urgency if result else decision.urgency if decision else Urgency.MEDIUM
        )
        translation = start.state.translation
        case = cls(
            start=start,
            state=start.state,
            status=start.status,
            urgency=urgency,
            type=start.card.type or (decision.ticket_type if decision else None),
            language=translation.original_language if translation else "",
            customer=tuple(CustomerWords(message=m) for m in start.state.ticket.messages),
            seen=tuple(f"said/{m.id}" for m in start.state.ticket.messages),
            first=Clock(due=start.first_due),
            resolution=Clock(due=start.resolve_due),
        )
        move = _Move(case, "opened", start.opened_at)
        move.reckon(fresh=True)
        move.card()
        for each in case.customer:
            move.do(Relay(message=each.message.id))
        return move.over()

    def act(self, act: StaffAct) -> "Moved":
        """What a member of the staff does. One that was done is only answered again."""
        before = next((each.answer for each in self.done if each.id == act.id), None)
        if before is not None:
            return Moved(self, (), before)
        move = _Move(self, act.id, act.at)
        answer = move.act(act)
        move.case.done = (*move.case.done, DoneAct(id=act.id, answer=answer))[-MOST_SEEN:]
        return move.over(answer)

    def heard(self, said: CustomerSaid, *, answer_takes_up: bool = True) -> "Moved":
        """What the customer did. What was heard before changes nothing.

        ``answer_takes_up`` False: words that the bot answered open no closed ticket, as in runs of
        an earlier version.
        """
        key = f"{said.kind}/{said.message.id}"
        if said.kind == "edited":
            key = f"{key}/{said.message.at.isoformat()}"
        if key in self.seen:
            return Moved(self)
        move = _Move(self, key, said.message.at)
        move.case.seen = (*self.seen, key)[-MOST_SEEN:]
        move.heard(said, answer_takes_up=answer_takes_up)
        return move.over()

    def shown(self, told: NoticeShown) -> "Moved":
        """A message of a colleague stands in the customer's chat, or cannot be shown there."""
        words = next(
            (w for w in self.staff if self.notice_of(w.id, w.revision) == told.notice_id), None
        )
        if words is None or words.status is not WordsStatus.GOING:
            return Moved(self)
        move = _Move(self, told.notice_id, told.at or words.send_at)
        move.delivered(words, told)
        return move.over()

    def ring(self, deadline: Deadline) -> "Moved":
        """A clock fired."""
        if deadline not in self._deadlines():
            return Moved(self)
        move = _Move(self, f"{deadline.kind}/{deadline.at.isoformat()}", deadline.at)
        move.ring(deadline)
        return move.over()

    def reckoned(self, effect: Reckon, hours: Hours) -> "Moved":
        """When the clocks run out."""
        move = _Move(self, effect.cause, effect.at)
        move.reckoned(effect, hours)
        return move.over()

    def looked_up(self, effect: LookUp, info: CustomerInfo | None) -> "Moved":
        """Who the customer is, unless nobody could say that again."""
        if info is None or self.state.customer_info is not None:
            return Moved(self)
        move = _Move(self, effect.cause, effect.at)
        move.looked_up(info)
        return move.over()

    def ready(
        self, effect: SendWords, *, translated: str = "", file: File | None = None, reason: str = ""
    ) -> "Moved":
        """A colleague's message may go out; ``translated`` where it was. With a file that could
        not be had it does not.
        """
        words = self.words(effect.message)
        if words is None or words.revision != effect.revision:
            return Moved(self)
        move = _Move(self, effect.message, words.send_at)
        move.ready(words, translated, file, reason)
        return move.over()

    def translated(self, effect: Relay, text: str) -> "Moved":
        """A message of the customer in the working language; empty: there is none."""
        found = self.heard_as(effect.message)
        if found is None or found.revision != effect.revision:
            return Moved(self)
        move = _Move(self, effect.message, found.message.at)
        move.replace_customer(found, translated=text)
        move.show_words(effect.message)
        return move.over()

    def room_anew(self, post: str) -> "Moved":
        """The staff's room was made anew for a post: what stood there is shown again."""
        move = _Move(self, post, self.start.opened_at)
        if post != staff_posts.CARD:
            move.card()
        for each in self.customer[-_AGAIN:]:
            if post != staff_posts.said(each.message.id):
                move.do(Relay(message=each.message.id, revision=each.revision))
        return move.over()

    def send_all(self, at: datetime) -> "Moved":
        """Nothing is held any longer."""
        move = _Move(self, "send_all", at)
        move.flush()
        return move.over()

    def notice_of(self, act: str, revision: int = 0) -> str:
        """Id of the notice that carries a colleague's message, or an edit of it."""
        return f"{self.id}/words/{act}" + (f"/{revision}" if revision else "")


def _falls_due(
    clock: Clock, warning: DeadlineKind, breach: DeadlineKind, again: DeadlineKind
) -> list[tuple[datetime | None, DeadlineKind]]:
    if clock.breached:
        return [(clock.repeat_at, again)]
    warn = () if clock.warned else ((clock.warn, warning),)
    return [*warn, (clock.due, breach)]


class Moved(NamedTuple):
    """The new case, what is to be done about it, and what an act is answered."""

    case: TicketCase
    effects: tuple[Effect, ...] = ()
    answer: StaffAnswer | None = None


class _Move:
    """One transition under way. ``cause`` names it: what it brings about has ids made of that, so
    that the same said or done twice is one thing outside as well.
    """

    def __init__(self, case: TicketCase, cause: str, at: datetime) -> None:
        self.case = case.model_copy()
        self._cause = cause
        self._at = at
        self._effects: list[Effect] = []

    def over(self, answer: StaffAnswer | None = None) -> Moved:
        return Moved(self.case, tuple(self._effects), answer)

    def do(self, effect: Effect) -> None:
        self._effects.append(effect)

    # What is said and shown

    def tell(self, content: Content, name: str, choices: Sequence[Choice] = ()) -> None:
        self.do(
            Tell(
                notice=Notice(
                    id=f"{self.case.id}/{name}/{self._cause}",
                    topic=content.topic,
                    content=content.model_dump(mode="json"),
                    task_id=self.case.start.card.task_id or None,
                    choices=tuple(choices),
                )
            )
        )

    def told(self, what: str) -> None:
        self.tell(TicketTold(card=self.case.card, what=what), f"told/{what}")

    def show(
        self,
        name: str,
        content: Content,
        choices: Sequence[Choice] = (),
        *,
        files: Sequence[File] = (),
        aloud: bool = False,
    ) -> None:
        self.do(
            Show(
                post=StaffPost(
                    case=self.case.id,
                    post=name,
                    title=_title(self.case),
                    topic=content.topic,
                    content=content.model_dump(mode="json"),
                    choices=tuple(choices),
                    files=tuple(files),
                    owner=self.case.start.user_id if files else "",
                    aloud=aloud,
                )
            )
        )

    def mark(self, words: StaffWords, emoji: str) -> None:
        if not words.ref:
            return
        self.do(
            Show(
                post=StaffPost(
                    case=self.case.id,
                    post=f"mark/{words.id}",
                    topic=staff_posts.WordsSent.topic,
                    marks=emoji,
                    ref=words.ref,
                )
            )
        )

    def card(self) -> None:
        self.show(staff_posts.CARD, _staff_card(self.case), _card_buttons(self.case))

    def changed(self, what: str, by: str = "", value: str = "", *, aloud: bool = False) -> None:
        content = staff_posts.Changed(what=what, by=by, value=value)
        self.show(f"changed/{self._cause}", content, aloud=aloud)
        self.card()

    def record(self, kind: str, actor: str, **parts: object) -> None:
        case = self.case
        values = {
            "event_id": f"{case.id}/{kind}/{self._cause}",
            "customer_id": case.start.customer_id,
            "ticket_id": case.start.ticket_id,
            "kind": kind,
            "actor": actor,
            "at": self._at,
            "status": case.status,
            "urgency": case.urgency,
            "assignee": case.assignee.name if case.assignee else "",
            **parts,
        }
        self.do(RecordEvent(event=TicketEvent.model_validate(values)))

    def reckon(self, *, fresh: bool = False, tell: bool = False) -> None:
        case = self.case
        case.reckonings += 1
        case.first, case.resolution = case.first.unknown(), case.resolution.unknown()
        runs = case.status in (TicketStatus.ACTIVE, TicketStatus.OPEN)
        self.do(
            Reckon(
                at=self._at,
                urgency=self.case.urgency,
                resolve_runs=runs,
                fresh=fresh,
                cause=self._cause,
                tell=tell,
                number=case.reckonings,
            )
        )

    # Acts

    def act(self, act: StaffAct) -> StaffAnswer:
        case = self.case
        if act.by not in case.members and act.action != LEFT:
            case.members = (*(m for m in case.members if m.id != act.by.id), act.by)
        always: dict[str, Callable[[StaffAct], StaffAnswer]] = {
            SAY: self._wrote,
            StaffAction.REPLY: self._wrote,
            StaffAction.NOTE: self._wrote,
            EDIT: self._edited,
            StaffAction.UNDO: self._undo,
            LEFT: self._left,
            StaffAction.REOPEN: self._reopen,
        }
        while_live: dict[str, Callable[[StaffAct], StaffAnswer]] = {
            StaffAction.CLAIM: self._claim,
            StaffAction.TAKE_OVER: self._take_over,
            StaffAction.ASSIGN: self._assign,
            StaffAction.URGENCY: self._urgency,
            StaffAction.SUGGESTION: self._as_assignee,
            StaffAction.WAIT: self._as_assignee,
            StaffAction.BACK: self._as_assignee,
            StaffAction.CLOSE: self._as_assignee,
        }
        if do := always.get(act.action):
            return do(act)
        if not case.live:
            return _no("closed", act)
        do = while_live.get(act.action)
        return do(act) if do else _no("unknown", act)

    def _claim(self, act: StaffAct) -> StaffAnswer:
        assignee = self.case.assignee
        if assignee is not None:
            mine = assignee.id == act.by.id
            return _no("already" if mine else "taken", act, name=assignee.name)
        self._give(act.by, act.by, "claimed")
        return _yes(act)

    def _take_over(self, act: StaffAct) -> StaffAnswer:
        assignee = self.case.assignee
        if assignee is None:
            return self._claim(act)
        if assignee.id == act.by.id:
            return _no("already", act, name=assignee.name)
        self._give(act.by, act.by, "taken_over")
        return _yes(act)

    def _assign(self, act: StaffAct) -> StaffAnswer:
        member, _, name = act.value.partition(" ")
        if not member:
            others = [m for m in self.case.members if m != self.case.assignee]
            if not others:
                return _no("nobody", act)
            self._choose(act, [(f"{m.id} {m.name}", m.name) for m in others])
            return _no("choose", act)
        chosen = StaffMember(id=member, name=name.strip() or member.rpartition(":")[2])
        if self.case.assignee is not None and self.case.assignee.id == chosen.id:
            return _no("already", act, name=chosen.name)
        self._give(chosen, act.by, "assigned")
        return _yes(act, name=chosen.name)

    def _give(self, to: StaffMember, by: StaffMember, what: str) -> None:
        """Whoever has it now, the bot has not."""
        case = self.case
        before = case.assignee.name if case.assignee else ""
        case.assignee, case.had_person = to, True
        if case.status is TicketStatus.ACTIVE:
            case.status = TicketStatus.OPEN
        case.silent_since = self._at
        if case.state.customer_info is None:
            self.do(LookUp(cause=self._cause, at=self._at))
        self.told("claimed")
        self.changed(what, by.name, to.name if what == "assigned" else "")
        self.record(what, by.id, before=before, after=to.name)

    def _choose(self, act: StaffAct, offered: Sequence[tuple[str, str]]) -> None:
        action = StaffAction(act.action)
        buttons = [
            staff_posts.button(action, self.case.id, value, label) for value, label in offered
        ]
        self.show(staff_posts.done(act.id), staff_posts.ChooseOne(what=action.value), buttons)

    def _urgency(self, act: StaffAct) -> StaffAnswer:
        if not act.value:
            self._choose(act, [(u.value, "") for u in reversed(_RISING)])
            return _no("choose", act)
        if act.value not in list(Urgency):
            return _no("unknown", act, value=act.value)
        wanted = Urgency(act.value)
        if wanted is self.case.urgency:
            return _no("already", act, value=act.value)
        before = self.case.urgency
        self._change_urgency(wanted)
        self.reckon(tell=self.case.first_at is None)
        self.changed("urgency", act.by.name, wanted.value)
        self.record("urgency", act.by.id, before=before.value, after=wanted.value)
        return _yes(act, value=act.value)

    def looked_up(self, info: CustomerInfo) -> None:
        """Its plan may have other hours; how urgent it is, people say by now."""
        case = self.case
        flags = [flag for flag in case.start.flags if flag != "lookup_failed"]
        if not info.known:
            flags.append("unknown_customer")
        case.start = case.start.model_copy(update={"flags": tuple(flags)})
        case.state = case.state.model_copy(update={"customer_info": info})
        self.card()
        self.reckon()
        self.record("looked_up", "clock", plan=info.plan)

    def _change_urgency(self, urgency: Urgency) -> None:
        """What was announced is announced anew: another time holds."""
        self.case.urgency = urgency
        again = {"warned": False, "breached": False, "repeats": 0, "repeat_at": None}
        self.case.first = self.case.first.model_copy(update=again)
        self.case.resolution = self.case.resolution.model_copy(update=again)

    def _as_assignee(self, act: StaffAct) -> StaffAnswer:
        """What only who has it does; who does it while nobody has it gets it."""
        assignee = self.case.assignee
        if act.action == StaffAction.SUGGESTION and not self.case.suggestion:
            return _no("no_suggestion", act)
        if act.action == StaffAction.BACK and self.case.status is TicketStatus.ACTIVE:
            return _no("already", act)
        if act.action == StaffAction.WAIT and self.case.status is TicketStatus.WAITING_CUSTOMER:
            return _no("already", act)
        if assignee is not None and assignee.id != act.by.id:
            return _no("not_yours", act, name=assignee.name)
        match act.action:
            case StaffAction.SUGGESTION:
                if assignee is None:
                    self._give(act.by, act.by, "claimed")
                self._hold(act, self.case.suggestion, as_written=True)
            case StaffAction.WAIT:
                if assignee is None:
                    self._give(act.by, act.by, "claimed")
                self._wait(act)
            case StaffAction.BACK:
                self._back(act)
            case _:
                self.close("closed", act.by)
        return _yes(act)

    def _wait(self, act: StaffAct) -> None:
        case = self.case
        case.status = TicketStatus.WAITING_CUSTOMER
        case.waiting_since, case.reminded, case.silent_since = self._at, False, None
        self.reckon()
        self.told("waiting")
        self.changed("waiting", act.by.name)
        self.record("waiting", act.by.id)

    def _back(self, act: StaffAct) -> None:
        self.flush()
        case = self.case
        stood = case.status is TicketStatus.WAITING_CUSTOMER
        case.status, case.assignee = TicketStatus.ACTIVE, None
        case.silent_since = case.waiting_since = None
        if stood:
            self.reckon()
        self.told("handed_back")
        self.changed("back", act.by.name)
        self.record("back", act.by.id)

    def close(self, what: str, by: StaffMember | None) -> None:
        """Words that are held go out before it is said."""
        self.flush()
        self._end(TicketStatus.CLOSED)
        self.told("closed")
        self._ask_rating()
        self.changed(what, by.name if by else "")
        self.record("closed", by.id if by else "clock")

    def _end(self, status: TicketStatus) -> None:
        case = self.case
        case.status, case.closed_at = status, self._at
        case.closings += 1
        case.silent_since = case.waiting_since = None
        if case.rules is not None:
            case.reopen_until = self._at + case.rules.reopen_for

    def _ask_rating(self) -> None:
        if self.case.had_person:
            choices = pressed.below_rating(self.case.start.ticket_id)
            self.tell(AskRating(card=self.case.card), "rating", choices)

    def _reopen(self, act: StaffAct) -> StaffAnswer:
        if self.case.live:
            return _no("not_closed", act)
        self._open_again()
        self.told("reopened")
        self.changed("reopened", act.by.name)
        self.record("reopened", act.by.id)
        return _yes(act)

    def _open_again(self) -> None:
        """The clocks begin anew: somebody waits for an answer again."""
        case = self.case
        case.status = TicketStatus.OPEN
        case.closed_at = case.reopen_until = case.first_at = None
        case.first, case.resolution, case.late_told = Clock(), Clock(), False
        case.silent_since = self._at if case.assignee else None
        self.reckon(fresh=True)

    def _left(self, act: StaffAct) -> StaffAnswer:
        case = self.case
        case.members = tuple(m for m in case.members if m.id != act.by.id)
        if case.assignee is None or case.assignee.id != act.by.id:
            return _no("already", act)
        self._to_queue("left", act.by)
        return _yes(act)

    def _to_queue(self, what: str, by: StaffMember | None) -> None:
        case = self.case
        gone = case.assignee.name if case.assignee else ""
        case.assignee = case.silent_since = None
        self.changed(what, by.name if by else "", gone, aloud=case.live)
        self.record(what, by.id if by else "clock", before=gone)

    # What colleagues write

    def _wrote(self, act: StaffAct) -> StaffAnswer:
        text, case = act.text.strip(), self.case
        if not text.removeprefix(NOTE_MARK).strip() and act.attachment is None:
            return _no("empty", act)
        if act.action == StaffAction.NOTE or text.startswith(NOTE_MARK):
            self._note(act, text.removeprefix(NOTE_MARK).strip(), stranger=False)
            return _yes(act)
        if not case.live:
            return _no("closed", act)
        if case.assignee is not None and case.assignee.id != act.by.id:
            self._note(act, text, stranger=True)
            return _no("not_yours", act, name=case.assignee.name)
        if case.assignee is None:
            self._give(act.by, act.by, "claimed")
        self._hold(act, text)
        return _yes(act)

    def _note(self, act: StaffAct, text: str, *, stranger: bool) -> None:
        self._keep(self._words(act, text, WordsStatus.NOTE))
        if stranger or act.action != SAY:
            assignee = self.case.assignee.name if stranger and self.case.assignee else ""
            buttons = (
                staff_posts.buttons(self.case.id, (StaffAction.TAKE_OVER,)) if stranger else ()
            )
            content = staff_posts.Note(author=act.by.name, text=text, assignee=assignee)
            self.show(staff_posts.done(act.id), content, buttons)
        self.record("note", act.by.id, message=self._row(act, text), who="note")

    def _words(self, act: StaffAct, text: str, status: WordsStatus) -> StaffWords:
        delay = self.case.rules.send_delay if self.case.rules else CaseRules().send_delay
        return StaffWords(
            id=act.id,
            ref=act.ref if act.action == SAY else "",
            by=act.by,
            at=act.at,
            text=text,
            attachment=act.attachment,
            status=status,
            send_at=act.at + delay,
        )

    def _row(self, act: StaffAct, text: str) -> Ticketed:
        return Ticketed(id=act.id, text=text, at=act.at, attachment=act.attachment)

    def _keep(self, words: StaffWords) -> None:
        self.case.staff = (*self.case.staff, words)[-MOST_MESSAGES:]

    def _hold(self, act: StaffAct, text: str, *, as_written: bool = False) -> None:
        words = self._words(act, text, WordsStatus.HELD)
        words = words.model_copy(update={"as_written": as_written})
        self._keep(words)
        delay = words.send_at - words.at
        if not delay:
            self._send(words)
            return
        content = staff_posts.Held(
            author=act.by.name, text=text, seconds=max(round(delay.total_seconds()), 1)
        )
        undo = (staff_posts.button(StaffAction.UNDO, self.case.id, act.id),)
        self.show(staff_posts.held(act.id), content, undo)

    def _replace(self, words: StaffWords, **changes: object) -> StaffWords:
        new = words.model_copy(update=changes)
        self.case.staff = tuple(new if each.id == words.id else each for each in self.case.staff)
        return new

    def _send(self, words: StaffWords) -> None:
        """It goes out: the customer has an answer."""
        case = self.case
        self._replace(words, status=WordsStatus.GOING)
        case.silent_since = None
        if case.first_at is None:
            case.first_at = self._at
            self.card()
        self.do(SendWords(message=words.id, revision=words.revision))
        row = Ticketed(id=words.id, text=words.text, at=words.at, attachment=words.attachment)
        event = f"{case.id}/answered/{words.id}"
        self.record("answered", words.by.id, event_id=event, message=row, who="staff")

    def flush(self) -> None:
        for words in self.case.staff:
            if words.status is WordsStatus.HELD:
                self._send(words)

    def ready(self, words: StaffWords, translated: str, file: File | None, reason: str) -> None:
        if words.attachment is not None and file is None:
            self._replace(words, status=WordsStatus.FAILED, reason=reason)
            self.mark(words, FAILED_MARK)
            self._sent(words, "failed", reason=reason)
            return
        words = self._replace(words, translated=translated, file=file, reason=reason)
        case, rules = self.case, self.case.rules
        original = message_key(words.id) if translated else ""
        content = HumanWords(
            card=case.card,
            text=translated or words.text,
            signature=rules.signature if rules else CaseRules().signature,
            author=words.by.name,
            original=words.text if translated else "",
            edited=words.revision > 0,
        )
        notice = Notice(
            id=case.notice_of(words.id, words.revision),
            topic=content.topic,
            content=content.model_dump(mode="json"),
            task_id=case.start.card.task_id or None,
            choices=tuple(pressed.below_human_words(case.start.ticket_id, original)),
            files=(file,) if file is not None else (),
            reports_to=case.id,
            replaces=case.notice_of(words.id) if words.revision else "",
        )
        self.do(Tell(notice=notice))

    def delivered(self, words: StaffWords, told: NoticeShown) -> None:
        status = WordsStatus.SHOWN if told.shown else WordsStatus.FAILED
        words = self._replace(words, status=status)
        self.mark(words, SHOWN_MARK if told.shown else FAILED_MARK)
        self._sent(words, "sent" if told.shown else "failed", gone=told.gone, reason=words.reason)
        kind = "delivered" if told.shown else "not_delivered"
        self.record(
            kind, "clock", message=Ticketed(id=words.id, text=words.text, at=words.at), who="staff"
        )

    def _sent(self, words: StaffWords, what: str, *, gone: bool = False, reason: str = "") -> None:
        content = staff_posts.WordsSent(
            author=words.by.name,
            what=what,
            text=words.text,
            translated=words.translated,
            gone=gone,
            reason=reason,
        )
        self.show(staff_posts.held(words.id), content)

    def _edited(self, act: StaffAct) -> StaffAnswer:
        found = [w for w in self.case.staff if w.ref and w.ref == act.ref and w.by.id == act.by.id]
        if not found:
            return _no("unknown", act)
        words, text = found[-1], act.text.strip()
        if words.status is WordsStatus.UNDONE or text == words.text:
            return _no("already", act)
        if words.status is WordsStatus.NOTE:
            text = text.removeprefix(NOTE_MARK).strip()
            self._replace(words, text=text)
            self.record("note_edited", act.by.id, message=self._row(act, text), who="note")
            return _yes(act)
        if not text and words.attachment is None:
            return _no("empty", act)
        if words.status is WordsStatus.HELD:
            delay = words.send_at - words.at
            self._replace(words, text=text, at=act.at, send_at=act.at + delay)
            return _yes(act)
        words = self._replace(
            words, text=text, revision=words.revision + 1, status=WordsStatus.GOING
        )
        self.do(SendWords(message=words.id, revision=words.revision))
        self.record("answer_edited", act.by.id, message=self._row(act, text), who="staff")
        return _yes(act)

    def _undo(self, act: StaffAct) -> StaffAnswer:
        own = [
            w for w in self.case.staff if w.by.id == act.by.id and w.status is not WordsStatus.NOTE
        ]
        named = [w for w in own if w.id == act.value] if act.value else own
        if not named:
            return _no("unknown", act)
        words = named[-1]
        if words.status is WordsStatus.UNDONE:
            return _no("already", act)
        if words.status is not WordsStatus.HELD:
            return _no("too_late", act)
        self._replace(words, status=WordsStatus.UNDONE)
        self._sent(words, "undone")
        self.record("undone", act.by.id)
        return _yes(act)

    # What the customer does

    def heard(self, said: CustomerSaid, *, answer_takes_up: bool) -> None:
        case = self.case
        case.language = said.language or case.language
        if said.state is not None and case.status is TicketStatus.ACTIVE:
            self._found(said.state)
        match said.kind:
            case "said":
                self._said(said)
            case "edited":
                self._customer_edited(said)
            case "solved":
                self._solved(said)
            case "not_solved" | "wants_person":
                self._asked_on(said)
            case "withdrawn":
                self._withdrawn(said)
            case "rated":
                self._rated(said)
            case "answered_by_bot":
                self._bot_answered(said, takes_up=answer_takes_up)
            case "original":
                self._original(said)
            case _:
                self.record("unknown", "customer", after=said.kind)

    def _found(self, state: AgentState) -> None:
        """Triage's new findings, while the bot still has it; where they ask for people, no longer.
        A lower urgency is for people only.
        """
        case = self.case
        case.state = state
        decision, result = state.supervisor_decision, state.triage_result
        if decision is not None:
            case.type = decision.ticket_type
        if result is not None and result.recommended_action is RecommendedAction.ESCALATE_HUMAN:
            case.status = TicketStatus.OPEN
        found = result.urgency if result else decision.urgency if decision else case.urgency
        if _RISING.index(found) > _RISING.index(case.urgency):
            self._change_urgency(found)
            self.reckon()
        self.card()

    def _said(self, said: CustomerSaid) -> None:
        self._heard(said.message)
        self._taken_up(said)
        self._kept(said.message)

    def _taken_up(self, said: CustomerSaid) -> None:
        """Whatever they say ends waiting for them, and opens again what was closed."""
        case = self.case
        if not case.live:
            of_the_bot = case.status is TicketStatus.SOLVED and not case.had_person
            if of_the_bot and said.kind in GONE_ON:
                self._gone_on(said)
            else:
                self._reopened()
        elif case.status is TicketStatus.WAITING_CUSTOMER:
            case.status, case.waiting_since = TicketStatus.OPEN, None
            self.reckon()
            self.card()
        if case.assignee is not None and case.silent_since is None:
            case.silent_since = self._at

    def _reopened(self) -> None:
        case = self.case
        before = case.urgency
        self._change_urgency(one_up(before))
        self._open_again()
        self.told("reopened")
        self.changed("reopened", aloud=True)
        self.record("reopened", "customer", before=before.value, after=case.urgency.value)

    def _gone_on(self, said: CustomerSaid) -> None:
        """Only the bot had answered: that is not opening again what was done. Where triage goes on
        with it, so does the bot.
        """
        self._open_again()
        result = said.state.triage_result if said.state is not None else None
        if result is None or said.state is None:
            return
        if result.recommended_action is RecommendedAction.ROUTE_SPECIALIST:
            self.case.status = TicketStatus.ACTIVE
        self._found(said.state)

    def _customer_edited(self, said: CustomerSaid) -> None:
        found = self.case.heard_as(said.of or said.message.id)
        if found is None:
            self._said(said)
            return
        message = found.message.model_copy(update={"text": said.message.text})
        new = self.replace_customer(
            found, message=message, revision=found.revision + 1, translated=""
        )
        self.do(Relay(message=message.id, revision=new.revision))
        self.record("edited", "customer", message=message, who="customer")

    def replace_customer(self, words: CustomerWords, **changes: object) -> CustomerWords:
        new = words.model_copy(update=changes)
        own = words.message.id
        self.case.customer = tuple(
            new if each.message.id == own else each for each in self.case.customer
        )
        return new

    def show_words(self, message: str) -> None:
        words = self.case.heard_as(message)
        if words is None:
            return
        attachment = words.message.attachment
        stored = attachment is not None and bool(attachment.sha256)
        files = (_file(attachment),) if attachment is not None and stored else ()
        content = staff_posts.CustomerPost(
            text=words.message.text,
            translated=words.translated,
            language=self.case.language,
            edited=words.revision > 0,
            file=attachment.kind.value if attachment is not None else "",
        )
        self.show(staff_posts.said(message), content, files=files)

    def _did(self, said: CustomerSaid) -> None:
        """With words of their own where it was said, not pressed."""
        message = said.message
        if message.text and self.case.heard_as(message.id) is None:
            self._heard(message)
            self._kept(message)
        self.show(staff_posts.did(message.id), staff_posts.CustomerDid(what=said.kind))

    def _heard(self, message: Ticketed) -> None:
        case = self.case
        case.customer = (*case.customer, CustomerWords(message=message))[-MOST_MESSAGES:]
        self.do(Relay(message=message.id))

    def _kept(self, message: Ticketed) -> None:
        self.record("said", "customer", message=message, who="customer")

    def _solved(self, said: CustomerSaid) -> None:
        self._did(said)
        if self.case.live:
            self.flush()
            self._end(TicketStatus.SOLVED)
            self._ask_rating()
            self.card()
        self.record("solved", "customer", helpful=True, articles=self._articles())

    def _asked_on(self, said: CustomerSaid) -> None:
        self._did(said)
        self._taken_up(said)
        if self.case.status is TicketStatus.ACTIVE and said.kind == "wants_person":
            self.case.status = TicketStatus.OPEN
        self.card()
        self.record(said.kind, "customer")

    def _articles(self) -> tuple[str, ...]:
        """Those that the customer was shown, unless a person answered since."""
        if self.case.first_at is not None:
            return ()
        return tuple(citation.id for citation in self.case.start.citations)

    def _withdrawn(self, said: CustomerSaid) -> None:
        self._did(said)
        if not self.case.live:
            return
        self._end(TicketStatus.WITHDRAWN)
        self.card()
        self.record("withdrawn", "customer")

    def _rated(self, said: CustomerSaid) -> None:
        rating = Rating(score=said.rating, comment=said.message.text, at=self._at)
        self.case.ratings = (*self.case.ratings, rating)[-MOST_MESSAGES:]
        low = said.rating < LOW_RATING
        assignee = self.case.assignee
        content = staff_posts.RatingCame(
            ticket_id=self.case.start.ticket_id,
            score=said.rating,
            comment=said.message.text,
            low=low,
            assignee=assignee.name if assignee else "",
        )
        self.show(f"rating/{said.message.id}", content)
        if low:
            self.show(f"rating/{said.message.id}/aloud", content, aloud=True)
        self.record("rated", "customer", rating=said.rating, message=said.message, who="customer")

    def _bot_answered(self, said: CustomerSaid, *, takes_up: bool) -> None:
        """Keeps what the customer wrote and shows staff the bot's answer, which solves the ticket
        while the bot has it. Otherwise people judge the answer: a closed ticket is opened again.

        Shows no answer while a person has the ticket: the customer was not given it either.
        """
        case = self.case
        before = case.status
        if before is TicketStatus.SOLVED or not takes_up:
            self._heard(said.message)
            self._kept(said.message)
            return
        if case.closed_at is not None:
            # Staff may close it while the bot looks for an answer; a ticket's row takes no status
            # of an event that is older than its last one.
            self._at = max(self._at, case.closed_at)
        self._said(said)
        if case.assignee is not None:
            return
        result = said.state.triage_result if said.state is not None else None
        answer = result.suggested_response if result is not None else case.suggestion
        self.show(staff_posts.answered(said.message.id), staff_posts.BotWords(text=answer))
        if before is TicketStatus.ACTIVE:
            self._end(TicketStatus.SOLVED)
            self.card()
        self.record("answered_by_bot", "bot")

    def _original(self, said: CustomerSaid) -> None:
        for words in self.case.staff:
            if message_key(words.id) == said.of and words.translated:
                rules = self.case.rules or CaseRules()
                content = HumanWords(
                    card=self.case.card,
                    text=words.text,
                    signature=rules.signature,
                    author=words.by.name,
                )
                self.tell(content, "original")

    # Clocks

    def reckoned(self, effect: Reckon, hours: Hours) -> None:
        case = self.case
        if case.rules is None and case.closed_at is not None:
            case.reopen_until = case.closed_at + hours.rules.reopen_for
        case.rules = hours.rules
        first = case.first.moved(hours.first_warn, hours.first_due, hours.first_used)
        resolution = case.resolution.moved(
            hours.resolve_warn, hours.resolve_due, hours.resolve_used
        )
        last = effect.number == case.reckonings
        case.first = first if last else first.unknown()
        case.resolution = resolution if last else resolution.unknown()
        case.reckoned_at, case.reckoned_urgency = effect.at, effect.urgency
        case.resolve_ran = effect.resolve_runs
        self.card()
        if last and effect.number > 1:  # the row of a new ticket has them already
            due = {"first_due": hours.first_due, "resolve_due": hours.resolve_due}
            self.record("due", "clock", **due)
        if effect.tell:
            self.told("urgency")

    def ring(self, deadline: Deadline) -> None:
        match deadline.kind:
            case DeadlineKind.SEND:
                words = self.case.words(deadline.of)
                if words is not None:
                    self._send(words)
            case DeadlineKind.RETURN:
                self._to_queue("returned", None)
            case DeadlineKind.REMIND:
                self.case.reminded = True
                self.told("reminder")
                self.changed("reminded")
                self.record("reminded", "clock")
            case DeadlineKind.CLOSE:
                self.close("closed_unanswered", None)
            case DeadlineKind.WINDOW:
                self.case.reopen_until = None
                self.record("window_over", "clock")
            case _:
                self._clock_rang(deadline.kind)

    def _clock_rang(self, kind: DeadlineKind) -> None:
        breached = kind not in (DeadlineKind.FIRST_WARNING, DeadlineKind.RESOLVE_WARNING)
        if kind.startswith("first"):
            self.case.first = self._run_out(self.case.first, breached=breached)
            self._ran_out("first", self.case.first, breached=breached)
        else:
            self.case.resolution = self._run_out(self.case.resolution, breached=breached)
            self._ran_out("resolution", self.case.resolution, breached=breached)

    def _run_out(self, clock: Clock, *, breached: bool) -> Clock:
        if not breached:
            return clock.model_copy(update={"warned": True})

        count = clock.repeats + 1 if clock.breached else 0
        again = self.case.urgency is Urgency.CRITICAL and count < REPEATS
        at = self._at + REPEAT_EVERY if again else None
        return clock.model_copy(
            update={"warned": True, "breached": True, "repeats": count, "repeat_at": at}
        )

    def _ran_out(self, name: str, clock: Clock, *, breached: bool) -> None:
        case = self.case
        content = staff_posts.ClockRanOut(
            ticket_id=case.start.ticket_id,
            clock=name,
            breached=breached,
            due=clock.due,
            urgency=case.urgency,
            assignee=case.assignee.name if case.assignee else "",
            again=clock.repeats,
            oncall=case.rules.oncall if breached and case.rules else (),
        )
        self.show(f"clock/{self._cause}", content)
        if not breached:
            return
        self.show(f"clock/{self._cause}/aloud", content, aloud=True)
        if clock.repeats:
            return
        if not case.late_told:
            case.late_told = True
            self.told("late")
        self.record("breached", "clock", before=name)


def _yes(act: StaffAct, **parts: str) -> StaffAnswer:
    return _answer("done", act, applied=True, **parts)


def _no(what: str, act: StaffAct, **parts: str) -> StaffAnswer:
    return _answer(what, act, applied=False, **parts)


def _answer(what: str, act: StaffAct, *, applied: bool, **parts: str) -> StaffAnswer:
    content = staff_posts.ActAnswered(what=what, action=act.action, **parts)
    return StaffAnswer(
        applied=applied, topic=content.topic, content=content.model_dump(mode="json")
    )


def _file(attachment: Attachment) -> File:
    ending = attachment.mime_type.rpartition("/")[2] or "bin"
    return File(
        sha256=attachment.sha256,
        name=f"{attachment.kind.value}.{ending}",
        mime_type=attachment.mime_type or "application/octet-stream",
    )


def _title(case: TicketCase) -> str:
    dot = _DOTS[case.urgency] if case.live else SHOWN_MARK
    kind = case.type.value if case.type else ""
    return f"{dot} {case.start.ticket_id} {kind}".rstrip()


def _staff_card(case: TicketCase) -> staff_posts.CaseCard:
    info, result = case.state.customer_info, case.state.triage_result
    decision, translation = case.state.supervisor_decision, case.state.translation
    summary = translation.translated_messages if translation else ()
    why = result.reasoning if result else decision.reasoning if decision else ""
    running = case.live and case.status is not TicketStatus.WAITING_CUSTOMER
    return staff_posts.CaseCard(
        ticket_id=case.start.ticket_id,
        customer_id=case.start.customer_id,
        number=case.start.card.number,
        status=case.status,
        plan=info.plan if info else "",
        vip=info.vip if info else False,
        flags=case.start.flags,
        earlier=case.start.earlier,
        language=case.language,
        type=case.type,
        urgency=case.urgency,
        why=why,
        summary="\n".join(summary)[:1000],
        articles=case.state.kb_results,
        suggested=case.suggestion,
        first_due=case.card.due,
        resolve_due=case.resolution.due if running else None,
        assignee=case.assignee.name if case.assignee else "",
    )


def _card_buttons(case: TicketCase) -> tuple[Choice, ...]:
    if not case.live:
        return staff_posts.buttons(case.id, (StaffAction.REOPEN,))
    actions = [StaffAction.ASSIGN, StaffAction.URGENCY]
    if case.assignee is None:
        actions.insert(0, StaffAction.CLAIM)
    if case.suggestion:
        actions.append(StaffAction.SUGGESTION)
    if case.status is not TicketStatus.WAITING_CUSTOMER:
        actions.append(StaffAction.WAIT)
    if case.status is not TicketStatus.ACTIVE:
        actions.append(StaffAction.BACK)
    return staff_posts.buttons(case.id, (*actions, StaffAction.CLOSE))
