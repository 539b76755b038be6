"""A chat with the expenses agent at the level of workflows: the reading of photos is given."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta

from temporalio.service import RPCError

from agents.expenses.shown import Card
from domain.understanding import UnderstandRequest
from tests.agents.expenses.fakes.reading import receipt
from tests.agents.expenses.workflow.chat import ExpenseChat
from tests.fakes.attachments import image
from tests.scenarios.chats import ChatStage
from tests.scenarios.play import Picture, Screen, Step


class ExpenseStage(ChatStage[ExpenseChat]):
    def __init__(self, chat: ExpenseChat) -> None:
        super().__init__(chat)
        self._now = datetime.now(UTC)
        self._understanding: asyncio.Event | None = None
        self._pictures = 0
        self._said = 0

    async def say(self, text: str, reply_to: Screen | None) -> None:
        self._said += not text.startswith("/")
        await super().say(text, reply_to)
        if self._understanding is not None and not text.startswith("/"):  # while it thinks
            await self.chat.understanding.called(UnderstandRequest, self._said)

    async def send(self, pictures: Sequence[Picture]) -> None:
        attachments = []
        for picture in pictures:
            self._pictures += 1
            attachment = image(picture.id or f"picture {self._pictures}")
            lost = picture.blurred or bool(picture.order)
            reading = receipt(
                attachment,
                merchant=None if lost else picture.shop,
                total=None if lost else picture.total,
                confidence=0.1 if lost else 0.95 if picture.total else 0.6,
                is_receipt=not picture.order,
            )
            self.chat.reader.will_read(reading)
            attachments.append(attachment)
        self.sent.append(await self.chat.photo(*attachments))
        await self.chat.reader.started.wait()

    async def settle(self) -> None:
        with suppress(RPCError):  # it may have ended
            await super().settle()
        self._now = await self.chat.env.get_current_time()

    async def rows(self) -> Sequence[Mapping[str, object]]:
        by_number = sorted(self.chat.saved, key=lambda card: card.number or 0)
        return [self._row(card) for card in by_number]

    def _row(self, card: Card) -> Mapping[str, object]:
        days = (self._now + timedelta(hours=8)).date() - (card.occurred_on or date.min)
        return {
            **card.model_dump(),
            "day": {0: "today", 1: "yesterday"}.get(days.days, str(card.occurred_on)),
            "amount_from": card.provenance["amount"].source if card.provenance else None,
        }

    async def happen(self, step: Step) -> None:  # noqa: C901 - a table
        chat = self.chat
        match step:
            case Step(hold="reading"):
                chat.reader.gate.clear()
                chat.reader.started.clear()
            case Step(release="reading"):
                chat.reader.gate.set()
            case Step(hold="understanding"):
                self._understanding = chat.understanding.hold("understand")
            case Step(release="understanding"):
                self._release()
            case Step(down="database"):
                chat.ledger.fail_with_outage()
            case Step(up="database"):
                chat.ledger.failure = None
                await self._skip(timedelta(minutes=1))
            case Step(down="channel"):
                chat.channel.down = True
            case Step(up="channel"):
                chat.channel.down = False
                await self._skip(timedelta(minutes=1))
            case Step(hours=float(hours)):
                await self._skip(timedelta(hours=hours))
            case Step(operator="cancels"):
                await chat.handle.signal("cancel", args=[step.reason] if step.reason else [])
            case Step(operator="ends the workflow"):
                await chat.handle.cancel()
                await chat.ended()
            case _:
                raise ValueError(f"not at the level of workflows: {step}")

    def _release(self) -> None:
        if self._understanding is not None:
            self._understanding.set()
        self._understanding = None

    async def _skip(self, time: timedelta) -> None:
        if self.chat.env.supports_time_skipping:
            await self.chat.env.sleep(time)
