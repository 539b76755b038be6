"""Everything that was said, by either side, once."""

from datetime import datetime

from adapters.postgres.conversations import task_number, touch
from adapters.postgres.pool import Connection, Database, Row
from adapters.postgres.rows import card
from adapters.postgres.transactions import newest_of_conversation
from domain.conversation import MAX_RECENT, Recalled
from domain.history import History, Speaker
from domain.ledger import RecallRequest
from domain.messages import Message
from domain.replies import DeliveredReply, Delivery, Reply

_PHOTO = "📎"
"""How a message without words is remembered."""


class PostgresTranscript:
    """Implements ``Transcript``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def heard(
        self, conversation_id: str, channel: str, chat_id: str, message: Message
    ) -> None:
        """Idempotent on the message id."""
        async with self._database.transaction() as connection:
            await touch(connection, conversation_id, channel=channel, chat_id=chat_id)
            await _write_heard(connection, conversation_id, message)

    async def said(
        self, delivery: Delivery, replies: tuple[DeliveredReply, ...], at: datetime
    ) -> None:
        """Idempotent on the reply ids. Also writes ``delivery.heard``, what the channel could not
        write when it came.
        """
        conversation_id = delivery.conversation_id
        facts = {reply.id: reply for reply in delivery.replies}
        async with self._database.transaction() as connection:
            await touch(
                connection,
                conversation_id,
                channel=delivery.channel,
                chat_id=delivery.chat_id,
                tasks_started=max(task_number(r.task_id or "") for r in delivery.replies),
            )
            for message in delivery.heard:
                await _write_heard(connection, conversation_id, message)
            for shown in replies:
                await _write_said(connection, delivery, shown, facts.get(shown.reply_id), at)

    async def delivered(self, reply_ids: tuple[str, ...]) -> tuple[DeliveredReply, ...]:
        """Those of ``reply_ids`` that were shown already, in that order."""
        async with self._database.connection() as connection:
            rows = await connection.fetch(
                """
                SELECT message_id, body, channel_ref FROM conversation_messages
                WHERE message_id = ANY($1) AND speaker = 'steward'
                ORDER BY array_position($1, message_id)
                """,
                list(reply_ids),
            )
        return tuple(
            DeliveredReply(
                reply_id=row["message_id"], text=row["body"], channel_ref=row["channel_ref"]
            )
            for row in rows
        )

    async def reply_at(self, conversation_id: str, channel_ref: str) -> str | None:
        """A long reply stands in several messages of the channel: any of them names it."""
        async with self._database.connection() as connection:
            found: str | None = await connection.fetchval(
                """
                SELECT message_id FROM conversation_messages
                WHERE conversation_id = $1 AND speaker = 'steward'
                  AND $2 = ANY(string_to_array(channel_ref, ','))
                ORDER BY position DESC LIMIT 1
                """,
                conversation_id,
                channel_ref,
            )
        return found

    async def recall(self, request: RecallRequest) -> Recalled:
        """What a new run of the conversation starts with. The words of a chat are for those who
        take part in it; the cards are the person's own only.
        """
        async with self._database.transaction("repeatable_read", readonly=True) as connection:
            history = History()
            for row in reversed(await _last_said(connection, request)):
                history.append(Speaker(row["speaker"]), row["body"] or _PHOTO, row["at"])
            saved = await newest_of_conversation(
                connection, request.user_id, request.conversation_id, MAX_RECENT
            )
            started = await connection.fetchval(
                "SELECT tasks_started FROM conversations WHERE conversation_id = $1",
                request.conversation_id,
            )
        return Recalled(
            history=history,
            recent=tuple(card(row) for row in reversed(saved)),
            tasks_started=started or 0,
        )


async def _last_said(connection: Connection, request: RecallRequest) -> list[Row]:
    """Newest first."""
    return await connection.fetch(
        """
        SELECT speaker, body, at FROM conversation_messages
        WHERE conversation_id = $1 AND EXISTS (
            SELECT FROM conversation_messages WHERE conversation_id = $1 AND user_id = $2
        )
        ORDER BY at DESC, position DESC LIMIT $3
        """,
        request.conversation_id,
        request.user_id,
        request.limit,
    )


async def _write_heard(connection: Connection, conversation_id: str, message: Message) -> None:
    details = message.model_dump(
        mode="json", include={"attachments", "command", "press"}, exclude_none=True
    )
    await connection.execute(
        """
        INSERT INTO conversation_messages
            (message_id, conversation_id, user_id, speaker, body, at, reply_to, details)
        VALUES ($1, $2, $3, 'person', $4, $5, $6, $7)
        ON CONFLICT (message_id) DO NOTHING
        """,
        message.id,
        conversation_id,
        message.sender_id,
        message.text,
        message.sent_at,
        message.reply_to,
        details,
    )


async def _write_said(
    connection: Connection,
    delivery: Delivery,
    shown: DeliveredReply,
    reply: Reply | None,
    at: datetime,
) -> None:
    await connection.execute(
        """
        INSERT INTO conversation_messages
            (message_id, conversation_id, user_id, speaker, body, at, topic, task_id, channel_ref)
        VALUES ($1, $2, $3, 'steward', $4, $5, $6, $7, $8)
        ON CONFLICT (message_id) DO NOTHING
        """,
        shown.reply_id,
        delivery.conversation_id,
        delivery.user_id,
        shown.text,
        at,
        reply.topic if reply else None,
        reply.task_id if reply else None,
        shown.channel_ref,
    )
