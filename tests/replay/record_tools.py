"""Records the histories of turns with tools: ``python -m tests.replay.record_tools``.

As ``tests.replay.record``, which says how and when; with the box only.
"""

from datetime import timedelta
from functools import partial
from pathlib import Path

from domain import topics
from domain.errors import ModelUnavailableError, StorageUnavailableError
from domain.topics import PressAction
from tests.replay.recording import LIMITS, Recorder, Script
from tests.toy.box.things import CUP, PEN, AskBurn, Told
from tests.toy.chat import TOYS, ToyChat

HISTORIES = Path(__file__).parent / "tool_histories"


async def tools(chat: ToyChat) -> None:
    """Reads at once, writes, refused and repeated calls, a broken tool, calls without end."""
    await chat.ends(f"box look & slow & {PEN}; {CUP} & nothing; look; look")
    await chat.ends(f"box broken; {PEN}; {PEN}", "box forever look")


async def slow(chat: ToyChat) -> None:
    """A read and a write that take too long: one is an error, the other is settled."""
    chat.box.hold("slow")
    await chat.ends("box slow & look")
    chat.box.hold_answers("late")
    await chat.ends('box late {"thing": "cup"}; say done')


async def burns(chat: ToyChat) -> None:
    """The yes, the no, other words, and a cancel."""
    await chat.say(f"box {PEN}; burn")
    await chat.told(AskBurn.topic)
    await chat.say(f"box {CUP}; burn")
    await chat.told(AskBurn.topic, 2)
    await chat.quiet()
    await chat.say("yes")
    await chat.told(Told.topic)
    await chat.say("box burn; say fine")
    await chat.told(AskBurn.topic, 3)
    await chat.tell("no")
    await chat.say("box burn")
    await chat.told(AskBurn.topic, 4)
    await chat.tell("/cancel", "box look")


async def heard(chat: ToyChat) -> None:
    """Words while a tool works and while a model thinks; a cancel while a write runs."""
    gate = await chat.hold_tool("put", f"box {PEN}; look")
    await chat.say(f"box {CUP}")
    gate.set()
    await chat.told(Told.topic)
    await chat.quiet()
    chat.engine.begun.clear()
    thinking = await chat.hold_engine(f"box {PEN}")
    chat.engine.gate = None
    await chat.say("box look")
    await chat.told(Told.topic, 2)
    thinking.set()
    await chat.quiet()
    del chat.box.gates["put"]
    chat.box.begun["put"].clear()
    gate = await chat.hold_tool("put", f"box {PEN} & look")
    await chat.say("/cancel")
    gate.set()
    await chat.told(topics.Cancelled.topic)
    await chat.quiet()


async def away(chat: ToyChat) -> None:
    """The database in a read, in a write and while a refused call is noted; the models."""
    chat.box.calls.failure = StorageUnavailableError("away")
    await chat.say(f"box look; nothing; {PEN}")
    await chat.told(topics.Failed.topic)
    chat.box.calls.failure = None
    await chat.told(Told.topic)
    chat.engine.failure = ModelUnavailableError("down")
    chat.engine.failure.retryable = False
    await chat.ends("box look")


async def late(chat: ToyChat) -> None:
    """A turn whose time is over."""
    gate = await chat.hold_engine("box look")
    await chat.told(Told.topic)
    gate.set()
    await chat.quiet()


async def alone(chat: ToyChat) -> None:
    """Without a model."""
    await chat.ends(f"box {PEN}; look", "box look")


async def long(chat: ToyChat) -> None:
    """Continue-as-new in the middle of a turn, and while it asks."""
    await chat.say(f"box {PEN}; look; {CUP} & burn")
    await chat.told(AskBurn.topic)
    await chat.quiet()
    for number in range(1, 7):
        await chat.say("/help")
        await chat.told(topics.Help.topic, number)
    await chat.quiet()
    await chat.press(PressAction.YES)
    await chat.told(Told.topic)
    await chat.quiet()


TOOLS = Recorder(
    HISTORIES,
    {"box": TOYS["box"]},
    partial(ToyChat, toys=("box",)),
    (
        Script(tools),
        Script(slow),
        Script(burns),
        Script(heard),
        Script(away),
        Script(late, LIMITS.model_copy(update={"turn_timeout": timedelta(seconds=1)})),
        Script(alone, LIMITS.model_copy(update={"has_model": False})),
        Script(long, LIMITS.model_copy(update={"max_events": 20})),
    ),
)

if __name__ == "__main__":
    TOOLS.main()
