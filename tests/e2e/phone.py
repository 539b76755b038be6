"""A person with a channel in the test's own process: sends by the real gateway, sees replies."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from typing import TypeVar

from temporalio.api.common.v1 import ActivityType
from temporalio.api.enums.v1 import EventType, PendingActivityState
from temporalio.api.history.v1 import HistoryEvent
from temporalio.client import Client, WorkflowExecutionStatus, WorkflowFailureError, WorkflowHandle
from temporalio.service import RPCError
from temporalio.worker import Worker

from activities.deliver import Deliver
from adapters.postgres.stores import Stores
from agents.expenses.shown import Card
from bot.gateway import ConversationGateway, reply_queue
from bot.handover import NoWorkerError
from bot.intake import Origin, Upload, inbound, upload_of
from domain.conversation import ConversationState, ConversationStatus, conversation_id
from domain.messages import ButtonPress, Message
from domain.replies import Content, Reply
from domain.tasks import Shown
from domain.understanding import Person
from tests.fakes.channel import RecordingChannel
from tests.given import given_id
from tests.local.waiting import eventually
from tests.paper import KOPI, drawn, encoded

Kind = TypeVar("Kind", bound=Content)

PATIENCE = 240.0
"""A reading that was interrupted is noticed after ten seconds and then begins again."""


@dataclass
class Phone:
    """One person's chat over a channel of its own."""

    client: Client
    stores: Stores
    gateway: ConversationGateway
    channel_name: str
    chat_id: str = "1"
    channel: RecordingChannel = field(default_factory=RecordingChannel)
    sent: int = 0

    @property
    def id(self) -> str:
        return conversation_id(self.channel_name, self.chat_id)

    @property
    def user_id(self) -> str:
        return f"{self.channel_name}:{self.chat_id}"

    @property
    def handle(self) -> WorkflowHandle[object, object]:
        return self.client.get_workflow_handle(self.id)

    async def say(self, text: str) -> str:
        return await self._send(text)

    async def photo(self, content: bytes, caption: str = "") -> str:
        return await self._send(caption, upload_of(content))

    async def press(self, press: ButtonPress) -> str:
        """Presses a button, which nobody needs to have shown."""
        self.sent += 1
        message = Message(
            id=f"{self.channel_name}:{self.chat_id}:{self.sent}",
            sender_id=self.user_id,
            sent_at=datetime.now(UTC),
            press=press,
        )
        await self.gateway.send(self.channel_name, self.chat_id, message)
        return message.id

    async def _send(self, text: str, *uploads: Upload) -> str:
        self.sent += 1
        origin = Origin(
            channel=self.channel_name,
            chat_id=self.chat_id,
            user_id=self.user_id,
            update_id=self.sent,
            sent_at=datetime.now(UTC),
        )
        made = inbound(origin, text, uploads)
        for attachment in made.message.attachments:
            content = made.contents[attachment.sha256]
            await self.gateway.store(origin.user_id, attachment, content)
        await self.gateway.send(self.channel_name, self.chat_id, made.message)
        return made.message.id

    async def tell(self, text: str) -> ConversationStatus | None:
        """Says something and waits until it is dealt with and answered."""
        return await self.settled(await self.say(text))

    async def settled(self, message_id: str) -> ConversationStatus | None:
        found: list[ConversationStatus | None] = []

        async def dealt_with() -> bool:
            try:
                status = await self.gateway.status(self.channel_name, self.chat_id)
            except NoWorkerError:
                return False
            found[:] = [status]
            return status is None or (
                message_id in status.handled
                and status.state is not ConversationState.WORKING
                and status.replies_pending == 0
            )

        await eventually(dealt_with, within=PATIENCE)
        return found[0]

    async def told(self, topic: str, count: int = 1) -> Reply:
        """Waits until ``topic`` was shown ``count`` times; the last of them."""
        await self.channel.until(
            lambda shown: sum(r.topic == topic for r in shown) >= count, PATIENCE
        )
        return [reply for reply in self.channel.shown if reply.topic == topic][-1]

    async def content(self, kind: type[Kind], count: int = 1) -> Kind:
        """Waits as ``told`` does; what the last reply of this kind says."""
        return kind.model_validate((await self.told(kind.topic, count)).content)

    async def reading_begun(self) -> None:
        """Returns while a worker reads the photo: the server has handed the reading to one."""

        async def begun() -> bool:
            described = await self.handle.describe()
            return any(
                pending.activity_type == ActivityType(name="read_receipt")
                and pending.state == PendingActivityState.PENDING_ACTIVITY_STATE_STARTED
                for pending in described.raw_description.pending_activities
            )

        await eventually(begun, within=PATIENCE)

    async def ended(self) -> WorkflowExecutionStatus | None:
        """Waits until the conversation has ended; how it did."""
        with suppress(WorkflowFailureError):
            await asyncio.wait_for(self.handle.result(), PATIENCE)
        return (await self.handle.describe()).status

    async def saved(self) -> list[Card]:
        """What stands in the ledger, in order; nothing that was undone."""
        return [Card.model_validate(dict(row)) for row in await self._saved_rows()]

    async def _saved_rows(self) -> list[dict[str, object]]:
        async with self.stores.database.connection() as connection:
            rows = await connection.fetch(
                "SELECT task_id, number, merchant, item, amount, currency, occurred_on, category,"
                " payment_method FROM transactions"
                " WHERE conversation_id = $1 AND deleted_at IS NULL ORDER BY number",
                self.id,
            )
        return [dict(row) for row in rows]

    async def transcript(self) -> list[tuple[str, str]]:
        """Who said what, as the database keeps it."""
        async with self.stores.database.connection() as connection:
            rows = await connection.fetch(
                "SELECT speaker, body FROM conversation_messages"
                " WHERE conversation_id = $1 ORDER BY at, position",
                self.id,
            )
        return [(row["speaker"], row["body"]) for row in rows]

    async def drafts(self) -> list[str]:
        """States of the unfinished expenses that were kept."""
        async with self.stores.database.connection() as connection:
            rows = await connection.fetch(
                "SELECT status FROM drafts WHERE conversation_id = $1", self.id
            )
        return [row["status"] for row in rows]

    async def events(self) -> list[HistoryEvent]:
        return [event async for event in self.handle.fetch_history_events()]


@asynccontextmanager
async def phone_on(client: Client, stores: Stores) -> AsyncIterator[Phone]:
    """A phone that is switched on: replies are shown as they come."""
    name = f"e2e-{given_id()}"
    phone = Phone(
        client=client,
        stores=stores,
        channel_name=name,
        gateway=ConversationGateway(
            client=client,
            transcript=stores.transcript,
            attachments=stores.attachments,
            users=stores.users,
            defaults=Person(user_id=""),
        ),
    )
    deliver = Deliver(phone.channel, stores.transcript).deliver
    async with Worker(client, task_queue=reply_queue(name, phone.chat_id), activities=[deliver]):
        try:
            yield phone
        finally:
            with suppress(RPCError):  # it has ended by itself, or never began
                await phone.handle.terminate()


def receipt(number: str, total: str = "24.80") -> bytes:
    """A photo of a receipt that nobody has read before: ``number`` stands on it."""
    rows = [row.replace("KP-20418", number).replace("24.80", total) for row in KOPI]
    return encoded(drawn(tuple(rows)), "JPEG", quality=90)


def item_of(task: Shown) -> str | None:
    """What a task that the conversation names is an expense for."""
    return Card.model_validate(task.card).item


def amount_in(reply: Reply) -> Decimal | None:
    """The amount on the card of a reply."""
    assert isinstance(reply.content, dict)
    return Card.model_validate(reply.content["card"]).amount


@dataclass(frozen=True)
class Reading:
    """A completed ``read_receipt``: on which attempt, and the id of the event that says so."""

    attempt: int
    completed: int


def readings(events: list[HistoryEvent]) -> list[Reading]:
    by_id = {event.event_id: event for event in events}
    found = []
    for event in events:
        if event.event_type != EventType.EVENT_TYPE_ACTIVITY_TASK_COMPLETED:
            continue
        completed = event.activity_task_completed_event_attributes
        scheduled = by_id[completed.scheduled_event_id].activity_task_scheduled_event_attributes
        started = by_id[completed.started_event_id].activity_task_started_event_attributes
        if scheduled.activity_type.name == "read_receipt":
            found.append(Reading(started.attempt, event.event_id))
    return found
