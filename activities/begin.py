"""What a run of a conversation starts with, in one activity."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import structlog
from temporalio import activity

from activities.ports import Transcript, Users
from activities.zones import zone_of
from domain.conversation import BeginRequest, Begun, Limits, Recalled, owns
from domain.errors import AppError
from domain.understanding import Person

PATIENCE = timedelta(seconds=3)
"""For the database: a conversation waits for this before its first answer."""

_log = structlog.get_logger()


class Begin:
    """Never fails: while the database is away, a conversation starts with what the channel knows.

    ``limits`` gives those of today: settings may have changed since the last run.
    """

    def __init__(
        self,
        limits: Callable[[], Limits],
        users: Users,
        transcript: Transcript,
        patience: timedelta = PATIENCE,
    ) -> None:
        self._limits = limits
        self._users = users
        self._transcript = transcript
        self._patience = patience

    @activity.defn
    async def begin_conversation(self, request: BeginRequest) -> Begun:
        """Limits and the zone; unless it was recalled before, also the person, who is made known
        with the channel's defaults when new, and what is remembered.

        Refused is a conversation whose person does not own its id: whoever can start workflows
        would read somebody else's records in a chat of their own. Nothing is looked up then.
        """
        asking = activity.info().workflow_id
        if asking != request.conversation_id or not owns(request.person.user_id, asking):
            _log.error("conversation.refused", conversation_id=request.conversation_id)
            return Begun(refused=True)
        person, recalled = await self._looked_up(request) if request.recall else (None, None)
        zone = zone_of((person or request.person).timezone, datetime.now(UTC))
        return Begun(limits=self._limits(), zone=zone, person=person, recalled=recalled)

    async def _looked_up(self, request: BeginRequest) -> tuple[Person | None, Recalled | None]:
        person: Person | None = None
        try:
            async with asyncio.timeout(self._patience.total_seconds()):
                person = await self._users.person(request.person)
                return person, await self._transcript.recall(request)
        except (AppError, TimeoutError) as error:
            code = error.code if isinstance(error, AppError) else "timeout"
            _log.warning(
                "conversation.not_recalled", conversation_id=request.conversation_id, code=code
            )
            return person, None
