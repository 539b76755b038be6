"""What became of the messages that a person may still edit."""

import hashlib
from collections.abc import Sequence

from pydantic import BaseModel, Field, JsonValue

from domain.bounded import keep_newest
from domain.messages import Frozen

MAX_SENT = 100
"""Messages remembered by their ``ref``. An edit of an older one is answered, never applied."""

_DIGEST_LENGTH = 16


class Told(Frozen):
    """What a message told of one task. ``details`` are None for a file or a bare answer."""

    task_id: str
    details: JsonValue = None
    context: bool = False
    """Said of an album: what may hold for each of its tasks holds for all."""
    file: bool = False
    """The message brought the file that the task is about: its words are a caption."""


class Sent(Frozen):
    """``told`` in the order in which the message told it; empty: nothing about a task."""

    digest: str = ""
    message_id: str = ""
    """Of the message as it was sent first."""
    told: tuple[Told, ...] = ()

    def says(self, text: str) -> bool:
        """Whether the message has this very text: channels report edits that change nothing."""
        return self.digest == _digest(text)


class SentMessages(BaseModel):
    """The last messages by ``ref``, oldest first, bounded by ``MAX_SENT``."""

    by_ref: dict[str, Sent] = Field(default_factory=dict)

    def of(self, ref: str) -> Sent | None:
        """What became of it; None when it is not known (any more)."""
        return self.by_ref.get(ref)

    def note(self, ref: str, text: str, message_id: str = "") -> None:
        """A message came, or its text was edited. One without a ``ref`` cannot be edited."""
        if not ref:
            return
        before = self.by_ref.get(ref, Sent(message_id=message_id))
        self.by_ref[ref] = before.model_copy(update={"digest": _digest(text)})
        keep_newest(self.by_ref, MAX_SENT)

    def tell(self, ref: str, told: Told) -> None:
        """A message turned out to be about a task; a later word about the same one replaces it."""
        sent = self.by_ref.get(ref)
        if sent is None:
            return
        known = {t.task_id: t for t in sent.told}
        before = known.get(told.task_id)
        if before is not None and before.file:
            told = told.model_copy(update={"file": True})
        known[told.task_id] = told
        self.by_ref[ref] = sent.model_copy(update={"told": tuple(known.values())})

    def also_about(self, task_id: str, others: Sequence[str]) -> None:
        """The file that a task is about turned out to show what others are about: words below it
        hold for each of them as far as they may.
        """
        for ref, sent in list(self.by_ref.items()):
            told = next((t for t in sent.told if t.file and t.task_id == task_id), None)
            if told is not None:
                for each in (task_id, *others):
                    shared = told.model_copy(update={"task_id": each, "context": True})
                    self.tell(ref, shared)


def _digest(text: str) -> str:
    words = " ".join(text.split())
    return hashlib.sha256(words.encode()).hexdigest()[:_DIGEST_LENGTH]
