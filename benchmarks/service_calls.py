"""Speed and cost of service calls on the real embedded stack, with rules and our own tool server.

    python benchmarks/service_calls.py [--turns N] [--calls N]

Starts Temporal (on disk, write-ahead log), PostgreSQL and one worker process in a folder that is
thrown away; the worker runs the tool server with the sample business. A turn is timed from handing
the message over until the reply is in the channel. Exits with 1 when a limit is exceeded.
"""

import asyncio
import statistics
import sys
import time
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))


from agents.service_calls import sample
from agents.service_calls.replies import CallOver, CallWords
from benchmarks.conversation import Bench, Chat, open_bench
from benchmarks.figures import Figures, make_parser, run
from domain.replies import Reply
from tests.e2e.house import open_house
from tests.local.stack_fixture import short_folder

# What the design allows.
CALL_ACTIVITIES = 26
ANSWER_ACTIVITIES = 3
TURN_MS = 400
OF_THE_CHAT = ("begin_conversation", "understand_by_rules")
"""Activities before there is a call."""

MATTERS = ("drywall repair", "brown patches in my lawn", "the gate lock is broken", "a wet sink")
TRIES = 40
"""So often a time is agreed to; whoever comes too late each time has a task without one."""


def phone(number: int) -> str:
    return f"555-{1000 + number}"


class Caller:
    """One chat with calls in it."""

    def __init__(self, bench: Bench, chat_id: str) -> None:
        self._chat = bench.chat(chat_id)
        self._bench = bench

    @property
    def chat(self) -> Chat:
        return self._chat

    async def say(self, text: str) -> tuple[float, str]:
        """Seconds until the reply, and its words."""
        seconds, reply = await self._chat.turn(text)
        return seconds, " ".join(words_of(reply))

    async def hangs_up(self) -> CallOver:
        """What stands behind the goodbye. The chat counts on."""
        self._chat.sent += 1
        _, reply = await self._bench.channel.reply(self._chat.chat_id, self._chat.sent)
        return CallOver.model_validate(reply.content)


def words_of(reply: Reply) -> tuple[str, ...]:
    if reply.topic != CallWords.topic:
        raise RuntimeError(f"a call was answered with {reply.topic}")
    return CallWords.model_validate(reply.content).texts


async def activities(bench: Bench, caller: Caller) -> Counter[str]:
    """Those of calls, by name."""
    counted = (await bench.cost(caller.chat)).activities
    return Counter({name: n for name, n in counted.items() if name not in OF_THE_CHAT})


async def example(bench: Bench, figures: Figures) -> None:
    """The first reply waits for the tool server to start, which a business's first call does."""
    caller = Caller(bench, "example")
    number = phone(0)
    await caller.say("/service Hello, I need help with drywall repair")
    before = await activities(bench, caller)
    await caller.say(number)
    plain = (await activities(bench, caller) - before).total()
    await caller.say("John Doe")
    await caller.say("Yes, that sounds good")
    await caller.say("no thanks")
    over = await caller.hangs_up()
    figures.require("the example books", over.outcome or "nothing", so=over.outcome == "booked")
    counted = await activities(bench, caller)
    shares = ", ".join(f"{name} {count}" for name, count in counted.most_common())
    figures.note("activities of the example", shares)
    figures.hold("activities of the example", counted.total(), CALL_ACTIVITIES)
    figures.hold("activities of a plain answer", plain, ANSWER_ACTIVITIES)


async def one_after_the_other(bench: Bench, figures: Figures, turns: int) -> None:
    caller, seconds = Caller(bench, "turns"), list[float]()
    answers = ("John Doe", "rather Friday afternoon", "bye")
    while len(seconds) < turns:
        number = phone(1_000 + len(seconds))
        said = ("/service my sink leaks", number, *answers)
        seconds += [(await caller.say(words))[0] for words in said]
        await caller.hangs_up()
    figures.times(f"{len(seconds)} turns", seconds)
    figures.hold("a turn, median, to the limit", statistics.median(seconds) * 1000 / TURN_MS, 1)


async def many_at_once(bench: Bench, figures: Figures, calls: int) -> None:
    async def call(n: int) -> tuple[CallOver, list[float]]:
        caller = Caller(bench, f"crowd-{n}")
        said = (f"/service {MATTERS[n % len(MATTERS)]}", phone(100 + n), "John Doe")
        seconds = [(await caller.say(words))[0] for words in said]
        told = ""
        for _ in range(TRIES):
            took, told = await caller.say("yes")
            seconds.append(took)
            if "T-" in told:
                break
        seconds.append((await caller.say("bye"))[0])
        return await caller.hangs_up(), seconds

    began = time.perf_counter()
    ended = await asyncio.gather(*(call(n) for n in range(calls)))
    figures.times(f"{calls} calls at once: a turn", [s for _, seconds in ended for s in seconds])
    figures.note("calls per second", f"{calls / (time.perf_counter() - began):.1f}")
    outcomes = Counter(str(over.outcome) for over, _ in ended)
    figures.note("how they ended", ", ".join(f"{n} {name}" for name, n in outcomes.most_common()))
    numbers = [phone(100 + n) for n in range(calls)]
    rows = await bench.house.rows(
        "SELECT p.phone, count(DISTINCT t.id) AS tasks, count(c.id) AS bookings"
        " FROM services.customers p JOIN services.tasks t ON t.customer_id = p.id"
        " LEFT JOIN services.calendar c ON c.task_id = t.id AND c.status = 'booked'"
        " WHERE p.phone = any($1) GROUP BY p.phone",
        numbers,
    )
    kept = sum(row["tasks"] == 1 for row in rows)
    figures.require("calls with one task", f"{kept} of {calls}", so=kept == calls == len(rows))
    booked = sum(row["bookings"] for row in rows)
    figures.require("bookings", f"{booked}", so=booked == outcomes["booked"])
    twice = await bench.house.rows(
        "SELECT 1 FROM services.calendar WHERE status = 'booked'"
        " GROUP BY employee_no, from_ts HAVING count(*) > 1"
    )
    most = max((row["bookings"] for row in rows), default=0)
    figures.require("slots given twice", f"{len(twice)}", so=not twice and most <= 1)


async def measure(turns: int, calls: int) -> Figures:
    figures = Figures()
    async with AsyncExitStack() as opened:
        folder = opened.enter_context(short_folder())
        house = await opened.enter_async_context(
            open_house(folder / "data", RATE_LIMIT_RPM_MCP="100000")
        )
        bench = await opened.enter_async_context(open_bench(house))
        await sample.load(bench.stores.database, folder)
        await example(bench, figures)
        await one_after_the_other(bench, figures, turns)
        await many_at_once(bench, figures, calls)
    return figures


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--turns", type=int, default=60, help="one after the other")
    parser.add_argument("--calls", type=int, default=100, help="at once")
    run(parser, measure)


if __name__ == "__main__":
    main()
