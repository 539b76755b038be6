"""How an agent introduces itself to the router and to menus."""

from domain.messages import Frozen


class AgentCard(Frozen):
    """``slug`` is permanent: it stands in task ids, in history and in the database."""

    slug: str
    title: str
    purpose: str
    """One sentence for the router prompt: what this agent is for."""
    examples: tuple[str, ...]
    """Utterances that should be routed to it."""
