"""Updates on their way to the bot: kept until they are confirmed, delivered again until then."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from tests.telegram.emulator.errors import conflict, refuse

Update = dict[str, Any]

LONGEST_POLL = 50
# What a bot gets only when it asks for it by name.
_ONLY_ON_REQUEST = frozenset({"chat_member", "message_reaction", "message_reaction_count"})


def kind_of(update: Update) -> str:
    return next((key for key in update if key != "update_id"), "")


@dataclass
class _Repeat:
    """An update sent once more: no offset confirms it before it was delivered."""

    update: Update
    delivered: bool = False


class Updates:
    """The queue of one bot."""

    # ``polls`` counts the polls that were begun; the newest one is in force.

    def __init__(self, first: int, changed: Callable[[], None]) -> None:
        self.sent: dict[int, Update] = {}
        self._next = first
        self._pending: dict[int, Update] = {}
        self._repeats: list[_Repeat] = []
        self._allowed: frozenset[str] | None = None
        self._changed = changed
        self._arrived = asyncio.Event()
        self.polls = 0

    def __len__(self) -> int:
        return len(self._pending) + len(self._repeats)

    def next_id(self) -> int:
        self._next += 1
        return self._next - 1

    def put(self, update: Update) -> None:
        """Queues it, unless the bot didn't ask for its kind."""
        self.sent[update["update_id"]] = update
        if self._wanted(kind_of(update)):
            self._pending[update["update_id"]] = update
        self._wake()

    def repeat(self, update_id: int) -> None:
        """Sends an update once more, confirmed or not."""
        self._repeats.append(_Repeat(self.sent[update_id]))
        self._wake()

    def allow(self, kinds: list[str] | None) -> None:
        """Which kinds of later updates are wanted; an empty list stands for the usual ones."""
        if kinds is not None:
            self._allowed = frozenset(kinds) or None

    def pending(self) -> list[Update]:
        """What isn't confirmed, the oldest first."""
        return [*self._pending.values(), *(one.update for one in self._repeats)]

    async def poll(
        self, offset: int | None, limit: int | None, seconds: int | None
    ) -> list[Update]:
        """``getUpdates``: confirms what lies before the offset, then waits for something to give.

        Raises ``ApiError`` 409 when a later poll takes this one's place, 400 for a bad limit.
        """
        most = 100 if limit is None else limit
        if not 1 <= most <= 100:
            refuse("limit must be between 1 and 100")
        self.polls += 1
        mine = self.polls
        self._wake()
        self._confirm_before(offset or 0)
        until = asyncio.get_running_loop().time() + min(seconds or 0, LONGEST_POLL)
        while True:
            batch = self._batch(most)
            left = until - asyncio.get_running_loop().time()
            if batch or left <= 0:
                return batch
            self._arrived.clear()
            # Not wait_for, which may swallow a cancellation that meets a wake-up.
            with suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self._arrived.wait()
            if mine != self.polls:
                raise conflict(
                    "terminated by other getUpdates request; "
                    "make sure that only one bot instance is running"
                )

    def interrupt(self) -> None:
        """Ends a poll that waits."""
        self.polls += 1
        self._wake()

    def _confirm_before(self, offset: int) -> None:
        if offset < 0:
            kept = list(self._pending)[offset:]
            self._pending = {number: self._pending[number] for number in kept}
        elif offset > 0:
            for number in [number for number in self._pending if number < offset]:
                del self._pending[number]
            self._repeats = [
                one
                for one in self._repeats
                if not one.delivered or one.update["update_id"] >= offset
            ]
        self._changed()

    def _batch(self, most: int) -> list[Update]:
        repeats = self._repeats[:most]
        for one in repeats:
            one.delivered = True
        fresh = list(self._pending.values())[: most - len(repeats)]
        found = [*(one.update for one in repeats), *fresh]
        return sorted(found, key=lambda update: int(update["update_id"]))

    def _wanted(self, kind: str) -> bool:
        if self._allowed is None:
            return kind not in _ONLY_ON_REQUEST
        return kind in self._allowed

    def _wake(self) -> None:
        self._arrived.set()
        self._changed()
