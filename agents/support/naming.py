"""Names of tickets and of their messages. Pure: the same always has the same name."""

import hashlib
import re

from domain.messages import Message

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LENGTH = 8

TICKET_ID = re.compile(r"\bTKT-[0-9A-Z]{8}\b", re.IGNORECASE)
NUMBER = re.compile(r"(?<![\w#])#(\d{1,9})\b")
_SPOKEN_NUMBER = re.compile(r"\b(?:ticket|tiket|tique)\W+(?:\w{2,7}\W+)?(\d{1,9})\b", re.IGNORECASE)


def ticket_id(task_id: str, attempt: int = 0) -> str:
    """``TKT-`` and eight of ``[0-9A-Z]``: a hash of the task's id. ``attempt`` counts up where
    another ticket of the customer has the id already.
    """
    named = f"{task_id}/{attempt}" if attempt else task_id
    return f"TKT-{_drawn(named)}"


def incident_id(customer_id: str, ticket_id: str) -> str:
    """What an incident is called that the opening of a ticket brings up; it does not name the
    ticket.
    """
    return f"INC-{_drawn(f'{customer_id}:{ticket_id}/incident')}"


def _drawn(named: str) -> str:
    number = int.from_bytes(hashlib.sha256(named.encode()).digest()[:16])
    drawn = []
    for _ in range(_LENGTH):
        number, digit = divmod(number, len(_DIGITS))
        drawn.append(_DIGITS[digit])
    return "".join(drawn)


def message_id(message: Message) -> str:
    """What a message is called in its ticket: an edit has the name of what it replaces, where the
    channel knows that.
    """
    ref = message.edits or message.ref
    place, _, _ = message.id.rpartition(":")
    return f"{place}:ref:{ref}" if ref and place else message.id


def message_key(name: str) -> str:
    """A message's id in the few bytes that a button has."""
    return hashlib.sha256(name.encode()).hexdigest()[:8]


def article_id(customer_id: str, ticket_id: str) -> str:
    """What an article is called that is drafted from a ticket; it does not name the ticket."""
    return f"kb_{hashlib.sha256(f'{customer_id}:{ticket_id}'.encode()).hexdigest()[:16]}"


def numbered(named: str) -> int:
    """The number in ``#4``; 0 for anything else."""
    found = re.fullmatch(r"#(\d{1,9})", named.strip())
    return int(found[1]) if found else 0


def ticket_in(text: str) -> str:
    """The ticket that words about a ticket name: ``TKT-…``, or ``#4`` for "ticket 4"."""
    if ticket := TICKET_ID.search(text):
        return ticket[0].upper()
    number = NUMBER.search(text) or _SPOKEN_NUMBER.search(text)
    return f"#{number[1]}" if number else ""
