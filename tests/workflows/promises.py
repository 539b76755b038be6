"""What a chat promises whatever happens, as checks that the tests share."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

from temporalio.client import WorkflowExecutionStatus, WorkflowFailureError
from temporalio.exceptions import CancelledError

from domain.topics import Help
from tests.workflows.chat import PATIENCE, Chat

HELP = Help.topic


async def eventually(found: Callable[[], Awaitable[bool]], what: str) -> None:
    """Waits until it is so; each look is work for the workflow or the server."""
    deadline, pause = datetime.now(UTC) + timedelta(seconds=PATIENCE), 0.02
    while not await found():
        if datetime.now(UTC) > deadline:
            raise AssertionError(what)
        await asyncio.sleep(pause)
        pause = min(1.5 * pause, 0.2)


async def handled(chat: Chat, message_id: str) -> None:
    """Waits until a message was taken in."""

    async def is_handled() -> bool:
        return message_id in (await chat.status()).handled

    await eventually(is_handled, f"{message_id} was never taken in")


async def taken(chat: Chat, count: int) -> None:
    """Waits until so many messages were taken in, whether or not they are understood."""

    async def are_taken() -> bool:
        return (await chat.status()).turns >= count

    await eventually(are_taken, f"{count} messages were never taken in")


async def helped(chat: Chat, within: float = PATIENCE) -> None:
    """The chat lives: ``/help`` is answered now."""
    before = list(chat.topics).count(HELP)
    await chat.say("/help")
    await chat.told(HELP, before + 1, within)


async def reply_waits(chat: Chat) -> None:
    """Waits until something was said that is not shown yet."""

    async def waits() -> bool:
        return (await chat.status()).replies_pending > 0

    await eventually(waits, "nothing was said")


async def run_id(chat: Chat) -> str:
    """Of the run that goes on now, or went on last."""
    described = await chat.handle.describe()
    assert described.run_id is not None
    return described.run_id


async def closed(chat: Chat, run: str) -> WorkflowExecutionStatus | None:
    """Waits until a run has ended; how it did."""
    handle = chat.client.get_workflow_handle(chat.id, run_id=run)
    try:
        await asyncio.wait_for(handle.result(follow_runs=False), PATIENCE)
    except WorkflowFailureError as error:
        if not isinstance(error.cause, CancelledError):
            raise
    except TimeoutError:
        raise AssertionError(f"the run did not end; said: {chat.topics}") from None
    return (await handle.describe()).status


def last_id(chat: Chat) -> str:
    """Of what was sent last, a press for example."""
    return f"test:{chat.chat_id}:{chat.sent}"
