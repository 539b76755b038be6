"""Patience with a busy machine."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from temporalio import workflow


@pytest.fixture(scope="package", autouse=True)
def _patient_look_ups() -> Iterator[None]:
    """A look-up that takes milliseconds has five seconds; then the chat goes on without it, with
    the cart as it was seen last. Here each has as long as a busy machine needs.
    """
    run = workflow.execute_local_activity

    async def run_patiently(*given: Any, **how: Any) -> Any:  # noqa: ANN401 - stands for it
        return await run(*given, **how | {"schedule_to_close_timeout": timedelta(minutes=5)})

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(workflow, "execute_local_activity", run_patiently)
        yield
