"""Ports in memory that fail or refuse where the shared fakes don't."""

from dataclasses import dataclass, field
from datetime import datetime

from domain.errors import AppError, AttachmentMissingError
from domain.messages import Attachment, Message
from domain.reading import Reading
from domain.replies import DeliveredReply, Delivery, Reply
from domain.understanding import Person
from domain.usage import Budget
from domain.waiting import NO_WAIT, Wait
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


@dataclass
class ScriptedModels:
    """Implements ``ModelReader``; ``asked`` tells which stages were used, in order."""

    available: bool = True
    from_lines: Reading | AppError | None = None
    from_image: Reading | AppError | None = None
    asked: list[str] = field(default_factory=list)
    budget: Budget | None = None

    async def used_up(self, user_id: str) -> Budget | None:
        del user_id
        return self.budget

    async def read_lines(
        self, reading: Reading, person: Person, task_id: str, *, wait: Wait = NO_WAIT
    ) -> Reading:
        del person, task_id, wait
        self.asked.append("lines")
        return self._answer(self.from_lines, reading)

    async def read_image(
        self,
        content: bytes,
        reading: Reading,
        person: Person,
        task_id: str,
        *,
        wait: Wait = NO_WAIT,
    ) -> Reading:
        del content, person, task_id, wait
        self.asked.append("image")
        return self._answer(self.from_image, reading)

    def _answer(self, answer: Reading | AppError | None, reading: Reading) -> Reading:
        if isinstance(answer, AppError):
            raise answer
        return answer or reading


@dataclass
class PickyChannel:
    """Implements ``Channel``; ``refuses`` says with which error a reply is not shown."""

    shown: list[Reply] = field(default_factory=list)
    refuses: dict[str, AppError] = field(default_factory=dict)

    async def show(self, delivery: Delivery, reply: Reply) -> DeliveredReply:
        del delivery
        if reply.id in self.refuses:
            raise self.refuses[reply.id]
        self.shown.append(reply)
        return DeliveredReply(reply_id=reply.id, text=reply.topic, channel_ref=f"at-{reply.id}")

    @property
    def ids(self) -> list[str]:
        return [reply.id for reply in self.shown]


class BreakableTranscript(InMemoryTranscript):
    """Every call fails with ``failure`` while it is set."""

    failure: AppError | None = None

    async def heard(
        self, conversation_id: str, channel: str, chat_id: str, message: Message
    ) -> None:
        self._check()
        await super().heard(conversation_id, channel, chat_id, message)

    async def said(
        self, delivery: Delivery, replies: tuple[DeliveredReply, ...], at: datetime
    ) -> None:
        self._check()
        await super().said(delivery, replies, at)

    async def delivered(self, reply_ids: tuple[str, ...]) -> tuple[DeliveredReply, ...]:
        self._check()
        return await super().delivered(reply_ids)

    def _check(self) -> None:
        if self.failure is not None:
            raise self.failure
