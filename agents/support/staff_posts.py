"""What staff are shown of a ticket: one model for each topic. ``words.staff`` has the texts.

A post is named within its case, and the same name again edits what stands there: ``CARD`` is the
ticket's own, ``said(message)`` a message of the customer, and so on.
"""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import ClassVar

from agents.support.tickets import KbResult, TicketStatus, TicketType, Urgency
from domain.messages import ButtonPress, Frozen
from domain.replies import Choice, Content

CARD = "card"
"""The name of the post that shows the ticket itself."""


def said(message_id: str) -> str:
    """A message of the customer."""
    return f"said/{message_id}"


def did(message_id: str) -> str:
    """What they pressed, or meant by a message beside its words."""
    return f"did/{message_id}"


def answered(message_id: str) -> str:
    """What the bot answered to a message."""
    return f"answered/{message_id}"


def done(act_id: str) -> str:
    """What an act of a colleague came to: a note, an answer from the command line."""
    return f"act/{act_id}"


def held(act_id: str) -> str:
    """What waits to be sent, with [Undo]; afterwards what became of it."""
    return f"held/{act_id}"


class StaffAction(StrEnum):
    """What staff press or type. ``SAY``, ``EDIT`` and ``LEFT`` of the platform come beside these.

    ``NOTE`` carries text. ``REPLY`` does, too: words for the customer from where nobody writes in a
    room (the command line). ``URGENCY``: the value is the new one; none shows the choice of them.
    ``ASSIGN``: the value is ``id name`` of a member; none shows the choice of those known.
    ``UNDO``: the value is the id of the act that is taken back. ``MERGE``: the value is the id of
    the ticket in which this one is to go on.

    ``INCIDENT`` links the ticket to the incident that was offered, ``NO_INCIDENT`` refuses that,
    ``UNLINK`` takes it out again. ``ALL`` carries words, as its text or its value, for every
    customer of the incident; ``CLOSE_ALL`` and ``REOPEN_ALL`` are for all its tickets.
    """

    CLAIM = "claim"
    TAKE_OVER = "take_over"
    ASSIGN = "assign"
    URGENCY = "urgency"
    SUGGESTION = "suggestion"
    REPLY = "reply"
    NOTE = "note"
    WAIT = "wait"
    BACK = "back"
    CLOSE = "close"
    REOPEN = "reopen"
    MERGE = "merge"
    DRAFT = "draft"
    UNDO = "undo"
    INCIDENT = "incident"
    NO_INCIDENT = "no_incident"
    UNLINK = "unlink"
    ALL = "all"
    CLOSE_ALL = "close_all"
    REOPEN_ALL = "reopen_all"


def button(action: StaffAction, case: str, value: str = "", label: str = "") -> Choice:
    """A button under a post of a case."""
    return Choice(press=ButtonPress(action=action, subject=case, value=value), label=label)


def buttons(case: str, actions: Sequence[StaffAction]) -> tuple[Choice, ...]:
    return tuple(button(action, case) for action in actions)


class CaseCard(Content):
    """The ticket. ``flags`` and ``earlier`` as ``CaseStart`` has them."""

    topic: ClassVar[str] = "support.staff_card"
    ticket_id: str
    customer_id: str
    number: int = 0
    status: TicketStatus = TicketStatus.OPEN
    plan: str = ""
    vip: bool = False
    flags: tuple[str, ...] = ()
    earlier: tuple[str, ...] = ()
    language: str = ""
    type: TicketType | None = None
    urgency: Urgency | None = None
    why: str = ""
    """Reasoning of supervisor or specialist, as it was found."""
    summary: str = ""
    """What the customer wants, in the working language where that could be had."""
    articles: tuple[KbResult, ...] = ()
    suggested: str = ""
    """The suggested response, in the customer's language."""
    opened_at: datetime | None = None
    first_due: datetime | None = None
    """None once somebody answered."""
    resolve_due: datetime | None = None
    """None while its clock stands still, and once it is over."""
    assignee: str = ""
    """Name; empty for nobody."""
    incident: str = ""


class CustomerPost(Content):
    """What the customer wrote, below the name of the post. Files go with the post."""

    topic: ClassVar[str] = "support.staff_said"
    text: str = ""
    translated: str = ""
    """In the working language; empty where it is that already, or nobody could translate."""
    language: str = ""
    edited: bool = False
    file: str = ""
    """What kind of file came with it: image, pdf, audio, other; empty for none."""


class BotWords(Content):
    """What the bot answered while nobody had the ticket."""

    topic: ClassVar[str] = "support.staff_bot"
    text: str


class CustomerDid(Content):
    """Something other than words. ``what``: solved, not_solved, wants_person, withdrawn."""

    topic: ClassVar[str] = "support.staff_did"
    what: str


class Held(Content):
    """Words that are sent after ``seconds``. [Undo]"""

    topic: ClassVar[str] = "support.staff_held"
    author: str
    text: str = ""
    seconds: int


class WordsSent(Content):
    """What a colleague's words came to. ``translated`` is what the customer reads, when that is not
    what was written. ``what``: sent, undone, failed; ``gone``: the customer blocked the bot.
    """

    topic: ClassVar[str] = "support.staff_sent"
    author: str
    what: str = "sent"
    text: str = ""
    translated: str = ""
    gone: bool = False
    reason: str = ""
    """Why it could not be translated: it goes out as written. When it failed: what is wrong with
    its file."""


class Note(Content):
    """For colleagues only. ``stranger``: who wrote it does not have the ticket. [Take over]"""

    topic: ClassVar[str] = "support.staff_note"
    author: str
    text: str = ""
    assignee: str = ""


class Changed(Content):
    """Somebody did something about the ticket. ``what``: claimed, taken_over, assigned, urgency,
    waiting, back, closed, reopened, returned (silent for too long), left (no member any more),
    reminded, closed_unanswered, merged (``value``: into which ticket), merged_from; linked and
    unlinked (``value``: the incident), reached (``value``: how many tickets of it).
    """

    topic: ClassVar[str] = "support.staff_changed"
    what: str
    by: str = ""
    """Name; empty when nobody did, but a clock."""
    value: str = ""
    """The new assignee's name, the new urgency, the other ticket, or the incident."""


class IncidentOffered(Content):
    """Several customers tell of the same. [Make it an incident] [No], or with ``is_open`` [Link it]
    [No]. ``subject``: how the customer of this ticket tells it.
    """

    topic: ClassVar[str] = "support.staff_incident"
    ticket_id: str
    incident: str
    is_open: bool = False
    customers: int
    since: datetime | None = None
    subject: str = ""
    answer: str = ""
    """yes or no; empty while it is open to answer."""
    by: str = ""
    """Who answered."""


class ListedTicket(Frozen):
    """A line of the list. ``at``: since when it is there."""

    ticket_id: str
    customer_id: str
    subject: str = ""
    status: TicketStatus
    urgency: Urgency
    assignee: str = ""
    at: datetime
    due: datetime | None = None
    overdue: bool = False


class TicketList(Content):
    """Answers ``/tickets``."""

    topic: ClassVar[str] = "support.staff_list"
    tickets: tuple[ListedTicket, ...] = ()


class DraftOffered(Content):
    """Staff solved what no article answers. [Draft an article]"""

    topic: ClassVar[str] = "support.staff_draft_offered"


class DraftShown(Content):
    """The draft of an article; nobody is answered from it before it is published."""

    topic: ClassVar[str] = "support.staff_draft"
    draft: str
    title: str
    text: str


class ClockRanOut(Content):
    """``clock``: first, resolution or silence. ``breached`` False is the warning before it.
    ``again``: how often it was said before. ``oncall`` are names (``@mia``) to be called.
    """

    topic: ClassVar[str] = "support.staff_clock"
    ticket_id: str
    clock: str
    breached: bool
    due: datetime | None = None
    urgency: Urgency | None = None
    assignee: str = ""
    again: int = 0
    oncall: tuple[str, ...] = ()


class RatingCame(Content):
    """``low``: under 3."""

    topic: ClassVar[str] = "support.staff_rating"
    ticket_id: str
    score: int
    comment: str = ""
    low: bool = False
    assignee: str = ""


class ChooseOne(Content):
    """Which urgency, or which colleague? ``what``: urgency or assign; buttons follow."""

    topic: ClassVar[str] = "support.staff_choose"
    what: str


class ActAnswered(Content):
    """A ``StaffAnswer``'s words: what came of an act. ``what``: done (as ``action`` says), taken
    (``name`` has it), not_yours, closed, not_closed, too_late, unknown, no_suggestion, nobody,
    choose, empty, forgotten, already, merged (``value``: where it goes on), merge_which, or
    ``merge_`` and why a ticket cannot go on in the ticket ``value``; draft_open, draft_nothing;
    no_offer and no_incident, where there is none.
    """

    topic: ClassVar[str] = "support.staff_answer"
    what: str
    action: str = ""
    name: str = ""
    value: str = ""
