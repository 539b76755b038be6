"""A workflow that lets each module of the workflows read what a workflow must not read."""

import importlib
from types import FunctionType, ModuleType
from typing import Any

from temporalio import workflow

MUST_NOT = {
    "wall_clock": "probed_time.time()",
    "monotonic_clock": "probed_time.monotonic()",
    "date_of_today": "probed_datetime.datetime.now()",
    "chance": "probed_random.random()",
}
"""What the appended functions read, by their names."""

OWN_PACKAGES = frozenset({"workflows", "agents"})


def appended() -> str:
    """Source that is put behind each module: imports at its top level, as a real one has."""
    imports = ["time", "datetime", "random"]
    lines = [f"import {name} as probed_{name}" for name in imports]
    lines += [f"def probe_{name}():\n    return {call}" for name, call in MUST_NOT.items()]
    return "\n\n".join(["", *lines, ""])


@workflow.defn(name="clock-probe")
class ClockProbe:
    """Runs in the sandbox of production. The answer: by module, what became of each reading."""

    @workflow.run
    async def run(self, entries: list[str], modules: list[str]) -> dict[str, dict[str, str]]:
        """``entries`` are imported first, as by a worker: what they pass through stays so."""
        used = _used([vars(importlib.import_module(name)) for name in entries])
        return {name: _readings(used.get(name) or [_imported(name)]) for name in modules}


Namespace = dict[str, Any]


def _used(entries: list[Namespace]) -> dict[str, list[Namespace]]:
    """The modules that are used from these on, as the functions in them see them.

    ``sys.modules`` does not tell: a module that another one brought along is not in the sandbox's,
    and importing it by name would load a copy that no workflow uses.
    """
    found: dict[int, Namespace] = {}
    waiting = list(entries)
    while waiting:
        namespace = waiting.pop()
        own = str(namespace.get("__name__", "")).split(".")[0] in OWN_PACKAGES
        if own and id(namespace) not in found:
            found[id(namespace)] = namespace
            waiting += [used for value in list(namespace.values()) for used in _behind(value)]
    by_name: dict[str, list[Namespace]] = {}
    for namespace in found.values():
        by_name.setdefault(namespace["__name__"], []).append(namespace)
    return by_name


def _behind(value: object) -> list[Namespace]:
    """The namespaces in which a function, or a class's methods, were written."""
    if isinstance(value, ModuleType):
        return [vars(value)]
    written = [*vars(value).values()] if isinstance(value, type) else [value]
    plain = [getattr(part, "__func__", getattr(part, "fget", part)) for part in written]
    return [part.__globals__ for part in plain if isinstance(part, FunctionType)]


def _imported(name: str) -> Namespace:
    """Of a module in which nothing is written that another one uses."""
    return vars(importlib.import_module(name))


def _readings(used: list[Namespace]) -> dict[str, str]:
    """The worst of each, should a module be there twice."""
    return {what: max(_reading(namespace, what) for namespace in used) for what in MUST_NOT}


def _reading(namespace: Namespace, what: str) -> str:
    probe = namespace.get(f"probe_{what}")
    if probe is None:
        return "passed through: the sandbox did not import this module"
    try:
        probe()
    except Exception as error:  # noqa: BLE001 - what the sandbox says is the answer
        return type(error).__name__
    return "read"
