"""Words for what the conversation itself says; of agents' tasks it asks the agents for words."""

import json
from collections.abc import Sequence

from bot.texts import cards
from bot.texts.cards import with_agents
from bot.texts.formats import Formats, plain_line, shown
from bot.texts.reasons import reason
from bot.texts.speech import Wording, Words, table
from domain.messages import MAX_TEXT_LENGTH
from domain.replies import Choice, Content
from domain.topics import (
    OPEN,
    AskRemoteCall,
    AskToEnter,
    Cancelled,
    CancelledTooLate,
    ClosedByOperator,
    Degraded,
    Empty,
    Expired,
    Failed,
    GeneralAnswer,
    GeneralTopic,
    Help,
    KeptForLater,
    NoDraft,
    Noted,
    NotEntered,
    NotFound,
    NothingToCancel,
    NothingToUndo,
    NotOffered,
    NotReversible,
    PressAction,
    Resumed,
    StaleButton,
    Start,
    Status,
    TaskLine,
    TooLong,
    TooMany,
    Unrecorded,
    Unworded,
    WhichOne,
)
from domain.understanding import Topic

FEW_QUESTIONS = 2
"""Of more, ``/status`` only names their tasks."""

MANY = 5
"""Tasks that were dropped are shown as cards up to so many; more are a list."""

MAX_QUOTE = 80
"""Characters of the person's own words that are repeated to them."""


def plain(content: Content, formats: Formats) -> Wording:
    """The topic's own text, and nothing else."""
    return Wording(lead=formats.catalogue.text(content.topic))


def beside(content: Content, formats: Formats) -> Wording:
    """As ``plain``, for what answers no open question."""
    return Wording(lead=formats.catalogue.text(content.topic), beside=True)


def not_found(content: NotFound, formats: Formats) -> Wording:
    words, key = formats.catalogue, content.topic
    if content.number:
        lead = words.text(f"{key}.number", number=str(content.number))
    else:
        lead = words.text(f"{key}.replied" if content.replied else key)
    return Wording(lead=lead, beside=True)


def not_reversible(content: NotReversible, formats: Formats) -> Wording:
    words, key = formats.catalogue, content.topic
    number = str(content.number)
    lead = words.text(f"{key}.number", number=number) if content.number else words.text(key)
    return Wording(lead=lead, beside=True)


def start(content: Start, formats: Formats) -> Wording:
    """Who Steward is, and what can be said first. Other agents are one line."""
    lead = with_agents(content.topic, formats)
    others = formats.listed(cards.told("also", formats)[1:])
    more = formats.catalogue.text(f"{content.topic}.others", others=others) if others else ""
    return Wording(lead=lead, tail=(more,), buttons=cards.examples(formats))


def help_(content: Help, formats: Formats) -> Wording:
    """How one thing is done where the person asks for that; else all that can be done, then the
    open question, next to where its answer is written.
    """
    words = formats.catalogue
    if wanted := cards.home_text(f"howto.{content.wanted}", formats):
        return Wording(lead=wanted)
    tail = (
        cards.home_text("help", formats),
        *cards.told("brief", formats)[1:],
        words.text(f"{content.topic}.more"),
    )
    return Wording(lead=words.text(content.topic), tail=(*tail, *_question_help(content, formats)))


def _question_help(content: Help, formats: Formats) -> tuple[str, ...]:
    """What the open question wants; at least that it is open."""
    about = content.about
    if about is None:
        return ()
    texts = cards.texts_of(about.agent)
    own = texts.cards.help(content.question, about.card, formats) if texts else None
    if own is None:
        return (formats.catalogue.text(f"{content.topic}.asked"),)
    return (own.lead, *own.tail)


def status(content: Status, formats: Formats) -> Wording:
    """What is going on, what is missing, what is awaited and until when."""
    words = formats.catalogue
    tail, told = _many_in_a_line(content.tasks, formats)
    for task in content.tasks:
        if task not in told and (line := cards.line(task, formats)):
            tail.append(line)
            tail.extend(f"   {detail}" for detail in _task_details(task, formats))
    if content.expires_at and content.tasks:
        when = formats.moment(content.expires_at.isoformat())
        tail.append(words.text("status.expires", when=when))
    if content.outage:
        tail.append(words.text("status.storage_down"))
    if content.drafts:
        tail.append(words.text("status.drafts"))
        tail.extend(cards.line(draft, formats) for draft in content.drafts)
    return Wording(lead=_status_lead(content, formats), tail=tuple(tail))


def _many_in_a_line(
    tasks: Sequence[TaskLine], formats: Formats
) -> tuple[list[str], Sequence[TaskLine]]:
    """Several photos that are read, and many tasks with questions, by a line each; the second are
    the tasks that these tell of.
    """
    words, lines, told = formats.catalogue, list[str](), list[TaskLine]()
    unread = [task for task in tasks if task.unread]
    asking = [task for task in tasks if task.asks and task.number]
    if len(unread) > 1:
        lines.append(words.count("status.reading", len(unread)))
        told += unread
    if len(asking) > FEW_QUESTIONS:
        named = formats.listed([f"#{task.number}" for task in asking])
        lines.append(words.text("status.asking", tasks=named))
        told += asking
    return lines, told


def _status_lead(content: Status, formats: Formats) -> str:
    words = formats.catalogue
    if content.state in {"working", OPEN}:
        return words.text(f"status.{content.state}")
    if content.state != "waiting":
        return words.text("status.idle")
    keys = (f"{content.agent}.waits.{content.waiting_for}", f"status.what.{content.waiting_for}")
    if not any(map(words.has, keys)):
        return words.text("status.waiting")
    what = words.first(*keys)
    if content.since:
        since = formats.moment(content.since.isoformat())
        return words.text("status.waiting.since", what=what, since=since)
    return words.text("status.waiting.for", what=what)


def _task_details(task: TaskLine, formats: Formats) -> list[str]:
    words, details = formats.catalogue, []
    if task.doing:
        details.append(cards.doing_now(task.agent, task.doing, formats))
    doubtful = [field for field in task.missing if cards.has(task, field)]
    absent = [field for field in task.missing if field not in doubtful]
    for key, fields in (("status.missing", absent), ("status.doubtful", doubtful)):
        if fields:
            labels = ", ".join(cards.field_label(task.agent, field, formats) for field in fields)
            details.append(words.text(key, fields=labels))
    if task.queued:
        details.append(words.text("status.turn"))
    return details


def cancelled(content: Cancelled, formats: Formats) -> Wording:
    """Names what was dropped: the drafts as cards, and words that were not understood yet."""
    words, key, tail = formats.catalogue, content.topic, []
    if content.by == "operator":
        key += ".operator"
    elif content.tasks:
        key += ".dropped.many" if len(content.tasks) > 1 else ".dropped"
    elif content.unread:
        key += ".stopped"
    unread = words.count("conversation.cancelled.unread", content.unread) if content.unread else ""
    if unread and not key.endswith(".stopped"):
        tail.append(unread)
    tail.extend(_dropped(content.texts, formats))
    if stated := shown(content.reason):
        tail.append(words.text("conversation.cancelled.reason", reason=stated))
    tail.extend(_still_working(content, formats))
    lead = words.text(key, n=str(len(content.tasks)), unread=unread)
    if len(content.tasks) > MANY:
        lines = (cards.line(task, formats) for task in content.tasks)
        return Wording(lead=lead, tail=(*lines, *tail))
    views = cards.views(content.tasks, formats)
    return Wording(lead=lead, cards=views, tail=tuple(tail))


def closed(content: ClosedByOperator, formats: Formats) -> Wording:
    key = content.topic + (".dropped" if content.tasks or content.texts else "")
    views = cards.views(content.tasks, formats)
    tail = tuple(_dropped(content.texts, formats))
    return Wording(lead=formats.catalogue.text(key), cards=views, tail=tail)


def _dropped(texts: Sequence[str], formats: Formats) -> list[str]:
    """The person's words that were dropped, each by itself: nothing goes without being named."""
    named = (shown(text, MAX_QUOTE) for text in texts)
    return [formats.catalogue.text("conversation.cancelled.text", text=n) for n in named if n]


def kept_for_later(content: KeptForLater, formats: Formats) -> Wording:
    lines = tuple(cards.line(task, formats) for task in content.tasks)
    lead = formats.catalogue.count(content.topic, len(lines))
    number = str(content.tasks[0].number) if content.tasks else ""
    resume = formats.catalogue.text(f"{content.topic}.resume", number=number)
    return Wording(lead=lead, tail=(*lines, resume))


def too_late(content: CancelledTooLate, formats: Formats) -> Wording:
    key = f"{content.topic}.unchanged" if content.unchanged else content.topic
    view = cards.view(content.task, formats)
    return Wording(
        lead=formats.catalogue.text(key), cards=(view,), tail=_still_working(content, formats)
    )


def _still_working(content: Cancelled | CancelledTooLate, formats: Formats) -> tuple[str, ...]:
    if not content.working:
        return ()
    return (formats.catalogue.count("conversation.cancelled.working", content.working),)


def resumed(content: Resumed, formats: Formats) -> Wording:
    view = cards.view(content.task, formats)
    return Wording(lead=formats.catalogue.text(content.topic), cards=(view,))


def unrecorded(content: Unrecorded, formats: Formats) -> Wording:
    return Wording(lead=formats.catalogue.text(content.topic, limit=str(content.limit)))


def kept(content: Expired | NotOffered, formats: Formats) -> Wording:
    key = content.topic + (".many" if len(content.tasks) > 1 else "")
    views = cards.views(content.tasks, formats)
    return Wording(lead=formats.catalogue.text(key), cards=views)


def which_one(content: WhichOne, formats: Formats) -> Wording:
    words, tasks = formats.catalogue, content.tasks
    if not tasks:
        return Wording(lead=words.text(f"{content.topic}.none"), beside=True)
    number = str(tasks[0].number)
    lead = words.text(f"{content.topic}.{content.wanted}", number=number)
    return Wording(lead=lead, tail=tuple(cards.line(task, formats) for task in tasks), beside=True)


def numbered(choice: Choice, content: WhichOne, formats: Formats) -> str:
    """``Undo #2``."""
    task = next((t for t in content.tasks if t.task_id == choice.press.subject), None)
    if task is None:
        return ""
    button = formats.catalogue.text(f"button.{choice.press.action}")
    return formats.catalogue.text("button.for", button=button, name=f"#{task.number}")


def which_draft(
    choice: Choice, content: Expired | KeptForLater | NotOffered | Status, formats: Formats
) -> str:
    """``Resume lunch``: several drafts have a button each."""
    drafts = content.drafts if isinstance(content, Status) else content.tasks
    task = next((t for t in drafts if t.task_id == choice.press.subject), None)
    if choice.press.action != PressAction.RESUME or task is None:
        return ""
    button = formats.catalogue.text(f"button.{PressAction.RESUME}")
    return formats.catalogue.text("button.for", button=button, name=cards.name(task, formats))


def noted(content: Noted, formats: Formats) -> Wording:
    """What must wait until it is asked about: one in a sentence, several as lines."""
    lines = [cards.line(task, formats) for task in content.tasks]
    if not content.first and len(lines) == 1:
        key = f"{content.topic}.later" if content.later else content.topic
        return Wording(lead=formats.catalogue.text(key, line=lines[0]))
    key = f"{content.topic}.first" if content.first else f"{content.topic}.more"
    return Wording(lead=formats.catalogue.count(key, len(lines)), tail=tuple(lines))


def failed(content: Failed, formats: Formats) -> Wording:
    """The reason in the words of the error that caused it, else the topic's general text."""
    why = reason(formats.catalogue, content.code, content.reason)
    key = content.topic if why else f"{content.topic}.bare"
    views = cards.views(content.tasks, formats)
    return Wording(lead=formats.catalogue.text(key, reason=why), cards=views)


def too_many(content: TooMany, formats: Formats) -> Wording:
    keys = (f"{content.topic}.{content.what}", content.topic)
    lead = formats.catalogue.first(*keys, limit=str(content.limit))
    return Wording(lead=lead, tail=tuple(map(formats.quoted, content.texts)))


def too_long(content: TooLong, formats: Formats) -> Wording:
    return Wording(lead=formats.catalogue.text(content.topic, limit=str(MAX_TEXT_LENGTH)))


def free_answer(content: GeneralAnswer, formats: Formats) -> Wording:
    """A model's own words: data, so shown without control characters, its lines kept. Steward's
    commands in it can be pressed; anything else that could was refused at the gateway.
    """
    lines = [plain_line(line, MAX_TEXT_LENGTH) for line in content.text.strip().splitlines()]
    return Wording(lead="\n".join(lines).strip() or formats.catalogue.text("general.empty"))


def asked_remote_call(content: AskRemoteCall, formats: Formats) -> Wording:
    """All of what the tool is given: a yes agrees to that and to nothing else."""
    given = json.loads(content.arguments)
    lines = (f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in given.items())
    words = formats.catalogue
    return Wording(
        lead=words.text(content.topic, tool=shown(content.tool)),
        tail=tuple(shown(line, MAX_TEXT_LENGTH) for line in lines),
    )


def general_topic(content: GeneralTopic, formats: Formats) -> Wording:
    opens = content.about in {Topic.GREETING, Topic.CAPABILITIES}
    buttons = cards.examples(formats) if opens else ()
    return Wording(lead=with_agents(f"topic.{content.about}", formats), buttons=buttons)


def ask_to_enter(content: AskToEnter, formats: Formats) -> Wording:
    words = formats.catalogue
    quote = plain_line(content.quote, MAX_QUOTE)
    if content.changes is not None:
        card = cards.line(content.changes, formats)
        return Wording(lead=words.text(f"{content.topic}.change", card=card, quote=quote))
    question = words.text(f"{content.agent}.enter")
    return Wording(lead=words.text(content.topic, question=question, quote=quote))


WORDS = table(
    Words(AskToEnter, ask_to_enter),
    Words(NotEntered, plain),
    Words(Start, start),
    Words(Help, help_),
    Words(Status, status, which_draft),
    Words(Cancelled, cancelled),
    Words(CancelledTooLate, too_late),
    Words(KeptForLater, kept_for_later, which_draft),
    Words(NothingToCancel, plain),
    Words(ClosedByOperator, closed),
    Words(StaleButton, plain),
    Words(NothingToUndo, plain),
    Words(NotReversible, not_reversible),
    Words(WhichOne, which_one, numbered),
    Words(NotFound, not_found),
    Words(NoDraft, plain),
    Words(Resumed, resumed),
    Words(Expired, kept, which_draft),
    Words(NotOffered, kept, which_draft),
    Words(Noted, noted),
    Words(Degraded, plain),
    Words(Failed, failed),
    Words(Unworded, plain),
    Words(TooMany, too_many),
    Words(Unrecorded, unrecorded),
    Words(TooLong, too_long),
    Words(Empty, plain),
    Words(GeneralAnswer, free_answer),
    Words(GeneralTopic, general_topic),
    Words(AskRemoteCall, asked_remote_call),
)
"""What words these topics."""
