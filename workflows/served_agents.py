"""The agents that serve a conversation, and which of them can do what."""

from collections.abc import Sequence
from typing import TypeVar

from pydantic import BaseModel

from agents.contract import Agent
from agents.registry import agent_types
from domain.messages import Attachment
from workflows.shared import Session

Capability = TypeVar("Capability")


class ServedAgents:
    """Looked up by slug. Which agents are enabled may change with each message."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.known = agent_types()
        """All agents of this version, also those that are left out."""

    @property
    def served(self) -> dict[str, type[Agent[BaseModel]]]:
        """The enabled agents by slug: the channel's home agent first, then in their order."""
        limits, home = self._session.limits, self._home
        enabled = [slug for slug in limits.enabled or self.known if slug in self.known]
        return {slug: self.known[slug] for slug in sorted(enabled, key=lambda slug: slug != home)}

    @property
    def _home(self) -> str:
        return self._session.limits.home_agents.get(self._session.start.channel, "")

    @property
    def home(self) -> str:
        """Slug of the channel's home agent; empty where there is none that is enabled."""
        return self._home if self._home in self.served else ""

    def get(self, slug: str) -> type[Agent[BaseModel]] | None:
        return self.served.get(slug)

    def able(self, slug: str, capability: type[Capability]) -> type[Capability] | None:
        """Returns the enabled agent with this slug, if it declares the capability."""
        agent = self.served.get(slug)
        return agent if agent is not None and issubclass(agent, capability) else None

    def all_able(self, capability: type[Capability]) -> dict[str, type[Capability]]:
        """Returns the enabled agents that declare a capability, by slug."""
        found = {slug: self.able(slug, capability) for slug in self.served}
        return {slug: agent for slug, agent in found.items() if agent is not None}

    def takers(self, files: Sequence[Attachment]) -> list[type[Agent[BaseModel]]]:
        """Returns the agents whose cards accept all of these files; the first one gets them."""
        return [
            agent
            for agent in self.served.values()
            if all(file.kind in agent.card.accepts for file in files)
        ]
