"""A chat in Telegram in which a scenario is played: real bot, real worker, real database."""

import json
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from datetime import timedelta

from PIL import ImageFilter

from tests.agents.expenses.payloads import act, categorized, decided, mention
from tests.e2e.telegram.conftest import Telegram
from tests.e2e.telegram.member import Member, being_read
from tests.e2e.telegram.papers import paper
from tests.model_server import ScriptedModelServer
from tests.model_server.payloads import understood
from tests.paper import drawn, encoded
from tests.scenarios.play import ModelAnswers, Picture, Screen, Step
from tests.telegram.emulator import Shown


class TelegramStage:
    """``model`` is there where the scenario speaks of one."""

    def __init__(
        self, telegram: Telegram, member: Member, model: ScriptedModelServer | None = None
    ) -> None:
        self._telegram, self._member, self._model = telegram, member, model
        self._sent: list[int] = []
        self._photos: dict[str, bytes] = {}
        self._held = False
        self._meanwhile = AsyncExitStack()

    async def aclose(self) -> None:
        await self._meanwhile.aclose()

    async def say(self, text: str, reply_to: Screen | None) -> None:
        to = reply_to.handle if reply_to else None
        message = self._member.say(text, reply_to=to if isinstance(to, Shown) else None)
        self._sent.append(message.update_id)

    async def send(self, pictures: Sequence[Picture]) -> None:
        photos = [self._photo(picture) for picture in pictures]
        member = self._member
        if self._held:
            (photo,) = photos
            self._held = False
            self._sent.append(
                (await self._meanwhile.enter_async_context(being_read(member, photo))).update_id
            )
        elif len(photos) == 1:
            self._sent.append(member.photo(photos[0]).update_id)
        else:
            self._sent += [each.update_id for each in member.chat.album(member.person, photos)]

    def _photo(self, picture: Picture) -> bytes:
        if picture.id in self._photos:
            return self._photos[picture.id]
        address = "12 Jalan Merbau, 50480 Kuala Lumpur"
        if picture.blurred:
            lost = drawn(("KOPI PAGI ENTERPRISE", "TOTAL | RM 24.80"))
            photo = encoded(lost.filter(ImageFilter.GaussianBlur(12)), "JPEG", quality=60)
        elif picture.order:
            photo = paper("KEDAI AMAN", address, picture.order, "Thank you, come again")
        else:
            shop = (f"{picture.shop.upper()} ENTERPRISE", address) if picture.shop else ()
            total = f" | RM {picture.total}" if picture.total else ""
            paid = f" | {picture.total}" if picture.total else ""
            rows = (*shop, "Date: 14/03/2026 08:42", f"TOTAL{total}", f"{picture.paid}{paid}")
            photo = paper(*rows)
        if picture.id:
            self._photos[picture.id] = photo
        return photo

    async def press(self, screen: Screen, label: str) -> str | None:
        assert isinstance(screen.handle, Shown)
        answer = await self._member.pressed(screen.handle, label)
        if not answer.alert:  # else it was refused at the door
            self._sent.append(max(self._member.tg.world.updates.sent))
        return answer.text

    def screens(self) -> Sequence[Screen]:
        return [Screen(shown.text, tuple(shown.labels), shown) for shown in self._member.chat.shown]

    async def settle(self) -> None:
        for update_id in self._sent[-1:]:
            await self._member.settled(update_id)

    async def hear(self) -> None:
        for update_id in self._sent[-1:]:
            await self._member.taken_in(update_id)

    async def rows(self) -> Sequence[Mapping[str, object]]:
        today = self._member.today()
        days = {today: "today", today - timedelta(days=1): "yesterday"}
        return [
            {
                **row,
                "day": days.get(row["occurred_on"], str(row["occurred_on"])),
                "amount_from": json.loads(row["provenance"])["amount"]["source"],
            }
            for row in await self._member.rows()
        ]

    async def drafts(self) -> Sequence[str]:
        return await self._member.drafts()

    async def happen(self, step: Step) -> None:  # noqa: C901, PLR0912 - a table
        house, bot = self._telegram.house, self._telegram.bot
        match step:
            case Step(hold="reading"):
                self._held = True
            case Step(release="reading") | Step(up="database"):
                await self._meanwhile.aclose()
            case Step(down="database"):
                await self._meanwhile.enter_async_context(house.without_database())
            case Step(down="channel"):
                chat = self._member.chat.id
                fault = self._member.tg.fail(
                    "sendMessage", status=502, times=None, when=lambda call: call["chat_id"] == chat
                )
                self._meanwhile.callback(self._member.tg.faults.remove, fault)
            case Step(up="channel"):
                await self._meanwhile.aclose()
            case Step(kill="worker"):
                await house.worker.kill()
            case Step(start="worker"):
                await house.worker.start()
            case Step(kill="bot"):
                await bot.kill()
            case Step(start="bot"):
                await self._telegram.start_bot()
            case Step(operator="cancels"):
                await self._member.handle.signal(
                    "cancel", args=[step.reason] if step.reason else []
                )
            case Step(down="model"):
                self._scripted().fail_with(503)
            case Step(up="model"):
                self._scripted().recover()
            case Step(model=ModelAnswers() as answers):
                self._script(answers)
            case _:
                raise ValueError(f"not in Telegram: {step}")

    def _scripted(self) -> ScriptedModelServer:
        assert self._model is not None
        return self._model

    def _script(self, answers: ModelAnswers) -> None:
        model = self._scripted()
        one = {**mention(), **answers.understands}
        model.answer("UnderstandAnswer", understood(act("expense", one, agent="expenses")))
        model.answer("CategorizeAnswer", categorized(answers.categorizes, 0.99))
        model.answer("DecideAnswer", decided(answers.decides))
