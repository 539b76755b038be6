"""The sandbox that the workers of tests share."""

from functools import cache

from temporalio.worker.workflow_sandbox import SandboxedWorkflowRunner

from agents.packages import PACKAGES
from wiring.sandbox import sandbox


def shared_sandbox() -> SandboxedWorkflowRunner:
    """One for all workers of this process that know the same agents.

    It imports the workflows once; a test that imported them anew would spend most of its time so.
    """
    return _of(tuple(PACKAGES.items()))


@cache
def _of(packages: tuple[tuple[str, str], ...]) -> SandboxedWorkflowRunner:
    del packages
    return sandbox()


def forget() -> None:
    """The next one imports the workflows anew: with what a test has patched, or without it."""
    _of.cache_clear()
