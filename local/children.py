"""Child processes: what is executed, as whom, and with which log."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from local.accounts import Account
from local.errors import StackError
from local.logs import LogFile
from local.processes import kill_group

_PRIVATE = 0o077  # umask: what children write is for their own account only


@dataclass(frozen=True)
class ChildCommand:
    """What to execute. ``account`` is whom to run as, when not as ourselves; what ``waits`` goes on
    when a line comes by its standard input, which a supervisor's ``begin`` writes.
    """

    arguments: tuple[str, ...]
    environment: Mapping[str, str]
    account: Account | None = None
    waits: bool = False

    async def spawn(self, log: LogFile) -> asyncio.subprocess.Process:
        """Starts it in a session of its own, so that a Ctrl-C in the terminal reaches only us
        and the parts can be ended in order. Cancelled, it ends the process and what that began.
        Raises ``StackError`` when it cannot be executed.
        """
        uid, gid = self.account or (None, None)
        try:
            with log.open() as output:
                starting = asyncio.ensure_future(
                    asyncio.create_subprocess_exec(
                        *self.arguments,
                        stdin=asyncio.subprocess.PIPE if self.waits else asyncio.subprocess.DEVNULL,
                        stdout=output,
                        stderr=output,
                        env=self.environment,
                        start_new_session=True,
                        umask=_PRIVATE,
                        user=uid,
                        group=gid,
                        extra_groups=None if self.account is None else [],
                    )
                )
                return await asyncio.shield(starting)
        except asyncio.CancelledError:
            with suppress(OSError):
                process = await starting
                await kill_group(process.pid)
                await process.wait()
            raise
        except OSError as error:
            raise StackError(
                f"{self.arguments[0]} cannot be started ({error.strerror}): install Steward again"
            ) from error
