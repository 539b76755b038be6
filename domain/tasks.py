"""A task as it crosses from the conversation to its agent and back."""

from datetime import date
from enum import StrEnum

from pydantic import JsonValue

from domain.messages import Attachment, ButtonPress, Frozen
from domain.understanding import Act, Person


class Outcome(StrEnum):
    """How a run of an agent ends. Only a task that is done can be corrected or undone later."""

    DONE = "done"
    RESTING = "resting"
    """It has nothing to do until something is said to it: then it is run again, from its state."""
    KEPT = "kept"
    """Kept as a draft, to be resumed."""
    DROPPED = "dropped"
    FAILED = "failed"


class Opening(Frozen):
    """What a task starts from: an act's details, a file, or both (a caption)."""

    task_id: str
    number: int
    details: JsonValue = None
    attachment: Attachment | None = None
    evidence: str = ""
    """The person's own words, shortened."""
    caption: str = ""
    """The words below the file, shortened; what they mean is told to the task by itself."""
    message_id: str = ""
    """The message that it was opened by, or what an album's messages have in common."""
    proposed: bool = False
    """Rules only guess that it is meant: the agent asks for a yes before it does anything."""
    likely: bool = False
    """Rules are not sure of it, but it is taken without a yes: no model was there to ask."""
    may_change: "Shown | None" = None
    """Another task of the same agent, which the words may be about: the person is asked."""
    begun: JsonValue = None
    """The agent's own state, where its first step was done with the reading (``FirstStep``)."""


class FirstStepRequest(Frozen):
    """An opening that may be carried out where its words are read."""

    opening: Opening
    person: Person
    conversation_id: str
    turn_number: int
    today: date
    """The person's own."""


class Injected(Frozen):
    """Something said to a task: an understood act, words that are its own, a pressed button or a
    further file; or that nobody is there any more.

    ``question`` is what the task was asking when it was said, by the agent's own name.
    """

    act: Act | None = None
    press: ButtonPress | None = None
    attachment: Attachment | None = None
    question: str | None = None
    text: str = ""
    """The person's own words: of an act as evidence, shortened; without one they are all there."""
    spoken: bool = False
    """The words were heard, not typed: numbers in them are as recognition wrote them."""
    message_id: str = ""
    """The message that said it; empty where several did, or nobody knows."""
    edits: str = ""
    """Id of the earlier message whose words these replace; empty for new ones."""
    hung_up: str = ""
    """Why the person is gone from the call, of which this tells and nothing else: ``caller``,
    ``silence``, ``limit`` or ``operator``."""


class Place(Frozen):
    """Where in a graph a task is, for programs that show it."""

    node: str = ""
    path: tuple[str, ...] = ()
    """The nodes in the order in which they were first reached."""
    version: str = ""
    """Of the graph."""


class Shown(Frozen):
    """A task as the person sees it: ``card`` is the agent's own model, as JSON."""

    task_id: str
    agent: str
    number: int = 0
    card: JsonValue = None


class DraftStatus(StrEnum):
    """Why a draft is kept. That it was resumed, only the database knows."""

    KEPT = "kept"
    EXPIRED = "expired"
    CANCELLED = "cancelled"


class KeepDraftRequest(Frozen):
    """Keeps an unfinished task so that it can be resumed later. Idempotent on ``task_id``.

    ``state`` is the agent's own state as JSON text; only that agent reads it.
    """

    user_id: str
    conversation_id: str
    task_id: str
    agent: str
    status: DraftStatus
    state: str


class ReopenDraftRequest(Frozen):
    """Takes a kept draft up again, once. Idempotent on ``request_id``: the request that resumed a
    draft gets its state again, any other gets none.
    """

    user_id: str
    conversation_id: str
    task_id: str
    request_id: str


class ReopenedDraft(Frozen):
    """``state`` is None when there is no draft to resume, or it was resumed before."""

    agent: str = ""
    state: str | None = None
