"""Messages in, answers out; and whose session something is."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from uuid import UUID, uuid4
from weakref import WeakValueDictionary

import structlog
from pydantic import ValidationError

from adapters.speech.length import MAX_SECONDS, seconds_of
from agents import SLUGS
from bot.clock import utc_now
from bot.consent import NOT_ASKED, Consent
from bot.http.address import CHANNEL
from bot.http.contract import (
    SETTLED,
    AnswerView,
    HeardView,
    HttpCaller,
    HungUp,
    NewMessage,
    ReplyView,
    RequestRefused,
    Settled,
    TakenMessage,
)
from bot.http.ports import EventLog, HttpGateway, Hub
from bot.http.voice.rate_limit import SoundRateLimit
from bot.intake import (
    Inbound,
    Origin,
    call_message,
    cleaned,
    inbound,
    press_by_label,
    press_message,
    upload_of,
)
from bot.settling import settled
from bot.texts.cards import commands_of
from bot.texts.speech import Button
from domain.channel_events import ChannelSession, Event, EventKind
from domain.commands import command_in
from domain.conversation import PersonLeft
from domain.errors import AppError, NotFoundError, StorageUnavailableError
from domain.messages import ButtonPress, LikelyZone, MediaKind, Message
from domain.sessions import is_session_of, session_for
from domain.understanding import Person
from language.likely_places import clock_of

CLOSED, WORKING = "closed", "working"
_ANSWER_PAGE = 500
"""Events that one answer looks at: far more than one message ever brings."""
_MINUTE = 60.0

LOOK_AFTER = 5.0
"""Seconds without a word of a session until its conversation is asked. The last delivery tells that
a message is dealt with: only a run that ended before it did leaves that open.
"""
LEFT_AFTER = timedelta(seconds=30)
"""Who did not hand a message over within this time is taken for dead."""
_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class HttpSessions:
    """Whose session something is. Its id says so, so that nobody else's is looked up."""

    log: EventLog
    default_locale: str
    timezone: str
    consent: Consent = NOT_ASKED

    async def open(
        self,
        caller: HttpCaller,
        locale: str | None,
        *,
        seed: str = "",
        timezone: str = "",
        first: str = "",
    ) -> ChannelSession:
        """``seed``: the same one of the same person opens the same session, so that a first message
        that comes twice is one. It counts for nothing where the key names no user. ``timezone`` is
        that of the person's device; one that nobody knows counts for nothing. ``first`` are the
        words for which it is opened: some commands need no consent.

        Raises ``ConsentRequiredError``: then nothing was written.
        """
        if caller.operator:
            raise RequestRefused(403, "forbidden")
        random = secrets.token_bytes(8)
        if seed and caller.user_id is not None:
            random = sha256(f"{caller.user_id}\n{seed}".encode()).digest()[:8]
        session = self._of_random(caller, random, locale)
        if clock_of(timezone, utc_now().year) is not None:
            session = session.model_copy(update={"timezone": timezone})
        await self._admit(session, first)
        await self.log.open(session)
        known = await self.log.find(session.session_id) if seed else None
        return known or session

    def find_person(self, caller: HttpCaller, name: str) -> str:
        """Returns for whom this caller speaks in the session that it calls so."""
        return self._of_random(caller, _random_named(caller, name), None).user_id

    async def named(
        self,
        caller: HttpCaller,
        name: str,
        locale: str | None,
        count: Callable[[], None],
        first: str = "",
    ) -> ChannelSession:
        """Returns the session that this caller names so. It is opened when it is named first, after
        ``count``, which may raise ``RequestRefused``. A key that names no user speaks for a person
        in each of them. ``first`` and ``ConsentRequiredError`` are as of ``open``.
        """
        session = self._of_random(caller, _random_named(caller, name), locale)
        known = await self.log.find(session.session_id)
        if known is None:
            count()
            await self._admit(session, first)
            await self.log.open(session)
        return known or session

    async def _admit(self, session: ChannelSession, first: str) -> None:
        origin = Origin(CHANNEL, session.session_id, session.user_id, "first", utc_now())
        command = command_in(cleaned(first), commands_of(self.consent.agents))
        await self.consent.admit(origin.message(first, command=command))

    def _of_random(self, caller: HttpCaller, random: bytes, locale: str | None) -> ChannelSession:
        user_id = caller.user_id or _nobody_named(caller, session_for("", random))
        return ChannelSession(
            session_id=session_for(user_id, random),
            user_id=user_id,
            locale=locale or self.default_locale,
            timezone=self.timezone,
        )

    async def of(
        self, caller: HttpCaller, session_id: str, *, looking_on: bool = False
    ) -> ChannelSession:
        """``looking_on``: operators may, for what tells or changes nothing that was said. They have
        no conversations of their own, and speak in nobody's.

        Raises ``RequestRefused``: 404 ``session_not_found`` for an unknown, erased or another's;
        403 for an operator.
        """
        gone = RequestRefused(404, "session_not_found")
        if caller.operator and not looking_on:
            raise RequestRefused(403, "forbidden")
        try:
            canonical = str(UUID(session_id)) == session_id
        except ValueError:
            raise gone from None
        user_id = caller.user_id or _nobody_named(caller, session_id)
        if not canonical or not (caller.operator or is_session_of(user_id, session_id)):
            raise gone
        session = await self.log.find(session_id)
        if session is None or not (caller.operator or session.user_id == user_id):
            raise gone
        return session


def _random_named(caller: HttpCaller, name: str) -> bytes:
    return sha256(f"{caller.user_id or caller.name}\nnamed\n{name}".encode()).digest()[:8]


def _nobody_named(caller: HttpCaller, session_id: str) -> str:
    """Returns the person of one session, of a key that names no user. No user can be named so."""
    return f"{CHANNEL}:{caller.name}:+{session_id.replace('-', '')[:16]}"


@dataclass
class HttpTurns:
    """Takes messages and gives their answers. Use it inside ``running``: in there it finds out
    what is settled, also for those who do not wait.

    ``agents`` are the slugs of the enabled ones; ``timezone`` has who named none; ``clock`` gives
    the current time in UTC.
    """

    gateway: HttpGateway
    log: EventLog
    hub: Hub
    agents: tuple[str, ...] = SLUGS
    timezone: str = ""
    sound: SoundRateLimit = field(default_factory=SoundRateLimit)
    channel: str = CHANNEL
    clock: Callable[[], datetime] = utc_now
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep
    consent: Consent = NOT_ASKED
    _followed: dict[str, "_Followed"] = field(default_factory=dict)
    _following: set[asyncio.Task[None]] = field(default_factory=set)
    _one_at_a_time: WeakValueDictionary[str, asyncio.Lock] = field(
        default_factory=WeakValueDictionary
    )

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        looking = asyncio.create_task(self._look_for_left())
        looking.add_done_callback(_note_defect)
        self._following.add(looking)
        try:
            yield
        finally:
            for task in self._following:
                task.cancel()
            await asyncio.gather(*self._following, return_exceptions=True)

    async def take(
        self, session: ChannelSession, incoming: NewMessage, *, per_minute: int
    ) -> TakenMessage:
        """Checks, stores files, hands over. Idempotent on ``incoming.message_id``.

        Raises ``RequestRefused`` (409 ``message_id_reused``, 429 ``rate_limited``) and
        ``AppError``, such as ``ConsentRequiredError``: then nothing happened, or it is not known;
        sent again under its id it is done once.
        """
        message_id = incoming.message_id or uuid4().hex
        # One message of a person after another: else as many as come at once were within the rate.
        async with self._one_at_a_time.setdefault(session.user_id, asyncio.Lock()):
            made = await self._make_message(session, incoming, message_id)
            heard = HeardView(
                message_id=message_id,
                text=made.message.text,
                files=tuple(attachment.kind.value for attachment in made.message.attachments),
                spoken=made.message.spoken,
                called=made.message.call is not None,
                digest=_digest(incoming),
            )
            taken = await self._take(session, made, heard, per_minute)
        self.follow(session.session_id, message_id, after=taken.after)
        return taken

    async def _make_message(
        self, session: ChannelSession, incoming: NewMessage, message_id: str
    ) -> Inbound:
        origin = Origin(
            channel=self.channel,
            chat_id=session.session_id,
            user_id=session.user_id,
            update_id=message_id,
            sent_at=self.clock(),
        )
        if incoming.press is not None:
            action, subject, value = incoming.press
            press = ButtonPress(action=action, subject=subject, value=value)
            return Inbound(press_message(origin, press, incoming.text, agents=self.agents))
        if incoming.call is not None:
            return Inbound(call_message(origin, incoming.call))
        uploads = [await asyncio.to_thread(upload_of, content) for content in incoming.contents]
        made = inbound(origin, incoming.text, uploads, incoming.reply_to, agents=self.agents)
        if not (incoming.spoken or incoming.live):
            newest = await self._find_newest_buttons(session.session_id)
            zone = self._find_other_zone(session)
            message = press_by_label(made.message, newest).model_copy(update={"zone": zone})
            return Inbound(message, made.contents)
        how = {"spoken": incoming.spoken, "live": True}
        return Inbound(made.message.model_copy(update=how), made.contents)

    def _find_other_zone(self, session: ChannelSession) -> LikelyZone | None:
        """Returns the zone of the person's device, where its clock is not the usual one."""
        name, usual, year = session.timezone, self.timezone, self.clock().year
        if not usual or clock_of(name, year) == clock_of(usual, year):
            return None
        return LikelyZone(name=name, usual=usual)

    async def _find_newest_buttons(self, session_id: str) -> list[Button]:
        """Returns the buttons of the newest reply, whichever process showed it."""
        events = await self.log.newest(session_id, 1, frozenset({EventKind.REPLY}))
        return [
            Button(
                choice.label,
                ButtonPress(action=choice.action, subject=choice.subject, value=choice.value),
            )
            for event in events
            for choice in ReplyView.model_validate(event.payload).choices
        ]

    async def _take(
        self, session: ChannelSession, made: Inbound, heard: HeardView, per_minute: int
    ) -> TakenMessage:
        message = made.message.model_copy(update={"awaited": True})
        await self.consent.admit(message)
        if await self.log.heard_lately(session.user_id, _MINUTE) >= per_minute:
            wait = _MINUTE / per_minute
            values = {"limit": str(per_minute)}
            raise RequestRefused(
                429, "rate_limited", retryable=True, retry_after=wait, values=values
            )
        for attachment in message.attachments:
            content = made.contents[attachment.sha256]
            if attachment.kind is MediaKind.AUDIO:
                length = await asyncio.to_thread(seconds_of, content)
                self.sound.record(session.user_id, MAX_SECONDS if length is None else length)
            await self.gateway.store(session.user_id, attachment, content)
        payload = heard.model_dump(mode="json")
        event = Event(kind=EventKind.TRANSCRIPT, key=heard.message_id, payload=payload)
        whole = message.model_dump(mode="json")
        written, again, handing = await self.log.hear(session, event, whole)
        if again and HeardView.model_validate(written.payload).digest != heard.digest:
            raise RequestRefused(409, "message_id_reused")
        if handing or (again and await self._was_turned_away(session, message.id)):
            try:
                await self._hand_over(session, written.key, message)
            except AppError:
                with suppress(StorageUnavailableError):  # then it is handed over later
                    await self.log.refused(session.session_id, written.key)
                raise
        return TakenMessage(
            session=session, message_id=heard.message_id, after=written.seq, again=again
        )

    async def _was_turned_away(self, session: ChannelSession, message_id: str) -> bool:
        """Whether the conversation had no room for it; False where nobody can say."""
        try:
            status = await self.gateway.status(self.channel, session.session_id)
        except AppError as error:
            _log.info("http.turned_away_unknown", code=error.code)
            return False
        return status is not None and message_id in status.turned_away

    async def _hand_over(self, session: ChannelSession, key: str, message: Message) -> None:
        """Hands over behind the transaction: a conversation that cannot be reached holds up only
        this.
        """
        timezone = self.timezone or session.timezone
        person = Person(user_id=session.user_id, locale=session.locale, timezone=timezone)
        await self.gateway.send(self.channel, session.session_id, message, person)
        try:
            await self.log.handed_over(session.session_id, key)
        except StorageUnavailableError as error:
            # It will be handed over once more, which the conversation finds out.
            _log.warning("http.not_noted", code=error.code)

    async def hand_over_left(self) -> None:
        """Hands over what another process wrote and did not live to hand over. One that cannot be
        handed over holds up no other.
        """
        for session, event, said in await self.log.left_behind(LEFT_AFTER):
            try:
                await self._hand_over(session, event.key, Message.model_validate(said))
            except AppError as error:
                _log.info("http.not_handed_over", seq=event.seq, code=error.code)
                continue
            except ValidationError:  # of a version that is not ours
                _log.error("http.not_readable", seq=event.seq)
                await self.log.refused(session.session_id, event.key)
                continue
            self.follow(session.session_id, event.key, after=event.seq)

    async def _look_for_left(self) -> None:
        while True:
            try:
                await self.hand_over_left()
            except AppError as error:
                _log.info("http.not_handed_over", code=error.code)
            await asyncio.sleep(LEFT_AFTER.total_seconds())

    async def answer(self, taken: TakenMessage, within: float) -> AnswerView:
        """Returns what a message came to, after at most so many seconds (0: at once)."""
        session_id, found = taken.session.session_id, _Found(self.log, taken)
        followed = self._followed.get(session_id)
        state = followed.waiting.get(taken.message_id) if followed is not None else None
        try:
            await found.read()
            if state is not None and within > 0 and not found.done:
                async with asyncio.timeout(within):
                    known = await asyncio.shield(state)
                await found.read()
                found.settle(known)
        except TimeoutError:  # something may have been said, though not all
            with suppress(StorageUnavailableError):
                await found.read()
        except StorageUnavailableError as error:
            # The message was taken: that its answer can't be read now does not undo that.
            _log.warning("http.answer_not_read", code=error.code)
        return found.answer()

    def follow(self, session_id: str, *message_ids: str, after: int) -> None:
        """Writes down when these messages are settled, if nobody here looks after them already.
        What they bring stands behind ``after``.
        """
        if not message_ids:
            return
        followed = self._followed.get(session_id)
        if followed is not None:
            followed.add(message_ids)
            return
        followed = self._followed[session_id] = _Followed(after)
        followed.add(message_ids)
        task = asyncio.create_task(self._follow(session_id, followed))
        self._following.add(task)
        task.add_done_callback(self._following.discard)
        task.add_done_callback(_note_defect)

    async def _follow(self, session_id: str, followed: "_Followed") -> None:
        hearing = asyncio.create_task(self._hear(session_id, followed))
        hearing.add_done_callback(_note_defect)
        try:
            await self._until_settled(session_id, followed)
        except NotFoundError:
            _log.info("http.session_gone")  # nobody asks for what came of it any more
        finally:
            del self._followed[session_id]
            followed.end()
            hearing.cancel()
            await asyncio.gather(hearing, return_exceptions=True)

    async def _hear(self, session_id: str, followed: "_Followed") -> None:
        """Hears by the log which messages are dealt with."""
        async with self.hub.reading(session_id, followed.after) as events:
            async for event in events:
                if event is None:
                    continue
                if event.kind is EventKind.STATE and event.key.endswith(SETTLED):
                    told = Settled.model_validate(event.payload)
                    followed.tell(told.message_id, told.state)
                followed.woken.set()
        followed.gone = True
        followed.woken.set()

    async def _until_settled(self, session_id: str, followed: "_Followed") -> None:
        while followed.waiting and not followed.gone:
            if await followed.wakes_within(LOOK_AFTER, self.pause):
                continue
            try:
                await self._settle(session_id, followed)
            except NotFoundError:
                raise
            except AppError as error:
                _log.info("http.not_settled", code=error.code)

    async def _settle(self, session_id: str, followed: "_Followed") -> None:
        """Raises ``AppError`` when it is not known, ``NotFoundError`` for what was erased."""
        status = await self.gateway.status(self.channel, session_id)
        state = CLOSED if status is None else status.state.value
        questions = () if status is None else status.questions
        for message_id in tuple(followed.waiting):
            if settled(status, frozenset({f"{self.channel}:{session_id}:{message_id}"})):
                view = Settled(message_id=message_id, state=state, questions=questions)
                await self.log.add(session_id, EventKind.STATE, view.key, view)
                followed.tell(message_id, state)

    async def hang_up(self, session: ChannelSession, reason: str) -> None:
        """Ends a call, if one is going on. Raises ``AppError``."""
        await self.gateway.left(self.channel, session.session_id, PersonLeft(reason=reason))
        call = uuid4().hex
        view = HungUp(call_id=call, reason=reason)
        await self.log.add(session.session_id, EventKind.HANGUP, f"{call}/hangup", view)


@dataclass
class _Followed:
    """The messages of one session of which is not known yet that they are settled."""

    after: int
    waiting: dict[str, "asyncio.Future[str]"] = field(default_factory=dict)
    """What will be known: the conversation's state."""
    told: set[str] = field(default_factory=set)
    """What is known: one may be dealt with before it is waited for."""
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    gone: bool = False

    def add(self, message_ids: tuple[str, ...]) -> None:
        for message_id in message_ids:
            if message_id not in self.told:
                self.waiting.setdefault(message_id, asyncio.get_running_loop().create_future())

    def tell(self, message_id: str, state: str) -> None:
        """To who waits here."""
        self.told.add(message_id)
        waiting = self.waiting.pop(message_id, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(state)

    def end(self) -> None:
        """Ends what waits here: the session was erased, or this process ends."""
        for state in self.waiting.values():
            if not state.done():
                state.set_result(CLOSED if self.gone else WORKING)

    async def wakes_within(self, seconds: float, pause: Callable[[float], Awaitable[None]]) -> bool:
        """Whether something happened meanwhile."""
        waits = asyncio.ensure_future(self.woken.wait()), asyncio.ensure_future(pause(seconds))
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
        woken = self.woken.is_set()
        self.woken.clear()
        return woken


class _Found:
    """What is known of the answer to one message, from the events behind it."""

    def __init__(self, log: EventLog, taken: TakenMessage) -> None:
        self._log = log
        self._take = taken
        self._replies: dict[str, ReplyView] = {}
        self._state: str | None = None
        self._hung_up: HungUp | None = None
        self.cursor = taken.after

    @property
    def done(self) -> bool:
        return self._state is not None

    async def read(self) -> None:
        """Takes in what is in the log by now."""
        session_id = self._take.session.session_id
        for event in await self._log.read(session_id, self.cursor, _ANSWER_PAGE):
            self._add(event)
            if self.done:
                return

    def _add(self, event: Event) -> None:
        if event.kind is not EventKind.STATE:  # whoever reads on may be told of it again
            self.cursor = max(self.cursor, event.seq)
        match event.kind:
            case EventKind.REPLY:
                reply = ReplyView.model_validate(event.payload)
                self._replies[reply.id] = reply
            case EventKind.HANGUP:
                self._hung_up = HungUp.model_validate(event.payload)
            case EventKind.STATE:
                end = Settled.model_validate(event.payload)
                if end.message_id == self._take.message_id:
                    self._state = end.state

    def settle(self, state: str) -> None:
        """Nothing more will come, unless it still works."""
        if state != WORKING and not self.done:
            self._state = state

    def answer(self) -> AnswerView:
        replies = tuple(self._replies.values())
        return AnswerView(
            session_id=self._take.session.session_id,
            message_id=self._take.message_id,
            replies=replies,
            state=self._state or WORKING,
            current_node=next((reply.node for reply in reversed(replies) if reply.node), None),
            call_ended=self._hung_up is not None,
            hangup_status=self._hung_up.hangup_status if self._hung_up else None,
            cursor=self.cursor,
            done=self.done,
        )


def _digest(incoming: NewMessage) -> str:
    """Digests all that makes two messages different ones."""
    files = [sha256(content).hexdigest() for content in incoming.contents]
    whole: list[object] = [incoming.text, files, incoming.press, incoming.spoken, incoming.reply_to]
    if incoming.call is not None:
        whole.append(incoming.call.model_dump())
    return sha256(json.dumps(whole).encode()).hexdigest()


def _note_defect(task: "asyncio.Task[None]") -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.error("http.not_followed", exc_info=error)
