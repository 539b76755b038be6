"""What a like turn costs with LangGraph and its PostgreSQL checkpointer, on the same PostgreSQL.

    python -m venv /tmp/peer
    /tmp/peer/bin/pip install langgraph langgraph-checkpoint-postgres "psycopg[binary,pool]"
    python benchmarks/peer_langgraph.py --python /tmp/peer/bin/python [--turns N] [--chats N]

LangGraph is no dependency of Steward: where it is missing, this says so and ends well. A turn is a
graph of two nodes, as ``benchmarks/bare_workflow.py`` has two activities: saving and delivering
do one SELECT and one INSERT each. ``durability="sync"`` writes each step down before the next one
begins, as Temporal does. What is not alike: no delivery outlives the process in which the graph
runs, so nobody goes on with a turn when that dies, and nothing orders the messages of a chat. On
the other hand PostgreSQL waits for the disk at each commit, which Temporal's embedded server does
not.
"""

import argparse
import asyncio
import importlib.util
import itertools
import json
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

if TYPE_CHECKING:  # runs in an environment that has only LangGraph, too
    from benchmarks.beside import Side, Turn

HISTORY = 20
"""Messages that a chat remembers, as Steward's does."""
NAME = "LangGraph"
_PARTS = ("langgraph", "langgraph.checkpoint.postgres", "psycopg_pool")
REPLY_SECONDS = 60.0
TABLE = "CREATE TABLE IF NOT EXISTS peer_notes (id text PRIMARY KEY, chat_id text, body text)"


class Talk(TypedDict):
    """State of a chat. ``number`` is the message's."""

    chat_id: str
    number: int
    text: str
    history: list[str]


async def serve(database_url: str) -> None:
    """Runs in the environment that has LangGraph: takes a line for each turn, and gives back its
    number when it is done.
    """
    from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver  # noqa: PLC0415 - may lack
    from langgraph.graph import END, START, StateGraph  # noqa: PLC0415 - may lack
    from psycopg.rows import dict_row  # noqa: PLC0415 - may lack
    from psycopg_pool import AsyncConnectionPool  # noqa: PLC0415 - may lack

    options = {"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row}
    async with AsyncExitStack() as opened:
        pool: Any = await opened.enter_async_context(
            AsyncConnectionPool(database_url, min_size=10, max_size=10, kwargs=options, open=False)
        )
        saver = AsyncPostgresSaver(pool)
        await saver.setup()
        async with pool.connection() as connection:
            await connection.execute(TABLE)

        async def kept(step: str, talk: Talk) -> dict[str, object]:
            key = f"{step}:{talk['chat_id']}/{talk['number']}"
            async with pool.connection() as connection:
                found = await connection.execute("SELECT id FROM peer_notes WHERE id = %s", [key])
                if await found.fetchone() is None:
                    await connection.execute(
                        "INSERT INTO peer_notes VALUES (%s, %s, %s) ON CONFLICT DO NOTHING",
                        [key, talk["chat_id"], talk["text"]],
                    )
            return {"history": [*talk["history"], talk["text"]][-HISTORY:]}

        async def save(talk: Talk) -> dict[str, object]:
            return await kept("saved", talk)

        async def deliver(talk: Talk) -> dict[str, object]:
            return await kept("delivered", talk)

        steps: dict[str, Any] = {
            "save": save,
            "deliver": deliver,
        }
        graph: Any = StateGraph(Talk)
        for name, step in steps.items():
            graph.add_node(name, step)
        names = [START, *steps, END]
        for before, after in itertools.pairwise(names):
            graph.add_edge(before, after)
        compiled = graph.compile(checkpointer=saver)

        async def turn(place: int, chat_id: str, number: int) -> None:
            said = {"chat_id": chat_id, "number": number, "text": "Starbucks 15.50"}
            fresh: dict[str, object] = {} if number else {"history": []}
            config = {"configurable": {"thread_id": chat_id}}
            await compiled.ainvoke({**said, **fresh}, config, durability="sync")
            print(place, flush=True)

        async with asyncio.TaskGroup() as turns:
            while line := await asyncio.to_thread(sys.stdin.readline):
                turns.create_task(turn(*json.loads(line)))


def missing(python: str) -> list[str]:
    """The parts that this Python has not got."""
    command = [python, __file__, "--parts"]
    listed = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)  # noqa: S603 - the user's own Python
    lacking: list[str] = json.loads(listed.stdout)
    return lacking


@asynccontextmanager
async def open_peer(python: str, database_url: str) -> AsyncIterator["list[Side]"]:
    """LangGraph in this Python; nobody, with a line that says why, where it is not installed."""
    from benchmarks.beside import Side  # noqa: PLC0415 - Steward's environment only

    lacking = missing(python)
    if lacking:
        print(f"{NAME}: skipped, {python} has no {', '.join(lacking)} (see {Path(__file__).name})")
        yield []
        return
    process = await asyncio.create_subprocess_exec(
        *(python, __file__, "--database", database_url),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    asked, answered = process.stdin, process.stdout
    if asked is None or answered is None:
        raise AssertionError("both are pipes")
    expected: dict[int, asyncio.Future[None]] = {}
    places = itertools.count()

    async def listen() -> None:
        async for line in answered:
            expected.pop(int(line)).set_result(None)

    def chat(chat_id: str) -> "Turn":
        async def turn(number: int) -> float:
            place = next(places)
            done = expected[place] = asyncio.get_running_loop().create_future()
            began = time.perf_counter()
            asked.write(f"{json.dumps([place, chat_id, number])}\n".encode())
            async with asyncio.timeout(REPLY_SECONDS):
                await done
            return time.perf_counter() - began

        return turn

    listening = asyncio.create_task(listen())
    try:
        yield [Side(NAME, chat)]
    finally:
        asked.close()
        await process.wait()
        await listening


async def beside_nobody(python: str, turns: int, chats: int) -> None:
    """LangGraph alone, on a PostgreSQL of its own."""
    from benchmarks.beside import measured  # noqa: PLC0415 - Steward's environment only
    from benchmarks.figures import Figures  # noqa: PLC0415 - Steward's environment only
    from local.postgres import PostgresServer  # noqa: PLC0415 - as above
    from local.supervisor import Supervisor  # noqa: PLC0415 - as above
    from tests.local.stack_fixture import short_folder  # noqa: PLC0415 - as above

    with short_folder() as folder:
        postgres = PostgresServer(folder)
        database = Supervisor(postgres, lambda _: None, lambda _: None)
        await database.start()
        try:
            async with open_peer(python, postgres.url) as sides:
                await measured(sides, turns, chats)
        finally:
            await database.stop()
    for side in sides:
        side.note(Figures())


def main() -> None:
    parser = argparse.ArgumentParser(description="What a like turn costs with LangGraph.")
    parser.add_argument("--python", default=sys.executable, help="one that has LangGraph")
    parser.add_argument("--turns", type=int, default=100, help="one after the other")
    parser.add_argument("--chats", type=int, default=100, help="conversations at once")
    parser.add_argument("--database", help=argparse.SUPPRESS)
    parser.add_argument("--parts", action="store_true", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.parts:
        print(json.dumps([name for name in _PARTS if not _found(name)]))
    elif wanted.database:
        asyncio.run(serve(wanted.database))
    else:
        asyncio.run(beside_nobody(wanted.python, wanted.turns, wanted.chats))


def _found(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:  # of a package around it
        return False


if __name__ == "__main__":
    main()
