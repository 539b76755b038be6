"""Records the histories that the platform's replay tests replay: ``python -m tests.replay.record``.

Plays scripts with the toy agent on the real server. Each that has no history yet is recorded; names
of scripts may follow. The module ``replay.record`` in an agent's own tests records the agent's.

Run it after a change that adds to what a conversation does, with a new script for what is new. A
history that is committed is kept: it stands for the conversations that a released version began,
and they must go on. A change that breaks one needs ``workflow.patched``. ``--anew`` deletes the
histories of the scripts and records them again; that is only for those that no released version
could have made.
"""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

from temporalio.worker import Worker

from activities.erasure import ErasePerson
from activities.purge import Purge
from domain import topics
from domain.conversation import Limits
from domain.errors import (
    AttachmentUnavailableError,
    StorageRejectedError,
    StorageUnavailableError,
    UnusableAttachmentError,
)
from domain.messages import MediaKind, Unusable
from domain.preferences import HeldElsewhere, StillToCome
from domain.replies import Notice
from domain.retention import Purged
from domain.topics import PressAction
from domain.understanding import Act, ActKind
from domain.usage import Budget
from tests.fakes.people import InMemoryConversations, InMemoryErasure
from tests.replay.recording import LIMITS, Recorder, Script, begin_next_run
from tests.toy import note
from tests.toy.chat import TOYS, ToyChat
from tests.workflows.promises import closed, run_id
from tests.workflows.sandboxed import shared_sandbox
from workflows.housekeeping import Housekeeping
from workflows.names import HOUSEKEEPING

HISTORIES = Path(__file__).parent / "histories"

TOY = {"toy": TOYS["toy"]}

AWAY = StorageUnavailableError("away")


async def turns(chat: ToyChat) -> None:
    """Notes kept, corrected and taken back, small talk, commands, several at once."""
    await chat.tell("note milk", "make it bread", "undo", "undo", "hello", "/help", "/status")
    await chat.tell("note milk; eggs", "note", "/help", "forget it", "count", "/notes of May")
    chat.rules.unsure = {"understand", "converse"}
    await chat.tell("note butter", "what is this?")
    gate = await chat.hold_model("understand", "note salt")
    last = await chat.say("make it pepper")
    gate.set()
    await chat.quiet(last)


async def questions(chat: ToyChat) -> None:
    """Two questions one after another, a digression, a draft kept and resumed."""
    await chat.tell("note", "note", "/status", "count", "milk", "eggs")
    await chat.tell("note", "no idea")
    draft = await chat.told(note.Draft.topic)
    await chat.press(PressAction.RESUME, draft)
    await chat.told(note.AskText.topic, 4)
    await chat.tell("bread")
    await chat.press(PressAction.RESUME, draft)
    await chat.told(topics.NoDraft.topic)
    await chat.quiet()


async def confirm(chat: ToyChat) -> None:
    """A yes is for what was shown; a no drops it."""
    await chat.tell("burn milk")
    shown = await chat.told(note.AskBurn.topic)
    await chat.tell("make it bread")
    await chat.press(PressAction.YES, shown)
    await chat.told(topics.StaleButton.topic)
    await chat.tell("yes", "burn eggs", "no", "burn salt")
    await chat.press(PressAction.YES)
    await chat.told(note.Kept.topic, 2)
    await chat.quiet()


async def listen(chat: ToyChat) -> None:
    """A session takes up what is said, commands apart."""
    await chat.tell("dictate", "/help", "milk", "and eggs", "/status", "stop", "hello")
    await chat.tell("dictate", "bread", "/cancel")


async def files(chat: ToyChat) -> None:
    """Photos fetched and refused, an album, voice notes, files in replies."""
    await chat.quiet(await chat.photo(chat.files.lay("photo"), caption="note milk"))
    chat.files.failures.append(AttachmentUnavailableError("channel"))
    await chat.quiet(await chat.photo(chat.files.lay("again")))
    chat.files.refused[b"huge"] = UnusableAttachmentError("huge", why="too_large")
    await chat.quiet(await chat.photo(chat.files.lay("huge")))
    for message_id in await chat.album(*(chat.files.lay(f"part {n}") for n in range(3))):
        await chat.quiet(message_id)
    spoken = chat.files.lay("voice", MediaKind.AUDIO)
    chat.speech.will_hear(chat.files.stored("voice"), "note bread")
    await chat.quiet(await chat.photo(spoken))
    await chat.quiet(await chat.post("9", unusable=Unusable.STICKER))
    await chat.tell("count", "my notes")
    await chat.press("toy.more", await chat.told(note.Listed.topic, 2))
    await chat.told(note.Listed.topic, 3)
    await chat.quiet()


async def undo(chat: ToyChat) -> None:
    """By button, by command, in reply to a card, in reply to what is not known."""
    await chat.tell("note milk", "note bread", "note eggs")
    first, second = (r for r in chat.channel.shown[:2])
    await chat.press(PressAction.UNDO, second)
    await chat.told(note.TakenBack.topic)
    await chat.quiet(await chat.say("/undo", reply_to=first.id))
    await chat.quiet(await chat.post("5", "/undo", reply_to_ref="m3"))
    await chat.quiet(await chat.post("6", "hello", reply_to_ref="elsewhere"))
    await chat.tell("/undo")


async def edits(chat: ToyChat) -> None:
    """Messages edited after they were understood, and before; taken back; unknown."""
    await chat.quiet(await chat.post("1", "note milk"))
    await chat.quiet(await chat.edit("1", "note bread"))
    await chat.quiet(await chat.edit("0", "note eggs"))
    await chat.quiet(await chat.edit("1", "/undo"))
    gate = chat.understanding.hold("understand")
    await chat.post("2", "note salt")
    await chat.understanding.started["understand"].wait()
    last = await chat.edit("2", "note pepper")
    gate.set()
    await chat.quiet(last)


async def notify(chat: ToyChat) -> None:
    """Something is said without a message, while nothing is open and while a question is."""
    notice = Notice(topic=note.Listed.topic, content={"of": "a friend"})
    await chat.tell("note milk", "note")
    await chat.notify(notice)
    await chat.told(note.AskText.topic, 2)
    await chat.tell("eggs")
    await chat.notify(notice)
    await chat.told(note.Listed.topic, 2)
    await chat.quiet()


async def cancels(chat: ToyChat) -> None:
    """By the person and by an operator: while a file is fetched, in a question, with nothing."""
    gate = await chat.hold_file()
    await chat.say("/cancel")
    await chat.told(topics.Cancelled.topic)
    gate.set()
    await chat.tell("note", "/cancel", "/cancel", "note")
    await chat.handle.signal("cancel", args=["tidying up"])
    await chat.told(topics.Cancelled.topic, 3)
    gate = await chat.hold_note("note milk")
    await chat.say("/cancel")
    gate.set()
    await chat.told(topics.CancelledTooLate.topic)
    await chat.quiet()


async def ended(chat: ToyChat) -> None:
    """The workflow is cancelled with a draft; all of it is said and kept in time."""
    await chat.tell("note milk", "burn bread")
    await chat.handle.cancel()
    await chat.ended()


async def cut_off(chat: ToyChat) -> None:
    """The workflow is cancelled while channel and database are away: another sees to what is left,
    and the message that nobody heard begins a new conversation.
    """
    await chat.tell("burn milk")
    chat.channel.down = True
    chat.drafts.failure = AWAY
    gate = chat.understanding.hold("understand")
    unheard = await chat.say("note eggs")
    await chat.understanding.started["understand"].wait()
    first = await run_id(chat)
    await chat.handle.cancel()
    await closed(chat, first)
    chat.understanding.gates.clear()
    gate.set()
    chat.drafts.failure = None
    chat.channel.down = False
    await chat.told(topics.ClosedByOperator.topic)
    await chat.told(note.Kept.topic)
    await chat.quiet(unheard)


async def long(chat: ToyChat) -> None:
    """Continue-as-new again and again: with a question, a session, a voice note, and a summary."""
    await chat.tell("note", *["/status"] * 6, "milk", "dictate", *["/help"] * 6, "eggs", "stop")
    chat.speech.gate.clear()
    spoken = chat.files.lay("voice", MediaKind.AUDIO)
    chat.speech.will_hear(chat.files.stored("voice"), "note bread")
    last = await chat.photo(spoken)
    await chat.speech.started.wait()
    await begin_next_run(chat)
    chat.speech.gate.set()
    await chat.told(note.Kept.topic, 3)
    await chat.quiet(last)


async def overheard(chat: ToyChat) -> None:
    """What a group says to each other, until a run is continued as new behind it."""
    await chat.quiet(await chat.post("", "hello", addressed=False))
    while len(await chat.runs()) == 1:
        await chat.quiet(await chat.post("", "hello", addressed=False))
    await chat.tell("note milk")


async def waited_for(chat: ToyChat) -> None:
    """Senders wait until their messages are dealt with, also what brings no reply; short runs."""
    for text in ("note milk", "note", "bread", "hello", "/help", "note eggs", "undo"):
        await chat.channel.until_settled(
            await chat.say(text, awaited=True, addressed=text != "hello")
        )


async def outage(chat: ToyChat) -> None:
    """The database is away while keeping and taking back; so are the channel and the drafts."""
    chat.notes.failure = AWAY
    await chat.say("note milk")
    await chat.told(note.Away.topic)
    await chat.say("/status")
    await chat.told(topics.Status.topic)
    chat.notes.failure = None
    await chat.told(note.Kept.topic)
    chat.notes.failure = AWAY
    await chat.tell("undo")
    chat.notes.failure = None
    chat.drafts.failure = AWAY
    await chat.tell("note")
    await chat.say("no idea")
    await chat.told(note.Draft.topic)
    chat.drafts.failure = None
    chat.channel.down = True
    last = await chat.say("/help")
    await asyncio.sleep(1)
    chat.channel.down = False
    await chat.quiet(last)


async def defects(chat: ToyChat) -> None:
    """Details that a task cannot read, an activity that refuses, a reply without words."""
    await chat.tell("note")
    (task,) = (await chat.status()).tasks
    unreadable = Act(
        kind=ActKind.DETAIL, agent="toy", task_id=task.task_id, details={"text": ["no", "text"]}
    )
    chat.understanding.understood = [(unreadable,)]
    await chat.tell("milk")
    chat.notes.failure = StorageRejectedError("no such note")
    await chat.tell("note bread")
    chat.notes.failure = None
    await chat.press(PressAction.RETRY)
    await chat.told(note.Kept.topic)
    chat.channel.unwordable = {topics.Help.topic}
    await chat.tell("/help")
    chat.rules.failure = ValueError("a defect in the rules")
    await chat.tell("note eggs")
    chat.rules.failure = None
    await chat.tell("/status")


async def erased(chat: ToyChat) -> None:
    """Everything is deleted, with a question open; at first the person thinks better of it."""
    await chat.tell("note milk", "note", "/deletemydata")
    await chat.press(PressAction.KEEP_DATA, await chat.told(topics.AskErase.topic))
    await chat.told(topics.EraseKept.topic)
    await chat.tell("/deletemydata")
    await chat.press(PressAction.ERASE, await chat.told(topics.AskErase.topic, 2))
    await chat.told(topics.Erased.topic)


async def erased_elsewhere(chat: ToyChat) -> None:
    """As above, with something that is still to come, and another system that keeps something."""
    me = chat.person.user_id
    until = datetime(2030, 1, 2, 12, tzinfo=UTC)
    chat.erasure.to_come[me] = (StillToCome(what="Haircut", until=until),)
    chat.erasure.elsewhere[me] = (HeldElsewhere(system="calendar", reference="1"),)
    await chat.tell("note")
    await chat.erase()
    await chat.told(topics.Erased.topic)


async def preferences(chat: ToyChat) -> None:
    """Set, refused, chosen by button; what is kept and used; a limit used up, models away."""
    await chat.tell("/currency usd", "/language klingon", "/timezone Europe/Berlin", "/privacy")
    await chat.press(PressAction.PREFER, await chat.told(topics.AskPreference.topic))
    await chat.told(topics.Preference.topic, 3)
    await chat.tell("/usage")
    chat.understanding.used_up = Budget.PERSON
    await chat.tell("note milk")
    chat.understanding.used_up, chat.understanding.degraded = None, True
    await chat.tell("note eggs", "hello")


async def settings_in_words(chat: ToyChat) -> None:
    """Set in words and taken back; offers of a language, answered with a no, and of a zone."""
    await chat.tell("use euros from now on", "undo", "Hallo, kannst du das bitte für mich lesen?")
    await chat.press(PressAction.PREFER, await chat.told(topics.AskPreference.topic), "en_MY")
    await chat.told(topics.Preference.topic, 3)
    await chat.tell("use euros from now on", "auf Deutsch bitte", "note milk", "undo")


async def expired(chat: ToyChat) -> None:
    """Silence: the draft is kept, and the conversation is over."""
    await chat.tell("burn milk")
    await chat.told(topics.Expired.topic)
    await chat.ended()


async def gone(chat: ToyChat) -> None:
    """The person has blocked the bot: what is open is kept, and nothing is said."""
    await chat.tell("burn milk")
    chat.channel.gone = True
    await chat.say("/help")
    await chat.ended()


async def encrypted(chat: ToyChat) -> None:
    """A question, its answer and a failure, with every payload encrypted."""
    await chat.tell("note", "milk")
    chat.notes.failure = StorageRejectedError("no such note")
    await chat.tell("note bread")


class Retention:
    """Implements ``Retention``: fails once, then removes three messages."""

    def __init__(self) -> None:
        self._failures = [AWAY]

    async def purge(self, older_than: timedelta) -> Purged:
        del older_than
        if self._failures:
            raise self._failures.pop()
        return Purged(messages=3, drafts=0, model_calls=0)


async def night(chat: ToyChat) -> None:
    """A night's work, beside a database that is away at first."""
    erase = ErasePerson(InMemoryErasure(), InMemoryConversations(old_erasures=2))
    worker = Worker(
        chat.client,
        task_queue=HOUSEKEEPING,
        workflows=[Housekeeping],
        activities=[Purge(Retention(), timedelta(days=30)).purge_expired, erase.forget_erasures],
        workflow_runner=shared_sandbox(),
    )
    async with worker:
        await chat.client.execute_workflow(
            Housekeeping.run, id=HOUSEKEEPING, task_queue=HOUSEKEEPING
        )


SHORT = LIMITS.model_copy(update={"max_events": 60, "max_history": 6})

PLATFORM = Recorder(
    HISTORIES,
    TOY,
    ToyChat,
    (
        Script(turns),
        Script(questions),
        Script(confirm),
        Script(listen),
        Script(files),
        Script(undo),
        Script(edits),
        Script(notify),
        Script(cancels),
        Script(ended),
        Script(cut_off),
        Script(long, SHORT),
        Script(overheard, LIMITS.model_copy(update={"max_events": 20})),
        Script(waited_for, LIMITS.model_copy(update={"quiet_events": 40, "quiet_turns": 3})),
        Script(outage),
        Script(defects),
        Script(erased),
        Script(erased_elsewhere, LIMITS.model_copy(update={"erases_elsewhere": True})),
        Script(preferences),
        Script(settings_in_words),
        Script(expired, Limits(expiration=timedelta(seconds=2))),
        Script(gone),
        Script(encrypted, encrypted=True),
        Script(night),
    ),
)

if __name__ == "__main__":
    PLATFORM.main()
