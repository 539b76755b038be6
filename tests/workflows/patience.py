"""Patience with a busy machine, for chats whose look-ups have seconds in production."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from temporalio import workflow


@pytest.fixture(scope="package", autouse=True)
def patient_look_ups() -> Iterator[None]:
    """Gives each local activity as long as it needs. In production a look-up that takes
    milliseconds has five seconds; then the chat goes on without it, as if a ticket were unknown or
    the cart as it was seen last.
    """
    run = workflow.execute_local_activity

    async def run_patiently(*given: Any, **how: Any) -> Any:  # noqa: ANN401 - stands for it
        return await run(*given, **how | {"schedule_to_close_timeout": timedelta(minutes=5)})

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(workflow, "execute_local_activity", run_patiently)
        yield
