import asyncio
import os
import signal
import sys
from pathlib import Path

from local.processes import matching, stop_matching
from tests.local.waiting import alive

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
