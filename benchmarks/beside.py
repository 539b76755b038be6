"""Sets those that do a like turn beside each other, in the same minutes and on the same servers.

Stands on the standard library alone: peers run it in an environment of their own.
"""

import asyncio
import os
import statistics
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

ROUNDS = 2
"""Crowds of each side: a new chat for each message in the first, known ones in the second."""
STRETCH = 10
"""Turns of one side before it is another's: short enough that all have the same machine."""

Turn = Callable[[int], Awaitable[float]]
"""The nth turn of a chat; how many seconds until its reply was there."""


class Notes(Protocol):
    """What figures are written down in."""

    def note(self, what: str, figure: str, verdict: str = "") -> None: ...


@dataclass
class Side:
    """One of those that are compared. ``chat`` opens a chat under an id of its own."""

    name: str
    chat: Callable[[str], Turn]
    seconds: list[float] = field(default_factory=list)
    """Of each turn of a chat alone."""
    processor: list[float] = field(default_factory=list)
    """Seconds of processor a turn, servers included: of a chat alone, then of each crowd. All 0
    where the system does not tell. Other programs on the machine hardly weigh on it.
    """
    rates: list[float] = field(default_factory=list)
    """Turns per second of each crowd."""

    def note(self, figures: Notes) -> None:
        middle = statistics.median(self.seconds) * 1000
        alone, new, known = (f"{seconds * 1000:.0f} ms" for seconds in self.processor)
        figures.note(f"{self.name}: a turn", f"median {middle:.0f} ms, processor {alone}")
        fresh, later = (f"{rate:.1f}" for rate in self.rates)
        figures.note(f"{self.name}: new chats at once", f"{fresh} turns/s, processor {new}")
        figures.note(f"{self.name}: known chats at once", f"{later} turns/s, processor {known}")

    def note_beside(self, other: "Side", figures: Notes) -> None:
        """This side's figures as shares of the other's."""
        median = statistics.median(self.seconds) / statistics.median(other.seconds)
        alone, new, known = (
            f"{mine / theirs:.2f}" if theirs else "unknown"
            for mine, theirs in zip(self.processor, other.processor, strict=True)
        )
        fresh, later = (a / b for a, b in zip(self.rates, other.rates, strict=True))
        title = f"{self.name} to {other.name}"
        figures.note(f"{title}: a turn", f"median {median:.2f}, processor {alone}")
        figures.note(f"{title}: new at once", f"turns/s {fresh:.2f}, processor {new}")
        figures.note(f"{title}: known at once", f"turns/s {later:.2f}, processor {known}")


async def measured(sides: Sequence[Side], turns: int, chats: int, root: int | None = None) -> None:
    """Turns of one chat, then many chats at once, the sides in turn.

    ``root`` is the process whose descendants do the work; this one when left out.
    """
    root = root or os.getpid()
    alone = [side.chat("beside") for side in sides]
    for turn in alone:
        await turn(0)  # opens connections, loads what is loaded once
    alone_processor = [0.0 for _ in sides]
    for first in range(1, turns + 1, STRETCH):
        for place, (side, turn) in enumerate(zip(sides, alone, strict=True)):
            before = spent(root)
            for number in range(first, min(first + STRETCH, turns + 1)):
                side.seconds.append(await turn(number))
            alone_processor[place] += spent(root) - before
    for side, processor in zip(sides, alone_processor, strict=True):
        side.processor.append(processor / turns)
    crowds = [[side.chat(f"beside-{n}") for n in range(chats)] for side in sides]
    for number in range(ROUNDS):
        for side, crowd in zip(sides, crowds, strict=True):
            before, began = spent(root), time.perf_counter()
            await asyncio.gather(*(turn(number) for turn in crowd))
            side.rates.append(chats / (time.perf_counter() - began))
            side.processor.append((spent(root) - before) / chats)


def spent(root: int) -> float:
    """Seconds of processor of a process and all its descendants; 0 where /proc does not tell."""
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
    family, total = [root], 0
    while family:
        pid = family.pop()
        total += ticks.get(pid, 0)
        family += children[pid]
    return total / os.sysconf("SC_CLK_TCK")
