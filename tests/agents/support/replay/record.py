"""Records a ticket that waits two days: ``python -m tests.agents.support.replay.record``."""

import asyncio
import json
from datetime import timedelta
from pathlib import Path

from agents.support.posts import StaffAction
from tests.agents.support.case.office import BEN, MIA, Office, working
from tests.replay.recording import only, tidy
from tests.workflows.servers import temporal_test_server

HISTORIES = Path(__file__).parent / "histories"
SUPPORT = {"support": "agents.support"}


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


async def record() -> None:
    async with temporal_test_server() as env:
        office = Office(env)
        async with working(office):
            await waits(office)
            history = await office.handle.fetch_history()
            await office.end()
    recorded = json.loads(history.to_json())
    # The time-skipping server leaves the id out.
    started = recorded["events"][0]["workflowExecutionStartedEventAttributes"]
    started["workflowId"] = office.id
    HISTORIES.mkdir(exist_ok=True)
    (HISTORIES / "waits-ticket-1.json").write_text(tidy(json.dumps(recorded)))


if __name__ == "__main__":
    with only(SUPPORT):
        asyncio.run(record())
