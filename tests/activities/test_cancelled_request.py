"""A cancelled activity ends its request: the provider sees the connection go."""

import asyncio

import pytest

from activities.understand import Understand
from adapters.model.openai.client import openai_provider
from adapters.model.openai.config import OpenAIConfig
from adapters.model.rules import Rules
from tests.activities.running import Attempt
from tests.adapters.model.door import Door
from tests.adapters.model.gateway.doubles import Calls
from tests.adapters.model.questions import to_understand


@pytest.mark.shows("models 4")
async def test_a_cancel_hangs_up_on_the_provider_and_is_recorded(attempt: Attempt) -> None:
    taken, left, calls = asyncio.Event(), asyncio.Event(), Calls()

    async def hear(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        taken.set()
        await reader.read()  # until the other side leaves
        left.set()
        writer.close()

    async with await asyncio.start_server(hear, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        config = OpenAIConfig(model="slow", base_url=f"http://127.0.0.1:{port}/v1")
        gateway = Door([openai_provider(config)], Rules({}), calls)
        activity = Understand(gateway).understand
        asking = asyncio.create_task(attempt.run(activity, to_understand("hello")))
        await taken.wait()
        attempt.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        await left.wait()
        await gateway.aclose()
    assert [call.outcome for call in calls.kept] == ["abandoned"]
    assert gateway.circuits() == {"openai": "closed"}
