"""The recent part of a conversation, kept in workflow state as context for engines."""

from datetime import datetime
from enum import StrEnum
from itertools import takewhile

from pydantic import BaseModel, Field

from domain.messages import ButtonPress, Frozen

MAX_ENTRY_LENGTH = 500
"""Characters of one message kept as context; the full text is in the transcript."""


class Speaker(StrEnum):
    PERSON = "person"
    STEWARD = "steward"


class Entry(Frozen):
    """One message or reply. ``text`` is shortened to ``MAX_ENTRY_LENGTH``; ``at`` is UTC."""

    speaker: Speaker
    text: str
    at: datetime
    agent: str = ""
    """Of a reply, the slug in front of its topic: its agent's, or the conversation's own; empty
    where it is not known any more."""
    task_id: str | None = None
    """Of a reply, the task that it is about."""
    presses: tuple[ButtonPress, ...] = ()
    """Of a reply, what its buttons press."""

    def is_of(self, text: str) -> bool:
        """Whether it is this text, as it is kept."""
        return self.text == _shorten(text)

    def is_said_after(self, moment: datetime) -> bool:
        """Whether the person wrote it later than then."""
        return self.speaker is Speaker.PERSON and self.at > moment


class Interrupted(Frozen):
    """A reply that was read aloud and broken off: its whole text, and what of it was heard."""

    text: str
    heard: str = ""


class History(BaseModel):
    """The last entries in order, oldest first, and a summary of everything before them.

    Engines get both. ``limit`` entries are kept at least, and fewer than twice as many: they are
    folded in batches, since each summary may cost a call of a model.
    """

    entries: list[Entry] = Field(default_factory=list)
    summary: str = ""

    def append(  # noqa: PLR0913 - what an entry has
        self,
        speaker: Speaker,
        text: str,
        at: datetime,
        *,
        agent: str = "",
        task_id: str | None = None,
        presses: tuple[ButtonPress, ...] = (),
        behind: Entry | None = None,
    ) -> None:
        """Adds one message or reply; text beyond ``MAX_ENTRY_LENGTH`` is cut with an ellipsis.

        That a reply was shown may be known only after the person has written again: it stands
        before what they wrote later, but always behind ``behind``. Clocks may differ, so what it
        answers must be named.
        """
        entry = Entry(
            speaker=speaker,
            text=_shorten(text),
            at=at,
            agent=agent,
            task_id=task_id,
            presses=presses,
        )
        place = len(self.entries)
        if behind is not None:
            late = takewhile(lambda e: e is not behind and e.is_said_after(at), self.entries[::-1])
            place -= sum(1 for _ in late)
        self.entries.insert(place, entry)

    def break_off(self, reply: Interrupted) -> None:
        """The last reply of these words counts as said as far as it was heard, so that engines do
        not rely on what nobody knows. Nothing happens when it is not there (any more).
        """
        whole = _shorten(reply.text)
        for place, entry in reversed(list(enumerate(self.entries))):
            if entry.speaker is Speaker.STEWARD and entry.text == whole:
                heard = f"{reply.heard} [interrupted; the rest was not heard]".strip()
                self.entries[place] = entry.model_copy(update={"text": _shorten(heard)})
                return

    def recent(self, limit: int) -> tuple[Entry, ...]:
        """The last ``limit`` entries, oldest first."""
        return tuple(self.entries[-limit:])

    def overflow(self, limit: int) -> tuple[Entry, ...]:
        """What a summary should take over, once twice ``limit`` entries have gathered."""
        return tuple(self.entries[:-limit]) if len(self.entries) >= 2 * limit else ()

    def folded(self, count: int, summary: str) -> None:
        """Replaces the first ``count`` entries by ``summary``."""
        del self.entries[:count]
        self.summary = summary


def _shorten(text: str) -> str:
    return text if len(text) <= MAX_ENTRY_LENGTH else text[: MAX_ENTRY_LENGTH - 1] + "…"
