"""Plays scripts on the real server, and writes the histories of all that they bring about."""

import asyncio
import json
import re
from argparse import ArgumentParser
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Generic, TypeVar

from temporalio.client import Client, WorkflowExecution, WorkflowHistory
from temporalio.testing import WorkflowEnvironment

from adapters.temporal import ClientExtras, connect, embedded
from agents.packages import PACKAGES
from domain.conversation import Limits
from domain.topics import Help
from tests.adapters.encryption.keys import NEW, codec
from tests.workflows.chat import Chat
from tests.workflows.servers import real_temporal_server
from workflows.names import CONVERSATION

LIMITS = Limits(retry_delay=timedelta(milliseconds=10), has_model=True, retention_days=30)

AT_ONCE = 2
"""Scripts that are played at once: most of the time each waits."""

LONGEST = 100.0
"""Seconds that a script may take: one that hangs must not keep the others from being recorded."""

LISTED = 1.0
"""Seconds until the server lists a workflow that has begun."""

AnyChat = TypeVar("AnyChat", bound=Chat)

_PROCESS = re.compile(r"\d+@[\w.-]+")
"""A worker as the SDK names it: its process and its machine."""


@dataclass(frozen=True)
class Script(Generic[AnyChat]):
    """A chat to play. Its histories are named after the function."""

    play: Callable[[AnyChat], Coroutine[None, None, None]]
    limits: Limits = LIMITS
    encrypted: bool = False

    @property
    def name(self) -> str:
        return self.play.__name__


@dataclass(frozen=True)
class Recorder(Generic[AnyChat]):
    """Records scripts into a folder, with the agents of ``packages`` only."""

    folder: Path
    packages: Mapping[str, str]
    chat: Callable[[WorkflowEnvironment, Limits, str], AnyChat]
    scripts: Sequence[Script[AnyChat]]

    def main(self) -> None:
        """Takes the arguments of the command line."""
        names = [script.name for script in self.scripts]
        parser = ArgumentParser(description="Records histories for the replay tests.")
        parser.add_argument("names", nargs="*", metavar="name", help=", ".join(names))
        parser.add_argument("--to", type=Path, default=self.folder, help="the folder to write to")
        parser.add_argument(
            "--anew", action="store_true", help="delete the histories of these scripts first"
        )
        given = parser.parse_args()
        unknown = set(given.names) - set(names)
        if unknown:
            parser.error(f"no such script: {', '.join(sorted(unknown))}")
        with only(self.packages):
            asyncio.run(self.record(given.to, given.names, anew=given.anew))

    async def record(self, folder: Path, names: Sequence[str] = (), *, anew: bool = False) -> None:
        """Plays the scripts of these names; without names, each that has no history yet."""
        wanted = [script for script in self.scripts if not names or script.name in names]
        for script in wanted if anew else ():
            _forget(folder, script.name)
        wanted = [script for script in wanted if not _recorded(folder, script.name)]
        turn = asyncio.Semaphore(AT_ONCE)
        played = [self._record(folder, script, turn) for script in wanted]
        failures = [f for f in await asyncio.gather(*played, return_exceptions=True) if f]
        if failures:
            raise BaseExceptionGroup(
                "the others are recorded: run it again for these, without --anew", failures
            )

    async def _record(self, folder: Path, script: Script[AnyChat], turn: asyncio.Semaphore) -> None:
        """On a server of its own, so that all that is listed there belongs to the script."""
        async with turn, real_temporal_server() as server:
            chat = self.chat(server, script.limits, "en_MY")
            if script.encrypted:
                chat.client = await _with_keys(server)
            async with chat.open():
                await asyncio.wait_for(script.play(chat), LONGEST)
                await asyncio.sleep(LISTED)
                runs = await _listed(server.client)
                histories = [await _history(server.client, each) for each in runs]
        written = await asyncio.to_thread(_write, folder, script.name, histories)
        print(f"{script.name}: {', '.join(written)}")  # noqa: T201 - a command's output


async def begin_next_run(chat: Chat) -> None:
    """Asks for help until the conversation is continued as new."""
    before = len(await chat.runs())
    while len(await chat.runs()) == before:
        helped = list(chat.topics).count(Help.topic)
        await chat.say("/help")
        await chat.told(Help.topic, helped + 1)


@contextmanager
def only(packages: Mapping[str, str]) -> Iterator[None]:
    """With no other agents in this process than these."""
    before = dict(PACKAGES)
    PACKAGES.clear()
    PACKAGES.update(packages)
    try:
        yield
    finally:
        PACKAGES.clear()
        PACKAGES.update(before)


async def _listed(client: Client) -> list[WorkflowExecution]:
    """All runs of all workflows, oldest first."""
    found = [each async for each in client.list_workflows("")]
    return sorted(found, key=lambda each: each.start_time)


async def _history(client: Client, each: WorkflowExecution) -> WorkflowHistory:
    """Of one run; what a conversation left behind is waited for."""
    handle = client.get_workflow_handle(each.id, run_id=each.run_id)
    if each.workflow_type != CONVERSATION:
        await handle.result()
    return await handle.fetch_history()


async def _with_keys(server: WorkflowEnvironment) -> Client:
    """As a deployment with PAYLOAD_KEYS connects; the key is made up, the tests have it, too."""
    address = server.client.service_client.config.target_host
    return await connect(embedded(address), ClientExtras(codec=codec(NEW)))


def _recorded(folder: Path, script: str) -> list[Path]:
    """The files of one script: ``script-1.json``, ``script-aftermath-1.json``."""
    return [path for path in folder.glob("*.json") if path.stem.split("-")[0] == script]


def _forget(folder: Path, script: str) -> None:
    for path in _recorded(folder, script):
        path.unlink()


def _write(folder: Path, script: str, histories: Sequence[WorkflowHistory]) -> list[str]:
    """The names of the files: with the kind of workflow for all but conversations."""
    folder.mkdir(exist_ok=True)
    written: list[str] = []
    for history in histories:
        kind = history.events[0].workflow_execution_started_event_attributes.workflow_type.name
        stem = script if kind == CONVERSATION else f"{script}-{kind}"
        number = sum(name.rpartition("-")[0] == stem for name in written) + 1
        path = folder / f"{stem}-{number}.json"
        path.write_text(tidy(history.to_json()))
        written.append(path.stem)
    return written


def tidy(history: str) -> str:
    """Without the names and the paths of the machine that recorded it."""

    def clean(value: object) -> object:
        if isinstance(value, dict):
            return {k: clean(v) for k, v in value.items() if k != "stackTrace"}
        if isinstance(value, str):
            return _PROCESS.sub("worker", value)
        return [clean(v) for v in value] if isinstance(value, list) else value

    return json.dumps(clean(json.loads(history)), indent=1, sort_keys=True) + "\n"
