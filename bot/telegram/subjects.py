"""What a press is about, in the few bytes that a button has for it.

The press itself tells whose conversation it is, so a subject travels without it. A subject that
names a conversation in full would be somebody else's, and is refused in both directions.
"""

import base64
import re
from uuid import UUID

from bot.telegram.address import CHANNEL, Address

_CONVERSATION = "conversation:"
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_SHORT_UUID = re.compile(r"~([A-Za-z0-9_-]{22})")


def shortened(subject: str, address: Address) -> str:
    """Raises ``ValueError`` when this conversation's buttons cannot carry the subject."""
    carried = subject
    for mark, named in _prefixes(address):
        if subject.startswith(named):
            carried = mark + subject.removeprefix(named)
            break
    carried = _UUID.sub(lambda found: f"~{_packed(found[0])}", carried)
    if expanded(carried, address) != subject:
        raise ValueError("the subject cannot be carried")
    return carried


def expanded(carried: str, address: Address) -> str:
    """The inverse. Raises ``ValueError`` for what names another conversation."""
    spelled = _SHORT_UUID.sub(lambda found: _unpacked(found[1]), carried)
    for mark, named in _prefixes(address):
        if spelled.startswith(mark):
            return named + spelled.removeprefix(mark)
    if "/" in spelled or spelled.startswith((_CONVERSATION, f"{CHANNEL}:")):
        raise ValueError("the subject names a conversation")
    return spelled


def _prefixes(address: Address) -> tuple[tuple[str, str], ...]:
    """How tasks and questions, and how messages, name the conversation that they are of."""
    return (("/", f"{address.conversation}/"), (":", f"{CHANNEL}:{address.chat_id}:"))


def agent_of(subject: str, address: Address) -> str:
    """The slug of the agent whose task or question a subject names; empty for anything else."""
    inside = subject.removeprefix(f"{address.conversation}/")
    return "" if inside == subject else inside.partition("/")[0]


def _packed(uuid: str) -> str:
    return base64.urlsafe_b64encode(UUID(uuid).bytes).decode().rstrip("=")


def _unpacked(packed: str) -> str:
    return str(UUID(bytes=base64.urlsafe_b64decode(f"{packed}==")))
