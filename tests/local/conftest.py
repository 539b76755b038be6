from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.local.stack_fixture import embedded_stack, short_folder

__all__ = ["embedded_stack"]


@pytest.fixture
def data_dir() -> Iterator[Path]:
    with short_folder() as folder:
        yield folder / "data"
