"""What an agent brings so that its staff can work in a room of a channel.

``agents/<slug>/staffed.py`` has ``bind(database) -> Staffed | None``; None where no room is
configured. It is called in the process that holds the channel. ``staff_chat() -> int | None``, of
the same module, names the room without a database.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bot.texts.speech import TopicWords
from domain.staff import StaffAnswer, StaffMember

ROOM = ""
"""Name of the post that stands for a case's room itself: its topic and its title."""


@dataclass(frozen=True)
class Standing:
    """A post where it stands. ``topic`` None: in the general room. ``message`` is None for
    ``ROOM``.
    """

    case: str
    post: str
    chat: int
    topic: int | None = None
    message: int | None = None
    title: str = ""


class StaffPosts(Protocol):
    """Which post stands where. Every method may raise ``StorageUnavailableError``."""

    async def find(self, case: str, post: str) -> Standing | None: ...

    async def of(self, case: str) -> Sequence[Standing]:
        """All of a case, the room among them."""

    async def at(self, chat: int, message: int) -> Standing | None:
        """The post that this message is."""

    async def case_in(self, chat: int, topic: int) -> str | None:
        """The case whose room a topic is."""

    async def remember(self, standing: Standing) -> None:
        """Idempotent on case and post; the newest place counts."""

    async def forget(self, case: str) -> None:
        """All of a case, as its room is gone. Idempotent."""

    async def held_by(self, member: StaffMember) -> Sequence[str]:
        """The open cases that this member may have, by their ids."""


@dataclass(frozen=True)
class Staffed:
    """The staff of one agent. ``members`` are Telegram ids; none: every member of the chat."""

    slug: str
    chat: int
    members: frozenset[int]
    locale: str
    """Of the words that staff read."""
    posts: StaffPosts
    words: Mapping[str, TopicWords]
    """Of posts and answers, by topic. Buttons without a label are ``{slug}.staff.button.{action}``
    in the agent's texts, with ``.{value}`` behind it where there is such a text."""
    commands: Mapping[str, str] = field(default_factory=dict)
    """Commands that staff write in the room of a case, without the slash, each with the action of
    its act. What follows the command is the act's value."""
    lists: Mapping[str, Callable[[str, StaffMember], Awaitable[StaffAnswer]]] = field(
        default_factory=dict
    )
    """Commands that staff write anywhere in the chat, each with what answers it: from what follows
    the command and who wrote it."""
