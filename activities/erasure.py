"""Deleting everything that is kept of one person."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

import structlog
from temporalio import activity

from activities.boundary import app_errors, heartbeating
from activities.ports import ErasureStore, RunningConversations
from domain.conversation import owns
from domain.errors import AppError
from domain.preferences import (
    BeforeErasing,
    Ended,
    ErasedElsewhere,
    ErasedRows,
    EraseRequest,
    HeldElsewhere,
)

_log = structlog.get_logger()

Eraser: TypeAlias = Callable[[str, str], Awaitable[bool]]
"""Has a system (its name) erase what it holds (its own id); False where it cannot."""


class NotTheirRecordsError(AppError):
    """The conversation that asks is not the person's whose records are to be deleted."""

    code = "erasure.not_theirs"


class ErasePerson:
    """Each step is idempotent: what is gone stays gone."""

    def __init__(
        self,
        erasure: ErasureStore,
        conversations: RunningConversations,
        erasers: Sequence[Eraser] = (),
    ) -> None:
        self._erasure = erasure
        self._conversations = conversations
        self._erasers = erasers

    @activity.defn
    async def look_before_erasing(self, request: EraseRequest) -> BeforeErasing:
        """What was arranged for the person elsewhere and is still to come."""
        with app_errors():
            _refuse_strangers(request)
            return BeforeErasing(still_to_come=await self._erasure.still_to_come(request.user_id))

    @activity.defn
    async def erase_elsewhere(self, request: EraseRequest) -> ErasedElsewhere:
        """Has other systems erase what they hold of the person; names those that still have it:
        they cannot, or do not answer now.
        """
        with app_errors():
            _refuse_strangers(request)
            held = await self._erasure.held_elsewhere(request.user_id)
        async with heartbeating():
            kept = [each.system for each in held if not await self._erased(each)]
        return ErasedElsewhere(kept_by=tuple(dict.fromkeys(kept)))

    async def _erased(self, held: HeldElsewhere) -> bool:
        for eraser in self._erasers:
            try:
                if await eraser(held.system, held.reference):
                    return True
            except AppError as error:
                _log.warning("person.not_erased_elsewhere", system=held.system, code=error.code)
        return False

    @activity.defn
    async def end_conversations(self, request: EraseRequest) -> Ended:
        """Ends every conversation of the person at once and deletes what Temporal holds of it.

        A conversation that is ended cannot say so: what it was doing may go on for the length of
        one attempt of an activity. The caller waits that long when ``running``.
        """
        with app_errors():
            _refuse_strangers(request)
            known = await self._erasure.conversations_of(request.user_id)
            rooms = await self._erasure.rooms_of(request.user_id)
            ids = tuple(dict.fromkeys((*known, *filter(None, [request.conversation_id]))))
            running = await self._conversations.remove(ids)
        # An earlier attempt may have ended one and died before it could tell.
        return Ended(running=running > 0 or activity.info().attempt > 1, rooms=rooms)

    @activity.defn
    async def erase_person(self, request: EraseRequest) -> ErasedRows:
        """Deletes rows, transcript and files. After a repetition the numbers may be too small."""
        with app_errors():
            _refuse_strangers(request)
            erased = await self._erasure.erase(request.user_id)
        _log.info("person.erased", **erased.counts)
        return erased

    @activity.defn
    async def forget_erasures(self) -> int:
        """Deletes the traces of erasures that are over: their inputs name the person."""
        with app_errors():
            return await self._conversations.forget_erasures()


def _refuse_strangers(request: EraseRequest) -> None:
    if not owns(request.user_id, request.conversation_id):
        raise NotTheirRecordsError("the conversation that asks belongs to somebody else")
