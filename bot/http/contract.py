"""What the parts of the HTTP channel tell each other: sessions, events, answers, refusals.

Names of fields in JSON are those of ``docs/http.md``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.buttons import Ends
from domain.channel_events import ChannelSession
from domain.messages import Frozen, ProgramCall


class ChoiceView(Frozen):
    """A button: pressing it sends the last three as they are."""

    label: str
    action: str
    subject: str
    value: str = ""
    ends: Ends = Ends.NONE
    """Which buttons of this reply are of no use after a press on it."""
    short: str = ""
    """What stands on it where its card says the rest; empty: the label."""


class FileView(Frozen):
    """A file that goes with a reply, under the person's name for it."""

    name: str
    mime_type: str
    url: str
    """A path of this server."""


class BlockView(Frozen):
    """A part of a reply: a paragraph, which has only ``text``, or a card."""

    text: str = ""
    number: int = 0
    title: str = ""
    amount: str = ""
    lines: tuple[str, ...] = ()
    choices: tuple[ChoiceView, ...] = ()


class PanelView(Frozen):
    """What stays in sight beside the chat. A later one with the same ``key`` takes its place; one
    without cards clears it.
    """

    key: str
    title: str
    summary: str
    """All of it in one line."""
    cards: tuple[BlockView, ...] = ()
    total: str = ""
    choices: tuple[ChoiceView, ...] = ()


class ReplyView(Frozen):
    """A reply in words."""

    id: str
    text: str
    node: str | None = None
    """The place in an agent's graph that it comes from, where the agent has one."""
    choices: tuple[ChoiceView, ...] = ()
    files: tuple[FileView, ...] = ()
    blocks: tuple[BlockView, ...] = ()
    """The text as paragraphs and cards, where it is more than one paragraph."""
    panel: PanelView | None = None
    question: str | None = None
    """Id of the question that it asks."""
    rateable: bool = False
    """The person can be asked whether it helped."""
    replaces: str | None = None
    """Id of the earlier reply that it stands in the place of."""
    heard_out: bool = False
    """It is the goodbye of a call, which goes on until it was heard."""
    hangup_status: str | None = None
    """How hanging up went, of what tells that a call is over: shown, never read aloud."""


class HeardView(Frozen):
    """A message of the person. ``digest`` tells another content under the same id."""

    message_id: str
    """The client's own, or made here."""
    text: str = ""
    files: tuple[str, ...] = ()
    """Kinds of what came with it."""
    spoken: bool = False
    called: bool = False
    """It is no words but a call of a tool, whose name is the text."""
    digest: str = ""
    """Hex SHA-256; never shown."""


SETTLED = "/settled"
"""End of the key of an event that tells that a message is dealt with."""


class Settled(Frozen):
    """``state`` is the conversation's own word (``idle``, ``waiting``, ``closed``)."""

    message_id: str
    state: str
    questions: tuple[str, ...] | None = None
    """Ids of the questions that are open; None where nobody knows."""

    @property
    def key(self) -> str:
        """Of its event in the log, where it stands once."""
        return f"{self.message_id}{SETTLED}"


class HungUp(Frozen):
    """``reason``: completed, silence, caller, limit, operator, transferred or unanswered."""

    call_id: str
    reason: str
    hangup_status: str | None = None


class HttpCaller(Frozen):
    """Who makes a request, as ``clients`` found out. ``user_id`` is None for a key that names no
    user: then each session is a person of its own.
    """

    name: str
    """How logs and limits call it: the name of a key, or ``page``."""
    user_id: str | None
    operator: bool = False


@dataclass(frozen=True)
class NewMessage:
    """What somebody wants to say: one of text, files and press, text may go with files."""

    text: str = ""
    contents: tuple[bytes, ...] = field(default=(), repr=False)
    """Files, in the order of the request."""
    press: tuple[str, str, str] | None = None
    """Action, subject and value of a button."""
    call: ProgramCall | None = None
    """A tool that is called."""
    message_id: str = ""
    """The client's; empty: one is made."""
    spoken: bool = False
    live: bool = False
    """It came in a live call; what is spoken counts as that, too."""
    reply_to: str | None = None


@dataclass(frozen=True)
class TakenMessage:
    """A message that was handed over, now or by an earlier request with the same id."""

    session: ChannelSession
    message_id: str
    """The client's or the one made here; the conversation's own is ``http:{session}:{this}``."""
    after: int
    """Events behind this ``seq`` belong to its answer."""
    again: bool = False


class AnswerView(Frozen):
    """What a message came to. ``done`` is False when there may be more: then it is a 202."""

    session_id: str
    message_id: str
    replies: tuple[ReplyView, ...] = ()
    state: str
    """``working`` while not done."""
    current_node: str | None = None
    call_ended: bool = False
    hangup_status: str | None = None
    cursor: int
    """``seq`` of the last event that this answer knows."""
    done: bool = True


class RequestRefused(Exception):  # noqa: N818 - it is an answer, not a fault
    """A request that gets an error's body. ``message`` is for the caller, in their language, and is
    made from ``code`` where words are: ``http.error.{code}`` with ``values``.
    """

    def __init__(
        self,
        status: int,
        code: str,
        *,
        retryable: bool = False,
        retry_after: float | None = None,
        values: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(f"{status} {code}")
        self.status = status
        self.code = code
        self.retryable = retryable
        self.retry_after = retry_after
        """Seconds."""
        self.values = dict(values or {})


class SlowReaderError(Exception):
    """A reader took in so little of what came that it is let go; it may come back and resume."""
