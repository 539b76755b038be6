"""One person in one chat: what they do there, what they see, and what is stored of them."""

import os
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from zoneinfo import ZoneInfo

import asyncpg
from temporalio.api.common.v1 import ActivityType
from temporalio.api.enums.v1 import PendingActivityState
from temporalio.client import WorkflowHandle
from temporalio.service import RPCError

from bot.telegram.address import Address
from domain.conversation import ConversationState, ConversationStatus
from tests.e2e.house import House
from tests.local.waiting import eventually
from tests.telegram.emulator import Chat, Emulator, Message, Person, PressAnswer, Shown

PATIENCE = 240.0
"""Seconds. A reading that was interrupted is noticed after ten seconds, and then begins again."""

_HOME = ZoneInfo("Asia/Kuala_Lumpur")


@dataclass
class Member:
    """``chat`` may be the person's own with the bot or a group."""

    house: House
    tg: Emulator
    person: Person
    chat: Chat
    shared: bool = False
    """The group has one ledger for all its members."""

    @property
    def address(self) -> Address:
        own = not self.chat.in_group or self.shared
        return Address(self.chat.id, None if own else self.person.id)

    @property
    def handle(self) -> WorkflowHandle[object, object]:
        return self.house.client.get_workflow_handle(self.address.conversation)

    # What they do.

    def say(self, text: str, *, reply_to: Shown | None = None) -> Message:
        return self.chat.say(self.person, text, reply_to=reply_to)

    def photo(self, image: bytes, caption: str = "") -> Message:
        return self.chat.photo(self.person, image, caption)

    async def tell(self, text: str, *, reply_to: Shown | None = None) -> Sequence[Shown]:
        """Says something; what the bot said until it had dealt with it."""
        return await self.answered(self.say(text, reply_to=reply_to))

    async def send(self, image: bytes, caption: str = "") -> Sequence[Shown]:
        """Sends a photo; what the bot said until it had dealt with it."""
        return await self.answered(self.photo(image, caption))

    async def press(self, shown: Shown, label: str) -> Sequence[Shown]:
        """Presses a button; what the bot said until it had dealt with it."""
        before = self.chat.next_message
        press = self.chat.press(self.person, shown, label)
        await self.settled(max(self.tg.world.updates.sent))
        await self.tg.until(lambda: self.tg.press_answers[press] is not None, PATIENCE)
        return self.since(before)

    async def pressed(self, shown: Shown, label: str) -> PressAnswer:
        """What the press itself was answered with, a notice or nothing."""
        press = self.chat.press(self.person, shown, label)
        await self.tg.until(lambda: self.tg.press_answers[press] is not None, PATIENCE)
        answer = self.tg.press_answers[press]
        assert answer is not None
        return answer

    # What they see.

    async def answered(self, *messages: Message) -> Sequence[Shown]:
        """What the bot has said since, when all of these are dealt with and nothing is to come."""
        for message in messages:
            await self.settled(message.update_id)
        return self.since(messages[0].message_id)

    def since(self, message_id: int) -> list[Shown]:
        """What the bot said from then on, as it stands now."""
        return [shown for shown in self.chat.shown if shown.message_id >= message_id]

    async def sees(self, *words: str) -> Shown:
        """Waits until a message with all these words stands in the chat; the last one."""
        await self.tg.until(lambda: bool(self.showing(*words)), PATIENCE, f"{words}")
        return self.showing(*words)[-1]

    def showing(self, *words: str) -> list[Shown]:
        return [shown for shown in self.chat.shown if all(word in shown.text for word in words)]

    # What the conversation says of itself.

    async def status(self) -> ConversationStatus | None:
        """None while there is no conversation, or nobody who could tell."""
        try:
            status: ConversationStatus = await self.handle.query(
                "status", result_type=ConversationStatus
            )
        except RPCError:
            return None
        return status

    async def heard(self, message: Message) -> None:
        """Waits until a message is understood, though what it is about may still go on."""
        await self.taken_in(message.update_id)

    async def taken_in(self, update_id: int) -> None:
        """As ``heard``, by the id of an update."""
        await eventually(partial(self._handled, update_id), PATIENCE)

    async def settled(self, update_id: int) -> None:
        """Waits until an update is dealt with, no work goes on, and every reply is shown."""

        async def quiet() -> bool:
            status = await self.status()
            return (
                status is not None
                and self._id(update_id) in status.handled
                and status.state is not ConversationState.WORKING
                and status.replies_pending == 0
            )

        await eventually(quiet, PATIENCE)

    async def reading_begun(self) -> None:
        """Waits until a worker has begun to read a photo."""

        async def begun() -> bool:
            try:
                described = await self.handle.describe()
            except RPCError:
                return False  # the bot has not handed it over yet
            return any(
                pending.activity_type == ActivityType(name="read_receipt")
                and pending.state == PendingActivityState.PENDING_ACTIVITY_STATE_STARTED
                for pending in described.raw_description.pending_activities
            )

        await eventually(begun, PATIENCE)

    async def _handled(self, update_id: int) -> bool:
        status = await self.status()
        return status is not None and self._id(update_id) in status.handled

    def _id(self, update_id: int) -> str:
        return f"telegram:{self.address.chat_id}:{update_id}"

    # What is stored.

    async def rows(self) -> list[asyncpg.Record]:
        """What counts in the person's ledger, in order."""
        return [row for row in await self.all_rows() if row["deleted_at"] is None]

    async def all_rows(self) -> list[asyncpg.Record]:
        """With what was taken back."""
        return await self.house.rows(
            "SELECT * FROM transactions WHERE user_id = $1 ORDER BY number", self.address.user_id
        )

    async def drafts(self) -> list[str]:
        """The states of the unfinished expenses that were kept."""
        rows = await self.house.rows(
            "SELECT status FROM drafts WHERE user_id = $1", self.address.user_id
        )
        return [row["status"] for row in rows]

    def today(self) -> date:
        """The date on the person's own calendar."""
        return datetime.now(_HOME).date()

    def day_of(self, message: Message | Shown) -> date:
        """The date on the person's own calendar."""
        return datetime.fromtimestamp(message.date, UTC).astimezone(_HOME).date()


@asynccontextmanager
async def being_read(member: Member, image: bytes) -> AsyncIterator[Message]:
    """A photo that was sent and is being read; no reading is finished inside."""
    worker = member.house.worker.pid
    stopped = _reading_processes(worker)
    _signal(stopped, signal.SIGSTOP)

    async def held() -> bool:
        # The first photo starts the process, which needs a second before it can read.
        stopped[:] = _reading_processes(worker)
        _signal(stopped, signal.SIGSTOP)
        return bool(stopped)

    try:
        message = member.photo(image)
        await member.reading_begun()
        await eventually(held, PATIENCE)
        yield message
    finally:
        _signal(stopped, signal.SIGCONT)


def _signal(pids: list[int], number: int) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):  # the worker was killed, and it with the worker
            os.kill(pid, number)


def _reading_processes(worker: int) -> list[int]:
    """Those that the worker has spawned to read photos."""
    children = Path(f"/proc/{worker}/task").glob("*/children")
    pids = [int(pid) for listed in children for pid in listed.read_text().split()]
    return [pid for pid in pids if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text()]
