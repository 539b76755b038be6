"""What the HTTP channel costs: a turn beside the terminal's, and streams that are held open.

    python benchmarks/http_turns.py [--turns N] [--streams N]

Starts Temporal, PostgreSQL, a worker and a process of the channel, all real, in a folder that is
thrown away. A turn over HTTP is timed from the request to its whole answer, the terminal's as in
``benchmarks/conversation.py``, ten of one and ten of the other in turn, so that both have the same
machine. Exits with 1 when a limit is exceeded.
"""

import argparse
import asyncio
import statistics
import sys
import time
from contextlib import AsyncExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from aiohttp import ClientSession, ClientTimeout, TCPConnector
from temporalio.worker import Worker

from activities.deliver import Deliver
from adapters.postgres.stores import Stores
from benchmarks.conversation import CHANNEL, Chat, TimedChannel, expense
from benchmarks.figures import Figures
from bot.gateway import ConversationGateway, reply_queue
from domain.understanding import Person
from tests.e2e.house import open_house
from tests.e2e.http.site import API, Visitor, at, open_site
from tests.local.stack_fixture import short_folder
from wiring.logs import configure_logs

OVERHEAD_MS = 30
STREAMS_MB = 150
STRETCH = 10
_KB_IN_MB = 1024


async def turns(visitor: Visitor, terminal: Chat, figures: Figures, number: int) -> None:
    over_http: list[float] = []
    beside: list[float] = []
    for first in range(0, number, STRETCH):
        stretch = range(first, min(first + STRETCH, number))
        beside += [await terminal.save(expense(n)) for n in stretch]
        for n in stretch:
            began = time.perf_counter()
            told = await visitor.say(expense(n))
            over_http.append(time.perf_counter() - began)
            if told["state"] == "working" or not told["replies"]:
                figures.require("an answer", str(told), so=False)
    figures.times("a turn in the terminal", beside)
    figures.times("a turn over HTTP", over_http)
    more = (statistics.median(over_http) - statistics.median(beside)) * 1000
    figures.hold("more than the terminal's, ms, medians", more, OVERHEAD_MS)


async def streams(visitor: Visitor, pid: int, figures: Figures, number: int) -> None:
    before = memory(pid)
    async with AsyncExitStack() as opened:
        connector = TCPConnector(limit=0)
        http = await opened.enter_async_context(ClientSession(connector=connector))
        address = f"{visitor.url()}{API}/sessions/{visitor.session_id}/events"
        for _ in range(number):
            stream = await opened.enter_async_context(
                http.get(address, headers=visitor.headers, timeout=ClientTimeout(total=None))
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
        stores = Stores.connect(house.database_url)
        opened.push_async_callback(stores.close)
        channel = TimedChannel()
        gateway = ConversationGateway(
            client=house.client,
            transcript=stores.transcript,
            attachments=stores.attachments,
            users=stores.users,
            defaults=Person(user_id=""),
        )
        deliver = Deliver(channel, stores.transcript).deliver
        await opened.enter_async_context(
            Worker(house.client, task_queue=reply_queue(CHANNEL, ""), activities=[deliver])
        )
        terminal = Chat("http", gateway, channel)
        visitor = Visitor(await opened.enter_async_context(ClientSession()), at(site))
        for n in range(STRETCH):  # opens connections, loads what is loaded once
            await terminal.save(expense(1_000 + n))
            await visitor.say(expense(1_000 + n))
        await turns(visitor, terminal, figures, number)
        await streams(visitor, site.process.pid, figures, held)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--turns", type=int, default=200)
    parser.add_argument("--streams", type=int, default=200)
    wanted = parser.parse_args()
    configure_logs("WARNING")
    figures = asyncio.run(measure(wanted.turns, wanted.streams))
    if figures.exceeded:
        sys.exit(f"beyond the limit: {', '.join(figures.exceeded)}")


if __name__ == "__main__":
    main()
