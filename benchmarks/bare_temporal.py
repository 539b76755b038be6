"""What a turn costs on bare Temporal, on the same servers as Steward.

    python benchmarks/bare_temporal.py [--turns N] [--chats N]

``benchmarks/bare_workflow.py`` is the conversation: the SDK's defaults, the pydantic converter and
the default sandbox, one worker process, replies in the channel's process. Saving and delivering do
one SELECT and one INSERT each. It is measured with as many activities as Steward's turn of rules
has, and with the fewest that save and deliver durably. ``benchmarks/conversation.py`` sets its
figures beside Steward's.
"""

import argparse
import asyncio
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import asyncpg
from temporalio import activity
from temporalio.client import Client
from temporalio.common import WorkflowIDConflictPolicy
from temporalio.contrib.pydantic import pydantic_data_converter
from temporalio.worker import Worker

from benchmarks.bare_workflow import QUEUE, REPLY_QUEUE, SHAPES, BareConversation, Note, Shape
from benchmarks.beside import Side, Turn, measured
from benchmarks.figures import Figures
from tests.e2e.house import ROOT, House, clean_environment, open_house
from tests.local.stack_fixture import short_folder

REPLY_SECONDS = 60.0
NOTES = "CREATE TABLE IF NOT EXISTS bare_notes (id text PRIMARY KEY, chat_id text, body text)"


class Notes:
    """One SELECT and one INSERT, once for each step of a message."""

    def __init__(self, pool: "asyncpg.Pool[asyncpg.Record]") -> None:
        self._pool = pool

    async def keep(self, step: str, note: Note) -> None:
        key = f"{step}:{note.id}"
        async with self._pool.acquire() as connection:
            if await connection.fetchval("SELECT id FROM bare_notes WHERE id = $1", key) is None:
                await connection.execute(
                    "INSERT INTO bare_notes VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                    key,
                    note.chat_id,
                    note.text,
                )


@dataclass
class Saving:
    notes: Notes

    @activity.defn
    async def save(self, note: Note) -> Note:
        await self.notes.keep("saved", note)
        return note


@dataclass
class Delivering:
    """Says when the reply to a message came."""

    notes: Notes
    expected: dict[str, asyncio.Future[float]] = field(default_factory=dict)

    @activity.defn
    async def deliver(self, note: Note) -> None:
        came = time.perf_counter()
        await self.notes.keep("delivered", note)
        waiting = self.expected.pop(note.id, None)
        if waiting is not None:
            waiting.set_result(came)


async def work(address: str, database_url: str) -> None:
    """The worker process; lives until it is terminated."""
    client = await Client.connect(address, data_converter=pydantic_data_converter)
    async with asyncpg.create_pool(database_url) as pool:
        saving = Saving(Notes(pool))
        await Worker(
            client,
            task_queue=QUEUE,
            workflows=[BareConversation],
            activities=[saving.save],
        ).run()


@asynccontextmanager
async def open_bare(house: House) -> AsyncIterator[list[Side]]:
    """Bare conversations of each shape on the servers of ``house``."""
    client = await Client.connect(house.temporal_address, data_converter=pydantic_data_converter)
    async with AsyncExitStack() as opened:
        pool = await opened.enter_async_context(asyncpg.create_pool(house.database_url))
        await pool.execute(NOTES)
        worker = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", _WORKER, house.temporal_address, house.database_url),
            cwd=ROOT,
            env=clean_environment(),
        )
        opened.push_async_callback(worker.wait)
        opened.callback(worker.terminate)
        delivering = Delivering(Notes(pool))
        await opened.enter_async_context(
            Worker(client, task_queue=REPLY_QUEUE, activities=[delivering.deliver])
        )

        def chat(shape: Shape, chat_id: str) -> Turn:
            async def turn(number: int) -> float:
                id_ = f"bare:{shape.name}:{chat_id}"
                note = Note(id=f"{id_}/{number}", chat_id=chat_id, text="Starbucks 15.50")
                came: asyncio.Future[float] = asyncio.get_running_loop().create_future()
                delivering.expected[note.id] = came
                began = time.perf_counter()
                await client.start_workflow(
                    BareConversation.run,
                    shape,
                    id=id_,
                    task_queue=QUEUE,
                    id_conflict_policy=WorkflowIDConflictPolicy.USE_EXISTING,
                    start_signal="receive",
                    start_signal_args=[note],
                )
                async with asyncio.timeout(REPLY_SECONDS):
                    return await came - began

            return turn

        yield [Side(f"bare Temporal, {shape.name}", partial(chat, shape)) for shape in SHAPES]


_WORKER = "import asyncio, sys; from benchmarks.bare_temporal import work; \
asyncio.run(work(*sys.argv[1:]))"


async def main(turns: int, chats: int) -> None:
    with short_folder() as folder:
        async with open_house(folder / "data") as house, open_bare(house) as sides:
            await measured(sides, turns, chats, house.metrics_url)
    for side in sides:
        side.note(Figures())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="What a turn costs on bare Temporal.")
    parser.add_argument("--turns", type=int, default=100, help="one after the other")
    parser.add_argument("--chats", type=int, default=100, help="conversations at once")
    wanted = parser.parse_args()
    asyncio.run(main(wanted.turns, wanted.chats))
