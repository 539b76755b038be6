"""How the processes of a test run share the tests: what takes long begins first.

A share is one file, but the tests that start whole processes are three: each needs a house, and a
bot with an emulator or a site, which take longer to start than most tests take. Two of them begin
first, beside files of which each starts processes of its own; the third follows.
"""

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

_TOGETHER = ("tests/e2e/telegram/", "tests/e2e/http/", "tests/e2e/")
_LONG = (
    *("tests/e2e/telegram/", "tests/e2e/test_", "tests/local/", "tests/e2e/http/"),
    *("tests/workflows/", "tests/test_structure.py", "tests/agents/expenses/reader/test_engine.py"),
    *("tests/bot/http/test_page.py", "tests/agents/expenses/workflow/"),
)
"""The longest first; the order of the others is pytest's."""


def share_of(test: str) -> str:
    """By the id of a test."""
    file = test.partition("::")[0]
    return next((folder for folder in _TOGETHER if file.startswith(folder)), file)


def begun_at(test: str) -> int:
    """The place of its share in the order; the same for all that take no longer than others."""
    return next((n for n, folder in enumerate(_LONG) if test.startswith(folder)), len(_LONG))


class Sharing(LoadFileScheduling):  # type: ignore[misc] # a package without types
    """Hands out shares in the order of the tests."""

    def _split_scope(self, nodeid: str) -> str:
        return share_of(nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Sharing:
    return Sharing(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: begun_at(item.nodeid))
