"""Private names of dependencies: where they are used, and that they are still what they were."""

import asyncio
import hashlib
import inspect
import re
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from temporalio.api.common.v1 import Payloads
from temporalio.api.enums.v1 import CommandType
from temporalio.api.failure.v1 import Failure
from temporalio.converter import DataConverter, WorkflowSerializationContext
from temporalio.worker import WorkflowInstanceDetails
from temporalio.worker._command_aware_visitor import CommandInfo
from temporalio.worker.workflow_sandbox._runner import _fake_info, _Instance
from temporalio.workflow import _Definition

from tests.workflows.sandboxed import shared_sandbox
from workflows.conversation import Conversation

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
FOLDERS = [*PROJECT["tool"]["coverage"]["run"]["source"], "tests", "benchmarks"]

IMPORT = re.compile(r"^ *from (\w[\w.]*) import (\([^)]*\)|.*)$", re.MULTILINE)

OVERRIDDEN: dict[Callable[..., object], str] = {
    _Instance.__init__: "5b6352d58264a97b",
    _Instance.activate: "a7fea99eea96ed18",
    _Instance._run_code: "78055698bee1c0d3",
    _Instance.get_serialization_context: "b4331d145cc44758",
    _Instance.get_external_store_context: "66d3ceaa5a824e05",
}
"""What ``wiring.sandbox`` does in its own way, with the digest of the SDK's source that it was
written for."""


@cache
def private_imports() -> frozenset[tuple[str, str]]:
    """Each distribution of which a private module or name is imported, and the file that does."""
    found = set()
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*.py"):
            for module, names in IMPORT.findall(path.read_text(encoding="utf-8")):
                package = module.partition(".")[0]
                if package not in FOLDERS and re.search(r"\b_[^_\W]", f"{module} {names}"):
                    found.add((package, path.relative_to(ROOT).as_posix()))
    return frozenset(found)


def test_only_these_files_use_private_names_of_a_dependency() -> None:
    assert private_imports() == {
        ("temporalio", "tests/conftest.py"),
        ("temporalio", "tests/test_private_names.py"),
        ("temporalio", "wiring/sandbox.py"),
    }


def test_a_dependency_whose_private_names_are_used_has_an_upper_bound() -> None:
    bounded = {
        re.split(r"[><=!\[]", each)[0] for each in PROJECT["project"]["dependencies"] if "<" in each
    }
    assert {package for package, _ in private_imports()} <= bounded


@pytest.mark.parametrize("method", OVERRIDDEN, ids=lambda method: method.__name__)
def test_the_sdk_is_still_what_the_sandbox_was_written_for(method: Callable[..., object]) -> None:
    source = inspect.getsource(method).encode()
    assert hashlib.sha256(source).hexdigest()[:16] == OVERRIDDEN[method], (
        "read the SDK's new code, adapt wiring/sandbox.py, then note the new digest here"
    )


async def run_of_a_conversation() -> _Instance:
    runner = shared_sandbox()
    details = WorkflowInstanceDetails(
        payload_converter_factory=DataConverter.default._new_payload_converter,
        failure_converter_class=DataConverter.default.failure_converter_class,
        interceptor_classes=[],
        defn=_Definition.must_from_class(Conversation),
        info=_fake_info,
        randomness_seed=0,
        extern_functions={},
        disable_eager_activity_execution=False,
        worker_level_failure_exception_types=[],
        patch_activation_callback=None,
        last_completion_result=Payloads(),
        last_failure=Failure(),
    )
    run = runner.create_instance(details)
    assert isinstance(run, _Instance)
    return run


def test_a_payload_has_the_context_that_the_sdk_would_look_up() -> None:
    run = asyncio.run(run_of_a_conversation())  # in a loop that the SDK may mark as a workflow's
    commands = (
        None,
        *(CommandInfo(command_type=kind, command_seq=1) for kind in CommandType.values()),
    )
    for command in commands:
        found = run.get_serialization_context(command)
        assert type(found).__name__ == WorkflowSerializationContext.__name__
        assert found == _Instance.get_serialization_context(run, command)
        stored = run.get_external_store_context(command)
        assert stored == _Instance.get_external_store_context(run, command)
