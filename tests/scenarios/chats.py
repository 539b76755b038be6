"""What the stages on the real workflows have in common: a chat whose ports are fakes."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from domain.replies import Reply
from tests.scenarios.play import Picture, Screen
from tests.workflows.chat import Chat

OfAgent = TypeVar("OfAgent", bound=Chat)


class ChatStage(Generic[OfAgent]):
    def __init__(self, chat: OfAgent) -> None:
        self.chat = chat
        self.sent: list[str] = []

    async def say(self, text: str, reply_to: Screen | None) -> None:
        to = reply_to.handle if reply_to else None
        replied = {"reply_to": to.id} if isinstance(to, Reply) else {}
        self.sent.append(await self.chat.say(text, **replied))

    async def send(self, pictures: Sequence[Picture]) -> None:
        raise ValueError(f"this agent takes no photos: {pictures}")

    async def press(self, screen: Screen, label: str) -> str | None:
        assert isinstance(screen.handle, Reply)
        buttons = self.chat.wording(screen.handle).buttons
        press = next(button.press for button in buttons if button.label == label)
        self.sent.append(await self.chat.send(await self.chat._message(press=press)))
        return None

    def screens(self) -> Sequence[Screen]:
        shown = [(reply, self.chat.wording(reply)) for reply in self.chat.channel.shown]
        return [
            Screen(wording.text(), tuple(button.label for button in wording.buttons), reply)
            for reply, wording in shown
        ]

    async def settle(self) -> None:
        if self.sent:
            await self.chat.quiet(self.sent[-1])

    async def hear(self) -> None:
        """A signal arrives in order, so that nothing has to be waited for."""

    async def drafts(self) -> Sequence[str]:
        return [draft.status for draft in self.chat.drafts.kept.values()]
