"""The features of an agent: what can be asked of it beside its core, a folder each.

A feature has ``tools`` (what can be called; pure), ``recognise`` (rules: from words to a call),
``replies`` (what the conversation says of a call), ``activities`` (carries it out), ``notices``
(what goes with a write), ``store``, and ``words`` with its texts; it leaves out what it lacks. What
features share stands beside their folder: none imports another one. A feature is removed with its
folder and its name.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from agents.contract import Handler, HandlerDesk
from domain.commands import CommandForm
from domain.messages import ButtonPress, CallRequest
from domain.replies import Content
from domain.tools import Tool

Press = Callable[[ButtonPress], Handler]


class Features:
    """``package`` holds the folders; ``names`` are theirs, in the order in which features read
    words: one that takes almost any comes last.
    """

    def __init__(self, package: str, names: Sequence[str]) -> None:
        self.package, self.names = package, tuple(names)
        self.by_feature = cache(self._by_feature)
        """The modules of a name, by their features. Looked for once: each message asks."""

    @cached_property
    def tools(self) -> tuple[Tool, ...]:
        return tuple(tool for own in self.modules("tools") for tool in own.TOOLS)

    @property
    def commands(self) -> tuple[CommandForm, ...]:
        """Raises ``AttributeError`` where a feature's ``tools`` imports what needs its commands."""
        return tuple(
            form
            for own in self.modules("tools")
            if own.TOOLS
            for form in getattr(own, "COMMANDS", ())
        )

    @property
    def presses(self) -> Mapping[str, Press]:
        """By the action of a button: it ends in a call of a tool, a handler or a fixed reply."""
        called = {
            a: _calls(c) for own in self.each_of("replies", "PRESSES") for a, c in own.items()
        }
        told = {a: _says(c) for own in self.each_of("replies", "ANSWERS") for a, c in own.items()}
        handled = {a: h for own in self.each_of("replies", "HANDLERS") for a, h in own.items()}
        return called | handled | told

    @property
    def answers(self) -> Mapping[str, bool]:
        """The actions of buttons that a yes (True) or a no in words presses."""
        agreeing = {a: True for own in self.each_of("replies", "AGREEING") for a in own}
        refusing = {a: False for own in self.each_of("replies", "ANSWERS") for a in own}
        return agreeing | refusing

    def modules(self, name: str) -> tuple[ModuleType, ...]:
        """The modules of this name of all features that have one."""
        return tuple(self.by_feature(name).values())

    def each_of(self, name: str, attribute: str) -> tuple[Any, ...]:
        """Returns the ``attribute`` of every feature's module of this name that has one."""
        found = self.modules(name)
        return tuple(getattr(own, attribute) for own in found if hasattr(own, attribute))

    def _by_feature(self, name: str) -> Mapping[str, ModuleType]:
        places = {feature: f"{self.package}.{feature}.{name}" for feature in self.names}
        return {
            feature: import_module(place)
            for feature, place in places.items()
            if find_spec(place) is not None
        }


def _calls(wanted: Callable[[ButtonPress], CallRequest]) -> Press:
    return lambda press: lambda desk: desk.carry_out(wanted(press))


def _says(content: Content) -> Press:
    async def say(desk: HandlerDesk) -> None:
        desk.say(content)

    return lambda _press: say
