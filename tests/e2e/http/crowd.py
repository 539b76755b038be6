"""Many clients write at once while processes of the channel, the worker and PostgreSQL are killed.

    python -m tests.e2e.http.crowd [--people N] [--messages N] [--kills N]

Each reply must come once to who reads on, and each expense must be saved once. Prints what it did
and counted; exits with 1 when a promise was broken.
"""

import argparse
import asyncio
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from itertools import count, cycle
from pathlib import Path

from aiohttp import ClientSession, TCPConnector

from tests.e2e.house import House, open_house
from tests.e2e.http.site import Site, Visitor, alternating, open_site
from tests.local.waiting import eventually

SHOPS = ("Starbucks", "Grab", "Petronas", "McDonalds", "KFC", "Shell")
"""Known to the offline engine, so that no category is asked."""

SAVED = "✅"


@dataclass(frozen=True)
class Load:
    """How much is sent, and how often each of the three is killed."""

    people: int = 20
    messages: int = 10
    kills: int = 3


@dataclass
class Outcome:
    """What was counted at the end; ``broken`` names each promise that was not kept."""

    sent: int
    kills: int
    seconds: float
    rows: int
    replies: int
    broken: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        line = (
            f"{self.sent} messages, {self.kills} kills, {self.seconds:.0f} s: "
            f"{self.rows} rows, {self.replies} replies seen"
        )
        return "\n".join((line, *(f"BROKEN: {promise}" for promise in self.broken)))


@dataclass
class Member:
    """One client, what it sends, and what it must see of that."""

    visitor: Visitor
    amounts: list[str] = field(default_factory=list)

    def cards(self) -> Counter[str]:
        """How many replies say of each amount that it is saved. While PostgreSQL is away, another
        one says first that it will be.
        """
        texts = [text for text in self.visitor.replies if text.startswith(SAVED)]
        return Counter({a: n for a in self.amounts if (n := sum(a in text for text in texts))})

    async def run(self) -> None:
        """One after the other, without waiting for answers, which come by the stream."""
        for place, amount in enumerate(self.amounts):
            shop = SHOPS[place % len(SHOPS)]
            await self.visitor.say(f"{shop} {amount}", f"m-{amount}", wait=place % 2 == 0)

    async def seen_all(self) -> None:
        with suppress(TimeoutError):  # what is missing is told with the rest
            await self.visitor.until(lambda: set(self.cards()) == set(self.amounts))

    async def broken(self, house: House) -> list[str]:
        found: list[str] = []
        saved = Counter(await self.visitor.saved(house))
        found += [f"{a} saved {saved[a]} times" for a in self.amounts if saved[a] != 1]
        cards = self.cards()
        found += [f"{a} shown {cards[a]} times" for a in self.amounts if cards[a] != 1]
        found += [f"reply {i} {n} times" for i, n in self.visitor.times_seen("id").items() if n > 1]
        seqs = self.visitor.seqs
        if seqs != list(range(seqs[0], seqs[0] + len(seqs))):
            found.append(f"events out of order or with gaps: {seqs}")
        return [f"{self.visitor.user}: {promise}" for promise in found]


async def rampage(load: Load, house: House) -> Outcome:
    """Two processes of the channel of its own, and one run."""
    async with AsyncExitStack() as opened:
        sites = [await opened.enter_async_context(open_site(house)) for _ in range(2)]
        http = await opened.enter_async_context(ClientSession(connector=TCPConnector(limit=0)))
        cents = count(1_000)
        members = []
        for _ in range(load.people):
            visitor = Visitor(http, alternating(*sites))
            # A session of its own first: before it there is, nothing can be said twice in it.
            await visitor.say("/help")
            await opened.enter_async_context(visitor.listening())
            amounts = [_amount(next(cents)) for _ in range(load.messages)]
            members.append(Member(visitor, amounts))
        began = time.monotonic()
        await asyncio.gather(
            _killed(house, sites, load.kills, members), *(member.run() for member in members)
        )
        await asyncio.gather(*(member.seen_all() for member in members))
        broken = [each for member in members for each in await member.broken(house)]
        rows = [row for member in members for row in await member.visitor.saved(house)]
        return Outcome(
            sent=load.people * load.messages,
            kills=3 * load.kills,
            seconds=time.monotonic() - began,
            rows=len(rows),
            replies=sum(len(member.visitor.replies) for member in members),
            broken=broken,
        )


def _amount(cents: int) -> str:
    """No two the same: Steward would ask whether it is the same expense."""
    return f"{cents // 100}.{cents % 100:02}"


async def _killed(house: House, sites: Sequence[Site], kills: int, members: list[Member]) -> None:
    """Kills each in turn, evenly over what is shown."""
    expected = sum(len(member.amounts) for member in members)
    site = cycle(sites)
    victims: list[Callable[[], Awaitable[None]]] = []
    for _ in range(kills):
        victims += [_kill_of(next(site)), _kill_of_worker(house), _kill_of_database(house)]
    for number, kill in enumerate(victims, 1):
        mark = expected * number // (len(victims) + 1)

        async def shown(mark: int = mark) -> bool:
            return sum(len(member.cards()) for member in members) >= mark

        await eventually(shown, within=300)
        await kill()


def _kill_of(site: Site) -> Callable[[], Awaitable[None]]:
    async def kill() -> None:
        await site.process.kill()
        await site.process.start()

    return kill


def _kill_of_worker(house: House) -> Callable[[], Awaitable[None]]:
    async def kill() -> None:
        await house.worker.kill()
        await house.worker.start()

    return kill


def _kill_of_database(house: House) -> Callable[[], Awaitable[None]]:
    async def kill() -> None:
        """Its keeper starts it again."""
        assert house.database.pid is not None
        os.kill(house.database.pid, signal.SIGKILL)

    return kill


def _load(arguments: Sequence[str]) -> Load:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    for name in ("people", "messages", "kills"):
        parser.add_argument(f"--{name}", type=int, default=getattr(Load, name))
    return Load(**vars(parser.parse_args(arguments)))


async def _alone(load: Load, folder: Path) -> Outcome:
    async with open_house(folder) as house:
        return await rampage(load, house)


def main() -> int:
    load = _load(sys.argv[1:])
    with tempfile.TemporaryDirectory(prefix="steward-crowd-") as folder:
        outcome = asyncio.run(_alone(load, Path(folder) / "data"))
    sys.stdout.write(f"{outcome}\n")
    return 1 if outcome.broken else 0


if __name__ == "__main__":
    sys.exit(main())
