"""Processes of an earlier run: how they are recognised, and how they are stopped.

A process id alone proves nothing, because ids are reused. A process is ours when a run of its
arguments, its *signature*, names our data folder.
"""

import asyncio
import os
import shutil
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

Signature = tuple[str, ...]
"""Consecutive command-line arguments that only a process of one data folder can have."""

Steps = tuple[tuple[signal.Signals, float], ...]
"""How a program is asked to end: signals in order, each with the seconds it may take."""

_PROC = Path("/proc")
_POLL_SECONDS = 0.05
_GROUP_SECONDS = 1.0  # dead members that nobody reaps stay in a group


async def matching(signatures: Sequence[Signature]) -> list[int]:
    """Ids of the live processes that carry one of the signatures, never our own."""
    own = os.getpid()
    commands = _commands_in_proc() if (_PROC / "self").exists() else await _commands_from_ps()
    return [
        pid
        for pid, command in commands.items()
        if pid != own and any(_carries(command, signature) for signature in signatures)
    ]


async def stop_matching(signatures: Sequence[Signature], steps: Steps) -> int:
    """Stops every process that carries a signature, step by step. Returns how many there were.

    A dead process that nobody has reaped has no command line any more, so it counts as gone.
    """
    remaining = await matching(signatures)
    found = len(remaining)
    for number, patience in steps:
        for pid in remaining:
            send(pid, number)
        deadline = time.monotonic() + patience
        while remaining and time.monotonic() < deadline:
            await asyncio.sleep(_POLL_SECONDS)
            remaining = await matching(signatures)
    return found


def send(pid: int, number: signal.Signals) -> None:
    """Sends a signal; a process that is already gone needs none."""
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return


async def kill_group(group: int) -> None:
    """Ends what a dead child may have left of its process group, such as reading processes, and
    returns when nothing is left of it, after a second at the latest.

    The group's id cannot have been given away as long as the group has members.
    """
    deadline = time.monotonic() + _GROUP_SECONDS
    with suppress(ProcessLookupError, PermissionError):
        while time.monotonic() < deadline:
            os.killpg(group, signal.SIGKILL)
            await asyncio.sleep(_POLL_SECONDS)


def _carries(command: str, signature: Signature) -> bool:
    separator = "\0" if "\0" in command else " "
    return f"{separator}{separator.join(signature)}{separator}" in f"{command}{separator}"


def _commands_in_proc() -> dict[int, str]:
    """Command lines with their arguments separated by NUL, so that spaces are no riddle."""
    commands: dict[int, str] = {}
    for entry in _PROC.iterdir():
        if not entry.name.isdigit():
            continue
        try:
            raw = (entry / "cmdline").read_bytes()
        except OSError:
            continue  # it ended while we looked
        if raw:
            commands[int(entry.name)] = raw.decode(errors="replace")
    return commands


async def _commands_from_ps() -> dict[int, str]:
    """The same where there is no /proc (macOS); arguments come separated by spaces."""
    ps = shutil.which("ps")
    if ps is None:
        return {}
    process = await asyncio.create_subprocess_exec(
        ps, "-axww", "-o", "pid=,command=", stdout=asyncio.subprocess.PIPE
    )
    out, _ = await process.communicate()
    lines = (line.strip().partition(" ") for line in out.decode(errors="replace").splitlines())
    return {int(pid): command.strip() for pid, _, command in lines if pid.isdigit()}
