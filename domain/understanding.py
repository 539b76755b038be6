"""What a message means: the questions put to an understanding engine, and its typed answers.

The platform routes envelopes (``Act``, ``TaskView``); what they carry belongs to the agent, which
checks it on arrival. An engine (rules or a model) proposes; the agents' rules dispose. One call
understands every message that is still open, so that "coffee 15" followed by "I mean 25 not 15"
is one task with 25.
"""

from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from itertools import takewhile
from typing import Annotated

from pydantic import Field, JsonValue

from domain.agents import AgentCard
from domain.history import Entry, Speaker
from domain.messages import ButtonPress, CallRequest, Frozen
from domain.money import Currency
from domain.usage import Budget

Confidence = Annotated[float, Field(ge=0.0, le=1.0)]
"""How likely a value is right: 0 is a guess, 1 is certain."""


RULES_ENGINE = "rules"
"""The name of rules as an engine."""


class Person(Frozen):
    """Who is speaking, as far as understanding needs it."""

    user_id: str
    locale: str = "en_MY"
    """A Babel locale identifier: how this person writes numbers and dates."""
    currency: Currency = "MYR"
    """Used where a text names none."""
    timezone: str = "Asia/Kuala_Lumpur"
    """IANA zone: what "today" means."""


class ActKind(StrEnum):
    """What an act does. ``OPEN`` asks an agent for something new; the group from ``DETAIL`` on
    concerns a task; ``CANCEL`` and ``UNDO`` may or may not name one.
    """

    OPEN = "open"
    """Something new for ``agent``: a task, or an answer without one (``DirectAnswers.handler``)."""
    GENERAL = "general"
    """Anything else said to Steward: greetings, questions, small talk, refusals."""
    CANCEL = "cancel"
    """Drop what is going on ("actually ignore that")."""
    UNDO = "undo"
    """Take back the last thing done or changed."""

    DETAIL = "detail"
    """Adds to or changes what is known of a task, open or done; ``details`` has only that."""
    DONT_KNOW = "dont_know"
    """Cannot answer the open question."""
    AFFIRM = "affirm"
    DENY = "deny"
    UNCLEAR = "unclear"
    """Meant as an answer to the open question, but not understood ("banana" for a number)."""
    WHY = "why"
    """Asks where something that a card shows came from."""
    RESTORE = "restore"
    """Bring back what was taken back or deleted; without a task, the last one of that."""
    SET = "set"
    """Set the person's currency, language or time zone: ``details`` are a ``WantedPreference``."""


class Act(Frozen):
    """One thing that the messages do. A message may hold several; several may make one."""

    kind: ActKind
    agent: str = ""
    """Slug of the agent whose ``details`` these are; empty when there are none."""
    task_id: str | None = None
    """The task that it concerns, one of those offered; None lets the conversation choose. Of an
    ``OPEN`` that is proposed, the task that it may change instead."""
    details: JsonValue = None
    """What the act carries for its agent: that agent's own model, as JSON. Of an undo, the change
    that is to be taken back, as the agent's own buttons name it; None for the last one.
    """
    call: CallRequest | None = None
    """A tool of ``agent`` that is to be called; then there are no details. Of ``GENERAL``, it
    answers better than small talk would."""
    press: ButtonPress | None = None
    """Of ``OPEN``, the button of ``agent`` that the words press in place of a finger: a yes or a no
    to what the last reply asked with buttons alone."""
    message_ids: tuple[str, ...] = ()
    """The messages that this act was understood from."""
    sure: bool = False
    """Rules are sure of it: no model needs to be asked."""
    likely: bool = False
    """Rules are not sure of it, but it is likelier meant than anything else: without a model it is
    carried out at once."""
    proposed: bool = False
    """Rules are not sure of it and no model was asked: what it opens waits for the person's yes."""
    enters: bool = False
    """The person is asked first whether it is meant: its agent has nothing to do with the chat
    yet, or was not shown last and would change what it has done.
    """
    agreed: bool = False
    """The person said yes to it when its words were quoted: people may be called at once."""
    explicit: bool = False
    """It names its agent's business in so many words, or something that the agent has in hand."""
    say: str = ""
    """Of ``GENERAL``, a model's own words to the person."""
    answers: bool = False
    """The person asked more than what the call's result says by itself: a model words the answer
    from the result."""
    reason: str = ""
    """Why the engine thinks so, for the operator: at most one sentence."""


class Said(Frozen):
    """A message that is to be understood."""

    message_id: str
    text: str
    sent_at: datetime
    reply_to_task: str | None = None
    """The task whose card or question the person replied to; ``naming.UNKNOWN_TASK`` when nobody
    knows (any more) which one that was."""
    edited: bool = False
    """It replaces what the person said of that task (or of several) before: nothing new."""
    spoken: bool = False
    """It was heard, not typed: "sixteen fifty" may stand in it as 1650."""
    caption: bool = False
    """It stands below a picture or file: ``OPEN`` tells more about that one, ``DETAIL`` says that
    something on it is otherwise."""
    claims_file: bool = False
    """It stands below a file that nobody has yet: the agent that is sure of the words gets both.
    Most files are for whoever takes such, whatever stands below."""


CONFIRM = "confirm"
"""The question of every agent before what cannot be taken back (``Desk.confirm``)."""


class TaskPhase(StrEnum):
    WORKING = "working"
    WAITING = "waiting"
    RESTING = "resting"
    """A session between two messages."""
    DONE = "done"


class TaskView(Frozen):
    """A task as shown to an engine: what is going on and what is known so far."""

    task_id: str
    agent: str
    phase: TaskPhase
    number: int = 0
    """What the person calls it: "#3"; 0 when it has no number."""
    title: str = ""
    activity: str = ""
    """What it does right now, in plain words ("reading a photo")."""
    question: str | None = None
    """The question that it has open or queued: the agent's own name of it."""
    known: JsonValue = None
    """The agent's own details of what is known."""
    choices: tuple[str, ...] = ()
    """Values offered as buttons with the open question."""


class NextTask(Frozen):
    """The task that the words may open. It is carried out where they are read, if its agent has
    such a step and nothing is in doubt.
    """

    conversation_id: str
    task_ids: dict[str, str]
    """By agent: those that may begin it."""
    number: int
    turn_number: int
    today: date
    """The person's own."""
    evidence: str = ""
    """The words, as they are kept."""


class UnderstandRequest(Frozen):
    """``said`` in the order in which it was sent; ``tasks`` newest last.

    ``open_question`` is the id of the task whose question the person sees now, if any.
    """

    person: Person
    said: Annotated[tuple[Said, ...], Field(min_length=1)]
    tasks: tuple[TaskView, ...] = ()
    dropped: tuple[TaskView, ...] = ()
    """The last ones that were cancelled or not wanted, newest last: they can be asked for anew."""
    deleted: tuple[TaskView, ...] = ()
    """Finished ones that were taken back, newest last: they can be brought back."""
    open_question: str | None = None
    history: tuple[Entry, ...] = ()
    summary: str = ""
    agents: tuple[AgentCard, ...] = ()
    home: str = ""
    """Slug of the agent that the channel is home to, if there is one: its rules may be sure of
    whatever no task waits for."""
    offered: str = ""
    """Slug of the agent that the person was just asked about (``Act.enters``)."""
    settings: str = ""
    """Digest of those that the conversation decides by."""
    next_task: NextTask | None = None
    """None where the words only are to be read."""
    looked_up: dict[str, JsonValue] = Field(default_factory=dict)
    """What agents' rules need to know of the person's rows. The activity that reads the words looks
    it up; workflows do not carry it."""

    @property
    def shown_last(self) -> Entry | None:
        """The newest reply, but for the open question that was put again behind it."""
        replies = (e for e in reversed(self.history) if e.speaker is Speaker.STEWARD)
        asked = self.open_question
        return next((e for e in replies if asked is None or e.task_id != asked), None)

    @property
    def newest_answers(self) -> tuple[Entry, ...]:
        """The replies directly before the messages that are read. None while the one to an earlier
        message is not known to be shown: who answers at once may have seen it all the same.
        """
        before = list(self.history)
        for _ in self.said:
            if before and before[-1].speaker is Speaker.PERSON:
                before.pop()
        newest = takewhile(lambda entry: entry.speaker is Speaker.STEWARD, reversed(before))
        return tuple(newest)

    def has_other_business(self, task_id: str) -> bool:
        """Whether a task other than this one is worked on, or has a question: a bare yes may be
        meant for it.
        """
        others = (t for t in self.tasks if t.task_id != task_id and t.phase is not TaskPhase.DONE)
        return any(t.phase is TaskPhase.WORKING or t.question is not None for t in others)


class EngineAnswer(Frozen):
    """Any answer of an engine."""

    degraded: bool | None = None
    """True: a configured model did not answer, so rules did. False: the model is up.
    None: no model was needed."""
    used_up: Budget | None = None
    """Set when a limit for the day kept the models out, so that rules answered."""
    cost: Decimal | None = None
    """US dollars for the calls of models behind it, with those that failed before one answered;
    None where no model was asked or a price is not known."""


class BegunTask(Frozen):
    """The first step of a task, which was taken where its words were read."""

    task_id: str
    state: JsonValue = None
    """Its agent's, to go on from; None where it is not known what came of the step: it is taken
    again, by the task."""


class Understood(EngineAnswer):
    """``engine`` names who understood."""

    acts: Annotated[tuple[Act, ...], Field(min_length=1)]
    engine: str
    settled: bool = True
    """False when rules are not sure and a model may be asked instead."""
    enabled: tuple[str, ...] | None = None
    """Slugs of the agents that the answering worker serves, in their order; None when it does not
    say."""
    limits: JsonValue = None
    """Today's ``Limits``, as JSON, where the conversation has others."""
    begun: BegunTask | None = None
    """Of the only act, which opens a task."""
    speaks: str = ""
    """The language, ISO 639-1, that the messages are clearly in, where it is not the person's."""


class ReadResult(Frozen):
    """The result of a call of a tool that reads."""

    call: CallRequest
    value: JsonValue = None


class ConverseRequest(Frozen):
    """Asks for a reply to something that concerns no agent."""

    person: Person
    said: Said
    tasks: tuple[TaskView, ...] = ()
    history: tuple[Entry, ...] = ()
    summary: str = ""
    agents: tuple[AgentCard, ...] = ()
    results: tuple[ReadResult, ...] = ()
    """What calls of tools gave that the person's words asked for: the answer is worded from it."""


class Topic(StrEnum):
    """What an engine without free speech can still answer; the channel has the words."""

    GREETING = "greeting"
    THANKS = "thanks"
    NOTED = "noted"
    """"ok", "I see": nothing is wanted."""
    CAPABILITIES = "capabilities"
    HOW_ARE_YOU = "how_are_you"
    GOODBYE = "goodbye"
    REMARK = "remark"
    """A remark that asks for nothing, tells no amount and orders nothing."""
    JOKE = "joke"
    """Asks for one."""
    UPSET = "upset"
    """Scolds: something went wrong, or nothing is wanted."""
    REFUSAL = "refusal"
    """Asked for what Steward never does: others' data, its own instructions."""
    NO_FREE_CHAT = "no_free_chat"


class Conversed(EngineAnswer):
    """Either the model's own ``text`` or, from rules, a ``topic`` that the channel words.

    ``settled`` is False when rules only have ``NO_FREE_CHAT`` to say and a model may know better.
    """

    text: str = ""
    calculations: tuple[str, ...] = ()
    """How figures of the text follow from what is known: "650 + 40 - 200"."""
    topic: Topic | None = None
    settled: bool = True


class SummariseRequest(Frozen):
    person: Person
    entries: tuple[Entry, ...]
    previous: str = ""


class Summarised(EngineAnswer):
    summary: str
    """At most 1,000 characters; replaces the previous summary."""
