"""A chat is never stuck: whatever fails or ends, ``/help`` is answered and nothing is lost.

``test_interruptions`` does this at every point of whole conversations; here are the moments that
one has to bring about by hand.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from datetime import datetime, timedelta

import pytest
from pydantic import JsonValue
from temporalio.client import WorkflowExecutionStatus
from temporalio.testing import WorkflowEnvironment

from activities import deliver
from domain import conversation as carried_on
from domain.activity_calls import MAIN_QUEUE
from domain.conversation import (
    Carried,
    ConversationStart,
    Limits,
    OpenQuestion,
    Recalled,
    RecalledTask,
    TaskRecord,
)
from domain.errors import StorageRejectedError, StorageUnavailableError
from domain.messages import MediaKind
from domain.replies import DeliveredReply, Delivery, Reply
from domain.topics import (
    Cancelled,
    ClosedByOperator,
    Failed,
    GeneralTopic,
    Help,
    NotOffered,
    PressAction,
    Privacy,
    Status,
    TooMany,
    Unrecorded,
    Unworded,
)
from domain.understanding import Act, ActKind
from tests.fakes.channel import InMemoryTranscript
from tests.fakes.speech import voice
from tests.toy.chat import ToyChat
from tests.toy.note import AskBurn, AskText, Away, Draft, Kept, Note
from tests.workflows.promises import closed, eventually, handled, helped, reply_waits, run_id, taken
from tests.workflows.sandboxed import forget
from workflows.conversation import Conversation

AGENT, KEPT = "toy", Kept.topic
ASK_TEXT, ASK_BURN, AWAY_TOLD = AskText.topic, AskBurn.topic, Away.topic
STATUS, CLOSED, CANCELLED = Status.topic, ClosedByOperator.topic, Cancelled.topic
TOO_MANY = TooMany.topic

SOON = Limits(retry_delay=timedelta(milliseconds=10), has_model=True)
SHORT_RUN = SOON.model_copy(update={"max_events": 20})
"""A new run soon: the messages of these tests make several times as many events."""

AWAY = StorageUnavailableError("the database is away", retry_after=timedelta(milliseconds=200))

pytestmark = pytest.mark.real_server


class UnwritableTranscript(InMemoryTranscript):
    """Cannot be written; ``most`` and ``longest`` are the most lines and characters that one
    delivery brought along for it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.most = 0
        self.longest = 0

    async def write(
        self, delivery: Delivery, replies: tuple[DeliveredReply, ...], at: datetime
    ) -> None:
        del replies, at
        self.most = max(self.most, len(delivery.heard), len(delivery.said))
        length = sum(len(m.text) for m in delivery.heard) + sum(len(r.text) for r in delivery.said)
        self.longest = max(self.longest, length)
        raise AWAY


@pytest.fixture
def limits() -> Limits:
    return SOON


@pytest.fixture
def unopened(server: WorkflowEnvironment, limits: Limits, locale: str) -> ToyChat:
    """A chat without workers yet: ``open`` it when its ports are as they should be."""
    return ToyChat(server, limits, locale)


async def cancel(chat: ToyChat) -> str:
    """``temporal workflow cancel``; the id of the run."""
    run = await run_id(chat)
    await chat.handle.cancel()
    return run


async def ends_well(chat: ToyChat, run: str) -> None:
    await chat.told(CLOSED)
    assert await closed(chat, run) is WorkflowExecutionStatus.CANCELED


class TestCancelledWorkflow:
    """Told, closed as Canceled, and nothing that was sent is lost."""

    async def test_while_nothing_is_going_on(self, chat: ToyChat) -> None:
        await chat.tell("/status")
        run = await cancel(chat)
        await ends_well(chat, run)
        await helped(chat)
        assert await run_id(chat) != run

    @pytest.mark.shows("platform 3")
    async def test_what_is_sent_while_it_ends_is_answered_by_a_fresh_run(
        self, chat: ToyChat
    ) -> None:
        """A second cancel changes nothing, and the draft is dropped as said."""
        await chat.tell("burn milk")
        gate = chat.drafts.hold()
        run = await cancel(chat)
        await chat.drafts.keeping.wait()
        await chat.handle.cancel()
        await chat.say("note eggs")
        gate.set()
        await ends_well(chat, run)
        await chat.told(KEPT)
        assert chat.notes.texts == ["eggs"]
        assert [draft.status for draft in chat.drafts.kept.values()] == ["cancelled"]

    async def test_what_is_being_answered_is_answered(self, chat: ToyChat) -> None:
        gate = await chat.hold_model("converse", "tell me a story")
        run = await cancel(chat)
        gate.set()
        await ends_well(chat, run)
        await chat.told(GeneralTopic.topic)

    @pytest.mark.shows("platform 3")
    async def test_whatever_waited_for_a_worker_is_answered_by_a_fresh_run(
        self, unopened: ToyChat
    ) -> None:
        await unopened.say("note milk")
        await unopened.say("note eggs; tea")
        await unopened.photo(unopened.files.lay("photo"))
        await unopened.say("/status")
        run = await cancel(unopened)
        async with unopened.open() as chat:
            await ends_well(chat, run)
            await chat.told(STATUS)
            await chat.told(KEPT, 4)
            assert sorted(chat.notes.texts) == ["a picture of photo", "eggs", "milk", "tea"]

    async def test_texts_that_are_not_understood_yet_are_answered_by_a_fresh_run(
        self, chat: ToyChat
    ) -> None:
        gate = await chat.hold_model("understand", "note milk")
        for text in ("note eggs", "note tea"):
            await chat.say(text)
        await taken(chat, 3)
        run = await cancel(chat)
        gate.set()
        await ends_well(chat, run)
        await chat.told(KEPT, 3)
        assert sorted(chat.notes.texts) == ["eggs", "milk", "tea"]

    async def test_files_that_are_being_worked_on_are_named(self, chat: ToyChat) -> None:
        parts = [chat.files.lay(name) for name in ("one", "two")]
        chat.files.gate.clear()
        for message_id in await chat.album(*parts):
            await handled(chat, message_id)
        await ends_well(chat, await cancel(chat))
        chat.files.gate.set()
        assert len((await chat.said(ClosedByOperator)).tasks) == 2

    async def test_a_file_whose_caption_is_not_understood_is_taken_anew_and_not_named(
        self, chat: ToyChat
    ) -> None:
        gate = await chat.hold_model("understand", "photo", caption="of the sea")
        run = await cancel(chat)
        gate.set()
        await ends_well(chat, run)
        assert (await chat.said(ClosedByOperator)).tasks == ()
        await chat.told(KEPT)
        assert chat.notes.texts == ["of the sea"]

    async def test_that_too_much_came_is_said_before_it_ends(self, unopened: ToyChat) -> None:
        for _ in range(26):
            await unopened.say("tell me a story".ljust(4_000, "!"))
        run = await cancel(unopened)
        async with unopened.open() as chat:
            await ends_well(chat, run)
            await chat.told(TOO_MANY)
            await chat.quiet()

    async def test_a_voice_note_is_heard_by_a_fresh_run(self, chat: ToyChat) -> None:
        gate = await chat.hold_voice("note milk")
        chat.channel.down = True  # so that it does not end before it was heard
        run = await cancel(chat)
        await reply_waits(chat)
        chat.channel.down = False
        await ends_well(chat, run)
        gate.set()
        await chat.told(KEPT)
        assert chat.notes.texts == ["milk"]

    @pytest.mark.shows("platform 3")
    async def test_while_the_channel_is_down_it_is_told_later(self, chat: ToyChat) -> None:
        await chat.tell("note")
        chat.channel.down = True
        run = await cancel(chat)
        await reply_waits(chat)
        await chat.say("/status")
        chat.channel.down = False
        await ends_well(chat, run)
        await chat.told(STATUS)

    async def test_while_the_database_is_away_the_chat_still_answers(self, chat: ToyChat) -> None:
        await chat.tell("burn milk")
        chat.drafts.failure = AWAY
        await chat.handle.cancel()
        await chat.drafts.keeping.wait()
        await helped(chat)
        chat.drafts.failure = None
        await chat.told(CLOSED)


@pytest.mark.parametrize(
    ("stop", "kind"),
    [
        (lambda chat: chat.handle.cancel(), ClosedByOperator),
        (lambda chat: chat.handle.signal("cancel", args=[]), Cancelled),
    ],
    ids=["workflow", "signal"],
)
async def test_words_that_a_task_had_not_taken_in_are_named(
    chat: ToyChat,
    stop: Callable[[ToyChat], Awaitable[None]],
    kind: type[ClosedByOperator | Cancelled],
) -> None:
    gate = await chat.hold_note("note milk")
    await handled(chat, await chat.say("make it bread"))
    await stop(chat)
    gate.set()
    assert (await chat.said(kind)).texts == ("make it bread",)


class TestOperatorsCancel:
    """The signal ``cancel``: what goes on is dropped, and whatever a person said is named."""

    @pytest.mark.shows("platform 4")
    async def test_each_text_that_is_dropped_is_named(self, chat: ToyChat) -> None:
        gate = chat.understanding.hold("understand")
        texts = ("note milk", "note eggs", "and bread")
        for text in texts:
            await chat.say(text)
        chat.speech.gate.clear()
        chat.speech.will_hear(voice("note"), "and butter")
        await chat.post("1", attachments=(voice("note"),))
        await taken(chat, 4)
        await chat.handle.signal("cancel", "maintenance")
        dropped = await chat.said(Cancelled)
        gate.set()
        assert dropped.reason == "maintenance"
        assert dropped.texts == (*texts, "🎤")

    @pytest.mark.shows("platform 4")
    @pytest.mark.parametrize(
        "said", [(), (None,), ({"why": "maintenance"},), ("a", "b"), (b"\x00",)]
    )
    async def test_it_is_heard_whatever_is_said_with_it(
        self, chat: ToyChat, said: tuple[object, ...]
    ) -> None:
        await chat.tell("burn milk")
        await chat.handle.signal("cancel", args=said)
        dropped = await chat.said(Cancelled)
        assert len(dropped.tasks) == 1
        assert dropped.reason == " ".join(part for part in said if isinstance(part, str))

    @pytest.mark.parametrize("name", ["receive", "notify", "interrupted", "left"])
    async def test_another_signal_that_says_nothing_does_not_stop_the_chat(
        self, chat: ToyChat, name: str
    ) -> None:
        await chat.tell("note milk")
        await chat.handle.signal(name, args=[])
        await helped(chat)

    async def test_where_nothing_goes_on_nothing_is_said(self, chat: ToyChat) -> None:
        await chat.tell("note milk")
        before = list(chat.topics)
        await chat.handle.signal("cancel", args=[])
        await helped(chat)
        assert list(chat.topics) == [*before, Help.topic]


@pytest.mark.shows("platform 7")
class TestDefectInWords:
    async def test_one_reply_that_cannot_be_worded_does_not_mute_the_chat(
        self, chat: ToyChat, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(deliver, "WORDING_ATTEMPTS", 2)
        chat.channel.unwordable = {KEPT}
        await chat.say("note milk")
        await chat.told(Unworded.topic)
        await helped(chat)
        assert chat.notes.texts == ["milk"]


async def until_continued(chat: ToyChat) -> None:
    first = await run_id(chat)
    while await run_id(chat) == first:
        await chat.tell("/status")


async def replies_wait(chat: ToyChat, number: int) -> bool:
    return (await chat.status()).replies_pending >= number


class TestDefectInATask:
    @pytest.mark.parametrize("agent", [AGENT, "tomorrow"])
    @pytest.mark.parametrize("asks", [False, True])
    async def test_a_task_that_cannot_be_restored_does_not_stop_the_chat(
        self, chat: ToyChat, agent: str, *, asks: bool
    ) -> None:
        task_id = f"{chat.id}/{agent}/1"
        question = OpenQuestion(
            id=f"{task_id}/q1",
            kind="text",
            reply=Reply(id="", topic=ASK_TEXT, task_id=task_id, question=f"{task_id}/q1"),
            put=True,
            said=True,
            asked_at=await chat.env.get_current_time(),
        )
        record = TaskRecord(task_id=task_id, agent=agent, number=1, state="{")
        record.question = question if asks else None
        recent = record.model_copy(update={"task_id": f"{task_id}1", "question": None})
        start = ConversationStart(
            channel="test",
            chat_id=chat.chat_id,
            person=chat.person,
            reply_queue=chat.reply_queue,
            carried=Carried(
                recalled=True,
                tasks=[record],
                recent=[recent],
                question_queue=[task_id] if asks else [],
                tasks_started=11,
            ),
        )
        await chat.client.start_workflow(Conversation.run, start, id=chat.id, task_queue=MAIN_QUEUE)
        await helped(chat)
        await chat.tell("/status", "undo", "note")
        await chat.told(ASK_TEXT)
        await chat.quiet()
        await chat.tell("milk")
        assert chat.notes.texts == ["milk"]
        if agent == AGENT:
            assert [draft.state for draft in chat.drafts.kept.values()] == ["{"]

    async def test_one_that_the_database_knows_and_nobody_can_read(self, unopened: ToyChat) -> None:
        strange = RecalledTask(task_id=f"{unopened.id}/toy/1", agent=AGENT, card=["?"])
        unopened.transcript.recalled = Recalled(recent=(strange,), tasks_started=1)
        async with unopened.open() as chat:
            await chat.tell("note milk")
            assert chat.notes.texts == ["milk"]

    @pytest.mark.parametrize(
        ("agent", "details"), [("tomorrow", {"item": "news"}), (AGENT, {"text": ["?"]})]
    )
    async def test_an_act_that_nobody_understands_does_not_stop_the_chat(
        self, chat: ToyChat, agent: str, details: JsonValue
    ) -> None:
        act = Act(kind=ActKind.OPEN, agent=agent, details=details)
        chat.understanding.understood = [(act,)]
        await chat.say("zyx wvu")
        await helped(chat)
        await chat.quiet()

    @pytest.mark.shows("platform 7")
    @pytest.mark.parametrize("attribute", ["kept", "text"])
    async def test_an_agent_that_breaks_whatever_it_is_asked(
        self, unopened: ToyChat, attribute: str
    ) -> None:
        def broken(note: Note) -> str:
            del note
            raise RuntimeError("a defect, made for the test")

        async with unopened.open() as chat:
            await chat.tell("note")
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(Note, attribute, property(broken, lambda *_: None), raising=False)
                await chat.say("/status")
                await chat.told(STATUS)
                await chat.say("milk")
                await chat.told(Failed.topic)
                await chat.handle.signal("cancel", args=[])
                await helped(chat)
                await chat.quiet()
                await chat.handle.terminate()
                unopened.chat_id = "unheard-of"  # its histories need the defect to be replayed


class TestAnAgentThatIsLeftOut:
    """``AGENTS`` leaves out the agent of a task: what is known is kept, and the person is told."""

    async def kept(self, chat: ToyChat) -> None:
        (draft,) = (await chat.said(NotOffered)).tasks
        assert [(d.task_id, d.status) for d in chat.drafts.kept.values()] == [
            (draft.task_id, "kept")
        ]

    async def comes_back(self, chat: ToyChat) -> None:
        """Its draft is refused as long as it is left out, and resumed when it is there again."""
        await chat.press(PressAction.RESUME)
        await chat.told(NotOffered.topic, 2)
        chat.limits = SOON
        await chat.tell("hello")
        asked = list(chat.topics).count(ASK_BURN)
        await chat.press(PressAction.RESUME)
        await chat.told(ASK_BURN, asked + 1)
        await chat.quiet()
        await chat.tell("yes")
        assert chat.notes.texts == ["milk"]

    @pytest.mark.shows("platform 6")
    async def test_while_its_question_is_open(self, chat: ToyChat) -> None:
        await chat.tell("burn milk")
        chat.limits = SOON.model_copy(update={"enabled": ("another",)})
        await chat.tell("yes")
        await self.kept(chat)
        assert chat.topics[-1].startswith("general."), "the answer is answered as talk"
        await self.comes_back(chat)

    @pytest.mark.shows("platform 6")
    async def test_when_a_new_run_begins(self, chat: ToyChat) -> None:
        chat.limits = SHORT_RUN
        await chat.tell("burn milk")
        chat.limits = SHORT_RUN.model_copy(update={"enabled": ("another",)})
        await until_continued(chat)
        await self.kept(chat)


async def test_an_edit_that_is_not_understood_while_its_task_asks(chat: ToyChat) -> None:
    await chat.quiet(await chat.post("1", "note"))
    chat.rules.failure = StorageRejectedError("no")
    chat.understanding.failures["understand"] = StorageRejectedError("no")
    await chat.edit("1", "zyx wvu")
    await helped(chat)
    chat.rules.failure = None
    chat.understanding.failures.clear()
    await chat.quiet()
    await chat.tell("12.30")
    await chat.told(KEPT)


class TestContinueAsNew:
    @pytest.fixture
    def limits(self) -> Limits:
        return SHORT_RUN

    async def is_made(self, chat: ToyChat, number: int = 6) -> None:
        """Each message is answered, whatever run it meets."""
        for _ in range(number):
            await handled(chat, await chat.say("/status"))
        await chat.told(STATUS, number)
        assert len(await chat.runs()) > 1

    @pytest.mark.parametrize(
        ("hold", "topic", "notes"),
        [
            (ToyChat.hold_file, KEPT, ["a picture of photo"]),
            (lambda chat: chat.hold_model("converse", "tell me a story"), GeneralTopic.topic, []),
            (lambda chat: chat.hold_voice("note milk"), KEPT, ["milk"]),
        ],
        ids=["a file is fetched", "a model thinks", "a voice note is heard"],
    )
    async def test_it_is_made_while_something_goes_on(
        self,
        chat: ToyChat,
        hold: Callable[[ToyChat], Awaitable[asyncio.Event]],
        topic: str,
        notes: list[str],
    ) -> None:
        gate = await hold(chat)
        await self.is_made(chat)
        gate.set()
        await chat.told(topic)
        assert chat.notes.texts == notes

    @pytest.mark.shows("platform 8")
    async def test_it_is_made_while_the_database_is_away(self, chat: ToyChat) -> None:
        chat.notes.failure = AWAY
        await chat.say("note milk")
        await chat.told(AWAY_TOLD)
        await self.is_made(chat)
        chat.notes.failure = None
        await chat.told(KEPT)
        assert chat.notes.texts == ["milk"]
        assert list(chat.topics).count(AWAY_TOLD) == 1

    async def test_it_is_made_while_a_draft_cannot_be_resumed(self, chat: ToyChat) -> None:
        chat.drafts.failure = AWAY
        await chat.say("note")
        await chat.told(ASK_TEXT)
        await chat.quiet()
        await chat.say("no idea")
        await chat.press(PressAction.RESUME, await chat.told(Draft.topic))
        await self.is_made(chat)
        chat.drafts.failure = None
        await helped(chat)

    @pytest.mark.parametrize("failure", [None, StorageRejectedError("no")])
    async def test_what_was_said_in_between_is_answered(
        self, chat: ToyChat, failure: StorageRejectedError | None
    ) -> None:
        """Also when what was said before is summed up, or cannot be."""
        chat.limit(max_history=4)
        if failure is not None:
            chat.understanding.failures["summarise"] = failure
        for number in range(10):
            await chat.say(f"note {number}")
        await chat.told(KEPT, 10)
        assert sorted(chat.notes.texts) == [str(number) for number in range(10)]

        async def continued() -> bool:
            return len(await chat.runs()) > 1

        await eventually(continued, "no new run began")

    @pytest.mark.shows("platform 8")
    async def test_settings_of_today_reach_a_chat_that_lives(self, chat: ToyChat) -> None:
        await chat.tell("/status")
        chat.limits = SHORT_RUN.model_copy(update={"retention_days": 7})
        await until_continued(chat)
        await chat.tell("/privacy")
        assert (await chat.said(Privacy)).retention_days == 7

    async def test_waiting_since_does_not_begin_with_the_run(self, chat: ToyChat) -> None:
        await chat.tell("note")
        await until_continued(chat)
        began = (await chat.handle.describe()).start_time
        status = await chat.status()
        assert status.waiting_for == "text"
        assert status.since is not None
        assert status.since < began


class TestDatabaseAway:
    """Waiting for a database is never done where commands are waited for."""

    @pytest.mark.parametrize(
        "limits", [SOON.model_copy(update={"expiration": timedelta(seconds=1.5)})], ids=["short"]
    )
    async def test_a_chat_that_expires_still_answers(self, chat: ToyChat) -> None:
        chat.drafts.failure = AWAY
        await chat.say("burn milk")
        await chat.told(ASK_BURN)
        await chat.drafts.keeping.wait()  # it has expired
        await helped(chat)
        chat.drafts.failure = None
        await helped(chat)

    async def test_whoever_comes_back_is_answered(self, chat: ToyChat) -> None:
        await chat.tell("burn milk")
        chat.drafts.failure = AWAY
        chat.channel.gone = True
        await chat.say("/status")
        await chat.drafts.keeping.wait()
        chat.channel.gone = False
        await helped(chat)
        chat.drafts.failure = None

    async def test_an_operators_cancel_is_told(self, chat: ToyChat) -> None:
        chat.notes.failure = AWAY
        await chat.say("note milk")
        await chat.told(AWAY_TOLD)
        await chat.handle.signal("cancel", args=[])
        await chat.told(CANCELLED)
        await helped(chat)
        chat.notes.failure = None
        await helped(chat)
        assert chat.notes.texts == []

    async def test_a_cancel_while_a_draft_cannot_be_kept(self, chat: ToyChat) -> None:
        chat.drafts.failure = AWAY
        await chat.tell("burn milk")
        await chat.say("no idea")
        await chat.drafts.keeping.wait()
        await chat.say("note")
        await chat.say("/cancel")
        await helped(chat)
        await chat.told(CANCELLED)
        chat.drafts.failure = None
        await helped(chat)


class TestQuestions:
    async def test_a_question_counts_as_put_when_it_was_shown(self, chat: ToyChat) -> None:
        chat.channel.down = True
        await chat.say("note")
        await reply_waits(chat)
        status = await chat.status()
        assert status.open_question is None
        assert not status.waiting_for
        chat.channel.down = False
        await chat.told(ASK_TEXT)
        assert (await chat.quiet()).waiting_for == "text"

    async def test_what_was_said_before_it_was_shown_is_no_answer_to_it(
        self, chat: ToyChat
    ) -> None:
        chat.channel.down = True
        await chat.say("burn milk")
        await reply_waits(chat)
        yes = Act(kind=ActKind.AFFIRM)
        chat.understanding.understood = [(yes,)]  # whatever a model makes of it
        await handled(chat, await chat.say("yes"))
        chat.channel.down = False
        await chat.told(ASK_BURN)
        await chat.quiet()
        assert chat.notes.texts == []


class TestCaps:
    @pytest.fixture
    def limits(self) -> Limits:
        few = {"max_tasks": 4, "max_tasks_per_message": 3, "max_inbox": 5}
        return SOON.model_copy(update=few)

    @pytest.mark.shows("platform 9")
    async def test_of_open_tasks_in_a_chat(self, chat: ToyChat) -> None:
        for _ in range(6):
            await chat.say("note")
        await chat.told(TOO_MANY)
        assert len((await chat.quiet()).tasks) <= 4
        await helped(chat)

    async def test_of_what_one_message_brings(self, chat: ToyChat) -> None:
        await chat.say("burn a; b; c; d")
        await chat.told(TOO_MANY)
        assert (await chat.quiet()).tasks == ()
        await chat.photo(*(chat.files.lay(f"part {n}", MediaKind.IMAGE) for n in range(4)))
        await chat.told(TOO_MANY, 2)
        await helped(chat)

    @pytest.mark.shows("platform 9")
    async def test_of_messages_that_wait(self, chat: ToyChat) -> None:
        chat.limit(context_injection=False)
        gate = await chat.hold_note("note milk")
        ids = [await chat.say(f"story number {number}") for number in range(8)]
        await chat.told(TOO_MANY)
        await helped(chat)
        gate.set()
        await chat.told(KEPT)
        status = await chat.quiet()
        assert list(chat.topics).count(GeneralTopic.topic) == 5
        assert set(status.turned_away) == set(ids) - set(status.handled)
        assert len(status.turned_away) == 3
        again = status.turned_away[0]
        await handled(chat, await chat.say("the same story", id=again))
        assert len((await chat.quiet()).turned_away) == 2

    @pytest.mark.shows("platform 9")
    @pytest.mark.parametrize(
        ("bound", "texts", "brought"),
        [
            (("MAX_UNWRITTEN", 10), ["/help"] * 15, {"most": range(1, 12)}),
            (
                ("MAX_UNWRITTEN_LENGTH", 5000),
                ["說" * 2_000] * 6,
                {"longest": range(2_000, 14_001)},
            ),
        ],
        ids=["number", "length"],
    )
    async def test_of_what_the_transcript_lacks(
        self,
        unopened: ToyChat,
        patched: Callable[[str, int], None],
        bound: tuple[str, int],
        texts: list[str],
        brought: dict[str, range],
    ) -> None:
        """A few hundred long texts in Chinese would be more than the server takes at once."""
        patched(*bound)
        transcript = unopened.transcript = UnwritableTranscript()
        async with unopened.open() as chat:
            for text in texts:
                await handled(chat, await chat.say(text))
            await chat.quiet()
            await helped(chat)
            assert list(chat.topics).count(Unrecorded.topic) == 1
        assert all(vars(transcript)[name] in possible for name, possible in brought.items())

    async def test_of_replies_that_wait(
        self, unopened: ToyChat, patched: Callable[[str, int], None]
    ) -> None:
        """While nothing can be shown, messages wait where their number is bounded."""
        patched("MAX_OUTBOX", 3)
        async with unopened.open() as chat:
            chat.channel.down = True
            for number in range(3):
                await chat.say(f"story number {number}")
            await eventually(lambda: replies_wait(chat, 3), "nothing is answered")
            for number in range(6):
                await chat.say(f"another story, number {number}")
            await eventually(lambda: replies_wait(chat, 4), "nobody says that there are too many")
            assert (await chat.status()).replies_pending == 4
            chat.channel.down = False
            await chat.told(TOO_MANY)
            await helped(chat)

    async def test_of_drafts_that_are_resumed(self, chat: ToyChat) -> None:
        await chat.tell("note", "no idea")
        draft = await chat.told(Draft.topic)
        for _ in range(4):
            await handled(chat, await chat.say("note"))
        await chat.press(PressAction.RESUME, draft)
        await chat.told(TOO_MANY)
        assert len((await chat.quiet()).tasks) == 4

    @pytest.fixture
    def patched(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, int], None]]:
        """Sets a bound of the carried state before the workers import it."""

        def patch(name: str, value: int) -> None:
            monkeypatch.setattr(carried_on, name, value)
            forget()

        yield patch
        forget()
