"""How an agent introduces itself to the platform, to models and to menus."""

from domain.commands import CommandForm
from domain.messages import Frozen, MediaKind


class AgentCard(Frozen):
    """``slug`` is permanent: it stands in task ids, in histories and in the database."""

    slug: str
    title: str
    purpose: str
    """One sentence for the router prompt: what this agent is for."""
    examples: tuple[str, ...] = ()
    """Utterances that should be routed to it."""
    accepts: frozenset[MediaKind] = frozenset()
    """Kinds of files that open a task of it; of several agents the channel's home agent is asked
    first, then the order in which they are enabled."""
    commands: tuple[CommandForm, ...] = ()
    """Its own commands, answered in any state without a model."""
    queues: tuple[str, ...] = ()
    """Task queues of its own, beside the platform's: their activities need other limits."""
    listens: bool = False
    """Whether what is said while a task of it rests is that task's own, word for word (a session).
    Else it is understood like any message, and may be meant for the task."""
    holds_words: bool = False
    """Whether what is said while a task of it goes on, resting or at work, is that task's own, word
    for word and at once (a call), until the task lets go of the chat (``Desk.let_go``). Commands,
    buttons, replies to other cards and the question of another task that the person sees come
    first."""
    single: bool = False
    """Whether a chat has at most one task of it: whatever is asked of it goes to that one, resting
    or at work, instead of opening another. Such a task has no number."""
