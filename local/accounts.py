"""Which system account PostgreSQL runs as, and what that account must be able to reach."""

import os
import pwd
import stat
from pathlib import Path

from local.errors import StackError

Account = tuple[int, int]
"""A user id and a group id."""

_CANDIDATES = ("postgres", "nobody")


def unprivileged_account(folder: Path) -> Account | None:
    """None unless we are root, as whom PostgreSQL refuses to run.

    The owner of an existing folder stays its owner, so that a system that gains a ``postgres``
    account later still opens old data.
    """
    if os.geteuid() != 0:
        return None
    if folder.exists() and (owner := folder.stat()).st_uid != 0:
        return owner.st_uid, owner.st_gid
    for name in _CANDIDATES:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return entry.pw_uid, entry.pw_gid
    raise StackError("PostgreSQL does not run as root: start Steward as an ordinary user")


def let_pass(folder: Path) -> None:
    """Lets other accounts through the folders above this one, without letting them list those."""
    for parent in folder.parents:
        mode = stat.S_IMODE(parent.stat().st_mode)
        if not mode & stat.S_IXOTH:
            parent.chmod(mode | stat.S_IXOTH)


def let_read(folder: Path) -> None:
    """Lets other accounts read a program folder that was installed with a tight umask."""
    if stat.S_IMODE(folder.stat().st_mode) & stat.S_IXOTH:
        return
    for path in (folder, *folder.rglob("*")):
        if path.is_symlink():
            continue
        mode = stat.S_IMODE(path.stat().st_mode)
        others = stat.S_IROTH | (stat.S_IXOTH if mode & stat.S_IXUSR else 0)
        if mode & others != others:
            path.chmod(mode | others)
