"""Showing replies to the person. Runs inside the channel's own process, on its own queue."""

from datetime import UTC, datetime

import structlog
from temporalio import activity

from activities.boundary import app_errors, heartbeating
from activities.ports import Channel, Transcript
from domain.errors import RecipientGoneError, StorageRejectedError, StorageUnavailableError
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
        """Shows each reply once, in order, and writes the transcript."""
        done = _noted_before()
        with app_errors():
            async with heartbeating(details=lambda: (_noted(done),)):
                await self._note_heard(delivery)
                done.update(await self._recorded(delivery))
                for reply in delivery.replies:
                    if reply.id in done:
                        continue
                    try:
                        done[reply.id] = await self._channel.show(delivery, reply)
                    except RecipientGoneError:
                        _log.info("delivery.recipient_gone")
                        return _delivered(done, recipient_gone=True)
                    activity.heartbeat(_noted(done))
                    await self._note_said(delivery, done[reply.id])
        return _delivered(done)

    async def _note_heard(self, delivery: Delivery) -> None:
        for message in delivery.heard:
            try:
                await self._transcript.heard(
                    delivery.conversation_id, delivery.channel, delivery.chat_id, message
                )
            except (StorageUnavailableError, StorageRejectedError):
                _log.warning("transcript.behind", conversation_id=delivery.conversation_id)
                return

    async def _recorded(self, delivery: Delivery) -> dict[str, DeliveredReply]:
        """What an earlier attempt wrote to the transcript."""
        if activity.info().attempt == 1:
            return {}
        ids = tuple(reply.id for reply in delivery.replies)
        try:
            recorded = await self._transcript.delivered(ids)
        except (StorageUnavailableError, StorageRejectedError):
            _log.warning("transcript.unavailable", conversation_id=delivery.conversation_id)
            return {}
        return {sent.reply_id: sent for sent in recorded}

    async def _note_said(self, delivery: Delivery, sent: DeliveredReply) -> None:
        """A reply must reach the person also while the database is down."""
        try:
            await self._transcript.said(delivery, (sent,), datetime.now(UTC))
        except (StorageUnavailableError, StorageRejectedError):
            _log.warning("transcript.behind", conversation_id=delivery.conversation_id)


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


def _delivered(done: dict[str, DeliveredReply], *, recipient_gone: bool = False) -> Delivered:
    return Delivered(
        replies=tuple(done.values()), at=datetime.now(UTC), recipient_gone=recipient_gone
    )
