"""Replays conversations with this code before it is rolled out: ``python deploy/replay.py``.

It reads the newest running workflows of every kind from the server that the TEMPORAL_* variables
name, decrypts them with PAYLOAD_KEYS, and runs the workflow code on them without any effect. With
file names, it reads those instead, as ``temporal workflow show --output json`` writes them. Exit
code 1 when one does not replay: this code would block it; 2 when they cannot be read.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

from google.protobuf.json_format import ParseError
from google.protobuf.message import Message
from temporalio.api.common.v1 import Payload
from temporalio.client import Client, WorkflowHistory
from temporalio.service import RPCError
from temporalio.worker import Replayer

from adapters.encryption.codec import ENCODING
from adapters.temporal import configured, connect, data_converter
from domain.errors import AppError, ConfigurationError
from settings import load_settings
from wiring.client import client_extras
from wiring.sandbox import sandbox
from wiring.worker import WORKFLOWS
from workflows.names import AFTERMATH, CONVERSATION, ERASURE, HOUSEKEEPING

MOST = 500
KINDS = ", ".join(f'"{name}"' for name in (CONVERSATION, ERASURE, AFTERMATH, HOUSEKEEPING))
RUNNING = f'ExecutionStatus = "Running" AND WorkflowType IN ({KINDS})'


async def running(client: Client) -> AsyncIterator[WorkflowHistory]:
    async for each in client.list_workflows(RUNNING, limit=MOST):
        yield await client.get_workflow_handle(each.id, run_id=each.run_id).fetch_history()


async def stored(paths: Sequence[str]) -> AsyncIterator[WorkflowHistory]:
    for path in paths:
        yield await asyncio.to_thread(read, Path(path))


async def in_the_clear(histories: AsyncIterator[WorkflowHistory]) -> AsyncIterator[WorkflowHistory]:
    """The same. Raises ``ConfigurationError`` for one that was encrypted."""
    async for history in histories:
        if any(
            payload.metadata.get("encoding") == ENCODING
            for event in history.events
            for payload in payloads_in(event)
        ):
            raise ConfigurationError(f"{history.workflow_id} is encrypted: set PAYLOAD_KEYS")
        yield history


def payloads_in(message: Message) -> Iterator[Payload]:
    """Every payload at any depth."""
    if isinstance(message, Payload):
        yield message
        return
    for field, value in message.ListFields():
        if field.message_type is None:
            continue
        if field.message_type.GetOptions().map_entry:
            inner = [value[key] for key in value]
        elif isinstance(value, Message):
            inner = [value]
        else:
            inner = list(value)
        for each in inner:
            if isinstance(each, Message):
                yield from payloads_in(each)


def read(path: Path) -> WorkflowHistory:
    """Raises ``ConfigurationError`` for a file that is not there or holds no history."""
    try:
        history = WorkflowHistory.from_json(path.stem, path.read_text())
        if history.events:
            started = history.events[0].workflow_execution_started_event_attributes
            # What is encrypted is only read for the workflow that it was made for.
            history = WorkflowHistory(started.workflow_id or path.stem, history.events)
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, ParseError) as error:
        raise _no_history(path) from error
    if not history.events:
        raise _no_history(path)
    return history


def _no_history(path: Path) -> ConfigurationError:
    written = "`temporal workflow show --output json` writes one"
    return ConfigurationError(f"{path} holds no history: {written}")


async def main(paths: Sequence[str]) -> int:
    try:
        extras = client_extras(load_settings())
        histories = stored(paths) if paths else running(await connect(configured(), extras))
        if extras.codec is None:
            histories = in_the_clear(histories)
        replayer = Replayer(
            workflows=WORKFLOWS,
            workflow_runner=sandbox(),
            data_converter=data_converter(extras.codec),
        )
        return await replay(histories, replayer)
    except (AppError, RPCError) as error:
        sys.stderr.write(f"replay: {error}\n")
        return 2


async def replay(histories: AsyncIterator[WorkflowHistory], replayer: Replayer) -> int:
    """The exit code, after a line for each failure and one for all."""
    replayed, failed = 0, 0
    async with replayer.workflow_replay_iterator(histories) as results:
        async for result in results:
            replayed += 1
            if result.replay_failure is not None:
                failed += 1
                sys.stdout.write(f"{result.history.workflow_id}: {result.replay_failure}\n")
    sys.stdout.write(f"{replayed} replayed, {failed} failed\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
