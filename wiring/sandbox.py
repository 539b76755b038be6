"""The sandbox of workflows: what it may share with the process, and that is little."""

import threading
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import cast

from temporalio.bridge.proto.workflow_activation import WorkflowActivation, WorkflowActivationJob
from temporalio.bridge.proto.workflow_completion import WorkflowActivationCompletion
from temporalio.converter import SerializationContext
from temporalio.converter._extstore import StorageDriverStoreContext
from temporalio.worker import WorkflowInstance, WorkflowInstanceDetails, WorkflowRunner
from temporalio.worker._command_aware_visitor import CommandInfo
from temporalio.worker.workflow_sandbox import SandboxedWorkflowRunner, SandboxRestrictions
from temporalio.worker.workflow_sandbox._importer import Importer
from temporalio.worker.workflow_sandbox._in_sandbox import InSandbox
from temporalio.worker.workflow_sandbox._restrictions import RestrictionContext
from temporalio.worker.workflow_sandbox._runner import _Instance
from temporalio.workflow import SandboxImportNotificationPolicy

from agents.packages import PACKAGES
from agents.registry import workflows_of

_PURE = (
    "domain",
    "agents.capabilities",
    "agents.contract",
    "agents.desk",
    "agents.features",
    "agents.handler_desk",
    "agents.packages",
    "agents.tool_user",
    "pydantic",
    "pydantic_core",
    "annotated_types",
)
"""Models and rules without a clock, a file or a network: import contracts prove it for domain."""

_IN_THE_SANDBOX = frozenset({"workflow", "cases", "features"})
"""The files of an agent that run inside, beside those of its own workflows; every other one is
pure, or never imported there."""


def sandbox() -> SandboxedWorkflowRunner:
    """Workflow files are imported apart from the process, with clocks and the like refused."""
    passed = {*_PURE, *(module for package in PACKAGES.values() for module in _pure_of(package))}
    # Agents are found by name when the first conversation of a worker begins: that is no mistake.
    restrictions = SandboxRestrictions.default.with_import_notification_policy(
        SandboxImportNotificationPolicy.SILENT
    ).with_passthrough_modules(*sorted(passed))
    return _ImportingOnce(restrictions=restrictions)


def _pure_of(package: str) -> set[str]:
    """Of features each module by itself: what passes takes all with it that is inside."""
    spec = find_spec(package)
    places = spec.submodule_search_locations if spec is not None else None
    modules = {
        ".".join((package, *path.relative_to(place).with_suffix("").parts))
        for place in places or ()
        for path in (*Path(place).iterdir(), *Path(place).glob("features/*/*"))
        if path.stem.isidentifier() and path.stem not in _IN_THE_SANDBOX
    }
    return modules - {kind.__module__ for kind in workflows_of(PACKAGES)}


class _ImportingOnce(SandboxedWorkflowRunner):
    """The SDK's sandbox, but workflow files are imported once a worker and not for each run.

    The SDK's own way costs some 40 ms of processor time for each new conversation and each one that
    left the cache (docs/adr/0032). What it guards against beside clocks and the like is state of
    modules that runs share: ours have none. A test reads a clock in each workflow module.
    """

    def create_instance(self, det: WorkflowInstanceDetails) -> WorkflowInstance:
        importers = _importers_of(self)
        module = det.defn.cls.__module__
        if module not in importers:  # once, while the worker is made
            importers[module] = Importer(
                self.restrictions, _OfThisThread(), workflow_module_name=module
            )
        return _Run(det, self.runner_class, importers[module])


def _importers_of(runner: _ImportingOnce) -> dict[str, Importer]:
    """The importers of a runner, which the SDK made immutable, by workflow module."""
    kept: dict[str, Importer] = runner.__dict__.setdefault("_importers", {})
    return kept


class _Run(_Instance):
    """One run of a workflow on modules that are imported already."""

    def __init__(
        self,
        instance_details: WorkflowInstanceDetails,
        runner_class: type[WorkflowRunner],
        importer: Importer,
    ) -> None:
        # As in the SDK, but for the importer.
        self.instance_details = instance_details
        self.runner_class = runner_class
        self.importer = importer
        self._current_thread_id = None
        self.globals_and_locals = {"__file__": "workflow_sandbox.py"}
        self._create_instance()

    def activate(self, act: WorkflowActivation) -> WorkflowActivationCompletion:
        """Updates come behind the results that are told with them.

        The SDK lets them come first. A worker that takes a run up may be told of a result and of
        the update behind it at once, although the run heard of them one after the other the first
        time, and every later replay tells them so. The update would do something else than
        history says, and the run would be stuck for good (docs/adr/0071).

        A run that ends with the results hears of no update: the server gives it to the next run.
        """
        updates = [job for job in act.jobs if job.HasField("do_update")]
        if not updates or not any(map(_is_result, act.jobs)):
            return super().activate(act)
        others = [job for job in act.jobs if not job.HasField("do_update")]
        completion = super().activate(_of(act, others))
        if completion.HasField("successful") and not _ends_the_run(completion):
            later = super().activate(_of(act, updates))
            if not later.HasField("successful"):
                return later
            completion.successful.commands.extend(later.successful.commands)
        return completion

    def get_serialization_context(
        self, command_info: CommandInfo | None
    ) -> SerializationContext | None:
        """Looks up whose payload is encoded or decoded. No code of a workflow runs.

        The SDK compiles and runs a piece of source inside the sandbox to make this call, several
        times for each payload: a quarter of a worker's time (docs/upstream/).
        """
        return self._inside.get_serialization_context(command_info)

    def get_external_store_context(
        self, command_info: CommandInfo | None
    ) -> StorageDriverStoreContext:
        """Looks up for which workflow a payload is stored, in the same way."""
        return self._inside.get_external_store_context(command_info)

    @property
    def _inside(self) -> InSandbox:
        """The instance inside the sandbox, made by ``_create_instance``."""
        return cast("InSandbox", self.globals_and_locals["__temporal_in_sandbox"])


def _of(act: WorkflowActivation, jobs: Iterable[WorkflowActivationJob]) -> WorkflowActivation:
    part = WorkflowActivation()
    part.CopyFrom(act)
    del part.jobs[:]
    part.jobs.extend(jobs)
    return part


def _is_result(job: WorkflowActivationJob) -> bool:
    """Of what the run asked for: an activity, a timer, another workflow."""
    variant = job.WhichOneof("variant") or ""
    return variant == "fire_timer" or variant.startswith("resolve_")


_ENDS = (
    "complete_workflow_execution",
    "fail_workflow_execution",
    "cancel_workflow_execution",
    "continue_as_new_workflow_execution",
)


def _ends_the_run(completion: WorkflowActivationCompletion) -> bool:
    return any(each.WhichOneof("variant") in _ENDS for each in completion.successful.commands)


class _OfThisThread(RestrictionContext):
    """Whether workflow code runs now: each thread runs one workflow at a time."""

    def __init__(self) -> None:
        self._here = threading.local()

    @property
    def is_runtime(self) -> bool:
        return getattr(self._here, "is_runtime", False)

    @is_runtime.setter
    def is_runtime(self, value: bool) -> None:
        self._here.is_runtime = value

    @property
    def in_activation(self) -> bool:
        return getattr(self._here, "in_activation", False)

    @in_activation.setter
    def in_activation(self, value: bool) -> None:
        self._here.in_activation = value
