"""What the agent can say: one model for each topic. ``words`` has the texts.

What is said in a call comes from its graph: ``CallWords`` carries it as it is.
"""

from collections.abc import Sequence
from typing import ClassVar

from agents.service_calls.card import CallCard
from agents.service_calls.exchange import CallEnd
from domain.replies import Content, Placement


class CallWords(Content):
    """The finished words of a turn, in the customer's language: data. Choices choose, or answer."""

    topic: ClassVar[str] = "service_calls.told"
    texts: tuple[str, ...]
    at_node: str = ""
    """Where in the graph it was said: the last node of the turn."""
    goodbye: bool = False
    """The call is hung up when it was heard."""

    @property
    def node(self) -> str:
        return self.at_node

    @property
    def heard_out(self) -> bool:
        return self.goodbye


class CallOver(Content):
    """Behind everything else that is said in a call. Choices rate."""

    topic: ClassVar[str] = "service_calls.call_ended"
    placement: ClassVar[Placement] = Placement.ASIDE
    hangup_status: str = "success"
    """``success`` or ``failed``."""
    outcome: CallEnd | None = None
    at_node: str = ""
    spoken: bool = False
    """The person was on the line."""
    language: str = ""
    """That of the call; empty: the person's own."""

    @property
    def node(self) -> str:
        return self.at_node

    @property
    def hung_up(self) -> str:
        return self.hangup_status


class ThanksForRating(Content):
    topic: ClassVar[str] = "service_calls.rated"
    placement: ClassVar[Placement] = Placement.ASIDE
    rating: str
    """``up`` or ``down``."""


class CancelledCall(Content):
    """The call was cancelled. ``tasks`` are the numbers of what it had created, which goes on.
    ``unconfirmed``: of something that was under way, nobody knows. Choices undo.
    """

    topic: ClassVar[str] = "service_calls.cancelled"
    card: CallCard
    tasks: tuple[str, ...] = ()
    unconfirmed: bool = False


class Undone(Content):
    """These tasks are cancelled, and the times that were booked for them free."""

    topic: ClassVar[str] = "service_calls.undone"
    placement: ClassVar[Placement] = Placement.ASIDE
    tasks: tuple[str, ...]


class NotUndone(Content):
    """The tasks could not be cancelled now. Choices undo."""

    topic: ClassVar[str] = "service_calls.not_undone"
    placement: ClassVar[Placement] = Placement.ASIDE
    tasks: tuple[str, ...]


class StillInCall(Content):
    """A call was asked for while one goes on: it goes on with what was asked last."""

    topic: ClassVar[str] = "service_calls.still_in_call"
    placement: ClassVar[Placement] = Placement.ASIDE
    card: CallCard


class PhotoNoted(Content):
    """That there is a photo goes into the description of the task."""

    topic: ClassVar[str] = "service_calls.photo_noted"
    placement: ClassVar[Placement] = Placement.ASIDE
    language: str = ""
    """That of the call; empty: the person's own."""


CONTENTS: Sequence[type[Content]] = (
    CallWords, CallOver, ThanksForRating, CancelledCall, Undone, NotUndone, StillInCall,
    PhotoNoted,
)  # fmt: skip
"""Every topic of this agent; a test finds one without words."""
