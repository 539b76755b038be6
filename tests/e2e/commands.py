"""Programs run as a person or an operator runs them."""

import asyncio
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

_PATIENCE = 90.0


class Ended(NamedTuple):
    code: int | None
    out: str
    err: str


async def execute(
    *arguments: str, environment: Mapping[str, str], folder: Path, typed: str = ""
) -> Ended:
    """Runs a program to its end, with ``typed`` on its standard input."""
    process = await asyncio.create_subprocess_exec(
        *arguments,
        cwd=folder,
        env=dict(environment),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        out, err = await asyncio.wait_for(process.communicate(typed.encode()), _PATIENCE)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return Ended(process.returncode, out.decode(), err.decode())


def installed(name: str) -> str:
    """The path of a program that was installed next to this Python."""
    return str(Path(sys.executable).parent / name)
