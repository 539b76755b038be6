"""Showing replies to the person. Runs inside the channel's own process, on its own queue."""

from datetime import UTC, datetime

import structlog
from temporalio import activity

from activities.boundary import app_errors, heartbeating
from activities.ports import Channel, Transcript
from domain.conversation import conversation_id, owns
from domain.errors import (
    AppError,
    DeliveryFailedError,
    RecipientGoneError,
    StorageRejectedError,
    StorageUnavailableError,
    UnknownTopicError,
    UnwordableReplyError,
)
from domain.replies import Delivered, DeliveredReply, Delivery, Reply
from domain.topics import Unworded

WORDING_ATTEMPTS = 3
"""Attempts at a reply whose wording breaks; the next replies wait behind it for a few seconds."""

_log = structlog.get_logger()


class Deliver:
    """Sending cannot be exactly once; it is narrowed.

    What was sent is noted in the transcript at once, and before that in the heartbeat where more
    replies follow; a retry sends nothing that is noted in either. Only a crash between sending and
    noting repeats a reply.
    """

    def __init__(self, channel: Channel, transcript: Transcript) -> None:
        self._channel = channel
        self._transcript = transcript

    @activity.defn
    async def deliver(self, delivery: Delivery) -> Delivered:
        """Shows each reply once, in order, and writes both sides of the turn to the transcript.

        A reply must reach the person also while the database is down: what could not be written is
        named in the answer, and comes again with the next delivery. No reply holds up those after
        it: one whose words break is replaced by a plain sentence, one that the channel will never
        take is passed over, and one whose topic is not known here is named in the answer. A
        delivery that must not be recorded neither asks the transcript nor writes it. A settlement
        is told last. Nothing is shown in a chat that is not the person's.
        """
        if not _is_theirs(delivery):
            _log.error("delivery.not_theirs", conversation_id=delivery.conversation_id)
            return Delivered(replies=(), at=datetime.now(UTC), recipient_gone=True)
        shown = _noted_before()
        unknown: list[str] = []
        gone = False
        with app_errors():
            async with heartbeating(details=lambda: (_noted(shown),)):
                recorded = await self._recorded(delivery)
                shown |= {id_: sent for id_, sent in recorded.items() if id_ not in shown}
                turn = _BothSides(self._transcript, delivery, frozenset(recorded))
                for reply in delivery.replies:
                    if reply.id in shown:
                        continue
                    try:
                        await self._show(delivery, reply, shown)
                    except UnknownTopicError:
                        _log.warning("delivery.unknown_topic", topic=reply.topic)
                        unknown.append(reply.id)
                    except RecipientGoneError:
                        _log.info("delivery.recipient_gone")
                        gone = True
                        break
                    if reply.id in shown:
                        if reply is not delivery.replies[-1]:
                            activity.heartbeat(_noted(shown))
                        await turn.write(shown)
                unwritten = await turn.write(shown)
                if delivery.settlement is not None and not gone:
                    await self._channel.settle(delivery, delivery.settlement)
        return Delivered(
            replies=tuple(shown.values()),
            at=datetime.now(UTC),
            unwritten=unwritten,
            unknown=tuple(unknown),
            recipient_gone=gone,
        )

    async def _show(
        self, delivery: Delivery, reply: Reply, shown: dict[str, DeliveredReply]
    ) -> None:
        """Adds the reply to ``shown``, unless the channel will never take it."""
        try:
            sent = await self._worded(delivery, reply)
            shown[reply.id] = sent.model_copy(update={"at": sent.at or datetime.now(UTC)})
        except (UnknownTopicError, RecipientGoneError):
            raise
        except AppError as error:
            if error.retryable:
                raise
            _log.exception("delivery.given_up", reply_id=reply.id, code=error.code)

    async def _worded(self, delivery: Delivery, reply: Reply) -> DeliveredReply:
        """The reply, or after some attempts a plain sentence in the place of broken words."""
        try:
            return await self._channel.show(delivery, reply)
        except Exception as error:  # a defect in one reply must not mute the chat
            if not _is_defect(error):
                raise
            attempt = activity.info().attempt
            _log.exception("delivery.defect", reply_id=reply.id, topic=reply.topic, attempt=attempt)
            if attempt < WORDING_ATTEMPTS:
                raise DeliveryFailedError(
                    f"the words of {reply.topic} broke: {type(error).__name__}"
                ) from error
        activity.metric_meter().create_counter(
            "replies_broken_total", "Replies whose words broke: a plain sentence was shown instead"
        ).add(1)
        plain = Reply(id=reply.id, topic=Unworded.topic, content={}, task_id=reply.task_id)
        try:
            sent = await self._channel.show(delivery, plain)
        except Exception as error:
            if not _is_defect(error):
                raise
            raise UnwordableReplyError(
                f"not even a plain sentence: {type(error).__name__}"
            ) from error
        return sent.model_copy(update={"unworded": True})

    async def _recorded(self, delivery: Delivery) -> dict[str, DeliveredReply]:
        """What an earlier attempt wrote to the transcript."""
        first = activity.info().attempt == 1 and not delivery.again
        if first or not delivery.recorded:
            return {}
        ids = tuple(reply.id for reply in delivery.replies)
        try:
            recorded = await self._transcript.delivered(ids)
        except (StorageUnavailableError, StorageRejectedError):
            _log.warning("transcript.unavailable", conversation_id=delivery.conversation_id)
            return {}
        return {sent.reply_id: sent for sent in recorded}


class _BothSides:
    """Both sides of a turn on their way to the transcript: what was heard goes together with the
    first reply, so that neither is there without the other.
    """

    def __init__(
        self, transcript: Transcript, delivery: Delivery, recorded: frozenset[str]
    ) -> None:
        self._transcript = transcript
        self._delivery = delivery
        self._done = set(recorded)
        self._away = False

    async def write(self, shown: dict[str, DeliveredReply]) -> tuple[str, ...]:
        """Writes what is lacking, in one transaction; the ids of what still lacks after it.

        A database that was away is not asked again during this delivery: the next one brings it
        all. What it refuses for good counts as written: it would be refused again. So does what
        must not be recorded.
        """
        delivery = self._delivery
        replies = [r for r in (*delivery.said, *shown.values()) if r.reply_id not in self._done]
        heard = [message.id for message in delivery.heard if message.id not in self._done]
        lacking = (*heard, *(reply.reply_id for reply in replies))
        if not delivery.recorded or not lacking:
            return ()
        if self._away:
            return lacking
        try:
            await self._transcript.write(delivery, tuple(replies), datetime.now(UTC))
        except StorageUnavailableError:
            _log.warning("transcript.behind", conversation_id=delivery.conversation_id)
            self._away = True
            return lacking
        except StorageRejectedError:
            _log.exception("transcript.refused", conversation_id=delivery.conversation_id)
        self._done.update(lacking)
        return ()


def _is_theirs(delivery: Delivery) -> bool:
    conversation = conversation_id(delivery.channel, delivery.chat_id)
    return delivery.conversation_id == conversation and owns(delivery.user_id, conversation)


def _is_defect(error: Exception) -> bool:
    """Whether the words themselves broke: no channel, network or other process will mend that."""
    if isinstance(error, UnknownTopicError):
        return False
    return isinstance(error, UnwordableReplyError) or not isinstance(error, AppError)


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
