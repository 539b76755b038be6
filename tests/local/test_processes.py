import asyncio
import os
import signal
import sys
from functools import partial
from pathlib import Path

import pytest

from local.children import ChildCommand
from local.logs import LogFile
from local.processes import matching, stop_matching
from tests.local.waiting import alive, eventually

STOP = ((signal.SIGTERM, 0.3), (signal.SIGKILL, 5.0))
SLEEP = "import time; time.sleep(600)"
IGNORE = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)"
DEAF = f"{IGNORE}; print(1, flush=True); {SLEEP}"


async def started(*arguments: str, code: str = SLEEP) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, *arguments, stdout=asyncio.subprocess.PIPE
    )


async def test_only_a_process_with_the_whole_signature_is_taken_for_ours(tmp_path: Path) -> None:
    folder = str(tmp_path / "with space")
    ours = await started("-D", folder)
    others = [
        await started("-D", folder + "2"),
        await started("-D", str(tmp_path)),
        await started(folder, "-D"),
    ]
    assert await matching([("-D", folder)]) == [ours.pid]
    assert await stop_matching([("-D", folder)], STOP) == 1
    await ours.wait()
    assert all(alive(other.pid) for other in others)
    for other in others:
        other.kill()
        await other.wait()


async def test_an_orphan_that_ignores_the_request_to_end_is_killed(tmp_path: Path) -> None:
    deaf = await started("--mark", str(tmp_path), code=DEAF)
    assert deaf.stdout is not None
    await deaf.stdout.readline()
    assert await stop_matching([("--mark", str(tmp_path))], STOP) == 1
    assert await deaf.wait() < 0


async def test_nobody_stops_itself() -> None:
    assert os.getpid() not in await matching([(sys.argv[0],)])


async def test_what_is_cancelled_while_it_starts_leaves_no_child_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started_by_system = asyncio.create_subprocess_exec
    child = ("-c", SLEEP, str(tmp_path))
    code = f"import subprocess; subprocess.Popen(({sys.executable!r}, *{child!r})); {SLEEP}"
    has_child, may_return = asyncio.Event(), asyncio.Event()

    async def returns_late(*arguments: object, **options: object) -> asyncio.subprocess.Process:
        process = await started_by_system(*arguments, **options)  # type: ignore[arg-type]
        await eventually(partial(matching, [child]))
        has_child.set()
        await may_return.wait()
        return process

    monkeypatch.setattr(asyncio, "create_subprocess_exec", returns_late)
    command = ChildCommand((sys.executable, "-c", code), {})
    spawning = asyncio.create_task(command.spawn(LogFile(tmp_path / "log")))
    await has_child.wait()
    spawning.cancel()
    may_return.set()
    with pytest.raises(asyncio.CancelledError):
        await spawning
    assert not await matching([child])
