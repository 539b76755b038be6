"""Loopback ports for the stack: those that were asked for, those of the last run, or free ones."""

import socket
from collections.abc import Iterable

from local.errors import StackError

LOOPBACK = "127.0.0.1"


def is_free(port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        # As servers do it: a port whose last connections are still closing counts as free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
    return True


def choose(wanted: int | None, remembered: int | None, taken: Iterable[int] = ()) -> int:
    """A port that is free now.

    A wanted port is taken or refused with ``StackError``; a remembered one is a preference, so
    that bookmarks of the Web UI go on working.
    """
    taken = set(taken)
    if wanted is not None:
        if wanted in taken or not is_free(wanted):
            raise StackError(
                f"port {wanted} is in use: free it, or leave the port out to get a free one"
            )
        return wanted
    if remembered is not None and remembered not in taken and is_free(remembered):
        return remembered
    while True:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.bind((LOOPBACK, 0))
            port = int(probe.getsockname()[1])
        if port not in taken:
            return port
