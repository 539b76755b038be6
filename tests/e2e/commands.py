"""Programs run as a person or an operator runs them."""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

PATIENCE = 240.0


class Ended(NamedTuple):
    code: int | None
    out: str
    err: str


async def execute(
    *arguments: str, environment: Mapping[str, str], folder: Path, typed: str = ""
) -> Ended:
    """Runs a program to its end, with ``typed`` on its standard input."""
    async with _begun(arguments, environment, folder) as process:
        return await end(process, typed)


async def end(process: asyncio.subprocess.Process, typed: str = "") -> Ended:
    """What a program of ``begin`` wrote by its end."""
    out, err = await asyncio.wait_for(process.communicate(typed.encode()), PATIENCE)
    return Ended(process.returncode, out.decode(), err.decode())


async def execute_until(
    shown: str,
    then: Callable[[asyncio.subprocess.Process], None],
    *arguments: str,
    environment: Mapping[str, str],
    folder: Path,
    typed: str,
) -> Ended:
    """As ``execute``, but what it reads does not end: ``then`` makes it end, once it has
    ``shown`` this.
    """
    async with _begun(arguments, environment, folder) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(typed.encode())
        out = b""
        try:
            async with asyncio.timeout(PATIENCE):
                while shown.encode() not in out:
                    more = await process.stdout.read(65_536)
                    assert more, out.decode()
                    out += more
        except TimeoutError as late:
            raise AssertionError(f"{shown!r} was not shown: {out.decode()}") from late
        then(process)
        rest, err = await _rest(process)
    return Ended(process.returncode, (out + rest).decode(), err.decode())


async def _rest(process: asyncio.subprocess.Process) -> tuple[bytes, bytes]:
    """What a program still writes until it ends by itself."""
    assert process.stdout is not None
    assert process.stderr is not None
    rest, err, _ = await asyncio.wait_for(
        asyncio.gather(process.stdout.read(), process.stderr.read(), process.wait()), PATIENCE
    )
    return rest, err


async def begin(
    arguments: Sequence[str], environment: Mapping[str, str], folder: Path
) -> asyncio.subprocess.Process:
    """Starts a program with pipes; who starts it ends it."""
    return await asyncio.create_subprocess_exec(
        *arguments,
        cwd=folder,
        env=dict(environment),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


@asynccontextmanager
async def _begun(
    arguments: Sequence[str], environment: Mapping[str, str], folder: Path
) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await begin(arguments, environment, folder)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def installed(name: str) -> str:
    """The path of a program that was installed next to this Python."""
    return str(Path(sys.executable).parent / name)
