"""Speed and cost of conversations on the real embedded stack, with the offline engine.

    python benchmarks/conversation.py [--turns N] [--chats N] [--photos N] [--langgraph PYTHON]
                                      [--model-delay SECONDS]

Starts Temporal (on disk, write-ahead log), PostgreSQL and one worker process in a folder that is
thrown away, talks to them through the gateway as a channel does, and prints a table. A turn is
timed from handing the message over until the card is in the channel. Exits with 1 when a limit is
exceeded: limits are counts and ratios, so that they hold on any machine; times are for reading.
Bare Temporal with a turn of the same shape and with the least that is durable
(``benchmarks/bare_temporal.py``) run beside it, turn about; so does LangGraph where it is installed
(``benchmarks/peer_langgraph.py``). With ``--model-delay`` nothing is measured but turns with a
model that takes so long (``benchmarks/with_model.py``).
"""

import asyncio
import statistics
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from temporalio.api.enums.v1 import EventType
from temporalio.api.history.v1 import HistoryEvent
from temporalio.worker import Worker

from activities.deliver import Deliver
from adapters.postgres.stores import Stores
from agents.expenses.ledger import SaveRequest
from agents.expenses.replies import Saved
from agents.expenses.store.stores import ExpenseStores
from benchmarks.bare_temporal import open_bare
from benchmarks.beside import Side, Turn, measured, processor
from benchmarks.figures import Figures, make_parser, run
from benchmarks.peer_langgraph import open_peer
from benchmarks.with_model import with_model
from bot.gateway import ConversationGateway, reply_queue
from bot.intake import Origin, Upload, inbound, upload_of
from domain.conversation import Limits, conversation_id
from domain.replies import DeliveredReply, Delivery, Reply, Settlement
from domain.understanding import Person
from tests.e2e.house import House, open_house
from tests.local.stack_fixture import short_folder
from tests.paper import KOPI, drawn, encoded

CHANNEL = "bench"
SHOPS = ("Starbucks", "Tesco", "Grab", "Petronas", "McDonalds")
EDGE = 50
"""Turns at the beginning and at the end of a long conversation that are looked at."""
BESIDE = 100
"""Turns of a chat alone that are set beside the peers' turns."""
WOKEN = (10, 100, 300)
"""Turns of the chats that a fresh worker takes up."""
AT_ONCE = 10

# What the design allows. An activity costs a workflow task more.
TEXT_ACTIVITIES = 2
ANSWER_ACTIVITIES = 4
PHOTO_ACTIVITIES = 5
UPKEEP = ("begin_conversation", "summarise_by_rules", "summarise")
"""A run begins, and older messages are summed up, now and then and not as a part of a turn."""
GROWTH = 1.5
"""Median of a long chat's last turns to that of a fresh chat's: alike unless time grows."""

REPLY_SECONDS = 60.0


class TimedChannel:
    """Implements ``Channel``: notes when each reply came, by chat."""

    def __init__(self) -> None:
        self.shown: dict[str, list[tuple[float, Reply]]] = {}
        self._dealt_with: set[str] = set()
        self._changed = asyncio.Condition()

    async def show(self, delivery: Delivery, reply: Reply) -> DeliveredReply:
        async with self._changed:
            self.shown.setdefault(delivery.chat_id, []).append((time.perf_counter(), reply))
            self._changed.notify_all()
        return DeliveredReply(reply_id=reply.id, text=reply.topic)

    async def settle(self, delivery: Delivery, settlement: Settlement) -> None:
        del delivery
        async with self._changed:
            self._dealt_with.update(settlement.message_ids)
            self._changed.notify_all()

    async def until_dealt_with(self, message_id: str) -> None:
        """Waits until nothing more will be said about this message."""
        async with self._changed, asyncio.timeout(REPLY_SECONDS):
            await self._changed.wait_for(lambda: message_id in self._dealt_with)

    async def reply(self, chat_id: str, number: int) -> tuple[float, Reply]:
        """The reply with this number, from 1, in a chat, and when it came."""
        async with self._changed:
            async with asyncio.timeout(REPLY_SECONDS):
                await self._changed.wait_for(lambda: len(self.shown.get(chat_id, ())) >= number)
        return self.shown[chat_id][number - 1]


@dataclass
class Chat:
    """One chat of the benchmark; each message is answered by exactly one reply."""

    chat_id: str
    gateway: ConversationGateway
    channel: TimedChannel
    sent: int = 0

    @property
    def id(self) -> str:
        return conversation_id(CHANNEL, self.chat_id)

    async def turn(self, text: str, *uploads: Upload) -> tuple[float, Reply]:
        """Seconds until the reply, and the reply."""
        self.sent += 1
        origin = Origin(
            channel=CHANNEL,
            chat_id=self.chat_id,
            user_id=f"{CHANNEL}:{self.chat_id}",
            update_id=self.sent,
            sent_at=datetime.now(UTC),
        )
        made = inbound(origin, text, uploads)
        began = time.perf_counter()
        for upload in uploads:
            user_id = made.message.sender_id
            await self.gateway.store(user_id, upload.attachment, upload.content)
        message = made.message.model_copy(update={"awaited": True})
        await self.gateway.send(CHANNEL, self.chat_id, message)
        came, reply = await self.channel.reply(self.chat_id, self.sent)
        return came - began, reply

    async def save(self, text: str, *uploads: Upload) -> float:
        """A turn that must end with a saved expense; its seconds."""
        seconds, reply = await self.turn(text, *uploads)
        if reply.topic != Saved.topic:
            raise RuntimeError(f"{text!r} was answered with {reply.topic}")
        return seconds


@dataclass(frozen=True)
class Bench:
    """A house with a channel that looks at the clock; ``open_bench`` opens it."""

    house: House
    stores: Stores
    gateway: ConversationGateway
    channel: TimedChannel

    def chat(self, chat_id: str) -> Chat:
        return Chat(chat_id, self.gateway, self.channel)

    async def rows(self, *chats: Chat) -> int:
        (row,) = await self.house.rows(
            "SELECT count(*) AS saved FROM transactions WHERE conversation_id = any($1)",
            [chat.id for chat in chats],
        )
        return int(row["saved"])

    async def events(self, chat: Chat) -> AsyncIterator[HistoryEvent]:
        """What Temporal wrote down for a chat, over all runs of its workflow."""
        described = await self.house.client.get_workflow_handle(chat.id).describe()
        run_id: str | None = described.raw_description.workflow_execution_info.first_run_id
        while run_id:
            run, run_id = run_id, None
            handle = self.house.client.get_workflow_handle(chat.id, run_id=run)
            async for event in handle.fetch_history_events():
                yield event
                if event.event_type == EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW:
                    continued = event.workflow_execution_continued_as_new_event_attributes
                    run_id = continued.new_execution_run_id

    async def cost(self, chat: Chat) -> "Cost":
        cost = Cost()
        async for event in self.events(chat):
            cost.events += 1
            cost.runs += event.event_type == EventType.EVENT_TYPE_WORKFLOW_EXECUTION_STARTED
            if event.event_type == EventType.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED:
                scheduled = event.activity_task_scheduled_event_attributes
                cost.activities[scheduled.activity_type.name] += 1
        return cost


@dataclass
class Cost:
    runs: int = 0
    events: int = 0
    activities: Counter[str] = field(default_factory=Counter)

    @property
    def of_turns(self) -> int:
        """Activities without upkeep."""
        return self.activities.total() - sum(self.activities[name] for name in UPKEEP)


async def long_conversation(bench: Bench, figures: Figures, turns: int) -> None:
    """The last turns alternate with those of a fresh chat, so that the load that other programs
    put on the machine weighs on both.
    """
    chat, fresh = bench.chat("long"), bench.chat("fresh")
    edge = min(EDGE, max(1, turns // 2))
    seconds = [await chat.save(expense(n)) for n in range(turns - edge)]
    last, young = [], []
    for n in range(turns - edge, turns):
        last.append(await chat.save(expense(n)))
        young.append(await fresh.save(expense(n)))
    figures.times(f"{turns} turns: the first {edge}", seconds[:edge])
    figures.times(f"{turns} turns: the last {edge}", last)
    figures.times(f"a fresh chat meanwhile: {edge} turns", young)
    middle = statistics.median
    figures.note("last to first, medians", f"{middle(last) / middle(seconds[:edge]):.2f}")
    figures.hold("last to a fresh chat's, medians", middle(last) / middle(young), GROWTH)
    cost = await bench.cost(chat)
    figures.note("times continued as new", f"{cost.runs - 1}")
    figures.note("events per turn", f"{cost.events / turns:.1f}")
    shares = (f"{name} {count / turns:.2f}" for name, count in cost.activities.most_common())
    figures.note("activities per turn", ", ".join(shares))
    figures.hold("activities per text turn", cost.of_turns / turns, TEXT_ACTIVITIES)
    saved = await bench.rows(chat)
    figures.require("rows saved", f"{saved} of {turns}", so=saved == turns)
    history = await bench.gateway.history(CHANNEL, chat.chat_id, "", turns)
    kept = f"{len(history.entries)} messages, summary of {len(history.summary)} letters"
    short = turns <= Limits().max_history
    figures.require("history kept", kept, so=short or bool(history.summary))


def expense(number: int) -> str:
    """A shop with a known category and an amount that was not there before."""
    return f"{SHOPS[number % len(SHOPS)]} {Decimal(100 + number) / 100}"


async def clarification(bench: Bench, figures: Figures) -> None:
    chat = bench.chat("asked")
    await chat.turn("lunch")
    before = (await bench.cost(chat)).of_turns
    seconds = await chat.save("12.30")
    after = (await bench.cost(chat)).of_turns
    figures.note("answer with a plain amount", f"{seconds * 1000:.0f} ms")
    figures.hold("activities per plain answer", after - before, ANSWER_ACTIVITIES)


async def many_at_once(bench: Bench, figures: Figures, chats: int) -> None:
    crowd = [bench.chat(f"crowd-{n}") for n in range(chats)]
    began = time.perf_counter()
    seconds = await asyncio.gather(*(chat.save("Starbucks 15.50") for chat in crowd))
    rate = chats / (time.perf_counter() - began)
    figures.times(f"{chats} conversations at once", seconds)
    figures.note("turns per second", f"{rate:.1f}")
    saved = await bench.rows(*crowd)
    figures.require("rows saved", f"{saved} of {chats}", so=saved == chats)


async def beside_peers(bench: Bench, figures: Figures, chats: int, langgraph: str) -> None:
    def opened(chat_id: str) -> Turn:
        chat = bench.chat(chat_id)
        return lambda number: chat.save(expense(number))

    ours, house = Side("Steward", opened), bench.house
    async with (
        open_bare(house) as bare,
        open_peer(langgraph, house.database_url) as graphs,
    ):
        peers = [*bare, *graphs]
        await measured([ours, *peers], BESIDE, chats, house.metrics_url)
    for side in (ours, *peers):
        side.note(figures)
    for peer in peers:
        ours.note_beside(peer, figures)


async def woken(bench: Bench, figures: Figures) -> None:
    """What a message costs in a chat that its worker does not have in memory: after a restart, a
    deployment, or long silence.
    """
    chats = [bench.chat(f"woken-{turns}") for turns in WOKEN]
    await asyncio.gather(*map(fill, chats, WOKEN))
    worker = bench.house.worker
    await worker.stop()
    await worker.start()
    known = bench.chat("known")
    await fill(known, EDGE)
    for chat, turns in zip(chats, WOKEN, strict=True):
        figures.note(f"waking a chat of {turns} turns", await worker_cost(chat, turns))
    figures.note("a known chat's turn beside it", await worker_cost(known, EDGE))


async def fill(chat: Chat, turns: int) -> None:
    for number in range(turns):
        await chat.save(expense(number))


async def worker_cost(chat: Chat, number: int) -> str:
    """Time of a turn, and of the worker's processor in it."""
    before = processor()
    seconds = await chat.save(expense(number))
    spent = (processor() - before)["worker"]
    return f"{seconds * 1000:.0f} ms, worker {spent} ms"


async def memory(bench: Bench, figures: Figures, chats: int) -> None:
    """How much a worker grows by new chats, some at a time. The crowds before have made it as large
    as it gets by work alone.
    """
    before = resident(bench.house.worker.pid)
    for first in range(0, chats, AT_ONCE):
        some = [bench.chat(f"kept-{n}") for n in range(first, first + AT_ONCE)]
        await asyncio.gather(*(chat.save("Starbucks 15.50") for chat in some))
    after = resident(bench.house.worker.pid)
    figures.note(
        "memory a chat", f"{(after - before) / chats:.0f} KB; the worker {after // 1024} MB"
    )


def resident(pid: int) -> int:
    """Kilobytes of a process in memory; 0 where /proc does not tell."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


async def photos(bench: Bench, figures: Figures, count: int) -> None:
    chat = bench.chat("photos")
    seconds = []
    for n in range(count + 1):
        rows = [r.replace("14/03", f"{n + 1:02}/03").replace("KP-20418", f"B-{n}") for r in KOPI]
        photo = upload_of(encoded(drawn(tuple(rows)), "JPEG"))
        seconds.append(await chat.save("", photo))
    figures.note("first photo (loads the reader)", f"{seconds[0]:.2f} s")
    figures.times(f"{count} photos, one after the other", seconds[1:])
    scheduled = (await bench.cost(chat)).of_turns
    figures.hold("activities per photo", scheduled / (count + 1), PHOTO_ACTIVITIES)


async def database(bench: Bench, figures: Figures, saves: int = 200) -> None:
    seconds = []
    ledger = ExpenseStores(bench.stores.database).ledger
    for n in range(1, saves + 1):
        request = SaveRequest(
            user_id=f"{CHANNEL}:saver",
            conversation_id=conversation_id(CHANNEL, "saver"),
            task_id=f"{conversation_id(CHANNEL, 'saver')}/expenses/{n}",
            number=n,
            turn_number=n,
            merchant="Kopi Pagi",
            item=None,
            amount=Decimal(100 + n) / 100,
            currency="MYR",
            occurred_on=datetime.now(UTC).date(),
            timezone="Asia/Kuala_Lumpur",
            category="Food & Drink",
        )
        began = time.perf_counter()
        await ledger.save(request)
        seconds.append(time.perf_counter() - began)
    figures.times(f"{saves} saves, database only", seconds)


@asynccontextmanager
async def open_bench(house: House) -> AsyncIterator[Bench]:
    """With the worker that delivers to its channel."""
    async with AsyncExitStack() as opened:
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
        yield Bench(house, stores, gateway, channel)


async def measure(
    turns: int, chats: int, photo_count: int, langgraph: str, model_delay: float | None
) -> Figures:
    figures = Figures()
    async with AsyncExitStack() as opened:
        folder = opened.enter_context(short_folder())
        house = await opened.enter_async_context(open_house(folder / "data"))
        bench = await opened.enter_async_context(open_bench(house))
        await bench.chat("warm-up").save("Starbucks 15.50")
        if model_delay is not None:
            await with_model(bench, figures, model_delay)
            return figures
        await long_conversation(bench, figures, turns)
        await clarification(bench, figures)
        await many_at_once(bench, figures, chats)
        await beside_peers(bench, figures, chats, langgraph)
        await memory(bench, figures, chats)
        await woken(bench, figures)
        await photos(bench, figures, photo_count)
        await database(bench, figures)
    return figures


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--turns", type=int, default=500, help="of the long conversation")
    parser.add_argument("--chats", type=int, default=100, help="conversations at once")
    parser.add_argument("--photos", type=int, default=5, dest="photo_count", metavar="N")
    parser.add_argument(
        "--langgraph",
        metavar="PYTHON",
        default=sys.executable,
        help="one that has LangGraph",
    )
    parser.add_argument("--model-delay", type=float, metavar="SECONDS", help="of a local model")
    run(parser, measure)


if __name__ == "__main__":
    main()
