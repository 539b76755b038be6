"""Showing replies to the person. Runs inside the channel's own process, on its own queue."""

from datetime import UTC, datetime

import structlog
from temporalio import activity

from activities.boundary import app_errors, heartbeating
from activities.ports import Channel, Transcript
from domain.errors import (
    AppError,
    RecipientGoneError,
    StorageRejectedError,
    StorageUnavailableError,
)
from domain.replies import Delivered, DeliveredReply, Delivery

_log = structlog.get_logger()


class Deliver:
    """Sending cannot be exactly once; it is narrowed.

    What was sent is noted in the heartbeat and in the transcript at once, and a retry sends
    nothing that is noted in either. Only a crash between sending and noting repeats a reply.
    """

    def __init__(self, channel: Channel, transcript: Transcript) -> None:
        self._channel = channel
        self._transcript = transcript

    @activity.defn
    async def deliver(self, delivery: Delivery) -> Delivered:
        """Shows each reply once, in order, and writes the transcript.

        A reply must reach the person also while the database is down: what could not be written
        is named in the answer, and comes again with the next delivery. A reply that the channel
        will never take is passed over: those after it must not go with it. A delivery that must not
        be recorded neither asks the transcript nor writes it.
        """
        shown = _noted_before()
        unwritten: list[str] = []
        with app_errors():
            async with heartbeating(details=lambda: (_noted(shown),)):
                unwritten += await self._catch_up(delivery)
                recorded = await self._recorded(delivery)
                shown.update(recorded)
                for reply in delivery.replies:
                    if reply.id not in shown:
                        try:
                            shown[reply.id] = await self._channel.show(delivery, reply)
                        except RecipientGoneError:
                            _log.info("delivery.recipient_gone")
                            return _delivered(shown, unwritten, recipient_gone=True)
                        except AppError as error:
                            if error.retryable:
                                raise
                            _log.exception("delivery.given_up", reply_id=reply.id, code=error.code)
                            continue
                        activity.heartbeat(_noted(shown))
                    if reply.id in recorded or await self._written(delivery, shown[reply.id]):
                        continue
                    unwritten.append(reply.id)
        return _delivered(shown, unwritten)

    async def _catch_up(self, delivery: Delivery) -> list[str]:
        """Writes what earlier could not be written; the ids of what still cannot be."""
        if not delivery.recorded or (not delivery.heard and not delivery.said):
            return []
        if await self._written(delivery, *delivery.said):
            return []
        return [*(m.id for m in delivery.heard), *(r.reply_id for r in delivery.said)]

    async def _written(self, delivery: Delivery, *shown: DeliveredReply) -> bool:
        """Whether replies, and what was heard before them, are in the transcript now.

        What the database refuses for good counts as written: it would be refused again. So does
        what must not be recorded.
        """
        if not delivery.recorded:
            return True
        try:
            await self._transcript.said(delivery, shown, datetime.now(UTC))
        except StorageUnavailableError:
            _log.warning("transcript.behind", conversation_id=delivery.conversation_id)
            return False
        except StorageRejectedError:
            _log.exception("transcript.refused", conversation_id=delivery.conversation_id)
        return True

    async def _recorded(self, delivery: Delivery) -> dict[str, DeliveredReply]:
        """What an earlier attempt wrote to the transcript."""
        if activity.info().attempt == 1 or not delivery.recorded:
            return {}
        ids = tuple(reply.id for reply in delivery.replies)
        try:
            recorded = await self._transcript.delivered(ids)
        except (StorageUnavailableError, StorageRejectedError):
            _log.warning("transcript.unavailable", conversation_id=delivery.conversation_id)
            return {}
        return {sent.reply_id: sent for sent in recorded}


def _noted_before() -> dict[str, DeliveredReply]:
    """What an earlier attempt noted in its heartbeat."""
    noted = [
        DeliveredReply.model_validate(sent)
        for detail in activity.info().heartbeat_details
        for sent in detail
    ]
    return {sent.reply_id: sent for sent in noted}


def _noted(done: dict[str, DeliveredReply]) -> list[object]:
    """What was sent so far, as a retry reads it from the heartbeat."""
    return [sent.model_dump(mode="json") for sent in done.values()]


def _delivered(
    shown: dict[str, DeliveredReply], unwritten: list[str], *, recipient_gone: bool = False
) -> Delivered:
    return Delivered(
        replies=tuple(shown.values()),
        at=datetime.now(UTC),
        unwritten=tuple(unwritten),
        recipient_gone=recipient_gone,
    )
