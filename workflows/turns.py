"""Which message a coroutine works for: for the time to its reply, and for its trace.

Kept in memory only. After continue-as-new or an eviction a turn may be unknown; then nothing is
measured and nothing else changes.
"""

from collections import OrderedDict
from collections.abc import Sequence
from datetime import datetime

from temporalio import workflow

from domain.messages import Message
from domain.turn import CURRENT_TURN, INCOMING_TRACE, TURN_ANSWERED, Turn
from workflows import metrics

_MAX_KNOWN = 200
"""Messages that may wait at once; turns of older ones are over."""


class Turns:
    """The turns of one conversation by message id. The oldest are forgotten."""

    def __init__(self, channel: str) -> None:
        self._channel = channel
        self._known: OrderedDict[str, Turn] = OrderedDict()

    def begin(self, message_id: str, not_before: datetime | None = None) -> None:
        """Begins the turn of a message; call it where its signal is handled. That its sender was
        too fast is not the conversation's slowness, so its time begins when it may be taken up.
        """
        now = workflow.now()
        self._known[message_id] = Turn(max(now, not_before or now), INCOMING_TRACE.get())
        if len(self._known) > _MAX_KNOWN:
            self._known.popitem(last=False)

    def take_up(self, *messages: Message) -> None:
        """From here on this coroutine works for these messages: for the last, since the first."""
        turns = [turn for turn in map(self._find, messages) if turn is not None]
        if not turns:
            self.leave()
            return
        last = turns[-1]
        for turn in turns[:-1]:
            _link(last, turn)
            if not turn.answered:
                last.started = min(last.started, turn.started)
        CURRENT_TURN.set(last)

    def leave(self) -> None:
        """From here on this coroutine works for no message: time or an operator made it go on."""
        CURRENT_TURN.set(None)

    def answered(self, turns: Sequence[Turn], agent: str) -> None:
        """Notes that replies of these turns reached the person; ``agent`` spoke last in them."""
        for turn in turns:
            if not turn.answered:
                turn.answered = True
                metrics.turn_answered(self._channel, agent, workflow.now() - turn.started)
                _trace(turn, self._channel)

    def _find(self, message: Message) -> Turn | None:
        """Returns the turn of a message; one that was split (a caption and its voice note) has
        parts ``{id}/{n}``.
        """
        return self._known.get(message.id) or self._known.get(message.id.rpartition("/")[0])


def go_on_for(turn: Turn | None) -> None:
    """From here on this coroutine works for ``turn``, which says something new to its task."""
    if turn is None:
        return
    former = CURRENT_TURN.get()
    if former is not None and former is not turn:
        _link(turn, former)
    CURRENT_TURN.set(turn)


def _link(turn: Turn, other: Turn) -> None:
    if other.trace and other.trace != turn.trace and other.trace not in turn.links:
        turn.links = (*turn.links, other.trace)


def _trace(turn: Turn, channel: str) -> None:
    write = workflow.extern_functions().get(TURN_ANSWERED)
    if write is not None and turn.trace and not workflow.unsafe.is_replaying():
        write(turn, workflow.now(), channel, workflow.info().first_execution_run_id)
