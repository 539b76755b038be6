"""Everything that was said, by either side, once."""

import json
from collections.abc import Sequence
from datetime import datetime
from heapq import merge

from adapters.postgres.conversations import keep_figures, task_number, touch
from adapters.postgres.parts import TablePart
from adapters.postgres.pool import Connection, Database
from domain.conversation import MAX_KEPT, MAX_RECENT, BeginRequest, Recalled, RecalledDraft
from domain.history import History, Speaker
from domain.messages import Message
from domain.replies import DeliveredReply, Delivery, Reply

_PHOTO = "📎"
"""How a message without words is remembered."""

_DELIVERED = """
    SELECT message_id, body, channel_ref FROM conversation_messages
    WHERE message_id = ANY($1) AND speaker = 'steward'
    ORDER BY array_position($1, message_id)
"""
_REPLY_AT = """
    SELECT message_id FROM conversation_messages
    WHERE conversation_id = $1 AND speaker = 'steward'
      AND $2 = ANY(string_to_array(channel_ref, ','))
    ORDER BY position DESC LIMIT 1
"""
_TASKS_STARTED = "SELECT tasks_started FROM conversations WHERE conversation_id = $1"
_DRAFTS = """
    SELECT task_id, agent, state FROM drafts
    WHERE user_id = $1 AND conversation_id = $2 AND status IN ('kept', 'expired')
    ORDER BY updated_at DESC LIMIT $3
"""
"""The last drafts that can be resumed, newest first."""
_HISTORY = """
    SELECT speaker, body, at FROM conversation_messages
    WHERE conversation_id = $1 AND EXISTS (
        SELECT FROM conversation_messages WHERE conversation_id = $1 AND user_id = $2
    )
    ORDER BY at DESC, position DESC LIMIT $3
"""
"""Newest first."""
_WRITE_HEARD = """
    INSERT INTO conversation_messages
        (message_id, conversation_id, user_id, author_id, speaker, body, at, reply_to, details)
    VALUES ($1, $2, $3, $4, 'person', $5, $6, $7, $8)
    ON CONFLICT (message_id) DO NOTHING
"""
_WRITE_REPLY = """
    INSERT INTO conversation_messages
        (message_id, conversation_id, user_id, speaker, body, at, topic, task_id, channel_ref)
    VALUES ($1, $2, $3, 'steward', $4, $5, $6, $7, $8)
    ON CONFLICT (message_id) DO NOTHING
"""


class PostgresTranscript:
    """Implements ``Transcript``."""

    def __init__(self, database: Database, parts: Sequence[TablePart] = ()) -> None:
        self._database = database
        self._parts = parts

    async def write(
        self, delivery: Delivery, replies: tuple[DeliveredReply, ...], at: datetime
    ) -> None:
        """``delivery.heard`` and the replies, in one transaction. Idempotent on their ids."""
        conversation_id = delivery.conversation_id
        facts = {reply.id: reply for reply in delivery.replies}
        numbers = [task_number(reply.task_id or "") for reply in delivery.replies]
        async with self._database.transaction() as connection:
            await touch(
                connection,
                conversation_id,
                channel=delivery.channel,
                chat_id=delivery.chat_id,
                tasks_started=max(numbers, default=0),
            )
            if delivery.figures is not None:
                await keep_figures(connection, conversation_id, delivery.figures, at)
            for message in delivery.heard:
                await _write_heard(connection, conversation_id, message)
            for shown in replies:
                await _write_reply(connection, delivery, shown, facts.get(shown.reply_id), at)

    async def delivered(self, reply_ids: tuple[str, ...]) -> tuple[DeliveredReply, ...]:
        """Those of ``reply_ids`` that were shown already, in that order."""
        rows = await self._database.fetch(_DELIVERED, list(reply_ids))
        return tuple(
            DeliveredReply(
                reply_id=row["message_id"], text=row["body"], channel_ref=row["channel_ref"]
            )
            for row in rows
        )

    async def reply_at(self, conversation_id: str, channel_ref: str) -> str | None:
        """A long reply stands in several messages of the channel: any of them names it."""
        found: str | None = await self._database.fetchval(_REPLY_AT, conversation_id, channel_ref)
        return found

    async def recall(self, request: BeginRequest) -> Recalled:
        """What a new run of the conversation starts with. The words of a chat are for those who
        take part in it; finished tasks are the person's own only.
        """
        user_id, conversation_id = request.person.user_id, request.conversation_id
        async with self._database.transaction("repeatable_read", readonly=True) as connection:
            history = History()
            rows = await connection.fetch(_HISTORY, conversation_id, user_id, request.history)
            for row in reversed(rows):
                history.append(Speaker(row["speaker"]), row["body"] or _PHOTO, row["at"])
            recent = [
                await part.recent(connection, user_id, conversation_id, MAX_RECENT)
                for part in self._parts
            ]
            drafts = await connection.fetch(_DRAFTS, user_id, conversation_id, MAX_KEPT)
            started = await connection.fetchval(_TASKS_STARTED, conversation_id)
        # Each agent's stay in their own order; among agents, numbers count over all tasks.
        together = list(merge(*recent, key=lambda task: task.number))
        return Recalled(
            history=history,
            recent=tuple(together[-MAX_RECENT:]),
            drafts=tuple(
                RecalledDraft(
                    task_id=row["task_id"], agent=row["agent"], state=json.dumps(row["state"])
                )
                for row in reversed(drafts)
            ),
            tasks_started=started or 0,
        )


async def _write_heard(connection: Connection, conversation_id: str, message: Message) -> None:
    details = message.model_dump(
        mode="json", include={"attachments", "command", "press"}, exclude_none=True
    )
    people = message.sender_id, message.author_id
    words = message.text, message.sent_at, message.reply_to, details
    await connection.execute(_WRITE_HEARD, message.id, conversation_id, *people, *words)


async def _write_reply(
    connection: Connection,
    delivery: Delivery,
    shown: DeliveredReply,
    reply: Reply | None,
    at: datetime,
) -> None:
    whose = delivery.conversation_id, delivery.user_id
    about = (reply.topic, reply.task_id) if reply else (None, None)
    words = shown.text, at, *about, shown.channel_ref
    await connection.execute(_WRITE_REPLY, shown.reply_id, *whose, *words)
