"""The agents, one module per slug, and the tuple that registers them."""

from pydantic import BaseModel

from workflows.agents.contract import Agent
from workflows.agents.transaction import TransactionAgent

AGENTS: tuple[type[Agent[BaseModel]], ...] = (TransactionAgent,)  # type: ignore[assignment]
"""Every agent of this deployment; the first one takes photos."""
