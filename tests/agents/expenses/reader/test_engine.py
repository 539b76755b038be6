import asyncio
import os
import resource
import select
import signal
import sys
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
import pytest_asyncio
from PIL import Image

from adapters.child_process import MAX_DATA_BYTES, ChildProcess
from adapters.media.lines import OcrText
from agents.expenses.reader.engine import LOAD_TIMEOUT, READ_TIMEOUT, OcrPool
from agents.expenses.reader.process import LOAD, ReaderAnswer, serve
from domain.errors import ReadingFailedError, UnusableAttachmentError
from tests.adapters.media.attacks import pdf_of_computed_colours, pdf_of_nested_forms
from tests.agents.expenses.reader.serving import NOTHING_READ, answers, ends_by, never_ready
from tests.paper import drawn, encoded

Opened = Callable[[OcrPool], OcrPool]

TOO_DEMANDING = "attachment.unusable.too_demanding"
SMALL = ("TOTAL | 7.50",)
ROOT = Path(__file__).resolve().parents[4]

ORPHAN_MAKER = """
import asyncio
from functools import partial

from agents.expenses.reader.engine import OcrPool
from tests.agents.expenses.reader.serving import NOTHING_READ, answers

async def main():
    pool = OcrPool(serve=partial(answers, NOTHING_READ))
    await pool.lines(b"picture")
    print("reads in", *pool.pids, flush=True)
    await asyncio.Event().wait()

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.fixture(scope="module")
def picture() -> bytes:
    return encoded(drawn(SMALL), "PNG")


@pytest.fixture
async def opened() -> AsyncIterator[Opened]:
    """Closes after the test the pools that it is given."""
    pools: list[OcrPool] = []

    def keep(pool: OcrPool) -> OcrPool:
        pools.append(pool)
        return pool

    yield keep
    for pool in pools:
        await pool.close()


@pytest_asyncio.fixture(scope="module")
async def stub() -> AsyncIterator[OcrPool]:
    """A pool whose process reads nothing, and so needs no models."""
    pool = OcrPool(serve=partial(answers, NOTHING_READ))
    yield pool
    await pool.close()


@pytest_asyncio.fixture
async def running(stub: OcrPool) -> int:
    """Id of the stub's process; what a test before did to it is over."""
    assert await stub.lines(b"picture") == OcrText(pages=())
    (pid,) = stub.pids
    return pid


async def _until(stream: asyncio.StreamReader, start: bytes) -> AsyncIterator[bytes]:
    """Lines up to the first that begins with ``start``; log lines come before it."""
    while line := await stream.readline():
        yield line
        if line.startswith(start):
            return


def resident(pid: int) -> int:
    pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * resource.getpagesize()


def worked(pid: int) -> float:
    """Seconds that a process had of the processor."""
    after_its_name = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2]
    user, system = after_its_name.split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


async def test_nothing_runs_before_the_first_picture(picture: bytes) -> None:
    pool = OcrPool(processes=2)

    assert not pool.pids

    await pool.close()
    with pytest.raises(ReadingFailedError):
        await pool.lines(picture)
    assert not pool.pids


async def test_a_refused_file_leaves_the_process_running(pool: OcrPool, picture: bytes) -> None:
    with pytest.raises(UnusableAttachmentError) as caught:
        await pool.lines(picture[: len(picture) // 2])
    before = pool.pids
    text = await pool.lines(picture)

    assert "damaged" in caught.value.user_text
    assert len(before) == 1
    assert pool.pids == before
    assert "7.50" in str(text)


async def test_a_process_that_dies_fails_its_reading_and_is_replaced(
    stub: OcrPool, running: int
) -> None:
    os.kill(running, signal.SIGSTOP)  # so that it can't answer before it is killed
    reading = asyncio.create_task(stub.lines(b"picture"))
    await asyncio.to_thread(os.kill, running, signal.SIGKILL)

    # Killed before or after the picture reached it: the first is replaced unnoticed.
    results = await asyncio.gather(reading, return_exceptions=True)
    again = await stub.lines(b"picture")

    assert isinstance(results[0], ReadingFailedError) or results[0] == again
    assert not isinstance(results[0], ReadingFailedError) or results[0].retryable
    assert stub.pids != (running,)
    assert again == OcrText(pages=())


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="asks Linux for foreign limits")
async def test_a_reading_process_has_a_memory_limit_and_leaves_no_core_file(running: int) -> None:
    assert resource.prlimit(running, resource.RLIMIT_DATA)[0] == MAX_DATA_BYTES
    assert resource.prlimit(running, resource.RLIMIT_CORE) == (0, 0)


async def test_a_reading_that_hangs_is_the_files_fault_and_the_next_one_works(
    stub: OcrPool, running: int
) -> None:
    os.kill(running, signal.SIGSTOP)
    patience, stub._timeout = stub._timeout, 0.2

    with pytest.raises(UnusableAttachmentError, match="longer"):
        await stub.lines(b"picture")
    stub._timeout = patience

    assert await stub.lines(b"picture") == OcrText(pages=())
    assert stub.pids != (running,)


async def refusal_by(pool: OcrPool, content: bytes = b"picture") -> str:
    with pytest.raises(UnusableAttachmentError) as caught:
        await pool.lines(content)
    return caught.value.code


@pytest.mark.shows("safety 32")
async def test_a_small_pdf_that_computes_without_end_is_refused_after_its_seconds(
    opened: Opened,
) -> None:
    pool = opened(OcrPool(serve=partial(serve, opening_seconds=1)))
    assert await refusal_by(pool, pdf_of_computed_colours()) == TOO_DEMANDING


@pytest.mark.shows("safety 32")
async def test_a_small_pdf_that_fills_the_memory_is_refused_at_the_limit(opened: Opened) -> None:
    pool = opened(OcrPool(data_bytes=400 * 1024**2))
    assert await refusal_by(pool, pdf_of_nested_forms()) == TOO_DEMANDING


async def test_what_breaks_the_reader_would_break_it_again_and_is_refused(opened: Opened) -> None:
    broken = ReaderAnswer(outcome="failed", message="MemoryError: ")
    for breaks in (partial(answers, broken), partial(ends_by, signal.SIGSEGV)):
        assert await refusal_by(opened(OcrPool(serve=breaks))) == TOO_DEMANDING


async def test_a_reader_that_is_killed_is_tried_again_but_never_a_third_time(
    opened: Opened,
) -> None:
    pool = opened(OcrPool(serve=partial(ends_by, signal.SIGKILL)))
    for content in (b"picture", b"another"):
        with pytest.raises(ReadingFailedError) as caught:
            await pool.lines(content)
        assert caught.value.retryable
    assert await refusal_by(pool) == TOO_DEMANDING


class Watched(ChildProcess):
    """``asked`` is what the process got, each with the seconds that it had for it."""

    def __init__(self) -> None:
        super().__init__("ocr", partial(answers, NOTHING_READ), 1)
        self.asked: list[tuple[bytes, float]] = []

    def ask(self, content: bytes, timeout: float) -> bytes:
        self.asked.append((content, timeout))
        return super().ask(content, timeout)


async def test_loading_the_models_is_not_taken_from_the_time_of_a_reading(opened: Opened) -> None:
    pool, process = opened(OcrPool()), Watched()
    pool._slots[0].process = process
    for _ in range(2):
        await pool.lines(b"picture")
    loading, reading = LOAD_TIMEOUT.total_seconds(), READ_TIMEOUT.total_seconds()
    assert process.asked == [(LOAD, loading), (b"picture", reading), (b"picture", reading)]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks Linux for its seconds")
def test_the_models_are_loaded_when_a_process_gets_ready_and_not_when_it_reads() -> None:
    process = ChildProcess("ocr", serve, 1)
    try:
        made_ready = ReaderAnswer.model_validate_json(process.ask(LOAD, 90))
        assert made_ready.outcome == "ready"
        assert process.pid
        loading = worked(process.pid)
        blank = encoded(Image.new("RGB", (16, 16), "white"), "PNG")
        assert ReaderAnswer.model_validate_json(process.ask(blank, 90)).outcome == "read"
        assert worked(process.pid) - loading < loading / 2
    finally:
        process.stop()
        process.clear()


async def test_a_process_that_does_not_get_ready_is_given_up(opened: Opened) -> None:
    pool = opened(OcrPool(serve=never_ready, loading=timedelta(seconds=0.1)))
    with pytest.raises(ReadingFailedError, match="longer") as caught:
        await pool.lines(b"picture")
    assert caught.value.retryable
    assert not pool.pids


async def test_a_burst_waits_its_turn_in_one_process(stub: OcrPool, running: int) -> None:
    readings = [asyncio.create_task(stub.lines(b"picture")) for _ in range(3)]
    for reading in readings:
        assert await reading == OcrText(pages=())
        assert stub.pids == (running,)


async def test_a_process_gives_back_the_memory_of_a_large_picture(
    pool: OcrPool, picture: bytes
) -> None:
    await pool.lines(picture)
    (pid,) = pool.pids
    before = resident(pid)
    await pool.lines(encoded(drawn(SMALL).resize((4000, 3000)), "JPEG"))

    assert pool.pids == (pid,)
    assert resident(pid) < before + 60 * 1024**2


async def test_a_process_that_grew_is_replaced(opened: Opened) -> None:
    grown = NOTHING_READ.model_copy(update={"resting": 2})
    pool = opened(OcrPool(resting_bytes=1, serve=partial(answers, grown)))
    for _ in range(2):
        assert await pool.lines(b"picture") == OcrText(pages=())
        assert pool.pids == ()


async def test_a_cancelled_caller_leaves_the_pool_usable(stub: OcrPool, running: int) -> None:
    os.kill(running, signal.SIGSTOP)  # so that it does not answer before the caller is gone
    reading = asyncio.create_task(stub.lines(b"picture"))
    await asyncio.sleep(0)  # let it take the process
    reading.cancel()
    os.kill(running, signal.SIGCONT)

    with pytest.raises(asyncio.CancelledError):
        await reading
    assert await stub.lines(b"picture") == OcrText(pages=())


async def test_closing_fails_the_readings_under_way_and_ends_the_processes() -> None:
    pool = OcrPool(serve=partial(answers, NOTHING_READ))
    readings = [asyncio.create_task(pool.lines(b"picture")) for _ in range(3)]
    await asyncio.sleep(0)

    await pool.close()
    results = await asyncio.gather(*readings, return_exceptions=True)
    await pool.close()

    assert all(isinstance(result, ReadingFailedError) for result in results)
    assert not pool.pids


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="waits for a foreign process by pidfd")
async def test_no_process_outlives_a_killed_parent() -> None:
    parent = await asyncio.create_subprocess_exec(
        sys.executable, "-c", ORPHAN_MAKER, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert parent.stdout is not None
    try:
        lines = [line async for line in _until(parent.stdout, b"reads in ")]
        handle = os.pidfd_open(int(lines[-1].split()[-1]))
    finally:
        parent.kill()
        await parent.wait()
    try:
        gone, _, _ = await asyncio.to_thread(select.select, [handle], [], [], 120)
    finally:
        os.close(handle)

    assert gone, "the reading process still runs after its parent was killed"
