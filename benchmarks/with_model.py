"""Turns with a model: the real client and a local server of its protocol, which takes its time."""

import asyncio
import threading
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from decimal import Decimal
from typing import TYPE_CHECKING

from temporalio.api.enums.v1 import EventType

from benchmarks.beside import STRETCH, Spent, processor
from benchmarks.figures import Figures
from bot.intake import upload_of
from tests.agents.expenses.payloads import act, categorized, decided, field, mention, receipt
from tests.model_server import ModelRequest, ScriptedModelServer
from tests.model_server.payloads import Payload, understood
from tests.paper import KOPI, drawn, encoded

if TYPE_CHECKING:
    from benchmarks.conversation import Bench, Chat

TURNS = 20
PHOTOS = 6
KINDS = {
    "understand": "understanding a message",
    "read_receipt": "reading a receipt",
    "decide": "deciding what is next",
}
"""Activities, and what they do in a turn."""


async def with_model(bench: "Bench", figures: Figures, delay: float) -> None:
    """Messages of which rules are not sure, receipts that recognition does not settle, and what a
    turn costs beside one of rules.
    """
    async with model_apart(delay) as model:
        own = {"OPENAI_API_KEY": "bench", "OPENAI_BASE_URL": model.base_url}
        async with bench.house.worker_with(**own, ADAPTIVE_DECISIONS="always"):
            await latencies(bench, figures, model)
        async with bench.house.worker_with(**own):
            await processor_beside_rules(bench, figures, model)
        unanswered = Counter(each.schema_name for each in model.server.unanswered)
        refused = [*model.server.malformed, *unanswered]
        figures.require(
            "requests that the model answered", f"{len(model.server.requests)}", so=not refused
        )


async def latencies(bench: "Bench", figures: Figures, model: "ModelApart") -> None:
    """Each kind from when it is scheduled until its result is there, the waits in queues and
    repetitions included. The first of each, which loads what is loaded once, is left out.
    """
    words, photos = bench.chat("model-words"), bench.chat("model-photos")
    told = [await words.save(unsure(number)) for number in range(TURNS + 1)]
    read = []
    for number in range(PHOTOS + 1):
        day = f"{number + 1:02}/03"
        rows = [r.replace("14/03", day).replace("KP-20418", f"M-{number}") for r in DOUBTFUL]
        read.append(await photos.save("", upload_of(encoded(drawn(tuple(rows)), "JPEG"))))
    figures.times(f"with a model of {model.delay:g} s: a message", told[1:])
    figures.times(f"with a model of {model.delay:g} s: a whole receipt", read[1:])
    seconds = defaultdict[str, list[float]](list)
    for chat in (words, photos):
        for name, taken in (await durations(bench, chat)).items():
            seconds[name] += taken
    for name, kind in KINDS.items():
        figures.times(f"… {kind}", seconds[name][1:])


DOUBTFUL = (*KOPI[:8], "23.40", *KOPI[-1:])
"""A receipt that says of no figure that it is the total."""


SHOPS = (
    "Starbucks", "Tesco", "Grab", "Petronas", "McDonalds", "KFC", "Shell", "IKEA", "Watsons",
    "Uniqlo", "Guardian", "Spotify",
)  # fmt: skip
"""More than a message may be about of what was saved last: so it is a new one for certain."""


def sure(number: int) -> str:
    return f"{SHOPS[number % len(SHOPS)]} {amount(number)}"


def unsure(number: int) -> str:
    return f"the bus to town cost the two of us {amount(number)} yesterday evening"


def amount(number: int) -> Decimal:
    return Decimal(240 + number).scaleb(-2)


async def durations(bench: "Bench", chat: "Chat") -> dict[str, list[float]]:
    """Seconds of each regular activity of a chat, by name."""
    found, begun = defaultdict[str, list[float]](list), dict[int, tuple[str, float]]()
    async for event in bench.events(chat):
        at = event.event_time.ToNanoseconds() / 1e9
        if event.event_type == EventType.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED:
            scheduled = event.activity_task_scheduled_event_attributes
            begun[event.event_id] = scheduled.activity_type.name, at
        if event.event_type == EventType.EVENT_TYPE_ACTIVITY_TASK_COMPLETED:
            completed = event.activity_task_completed_event_attributes
            name, since = begun[completed.scheduled_event_id]
            found[name].append(at - since)
    return found


async def processor_beside_rules(bench: "Bench", figures: Figures, model: "ModelApart") -> None:
    """The model's own time is left out: its delay takes no processor, and its server's is known."""
    rules, models = bench.chat("beside-rules"), bench.chat("beside-model")
    spent, asked_by_rules = {"rules": Spent(TURNS), "model": Spent(TURNS)}, 0
    await rules.save(sure(TURNS))
    await models.save(unsure(TURNS))
    for first in range(0, TURNS, STRETCH):
        numbers = range(first, min(first + STRETCH, TURNS))
        before, asked = processor(), model.understood
        for number in numbers:
            await rules.save(sure(number))
        between, model_before = processor(), model.processor_ms
        asked_by_rules += model.understood - asked
        for number in numbers:
            await models.save(unsure(number))
        spent["rules"].processor += between - before
        spent["model"].processor += processor() - between
        spent["model"].processor["channel"] -= model.processor_ms - model_before
    asked_none = asked_by_rules == 0
    figures.require("turns of rules that asked a model", f"{asked_by_rules}", so=asked_none)
    figures.note("a turn of rules, with a model there", spent["rules"].by_process)
    figures.note("a turn with a model, its own time left out", spent["model"].by_process)
    if spent["rules"].processor:
        ratio = spent["model"].a_turn / spent["rules"].a_turn
        figures.note(
            "a turn with a model to one of rules", f"processor {ratio:.2f}", "≤ 1.5 wanted"
        )


class ModelApart(threading.Thread):
    """A model's server in a thread, so that its processor time can be told from the channel's."""

    def __init__(self, delay: float) -> None:
        super().__init__(daemon=True)
        self.delay, self.server = delay, ScriptedModelServer(delay=delay)
        self._ready, self._loop = threading.Event(), asyncio.new_event_loop()

    @property
    def base_url(self) -> str:
        return self.server.base_url

    @property
    def processor_ms(self) -> int:
        """Of all that it has done so far."""
        clock = time.pthread_getcpuclockid(self.ident or 0)
        return round(time.clock_gettime(clock) * 1000)

    @property
    def understood(self) -> int:
        """How many messages it was asked about."""
        return sum(each.schema_name == "UnderstandAnswer" for each in self.server.requests)

    def run(self) -> None:
        self._loop.run_until_complete(self._serve())

    async def _serve(self) -> None:
        self._over = asyncio.Event()
        self.server.answer("UnderstandAnswer", read_words)
        self.server.answer("ReceiptAnswer", read_lines)
        self.server.answer("DecideAnswer", choose)
        self.server.answer("CategorizeAnswer", categorized("Food & Drink"))
        self.server.answer("SummariseAnswer", {"summary": "Bus rides."})
        async with self.server:
            self._ready.set()
            await self._over.wait()

    def wait_until_ready(self) -> None:
        self._ready.wait()

    def end(self) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self.join()


def choose(request: ModelRequest) -> Payload:
    """Saves as soon as that is legal."""
    legal = request.data["legal"]
    assert isinstance(legal, list)  # noqa: S101 - a type checker is told
    return decided(next((a for a in ("store", "categorize") if a in legal), str(legal[0])))


def read_words(request: ModelRequest) -> Payload:
    words = str(request.data["messages"])
    number = next(n for n in range(TURNS + 1) if f"us {amount(n)} " in words)
    told = mention(None, str(amount(number)), item="bus", category="Transport")
    return understood(act("expense", told, agent="expenses"))


def read_lines(request: ModelRequest) -> Payload:
    lines = request.data["lines"]
    first = str(lines[0]) if isinstance(lines, list) else ""
    return receipt(
        merchant=field("Kopi Pagi Enterprise", first), total=field("23.40", "23.40", 0.95)
    )


@asynccontextmanager
async def model_apart(delay: float) -> AsyncIterator[ModelApart]:
    """Raises nothing of the server: what it refused stands in it."""
    model = ModelApart(delay)
    model.start()
    await asyncio.to_thread(model.wait_until_ready)
    try:
        yield model
    finally:
        await asyncio.to_thread(model.end)
