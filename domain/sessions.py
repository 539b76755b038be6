"""Ids of chats that a person opens as many of as they like: who may speak in one stands in its id.

A session id is a UUID of version 8 (RFC 9562: its content is the maker's own). Its first half is
random, its second half a digest of the first and of the person's id. So whoever has both ids can
tell that they belong together, without a table and in a workflow as well.
"""

import re
from hashlib import sha256

_HALF = 8
_WRITTEN = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_VERSION, _VARIANT = 8, 0b10


def session_for(user_id: str, random: bytes) -> str:
    """The id of a new session of this person. ``random`` are 8 bytes that nobody can guess.

    Raises ``ValueError`` for another number of bytes.
    """
    if len(random) != _HALF:
        raise ValueError(f"{_HALF} bytes are needed, not {len(random)}")
    head = random[:6] + bytes([_VERSION << 4 | random[6] & 0x0F, random[7]])
    tail = sha256(head + user_id.encode()).digest()[:_HALF]
    digits = (head + bytes([_VARIANT << 6 | tail[0] & 0x3F]) + tail[1:]).hex()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def is_session_of(user_id: str, session_id: str) -> bool:
    """Whether this session was made for this person. False for what is no session id at all."""
    if not _WRITTEN.fullmatch(session_id):
        return False
    head = bytes.fromhex(session_id.replace("-", ""))[:_HALF]
    return session_for(user_id, head) == session_id
