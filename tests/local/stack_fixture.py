"""The embedded stack for tests: started once a session, in a folder that is removed afterwards.

Import ``embedded_stack`` in a ``conftest.py`` to use it.
"""

import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from local.stack import LocalStack, RunningStack


@contextmanager
def short_folder() -> Iterator[Path]:
    """Not pytest's own: those are closed to the account that PostgreSQL runs as under root."""
    folder = Path(tempfile.mkdtemp(prefix="steward-test-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


@pytest.fixture(scope="session")
async def embedded_stack() -> AsyncIterator[RunningStack]:
    """Temporal and a migrated database; no worker, tests bring their own."""
    with short_folder() as folder:
        async with LocalStack(folder).running(worker=False) as stack:
            yield stack
