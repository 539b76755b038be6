"""Whose words a message is: which task it is for, before it is understood and after.

Data in, a task's id out. ``chat.ChatPart`` says what goes on; the callers only do what follows.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import dropwhile

from domain.conversation import OpenQuestion
from domain.messages import Message
from domain.naming import Naming
from domain.understanding import Act, ActKind
from language.yes_no import says_yes_or_no
from workflows.shared import readable, replied_task

TAKING_AWAY = frozenset({ActKind.CANCEL, ActKind.UNDO})
ABOUT_DONE_TASKS = frozenset({ActKind.DETAIL, ActKind.WHY})
CONCERNING_A_TASK = ABOUT_DONE_TASKS | {
    ActKind.DONT_KNOW,
    ActKind.AFFIRM,
    ActKind.DENY,
    ActKind.UNCLEAR,
}


@dataclass(frozen=True)
class GoingOn:
    """What of a chat decides whose words a message is: ids of tasks, None where there is none."""

    tasks: Collection[str]
    session: str | None = None
    """The newest that holds all words, or rests and listens."""
    holds_words: bool = False
    """The session takes words also while it works."""
    spoke_last: bool = False
    """What the person was told last is the session's, behind any question that is older."""
    offered: bool = False
    """The person was asked whether another agent is meant."""
    asking: str | None = None
    """Its question is put."""
    seen: str | None = None
    """Its question is one that the person has seen."""
    working: str | None = None
    """The newest that neither waits nor rests."""
    single: Mapping[str, str] = field(default_factory=dict)
    """By agent, the only task that it may have in a chat."""
    holding: Mapping[str, str] = field(default_factory=dict)
    """By agent, the newest task that holds all words."""


def whose_words(message: Message, on: GoingOn, act: Act | None = None) -> str | None:
    """Returns the task that a message is for.

    Before it is understood (no ``act``): the session that gets the words as they are, unless the
    message replies to something else, answers another task's question or is said to other people
    (of two questions it answers the newer one), or is a yes or no to the offer of another agent;
    None: it is to be understood. After: the task that the act names, which may be finished; else
    the one of its agent, the one that asks, the newest that works; None: nobody's, or a new one's.
    """
    if act is None:
        another = replied_task(message) not in {None, on.session} or not message.addressed
        # A task that holds all words gets the answers to its own question, and to what it said
        # behind another one.
        newest = on.seen == on.session or on.spoke_last
        own_question = on.seen is None or (on.holds_words and newest)
        answers_offer = on.offered and not on.spoke_last and says_yes_or_no(message.text)
        return on.session if own_question and not another and not answers_offer else None
    single = on.single.get(act.agent)
    if act.kind is ActKind.OPEN:
        return single or on.holding.get(act.agent)
    return act.task_id or single or on.asking or on.working


def named_by(message_names: Naming, on: GoingOn, act: Act) -> str | None:
    """Returns the task that an act names: one that its message names, and never another one
    instead.
    """
    if act.kind not in CONCERNING_A_TASK | TAKING_AWAY:
        return act.task_id
    about_done = act.kind in ABOUT_DONE_TASKS | TAKING_AWAY and act.task_id not in on.tasks
    # Else it is an answer that happens to hold a number.
    return message_names.meant(act.task_id) if message_names.card or about_done else act.task_id


def said_behind_opening(
    acts: Sequence[Act],
    batch: Sequence[Message],
    naming: Mapping[str, Naming],
    holding: Collection[str],
) -> list[Message]:
    """Returns the messages behind one that opens a task of an agent in ``holding``: such a task
    holds all words from then on.
    """
    opening = {
        act.message_ids[-1]
        for act in acts
        if act.kind is ActKind.OPEN and act.message_ids and act.agent in holding
    }
    after = list(dropwhile(lambda message: message.id not in opening, batch))[1:]
    return [m for m in after if not (readable(m) or naming[m.id].card)]


def could_answer(question: OpenQuestion | None, batch: Sequence[Message]) -> bool:
    """Whether the person had seen a question when they wrote. Channels tell whole seconds."""
    if question is None or question.shown_at is None:
        return False
    return min(message.sent_at for message in batch) >= question.shown_at.replace(microsecond=0)
