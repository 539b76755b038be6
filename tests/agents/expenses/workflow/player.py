"""Plays the steps of a conversation that is written down.

A step is said, unless it begins with ``@``:
``@post REF TEXT`` and ``@edit REF TEXT``, a message and what it is changed to;
``@reply N TEXT`` and ``@press N ACTION [WHICH]`` to the reply with that number, ``?`` is unknown;
``@album SHOPS | CAPTION | ...`` and ``@photos SHOPS | CAPTION``, receipts over 1.00, 2.00 and so
on, ``+`` between those of one photo; ``-`` has no shop that can be read, ``~`` no sure amount;
``@again``, the last photos once more; ``@table [TEXT]``, ``@voice TEXT``, ``@overheard TEXT`` (in a
group, to nobody);
``@hold WHAT``, work that begins and does not go on before ``@release [N]``, which waits until N
replies are shown.
"""

import asyncio
from dataclasses import dataclass, field

from domain.messages import Attachment, MediaKind
from domain.replies import Reply
from tests.agents.expenses.fakes.reading import receipt
from tests.agents.expenses.workflow.chat import ExpenseChat
from tests.fakes.attachments import image
from tests.fakes.speech import voice
from tests.workflows.promises import handled, taken

TABLE = (
    "Date,Description,Amount\n03/04/2026,KEDAI AH SENG,-15.50\n04/04/2026,SALARY,3000.00\n"
    "05/04/2026,broken,abc\n"
)


@dataclass
class Player:
    chat: ExpenseChat
    pictures: int = 0
    sent: list[Attachment] = field(default_factory=list)
    """The pictures of the last photos."""
    held: str = ""
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    started: asyncio.Event = field(default_factory=asyncio.Event)
    """What is held has begun."""

    async def do(self, step: str) -> None:
        """Returns when it is dealt with; while something is held, when it is taken in."""
        verb, _, rest = step.partition(" ") if step.startswith("@") else ("", "", step)
        match verb:
            case "@hold":
                self._hold(rest)
            case "@release":
                await self.chat.channel.until(lambda shown: len(shown) >= int(rest or 0))
                self.held = ""
                self.gate.set()
                await self.chat.quiet()
            case _:
                for message_id in await self._send(verb, rest):
                    await self._wait_for(message_id)

    async def _send(self, verb: str, rest: str) -> list[str]:  # noqa: C901, PLR0911 - a table
        chat = self.chat
        which, _, text = rest.partition(" ")
        match verb:
            case "":
                return [await chat.say(rest)]
            case "@post":
                return [await chat.post(which, text)]
            case "@edit":
                return [await chat.edit(which, text)]
            case "@reply":
                to = {"reply_to_ref": "of another"} if which == "?" else {}
                return [await chat.say(text, **to or {"reply_to": self.shown(which).id})]
            case "@press":
                action, _, number = text.partition(" ")
                choices = [c for c in self.shown(which).choices if c.press.action == action]
                press = choices[int(number or 1) - 1].press
                return [await chat.send(await chat._message(press=press))]
            case "@album":
                return await self._album(*rest.split(" | "))
            case "@photos":
                shops, _, caption = rest.partition(" | ")
                self.sent = self.receipts(shops)
                return [await chat.photo(*self.sent, caption=caption)]
            case "@again":
                return [await chat.photo(*self.sent)]
            case "@table":
                return [await chat.photo(chat.files.lay(rest or TABLE, MediaKind.TABLE))]
            case "@voice":
                chat.speech.will_hear(voice(rest), rest)
                return [await chat.post("voice", attachments=(voice(rest),))]
            case "@overheard":
                return [await chat.say(rest, addressed=False)]
            case _:
                raise ValueError(verb)

    async def _album(self, shops: str, *captions: str) -> list[str]:
        """It is read when all of it is sent: how fast that is must not matter."""
        self.chat.reader.gate.clear()
        sent = []
        for n, part in enumerate(self.receipts(shops)):
            caption = captions[n] if n < len(captions) else ""
            message = await self.chat.post(
                f"album/{n}", caption, attachments=(part,), album="album"
            )
            sent.append(message)
        if self.held != "reading":
            self.chat.reader.gate.set()
        return sent

    def _hold(self, what: str) -> None:
        self.held, chat = what, self.chat
        match what:
            case "reading" | "hearing":
                work = chat.reader if what == "reading" else chat.speech
                self.gate, self.started = work.gate, work.started
                self.gate.clear()
            case "saving":
                self.gate, self.started = chat.ledger.hold_saves(), chat.ledger.saving
            case _:
                self.gate = chat.understanding.hold(what)
                self.started = chat.understanding.started[what]
        self.started.clear()

    async def _wait_for(self, message_id: str) -> None:
        if not self.held:
            await self.chat.quiet(message_id)
        elif not self.started.is_set():
            await self.started.wait()
        elif self.held == "saving":
            await handled(self.chat, message_id)
        elif self.chat.limits.context_injection:
            await taken(self.chat, self.chat.sent)

    def shown(self, number: str) -> Reply:
        return self.chat.channel.shown[int(number) - 1]

    def receipts(self, shops: str) -> list[Attachment]:
        found = []
        for shop in shops.split(","):
            self.pictures += 1
            found.append(image(f"picture {self.pictures}"))
            first, *others = [
                receipt(
                    found[-1],
                    merchant=name.strip("~") if name != "-" else None,
                    total=f"{number}.00",
                    total_confidence=0.45 if name.endswith("~") else 0.95,
                )
                for number, name in enumerate(shop.split("+"), self.pictures)
            ]
            several = {"others": tuple(others), "receipts_seen": 1 + len(others)}
            self.chat.reader.will_read(first.model_copy(update=several))
        return found
