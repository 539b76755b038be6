"""Who speaks when in a call: what was played, interruptions, silence, waiting, the end. Pure.

What happens is told together with the time (seconds of any clock that only goes forward); what is
to be done comes back. Nothing is waited for here: ``due`` says when ``tick`` has something to do.
"""

from collections import deque
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum

BARGE_IN_AFTER = 0.4
"""Seconds of speech during playback that stop it: a cough is shorter."""
NOTICED_LATE = 0.05
"""Seconds of its soft beginning that the detector does not count as speech; up to 0.1 were seen."""
SOUND_WITHIN = 1.5
"""Seconds without any sound from a person who speaks, after which they are taken to be done: their
microphone was switched off, or their button let go.
"""
PLAYED_WITHIN = 2.0
"""Seconds behind its own length after which a sentence counts as played without its mark."""
GOODBYE_WITHIN = 12.0
"""Seconds that a goodbye may take to be played."""
KEYS_WITHIN = 3.0
"""Seconds without a key after which a number is complete without ``#``."""
NOISES = 3
"""Utterances without a word in a row, after which the person is told."""


@dataclass(frozen=True)
class CallLimits:
    """How long either side may be quiet, and how long a call may last at all."""

    silence: timedelta = timedelta(seconds=12)
    """After the last sound, before the person is asked whether they are there; and again before
    the call is ended."""
    longest: timedelta = timedelta(minutes=30)
    waiting: timedelta = timedelta(seconds=2.5)
    """Without a sound after somebody spoke or typed, before "one moment" is said."""
    answer: timedelta = timedelta(minutes=1)
    """Without an answer, before the call is given up."""


class Reason(StrEnum):
    """Why a call ended."""

    COMPLETED = "completed"
    SILENCE = "silence"
    CALLER = "caller"
    LIMIT = "limit"
    OPERATOR = "operator"
    TRANSFERRED = "transferred"
    """A person has taken it, at another number."""
    UNANSWERED = "unanswered"
    """The conversation said nothing to what it was told."""


class Own(StrEnum):
    """What a call says by itself; the words stand under ``http.voice.{value}``."""

    WAITING = "waiting"
    STILL_THERE = "still_there"
    GOODBYE_SILENCE = "goodbye_silence"
    GOODBYE_LIMIT = "goodbye_limit"
    GOODBYE_UNANSWERED = "goodbye_unanswered"
    UNHEARD = "unheard"
    NOT_TAKEN = "not_taken"
    NOT_THIS_LANGUAGE = "not_this_language"


@dataclass(frozen=True)
class Sentence:
    """A part of a reply that was sent to be played; ``name`` is that of its mark."""

    name: str
    reply_id: str
    text: str
    seconds: float


@dataclass(frozen=True)
class SayAloud:
    """The call itself is to say this."""

    words: Own


@dataclass(frozen=True)
class Clear:
    """Playback is to stop. ``unheard`` are the sentences that were sent and not played to their
    ends, in their order; nothing that still waits to be sent is to be said.
    """

    unheard: tuple[Sentence, ...]


@dataclass(frozen=True)
class CallEnded:
    """The call is over: everything that it had to say was played, or had the time to be."""

    reason: Reason


@dataclass(frozen=True)
class Keyed:
    """A number was typed on the keys, to its end."""

    digits: str


@dataclass(frozen=True)
class Hushed:
    """No sound comes any more from somebody who spoke."""


@dataclass(frozen=True)
class Unanswered:
    """The conversation does not answer: a person is to, or the call is to end."""


Effect = SayAloud | Clear | CallEnded | Keyed | Hushed | Unanswered


@dataclass
class Playback:
    """Sentences that the other side has and has not reported as played. It plays one after the
    other, so the time of each is guessed until its mark comes.
    """

    _sent: deque[Sentence] = field(default_factory=deque)
    _since: float = 0.0
    """When the first of them began to be played."""

    @property
    def sent(self) -> tuple[Sentence, ...]:
        return tuple(self._sent)

    def add(self, now: float, sentence: Sentence) -> None:
        if not self._sent:
            self._since = now
        self._sent.append(sentence)

    def played(self, now: float, name: str) -> bool:
        """The mark of a sentence came: all before it were played as well."""
        if all(sentence.name != name for sentence in self._sent):
            return False
        while self._sent.popleft().name != name:
            pass
        self._since = now
        return True

    def drop(self) -> tuple[Sentence, ...]:
        dropped = self.sent
        self._sent.clear()
        return dropped

    @property
    def due(self) -> float | None:
        """When the first of them counts as played."""
        return self._since + self._sent[0].seconds + PLAYED_WITHIN if self._sent else None

    def tick(self, now: float) -> None:
        while self._sent and self._since + self._sent[0].seconds + PLAYED_WITHIN <= now:
            self._since += self._sent.popleft().seconds


@dataclass
class CallFlow:
    """One call from its start. Each method takes the time of what it tells."""

    started: float
    """When the call began: its length counts from there, also on another socket."""
    limits: CallLimits = field(default_factory=CallLimits)
    barge_in: bool = True
    opened: float | None = None
    """When this socket did; None: with the call."""
    playback: Playback = field(default_factory=Playback)
    _speaking: bool = False
    """The person is."""
    _to_say: int = 0
    """Things that are still to be sent, the one at work included."""
    _at_work: int = 0
    """Utterances and messages that are being dealt with."""
    _noises: int = 0
    _asked: bool = False
    """Whether they are still there, since they were last heard."""
    _waited: bool = False
    """They were told to wait, since they last said something new."""
    _quiet_since: float | None = None
    _waiting_due: float | None = None
    _answer_due: float | None = None
    _sound_due: float | None = None
    _keys: str = ""
    _keys_due: float | None = None
    _ending: Reason | None = None
    _end_by: float | None = None
    _over: bool = False

    def __post_init__(self) -> None:
        self._quiet_since = self.started if self.opened is None else self.opened

    @property
    def ending(self) -> bool:
        """It is said good-bye: nothing is listened to any more."""
        return self._ending is not None

    @property
    def may_speak(self) -> bool:
        """Nobody speaks into what the other says, unless it is the last."""
        return not self._speaking or self.ending

    @property
    def playing(self) -> bool:
        return bool(self.playback.sent)

    def sound(self, now: float) -> None:
        """Sound came from the person, speech or not."""
        self._sound_due = now + SOUND_WITHIN if self._speaking else None

    def speech_started(self, now: float) -> None:
        self._speaking = True
        self._sound_due = now + SOUND_WITHIN
        self._waiting_due = None
        self._mark_quiet(now)

    def speaking(self, seconds: float) -> list[Effect]:
        """The person has been speaking for so long now."""
        return self._interrupted() if seconds + NOTICED_LATE >= BARGE_IN_AFTER else []

    def speech_ended(self, now: float) -> None:
        """They stopped; what they said is being listened to: ``understood`` tells the end of it."""
        self._speaking = False
        self._sound_due = None
        self._begin_work(now)
        self._mark_quiet(now)

    def typed(self, now: float) -> None:
        """Words or keys came; ``settled`` follows as for what was said."""
        self._begin_work(now)
        self._heard_of(now)

    def _begin_work(self, now: float) -> None:
        self._at_work += 1
        if not self._waited:
            self._waiting_due = now + self.limits.waiting.total_seconds()
        if self._answer_due is None:
            self._answer_due = now + self.limits.answer.total_seconds()

    def answered(self, now: float) -> None:
        """The conversation said something; more may follow."""
        if self._answer_due is not None:
            self._answer_due = now + self.limits.answer.total_seconds()

    def keys(self, now: float, digits: str) -> list[Effect]:
        """Keys were pressed, which stop what is played at once."""
        effects = self._interrupted()
        *whole, self._keys = (self._keys + digits).split("#")
        effects += [Keyed(number) for number in whole if number]
        self._keys_due = now + KEYS_WITHIN if self._keys else None
        self._heard_of(now)
        return effects

    def understood(self, now: float, *, words: bool) -> list[Effect]:
        """What was said held words, which are a message now, or none."""
        if words:
            self._noises = 0
            self._heard_of(now)
            return []
        self._waiting_due = None
        self.settled(now)
        self._noises += 1
        if self._noises < NOISES:
            return []
        self._noises = 0
        return [SayAloud(Own.UNHEARD)]

    def settled(self, now: float) -> None:
        """A message is dealt with, or was refused."""
        self._at_work = max(0, self._at_work - 1)
        if not self._at_work:
            self._waited = False
            self._answer_due = None
            if not self._to_say:
                self._waiting_due = None
        self._mark_quiet(now)

    def to_say(self, now: float) -> None:
        """Something is to be said; ``said`` follows when all of it was sent or dropped."""
        self._to_say += 1
        self._mark_quiet(now)

    def said(self, now: float) -> None:
        self._to_say -= 1
        self._mark_quiet(now)

    def sent(self, now: float, sentence: Sentence) -> None:
        """A sentence went to be played."""
        self._waiting_due = None
        self.playback.add(now, sentence)
        self._mark_quiet(now)

    def played(self, now: float, name: str) -> None:
        """The other side says so; a name that is not known is passed over."""
        if self.playback.played(now, name):
            self._mark_quiet(now)

    def end(self, now: float, reason: Reason) -> None:
        """After what is to be said, which includes the goodbye. The first reason counts."""
        if self._ending is None:
            self._ending = reason
            self._end_by = now + GOODBYE_WITHIN
            self._waiting_due = None

    @property
    def due(self) -> float | None:
        """When ``tick`` may have something to do; None: not by time alone."""
        if self._over:
            return None
        times = [self.playback.due, self._end_by]
        if not self.ending:
            times += [
                self._waiting_due,
                self._answer_due,
                self._keys_due,
                self._sound_due,
                self._silence_due,
                self.started + self.limits.longest.total_seconds(),
            ]
        return min((time for time in times if time is not None), default=None)

    def tick(self, now: float) -> list[Effect]:
        """What is due. To be called after anything happened, too."""
        if self._over:
            return []
        self.playback.tick(now)
        self._mark_quiet(now)
        if self._ending is not None:
            return self._ended(now, self._ending)
        if now >= self.started + self.limits.longest.total_seconds():
            self.end(now, Reason.LIMIT)
            return [SayAloud(Own.GOODBYE_LIMIT)]
        effects: list[Effect] = []
        if self._is_due(self._sound_due, now):
            self._sound_due = None
            effects.append(Hushed())
        if self._is_due(self._keys_due, now):
            effects.append(Keyed(self._keys))
            self._keys, self._keys_due = "", None
        if self._is_due(self._waiting_due, now):
            self._waiting_due = None
            if not self.playing:
                self._waited = True
                effects.append(SayAloud(Own.WAITING))
        if self._is_due(self._answer_due, now):
            self._answer_due = None
            effects.append(Unanswered())
        if self._is_due(self._silence_due, now):
            effects.append(self._silent(now))
        return effects

    def _ended(self, now: float, reason: Reason) -> list[Effect]:
        if (self._to_say or self.playing) and not self._is_due(self._end_by, now):
            return []
        self._over = True
        self._end_by = None
        return [CallEnded(reason)]

    def _interrupted(self) -> list[Effect]:
        if not self.playing or not self.barge_in or self.ending:
            return []
        return [Clear(self.playback.drop())]

    def _silent(self, now: float) -> Effect:
        self._quiet_since = None
        if not self._asked:
            self._asked = True
            return SayAloud(Own.STILL_THERE)
        self.end(now, Reason.SILENCE)
        return SayAloud(Own.GOODBYE_SILENCE)

    @property
    def _silence_due(self) -> float | None:
        if self._quiet_since is None or self.ending:
            return None
        return self._quiet_since + self.limits.silence.total_seconds()

    def _heard_of(self, now: float) -> None:
        """The person is there."""
        self._asked = False
        self._quiet_since = None
        self._mark_quiet(now)

    def _mark_quiet(self, now: float) -> None:
        if self._speaking or self._to_say or self._at_work or self.playing or self._keys:
            self._quiet_since = None
        elif self._quiet_since is None:
            self._quiet_since = now

    @staticmethod
    def _is_due(time: float | None, now: float) -> bool:
        return time is not None and time <= now
