"""Chats with toys: the platform's promises hold whatever its agents are."""

from collections.abc import AsyncIterator, Iterator

import pytest
from temporalio.testing import WorkflowEnvironment

from domain.conversation import Limits
from tests.replay.recording import only
from tests.toy.chat import TOYS, ToyChat
from tests.workflows.fixtures import *  # noqa: F403 - pytest finds fixtures by name


@pytest.fixture(scope="module")
def toys() -> tuple[str, ...]:
    """The agents of a module's chats; it may have its own."""
    return ("toy",)


@pytest.fixture(autouse=True, scope="module")
def _only_toys(toys: tuple[str, ...]) -> Iterator[None]:
    """The platform's tests know no agent of the tree."""
    with only({slug: TOYS[slug] for slug in toys}):
        yield


@pytest.fixture
async def chat(
    server: WorkflowEnvironment, limits: Limits, locale: str, toys: tuple[str, ...]
) -> AsyncIterator[ToyChat]:
    async with ToyChat(server, limits, locale, toys).open() as chat:
        yield chat
