"""The worker as a part of the embedded stack: the deployment's own entry point, as a child."""

import signal
import sys
from collections.abc import Mapping
from pathlib import Path

from local.children import Command
from local.logs import LogFile
from local.processes import Signature, Steps

STOP: Steps = ((signal.SIGTERM, 8.0), (signal.SIGKILL, 5.0))

# Not ``-m worker``: the reading processes that the worker spawns would import that module, and
# with it everything, once more, and the first photo would wait for it.
_PROGRAM = "from worker import main; main()"


def signatures(data_dir: Path) -> tuple[Signature, ...]:
    """What the worker of this data folder is recognised by; it ignores these arguments itself."""
    return ((_PROGRAM, "--stack", str(data_dir)),)


class WorkerProcess:
    """What ``python -m worker`` runs, with addresses of the stack in its environment.

    Restarted however it dies: conversations wait in Temporal meanwhile and go on afterwards.
    """

    name = "the worker"
    ready_seconds = 5.0
    stop = STOP

    def __init__(self, data_dir: Path, environment: Mapping[str, str]) -> None:
        (self._arguments,) = signatures(data_dir)
        self._environment = environment
        self.log = LogFile(data_dir / "logs" / "worker.log")

    async def command(self) -> Command:
        return Command((sys.executable, "-c", *self._arguments), self._environment)

    async def answers(self) -> bool:
        """Always: what is sent before the worker listens waits in Temporal, so nobody need wait."""
        return True
