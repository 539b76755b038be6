"""What this agent can be asked for beside recording and changing: a folder each, a line each.

A feature has ``tools`` (what can be called; pure), ``recognise`` (rules: from words to a call; with
``is_named``, no message that names the feature is saved unasked as an expense),
``handler`` (what the conversation says of a call), ``activities`` (carries it out), ``notices``
(what goes with a write to the ledger), ``store``, and ``words`` with its texts; it leaves out what
it lacks. What features share stands beside this
folder: none imports another one. A feature is removed with its folder and its line.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from domain.commands import CommandForm
from domain.tools import Tool

FEATURES: tuple[str, ...] = (
    "budgets",
    "imports",
    "export",
    "reports",
    "rates",
    "recurring",
    "debts",
    "splits",
    "sweeps",
    "history",
)
"""In the order in which they read words: a search takes almost any, and comes last."""


@cache
def tools_of_features() -> tuple[Tool, ...]:
    return tuple(tool for own in modules("tools") for tool in own.TOOLS)


def commands_of_features() -> tuple[CommandForm, ...]:
    """Raises ``AttributeError`` where ``tools`` of a feature imports what needs its commands."""
    return tuple(
        form for own in modules("tools") if own.TOOLS for form in getattr(own, "COMMANDS", ())
    )


def modules(name: str) -> tuple[ModuleType, ...]:
    """The modules of this name of all features that have one."""
    return tuple(modules_by_feature(name).values())


def each_of(name: str, attribute: str) -> tuple[Any, ...]:
    """What the modules of this name have as ``attribute``, of all features that have it."""
    return tuple(getattr(own, attribute) for own in modules(name) if hasattr(own, attribute))


@cache
def modules_by_feature(name: str) -> Mapping[str, ModuleType]:
    """As ``modules``, by the feature's name. Looked for once: each message and each save asks."""
    places = {feature: f"{__name__}.{feature}.{name}" for feature in FEATURES}
    return {
        feature: import_module(place)
        for feature, place in places.items()
        if find_spec(place) is not None
    }
