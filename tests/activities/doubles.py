"""Ports in memory that fail or refuse where the shared fakes don't."""

from dataclasses import dataclass, field
from datetime import datetime

from domain.errors import AppError, AttachmentMissingError
from domain.messages import Attachment
from domain.replies import DeliveredReply, Delivery, Reply, Settlement
from domain.topics import Unworded
from tests.fakes.channel import InMemoryTranscript


@dataclass
class OwnedAttachments:
    """Implements ``AttachmentStore``: nobody gets what another person sent."""

    kept: dict[tuple[str, str], tuple[Attachment, bytes]] = field(default_factory=dict)

    async def put(self, user_id: str, attachment: Attachment, content: bytes) -> None:
        self.kept[user_id, attachment.sha256] = (attachment, content)

    async def get(self, user_id: str, sha256: str) -> tuple[Attachment, bytes]:
        if (user_id, sha256) not in self.kept:
            raise AttachmentMissingError(sha256)
        return self.kept[user_id, sha256]

    async def drop(self, user_id: str, sha256: str) -> None:
        self.kept.pop((user_id, sha256), None)


@dataclass
class PickyChannel:
    """Implements ``Channel``; ``refuses`` says with which error a reply is not shown."""

    shown: list[Reply] = field(default_factory=list)
    refuses: dict[str, AppError] = field(default_factory=dict)
    breaks: dict[str, Exception] = field(default_factory=dict)
    """By reply: a defect in its words, not in the plain sentence that replaces it."""
    all_breaks: bool = False
    """The plain sentence breaks too."""
    unsettled: AppError | None = None
    """Raised when it is to be told that messages are dealt with."""
    settlements: list[tuple[Settlement, list[str]]] = field(default_factory=list)
    """With the ids of what was shown before."""

    async def show(self, delivery: Delivery, reply: Reply) -> DeliveredReply:
        del delivery
        if reply.id in self.refuses:
            raise self.refuses[reply.id]
        plain = reply.topic == Unworded.topic and not self.all_breaks
        if reply.id in self.breaks and not plain:
            raise self.breaks[reply.id]
        self.shown.append(reply)
        return DeliveredReply(reply_id=reply.id, text=reply.topic, channel_ref=f"at-{reply.id}")

    async def settle(self, delivery: Delivery, settlement: Settlement) -> None:
        del delivery
        if self.unsettled is not None:
            raise self.unsettled
        self.settlements.append((settlement, list(self.ids)))

    @property
    def ids(self) -> list[str]:
        return [reply.id for reply in self.shown]


class BreakableTranscript(InMemoryTranscript):
    """Every call fails with ``failure`` while it is set."""

    failure: AppError | None = None

    async def write(
        self, delivery: Delivery, replies: tuple[DeliveredReply, ...], at: datetime
    ) -> None:
        self._check()
        await super().write(delivery, replies, at)

    async def delivered(self, reply_ids: tuple[str, ...]) -> tuple[DeliveredReply, ...]:
        self._check()
        return await super().delivered(reply_ids)

    async def reply_at(self, conversation_id: str, channel_ref: str) -> str | None:
        self._check()
        return await super().reply_at(conversation_id, channel_ref)

    def _check(self) -> None:
        if self.failure is not None:
            raise self.failure
