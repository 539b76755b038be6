"""What Temporal's own libraries write when something fails: no texts, no ids, one form."""

import asyncio
import json
import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path

import pytest
from temporalio import activity, workflow
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Worker

from adapters.temporal import connect, embedded
from adapters.temporal_logs import LOST_TASK
from tests.given import given_id
from tests.local.waiting import eventually
from tests.process_log import logging_to

SAID = "Starbucks with Anna"
PERSON = "8413005279"


@workflow.defn(name="failing", sandboxed=False)
class Failing:
    @workflow.run
    async def run(self) -> None:
        raise ValueError(SAID)  # no failure of Temporal's: the task fails and is tried again


@activity.defn(name="too_slow")
async def too_slow() -> str:
    """Ends well, after the workflow has given it up."""
    await asyncio.sleep(1.3)
    return SAID


@workflow.defn(name="impatient", sandboxed=False)
class Impatient:
    @workflow.run
    async def run(self) -> str:
        return await workflow.execute_activity(
            too_slow, start_to_close_timeout=timedelta(seconds=0.5)
        )


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Callable[[], str]]:
    """Configures logs as a process does; gives what was written."""
    with logging_to(tmp_path / "process.log") as file:
        yield file.read_text


@pytest.mark.parametrize(
    ("failing", "told"),
    [
        ("failing", "Failing workflow task"),
        ("impatient", "Activity not found on completion"),
    ],
)
async def test_lines_of_the_core_are_entries_of_our_log_without_texts_and_ids(
    dev_server: WorkflowEnvironment,
    log: Callable[[], str],
    capfd: pytest.CaptureFixture[str],
    failing: str,
    told: str,
) -> None:
    client = await connect(embedded(dev_server.client.service_client.config.target_host))
    queue, conversation = given_id(), f"conversation:telegram:{PERSON}"
    workflows = [Failing, Impatient]
    async with Worker(client, task_queue=queue, workflows=workflows, activities=[too_slow]):
        handle = await client.start_workflow(failing, id=conversation, task_queue=queue)
        await eventually(lambda: told in log())
        await handle.terminate()
    out, err = capfd.readouterr()
    assert (out, err) == ("", "")
    text = log()
    entries = [json.loads(line) for line in text.splitlines()]
    assert any(told in str(entry["event"]) for entry in entries)
    assert all({"event", "level", "timestamp", "logger"} <= entry.keys() for entry in entries)
    for secret in (SAID, PERSON, "TaskToken", "message:"):
        assert secret not in text


_WORKER = """
import asyncio, logging, sys
from datetime import timedelta
from wiring.entry import begun_anew_after_a_lost_task

async def work(line, stuck):
    stop = asyncio.Event()
    with begun_anew_after_a_lost_task(stop, timedelta(seconds=0.2 if stuck else 60)):
        logging.getLogger("temporalio.core").error(line)
        await asyncio.sleep(0)
        await (asyncio.Event() if stuck else stop).wait()

asyncio.run(work(sys.argv[1], sys.argv[2] == "stuck"))
"""


@pytest.mark.parametrize(("end", "code"), [("well", 0), ("stuck", 1)])
async def test_a_worker_whose_core_lost_a_task_ends_to_be_started_again(
    end: str, code: int
) -> None:
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", _WORKER, LOST_TASK, end)
    assert await process.wait() == code


def test_the_core_still_says_that_it_lost_a_task() -> None:
    """Where it does not, its cause may be mended (docs/upstream/sdk-core-lost-task.md)."""
    library = find_spec("temporalio.bridge.temporal_sdk_bridge")
    assert library is not None
    assert library.origin is not None
    assert LOST_TASK.encode() in Path(library.origin).read_bytes()
