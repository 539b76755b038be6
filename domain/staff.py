"""The people behind an agent: what they are shown of a case, and what they do about it.

A case is a workflow of its own that an agent brings. Staff act on it through one Update,
``staff_act``, whichever channel they sit at; the id of the act is the id of the Update, so an act
that is sent twice happens once.
"""

from datetime import datetime

from pydantic import JsonValue

from domain.messages import Attachment, Frozen
from domain.replies import Choice, File

STAFF_ACT = "staff_act"
"""Name of the Update of every case."""
STAFF_ACT_KEPT = "staff_act_kept"
"""Name of the signal that brings an act which no worker took up in time: it waits with the case and
is done once, also where the Update comes through after all."""


class StaffMember(Frozen):
    """``id`` says where somebody comes from: ``telegram:7001``, ``cli:mia``."""

    id: str
    name: str


class StaffAct(Frozen):
    """One thing that a member of the staff does. Idempotent on ``id``."""

    id: str
    """The channel's own: ``telegram:{chat}:{update}``; a random one for the command line."""
    by: StaffMember
    at: datetime
    """UTC, as the channel knows it."""
    action: str
    """The agent's own: ``claim``, ``close``; ``SAY`` and ``EDIT`` below for what they write."""
    value: str = ""
    text: str = ""
    attachment: Attachment | None = None
    ref: str = ""
    """The channel's own id of the message that they wrote; an edit names the earlier one."""


SAY = "say"
"""They wrote something in the case's room. What it is, words for the customer or a note, is for
the agent to say."""
EDIT = "edit"
"""They changed what they wrote: ``ref`` is the message."""
LEFT = "left"
"""They are no member of the staff any more. Nobody presses that; it is sent to each case that they
may have."""


class StaffAnswer(Frozen):
    """What came of an act. ``topic`` and ``content`` are the agent's words for it, as of a reply;
    no words when what is posted says enough.
    """

    applied: bool
    kept: bool = False
    """Nobody took it up yet: it is done as soon as somebody does."""
    topic: str = ""
    content: JsonValue = None


class StaffPost(Frozen):
    """Something to be shown in the staff's chat. Idempotent on ``case`` and ``post``: the same
    again edits what stands there.
    """

    case: str
    """Id of the workflow that it belongs to."""
    post: str
    """Names the post within its case: ``card``, ``said/{message id}``."""
    title: str = ""
    """Of the case's room, at most 128 characters; it is renamed when this changes."""
    topic: str
    """Of the words, as of a reply."""
    content: JsonValue = None
    choices: tuple[Choice, ...] = ()
    files: tuple[File, ...] = ()
    owner: str = ""
    """Whose files they are: the user that they are stored for."""
    aloud: bool = False
    """In the staff's general room instead of the case's own, and with a sound."""
    answers: str = ""
    """Post that it answers, by its name in this case."""
    marks: str = ""
    """In place of words: an emoji set on the staff's own message ``ref``. Where the channel has no
    such mark, the nearest one."""
    ref: str = ""
    """The channel's own id of the message that ``marks`` is set on (``StaffAct.ref``)."""


class Posted(Frozen):
    """Where it stands. ``missing``: why it could not be shown, in the channel's own code
    (``no_rights``, ``no_topics`` where the general room was used instead); empty when it is there.
    """

    ref: str = ""
    missing: str = ""
    anew: bool = False
    """The case's room had been deleted and was made anew for this: what is to stand in it, besides
    this post, has to be posted again."""


class CloseRoom(Frozen):
    """Removes, with ``forget``, or else closes the room of a case. Idempotent."""

    case: str
    forget: bool = False
