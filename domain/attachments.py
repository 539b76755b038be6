"""What is asked for when a task needs the bytes of a file."""

from domain.messages import Attachment, Frozen
from domain.understanding import Person


class FetchRequest(Frozen):
    """Fetches a file from the channel for this person, who owns it from then on."""

    person: Person
    attachment: Attachment
