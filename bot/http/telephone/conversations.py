"""Which conversation a call belongs to: a new one, or that of a call which was lost just now."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from bot.http.channel import BEGAN, GONE
from bot.http.ports import EventLog
from bot.http.telephone.incoming import IncomingCall
from bot.http.telephone.parts import TelephoneConfig
from domain.channel_events import ChannelSession, Event, EventKind
from domain.sessions import is_session_of, session_for

_STATES = frozenset({EventKind.STATE, EventKind.HANGUP})
_LAST_STATES = 50


@dataclass(frozen=True)
class CallConversations:
    """By what the log has of them, so that any process finds them. All raise
    ``StorageUnavailableError``.
    """

    log: EventLog
    config: TelephoneConfig
    clock: Callable[[], datetime]

    def session_of(self, call: IncomingCall, locale: str) -> ChannelSession:
        """The session of a new call, which is not opened yet: the same for the same call."""
        user_id = call.caller.user_id
        random = sha256(f"{self.config.auth_tokens[0]}\n{call.sid}".encode()).digest()[:8]
        return ChannelSession(
            session_id=session_for(user_id, random),
            user_id=user_id,
            locale=locale,
            timezone=self.config.timezone,
        )

    async def open(self, call: IncomingCall, session: ChannelSession) -> bool:
        """Whether the call rings for the first time in its session, which is opened."""
        await self.log.open(session)
        return await self.note_once(session.session_id, f"{call.sid}/rang/{call.streams}")

    async def note_once(self, session_id: str, key: str) -> bool:
        """Whether something happens for the first time; whatever process it happened in."""
        told = {"message_id": "", "state": "telephone"}
        _, again = await self.log.add(session_id, EventKind.STATE, key, told)
        return not again

    async def find(self, call: IncomingCall, session_id: str) -> ChannelSession | None:
        """A session of this caller."""
        if not is_session_of(call.caller.user_id, session_id):
            return None
        return await self.log.find(session_id)

    async def find_lost(self, call: IncomingCall) -> ChannelSession | None:
        """The session of the call that this number lost just now."""
        if call.caller.number is None:
            return None
        session = await self.log.latest(call.caller.user_id)
        return session if session is not None and await self._is_lost(session) else None

    async def _is_lost(self, session: ChannelSession) -> bool:
        """Whether its last call broke off, and not long ago. Of one whose process died, only the
        last thing that happened tells when.
        """
        last = await self._last_of_call(session)
        if last is None or last.kind is EventKind.HANGUP:
            return False
        if last.key.endswith(f"/{GONE}"):
            return self._is_younger(last, self.config.back_within)
        (latest, *_) = await self.log.newest(session.session_id, 1, frozenset(EventKind))
        return self._is_younger(latest, self.config.dead_within)

    async def is_over(self, session: ChannelSession) -> bool:
        """Whether its last call was ended, by whom ever."""
        last = await self._last_of_call(session)
        return last is not None and last.kind is EventKind.HANGUP

    async def has_lost_its_caller(self, session: ChannelSession) -> bool:
        """Whether its last call broke off and neither came back nor was ended."""
        last = await self._last_of_call(session)
        return last is not None and last.key.endswith(f"/{GONE}")

    async def seq_before_last_reply(self, session: ChannelSession) -> int | None:
        """Behind it stands what was said last, and all that came since. None: nothing was."""
        replies = frozenset({EventKind.REPLY})
        last: Sequence[Event] = await self.log.newest(session.session_id, 1, replies)
        return last[0].seq - 1 if last else None

    async def _last_of_call(self, session: ChannelSession) -> Event | None:
        """That its last call began, was lost or ended, whichever was last."""
        states = await self.log.newest(session.session_id, _LAST_STATES, _STATES)
        ends = (f"/{BEGAN}", f"/{GONE}")
        return next(
            (each for each in states if each.kind is EventKind.HANGUP or each.key.endswith(ends)),
            None,
        )

    def _is_younger(self, event: Event, age: timedelta) -> bool:
        return event.at is None or self.clock() - event.at < age
