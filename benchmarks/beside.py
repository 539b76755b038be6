"""Sets those that do a like turn beside each other, in the same minutes and on the same servers."""

import asyncio
import os
import re
import statistics
import time
import urllib.request
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.figures import Figures

ROUNDS = 2
"""Crowds of each side: a new chat for each message in the first, known ones in the second."""
STRETCH = 10
"""Turns of one side before it is another's: short enough that all have the same machine."""

COUNTED = 20
"""Turns for which the server's work is counted."""
_WORTH_A_WORD = 0.5

Turn = Callable[[int], Awaitable[float]]
"""The nth turn of a chat; how many seconds until its reply was there."""


@dataclass
class Spent:
    """What turns cost."""

    turns: int
    processor: Counter[str] = field(default_factory=Counter)
    """Milliseconds by process; empty where the system does not tell. Other programs on the machine
    hardly weigh on it.
    """

    @property
    def by_process(self) -> str:
        if not self.processor:
            return "processor unknown"
        each = ((name, spent / self.turns) for name, spent in self.processor.most_common())
        parts = ", ".join(f"{name} {spent:.0f}" for name, spent in each if spent >= _WORTH_A_WORD)
        return f"processor {self.a_turn:.0f} ms ({parts})"

    @property
    def a_turn(self) -> float:
        return self.processor.total() / self.turns


@dataclass
class Side:
    """One of those that are compared. ``chat`` opens a chat under an id of its own."""

    name: str
    chat: Callable[[str], Turn]
    seconds: list[float] = field(default_factory=list)
    """Of each turn of a chat alone."""
    spent: list[Spent] = field(default_factory=list)
    """Of a chat alone, then of each crowd."""
    rates: list[float] = field(default_factory=list)
    """Turns per second of each crowd."""
    requests: float = 0.0
    """To the Temporal server, a turn."""
    writes: float = 0.0
    """Of the Temporal server to its database, a turn."""

    def note(self, figures: Figures) -> None:
        middle = statistics.median(self.seconds) * 1000
        alone, new, known = (spent.by_process for spent in self.spent)
        figures.note(f"{self.name}: a turn", f"median {middle:.0f} ms, {alone}")
        if self.writes >= 1:
            temporal = f"{self.requests:.1f} RPCs, {self.writes:.1f} writes"
            figures.note(f"{self.name}: Temporal, a turn", temporal)
        fresh, later = (f"{rate:.1f}" for rate in self.rates)
        figures.note(f"{self.name}: new chats at once", f"{fresh} turns/s, {new}")
        figures.note(f"{self.name}: known chats at once", f"{later} turns/s, {known}")

    def note_beside(self, other: "Side", figures: Figures) -> None:
        """This side's figures as shares of the other's."""
        median = statistics.median(self.seconds) / statistics.median(other.seconds)
        alone, new, known = (
            f"{mine.a_turn / theirs.a_turn:.2f}" if theirs.processor else "unknown"
            for mine, theirs in zip(self.spent, other.spent, strict=True)
        )
        fresh, later = (a / b for a, b in zip(self.rates, other.rates, strict=True))
        title = f"{self.name} to {other.name}"
        figures.note(f"{title}: a turn", f"median {median:.2f}, processor {alone}")
        figures.note(f"{title}: new at once", f"turns/s {fresh:.2f}, processor {new}")
        figures.note(f"{title}: known at once", f"turns/s {later:.2f}, processor {known}")


async def measured(sides: Sequence[Side], turns: int, chats: int, metrics_url: str = "") -> None:
    """Turns of one chat, then many chats at once, the sides in turn.

    ``metrics_url`` is where the Temporal server says what it did.
    """
    alone = [side.chat("beside") for side in sides]
    for side, turn in zip(sides, alone, strict=True):
        side.spent.append(Spent(turns))
        await turn(0)  # opens connections, loads what is loaded once
    for first in range(1, turns + 1, STRETCH):
        for side, turn in zip(sides, alone, strict=True):
            before = processor()
            for number in range(first, min(first + STRETCH, turns + 1)):
                side.seconds.append(await turn(number))
            side.spent[0].processor += processor() - before
    if metrics_url:
        for side, turn in zip(sides, alone, strict=True):
            before = await served(metrics_url)
            for number in range(turns + 1, turns + 1 + COUNTED):
                await turn(number)
            counted = await served(metrics_url) - before
            side.requests, side.writes = (counted[n] / COUNTED for n in ("requests", "writes"))
    crowds = [[side.chat(f"beside-{n}") for n in range(chats)] for side in sides]
    for number in range(ROUNDS):
        for side, crowd in zip(sides, crowds, strict=True):
            before, began = processor(), time.perf_counter()
            await asyncio.gather(*(turn(number) for turn in crowd))
            side.rates.append(chats / (time.perf_counter() - began))
            side.spent.append(Spent(chats, processor() - before))


async def served(metrics_url: str) -> Counter[str]:
    """Requests that the Temporal server has answered and writes that it has made, so far. Its own
    housekeeping and what it only reads are left out.
    """
    await asyncio.sleep(_METRICS_SECONDS)
    answer = await asyncio.to_thread(urllib.request.urlopen, metrics_url)
    counts: Counter[str] = Counter()
    for line in answer.read().decode().splitlines():
        match = _COUNTED.match(line)
        if match is None or match["namespace"] == "system":
            continue
        count = int(float(match["count"]))
        if match["metric"] == "service":
            counts["requests"] += count if match["part"] == "frontend" else 0
        elif not match["operation"].startswith(_READS):
            counts["writes"] += count
    return counts


_METRICS_SECONDS = 2.5
"""Until all that was done is in the server's metrics."""
_COUNTED = re.compile(
    r'(?P<metric>service|persistence)_requests\{namespace="(?P<namespace>[^"]*)",'
    r'operation="(?P<operation>[^"]*)",service_name="(?P<part>[^"]*)"\} (?P<count>\S+)'
)
_READS = ("Get", "Read", "List")


def processor() -> Counter[str]:
    """Milliseconds of processor, so far, of this process, which has the channel, and of all its
    descendants by what they are; empty where /proc does not tell.
    """
    root = os.getpid()
    children: dict[int, list[int]] = defaultdict(list)
    ticks: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            _, _, fields = stat.read_text().rpartition(")")
        except OSError:
            continue  # ended meanwhile
        parent, *own = (int(fields.split()[n]) for n in (1, 11, 12, 13, 14))
        pid = int(stat.parent.name)
        children[parent].append(pid)
        ticks[pid] = sum(own)
    family = [root]
    spent: Counter[str] = Counter()
    while family:
        pid = family.pop()
        name = "channel" if pid == root else _name_of(pid)
        spent[name] += ticks.get(pid, 0) * 1000 // os.sysconf("SC_CLK_TCK")
        family += children[pid]
    return spent


def _name_of(pid: int) -> str:
    """What a child of the benchmark is, by its command."""
    try:
        command = Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return "worker"  # ended meanwhile
    if Path(command.split("\0")[0]).name.startswith("postgres"):
        return "database"
    return "server" if "\0start-dev\0" in command else "worker"
