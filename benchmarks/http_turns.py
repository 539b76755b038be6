"""What the HTTP channel costs: a turn beside the terminal's, and streams that are held open.

    python benchmarks/http_turns.py [--turns N] [--streams N]

Starts Temporal, PostgreSQL, a worker and a process of the channel, all real, in a folder that is
thrown away. Like stands beside like: the reply in a person's stream beside the reply that a
terminal shows, and the whole answer to a request, which is there when nothing more will be said,
beside a terminal that is a pipe and reads its next line then. Ten of each in turn, so that all have
the same machine. Exits with 1 when a limit is exceeded.
"""

import asyncio
import statistics
import sys
import time
from contextlib import AsyncExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from aiohttp import ClientSession, ClientTimeout, TCPConnector

from benchmarks.beside import processor
from benchmarks.conversation import CHANNEL, Chat, expense, open_bench
from benchmarks.figures import Figures, make_parser, run
from bot.terminal.piped import POLL_SECONDS
from tests.e2e.house import open_house
from tests.e2e.http.site import Visitor, at, open_site
from tests.local.stack_fixture import short_folder

OVERHEAD_MS = 30
STREAMS_MB = 150
STRETCH = 10
_KB_IN_MB = 1024


async def turns(
    visitor: Visitor, terminal: Chat, pipe: Chat, figures: Figures, number: int
) -> None:
    shown: list[float] = []
    settled_in_pipe: list[float] = []
    seen: list[float] = []
    whole: list[float] = []
    used = [0.0, 0.0]
    for first in range(0, number, STRETCH):
        stretch = range(first, min(first + STRETCH, number))
        before = processor().total()
        shown += [await terminal.save(expense(n)) for n in stretch]
        used[0] += processor().total() - before
        settled_in_pipe += [await dealt_with(pipe, expense(n)) for n in stretch]
        before = processor().total()
        for n in stretch:
            in_stream, in_answer = await over_http(visitor, expense(n))
            seen.append(in_stream)
            whole.append(in_answer)
        used[1] += processor().total() - before
    spent = [f"{milliseconds / number:.0f}" for milliseconds in used]
    figures.times("terminal: until the reply is shown", shown)
    figures.times("HTTP: until it is in the stream", seen)
    figures.times("terminal, a pipe: until it is dealt with", settled_in_pipe)
    figures.times("HTTP: until the answer is whole", whole)
    figures.hold("in the stream, more than shown: ms", difference(seen, shown), OVERHEAD_MS)
    more = difference(whole, settled_in_pipe)
    figures.hold("the answer, more than a pipe's: ms", more, OVERHEAD_MS)
    figures.note("the answer, more than shown: ms", f"{difference(whole, shown):.0f}")
    # Of turns that had the machine to themselves, also where other programs are busy.
    fastest = [
        statistics.quantiles(each, n=10)[0] for each in (shown, seen, settled_in_pipe, whole)
    ]
    told = ", ".join(f"{seconds * 1000:.0f}" for seconds in fastest)
    figures.note("fastest tenth of the four: ms", told)
    figures.note("processor a turn, terminal and HTTP: ms", " and ".join(spent))


async def dealt_with(terminal: Chat, text: str) -> float:
    """Seconds until a terminal that is a pipe would read its next line."""
    began = time.perf_counter()
    turn = asyncio.create_task(terminal.save(text))
    await asyncio.sleep(0)  # its number is given
    await terminal.channel.until_dealt_with(f"{CHANNEL}:{terminal.chat_id}:{terminal.sent}")
    await asyncio.sleep(POLL_SECONDS)  # between two looks of a terminal
    took = time.perf_counter() - began
    await turn
    return took


async def over_http(visitor: Visitor, text: str) -> tuple[float, float]:
    """Seconds until the reply is in the stream, and until the answer to the request is there."""
    began, before = time.perf_counter(), len(visitor.replies)
    told = await visitor.say(text)
    took = time.perf_counter() - began
    if told["state"] == "working" or not told["replies"]:
        raise RuntimeError(f"{text!r} was answered with {told}")
    await visitor.until(lambda: len(visitor.replies) > before)
    reply = [each for each in visitor.events if each["kind"] == "reply"][before]
    return float(str(reply["came"])) - began, took


def difference(ours: list[float], others: list[float]) -> float:
    """Of the medians, in milliseconds."""
    return (statistics.median(ours) - statistics.median(others)) * 1000


async def streams(visitor: Visitor, pid: int, figures: Figures, number: int) -> None:
    before = memory(pid)
    async with AsyncExitStack() as opened:
        connector = TCPConnector(limit=0)
        http = await opened.enter_async_context(ClientSession(connector=connector))
        for _ in range(number):
            stream = await opened.enter_async_context(
                http.get(visitor.stream, headers=visitor.headers, timeout=ClientTimeout(total=None))
            )
            stream.raise_for_status()
            await stream.content.readline()
        after = memory(pid)
        figures.note("the process alone, MB", f"{before:.0f}")
        figures.note(f"with {number} streams, MB", f"{after:.0f}")
        figures.hold(f"{number} streams, MB", after - before, STREAMS_MB)


def memory(pid: int) -> float:
    """What a process holds of the machine's memory, in MB."""
    (line,) = (
        each
        for each in Path(f"/proc/{pid}/status").read_text().splitlines()
        if each.startswith("VmRSS:")
    )
    return int(line.split()[1]) / _KB_IN_MB


async def measure(number: int, held: int) -> Figures:
    figures = Figures()
    async with AsyncExitStack() as opened:
        folder = opened.enter_context(short_folder())
        house = await opened.enter_async_context(open_house(folder / "data"))
        site = await opened.enter_async_context(open_site(house))
        bench = await opened.enter_async_context(open_bench(house))
        terminal, pipe = map(bench.chat, ("shown", "pipe"))
        visitor = Visitor(await opened.enter_async_context(ClientSession()), at(site))
        for n in range(STRETCH):  # opens connections, loads what is loaded once
            await terminal.save(expense(1_000 + n))
            await pipe.save(expense(1_000 + n))
            await visitor.say(expense(1_000 + n))
        async with visitor.listening():
            await turns(visitor, terminal, pipe, figures, number)
        await streams(visitor, site.process.pid, figures, held)
    return figures


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--turns", type=int, default=200, dest="number", metavar="N")
    parser.add_argument("--streams", type=int, default=200, dest="held", metavar="N")
    run(parser, measure)


if __name__ == "__main__":
    main()
