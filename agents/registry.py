"""Loads what the agents of this tree bring, by their slugs; the platform names none of them."""

from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from pydantic import BaseModel

from agents.contract import Agent
from agents.packages import PACKAGES
from domain.conversation_tools import PLATFORM_TOOLS
from domain.tools import Tool
from domain.transfers import Transfer


def part(slug: str, name: str) -> ModuleType:
    """Returns a module of an agent: ``workflow``, ``words``, ``bind``. Raises ``ImportError``."""
    return import_module(f"{PACKAGES[slug]}.{name}")


def optional_part(slug: str, name: str) -> ModuleType | None:
    """As ``part``; returns None when the agent has no such module."""
    if find_spec(f"{PACKAGES[slug]}.{name}") is None:
        return None
    return part(slug, name)


def queues_of(slugs: Iterable[str]) -> tuple[str, ...]:
    """Returns the task queues that these agents have of their own."""
    return tuple(queue for slug in slugs for queue in part(slug, "card").CARD.queues)


def vocabulary_of(slugs: Iterable[str]) -> tuple[str, ...]:
    """Words of these agents that offline speech recognition would otherwise hear as more common
    ones: ``VOCABULARY`` of their module ``words``. No amounts: it would repeat them.
    """
    own = (getattr(part(slug, "words"), "VOCABULARY", ()) for slug in slugs)
    return tuple(word for words in own for word in words)


def command_of_calls(slug: str) -> str | None:
    """Returns the command that begins a call with an agent; None for one without calls."""
    card = part(slug, "card").CARD
    return f"/{card.commands[0].name}" if card.holds_words and card.commands else None


def transfers_of(slugs: Iterable[str]) -> Callable[[str, str], Transfer | None]:
    """Finds out of words whether they are for a person instead of an agent: by ``find_transfer`` of
    the agents' modules ``transfers``. An emergency that one of them sees is one.
    """
    modules = (optional_part(slug, "transfers") for slug in slugs)
    finders = [module.find_transfer for module in modules if module is not None]

    def find_transfer(text: str, locale: str) -> Transfer | None:
        found = {finder(text, locale) for finder in finders}
        return next((each for each in Transfer if each in found), None)

    return find_transfer


def tools_of(slugs: Iterable[str]) -> dict[str, tuple[str, Tool]]:
    """Returns the tools that programs may call, with the slug of their agent, by the tool's name:
    those of these agents, and the platform's own, whose slug is empty.
    """
    modules = ((slug, optional_part(slug, "tools")) for slug in slugs)
    own = {
        tool.name: (slug, tool)
        for slug, module in modules
        for tool in getattr(module, "offered_tools", tuple)()
    }
    return {tool.name: ("", tool) for tool in PLATFORM_TOOLS} | own


def workflows_of(slugs: Iterable[str]) -> tuple[type, ...]:
    """Returns the workflows that these agents bring themselves: ``WORKFLOWS`` of their module
    ``cases``.

    Those of an agent that is left out run on: people may still have a case of it.
    """
    modules = (optional_part(slug, "cases") for slug in slugs)
    return tuple(kind for module in modules if module is not None for kind in module.WORKFLOWS)


def agent_types() -> dict[str, type[Agent[BaseModel]]]:
    """Returns the workflow part of every agent, by slug."""
    return {slug: part(slug, "workflow").AGENT for slug in PACKAGES}
