"""Many people write at once while the bot and the worker are killed again and again.

    python -m tests.e2e.chaos [--people N] [--messages N] [--kills N]

Nothing may be lost and no expense saved twice. Prints what it did and counted; exits with 1 when a
promise was broken.
"""

import argparse
import asyncio
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from local.own_process import BotProcess
from tests.e2e.house import House, ProcessOnItsOwn, open_house
from tests.e2e.telegram.papers import kopi
from tests.telegram.emulator import Chat, Emulator, Person, running_emulator

TOKEN = "42:TEST"
SHOPS = ("Starbucks", "Grab", "Petronas", "McDonalds", "KFC", "Shell")
"""Known to the offline engine, so that no category is asked."""

TALK = ("how are you?", "/help")
_EACH_TALK = 10
"""Every tenth message is talk: it must be answered, by words without an amount."""

_AMOUNT = re.compile(r"RM(\d+\.\d\d)")
_FIRST_ID = 5_000
PATIENCE = 420.0


@dataclass(frozen=True)
class Load:
    """How much is sent, and how often each process is killed."""

    people: int = 25
    messages: int = 40
    photos: int = 10
    kills: int = 5

    @property
    def updates(self) -> int:
        return self.people * self.messages + self.photos


@dataclass
class Sent:
    """What one person sent, and what must come of it."""

    person: Person
    chat: Chat
    amounts: list[str] = field(default_factory=list)
    talk: int = 0

    def shown(self) -> Counter[str]:
        """Amounts on the cards that the person has seen, and how often."""
        texts = (message.text or "" for message in self.chat.shown)
        return Counter(amount for text in texts for amount in _AMOUNT.findall(text))

    @property
    def answered(self) -> int:
        shown = self.shown()
        cards = sum(amount in shown for amount in self.amounts)
        return cards + min(self.talk, self._without_amount())

    def _without_amount(self) -> int:
        return sum(not _AMOUNT.search(message.text or "") for message in self.chat.shown)


@dataclass
class Outcome:
    """What was counted at the end; ``broken`` names each promise that was not kept."""

    updates: int
    kills: int
    seconds: float
    rows: int
    repeated_cards: int
    broken: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        line = (
            f"{self.updates} updates, {self.kills} kills, {self.seconds:.0f} s: "
            f"{self.rows} rows, {self.repeated_cards} cards shown twice"
        )
        return "\n".join((line, *(f"BROKEN: {promise}" for promise in self.broken)))


class Chaos:
    """One run over a house whose bot talks to the emulator: with people of ids from ``first_id``,
    whom the bot lets in and who never wrote before.
    """

    def __init__(
        self,
        house: House,
        bot: ProcessOnItsOwn,
        telegram: Emulator,
        load: Load,
        first_id: int = _FIRST_ID,
    ) -> None:
        self._house = house
        self._bot = bot
        self._telegram = telegram
        self._load = load
        self._first_id = first_id
        self._cents = count(1_000)
        self._sent: list[Sent] = []

    async def run(self) -> Outcome:
        """Sends everything, kills meanwhile, waits until all is answered, and counts."""
        began = time.monotonic()
        self._send_all(random.Random(7))  # noqa: S311 - the same order each time, no secret
        expected = sum(len(sent.amounts) + sent.talk for sent in self._sent)
        await self._kill_as_it_goes(expected)
        await self._until(lambda: self._answered() >= expected)
        broken = await self._broken_promises()
        saved = [await self._saved(sent.person.id) for sent in self._sent]
        return Outcome(
            updates=self._load.updates,
            kills=2 * self._load.kills,
            seconds=time.monotonic() - began,
            rows=sum(rows.total() for rows in saved),
            repeated_cards=sum(
                shown - 1 for sent in self._sent for shown in sent.shown().values() if shown > 1
            ),
            broken=broken,
        )

    def _send_all(self, order: random.Random) -> None:
        for number in range(self._load.people):
            person = self._telegram.person(self._first_id + number, f"P{number}")
            self._sent.append(Sent(person, self._telegram.private(person)))
        turns = [sent for sent in self._sent for _ in range(self._load.messages)]
        order.shuffle(turns)
        for position, sent in enumerate(turns):
            if position % _EACH_TALK == 0:
                sent.chat.say(sent.person, order.choice(TALK))
                sent.talk += 1
            else:
                amount = self._amount()
                sent.chat.say(sent.person, f"{order.choice(SHOPS)} {amount}")
                sent.amounts.append(amount)
        for number in range(self._load.photos):
            amount, sent = self._amount(), self._sent[number % len(self._sent)]
            sent.chat.photo(sent.person, kopi(amount))
            sent.amounts.append(amount)

    def _amount(self) -> str:
        """No two the same: Steward would ask whether it is the same expense."""
        cents = next(self._cents)
        return f"{cents // 100}.{cents % 100:02}"

    def _answered(self) -> int:
        return sum(sent.answered for sent in self._sent)

    async def _kill_as_it_goes(self, expected: int) -> None:
        """Kills the bot and the worker in turn, evenly over the progress."""
        victims = [self._bot, self._house.worker] * self._load.kills
        for number, victim in enumerate(victims, 1):
            mark = expected * number // (len(victims) + 1)
            await self._until(lambda mark=mark: self._answered() >= mark)  # type: ignore[misc]
            await victim.kill()
            await victim.start()

    async def _until(self, condition: Callable[[], bool]) -> None:
        await self._telegram.until(condition, seconds=PATIENCE)

    async def _broken_promises(self) -> list[str]:
        broken: list[str] = []
        if self._telegram.pending_updates:
            await self._until(lambda: self._telegram.pending_updates == 0)
        for sent in self._sent:
            rows = await self._saved(sent.person.id)
            wrong = [
                f"{amount} saved {rows[amount]} times"
                for amount in sent.amounts
                if rows[amount] != 1
            ]
            unsent = [f"{amount} was never sent" for amount in rows if amount not in sent.amounts]
            broken.extend(f"{sent.person.id}: {promise}" for promise in (*wrong, *unsent))
        return broken

    async def _saved(self, person: int) -> Counter[str]:
        rows = await self._house.rows(
            "SELECT amount FROM transactions WHERE user_id = $1 AND deleted_at IS NULL",
            f"telegram:{person}",
        )
        return Counter(f"{row['amount']:.2f}" for row in rows)


@asynccontextmanager
async def running_bot(house: House, telegram: Emulator) -> AsyncIterator[ProcessOnItsOwn]:
    """A bot process for people of any id from ``_FIRST_ID``, without a rate limit."""
    environment = {
        **house.worker.environment,
        "TELEGRAM_BOT_TOKEN": TOKEN,
        "TELEGRAM_API_BASE": telegram.base_url,
        "ALLOWED_USERS": ",".join(str(_FIRST_ID + n) for n in range(200)),
        "RATE_LIMIT_MESSAGES_PER_MINUTE": "100000",
    }
    bot = ProcessOnItsOwn(house.data_dir, environment, house.nursery, BotProcess)
    await bot.start()
    try:
        yield bot
    finally:
        await bot.stop()


async def rampage(load: Load, folder: Path) -> Outcome:
    """A house of its own, a bot, an emulator, and one run of chaos."""
    async with (
        open_house(folder) as house,
        running_emulator(token=TOKEN) as telegram,
        running_bot(house, telegram) as bot,
    ):
        return await Chaos(house, bot, telegram, load).run()


def _load(arguments: Sequence[str]) -> Load:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("people", "messages", "photos", "kills"):
        parser.add_argument(f"--{name}", type=int, default=getattr(Load, name))
    return Load(**vars(parser.parse_args(arguments)))


def main() -> int:
    load = _load(sys.argv[1:])
    with tempfile.TemporaryDirectory(prefix="steward-chaos-") as folder:
        outcome = asyncio.run(rampage(load, Path(folder) / "data"))
    sys.stdout.write(f"{outcome}\n")
    return 1 if outcome.broken else 0


if __name__ == "__main__":
    sys.exit(main())
