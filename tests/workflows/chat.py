"""A chat with the real workflows on a Temporal server; the platform's ports are fakes.

Its agents are what ``Chat.bring`` gets: the same value that an agent's ``bind`` gives a worker.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from typing import Self, TypeVar

from pydantic import BaseModel
from temporalio.client import Client, WorkflowExecutionStatus, WorkflowFailureError, WorkflowHandle
from temporalio.service import RPCError, RPCStatusCode
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Replayer, Worker, WorkflowRunner

from activities.attachments import FetchAttachments
from activities.begin import Begin
from activities.boundary import BEAT
from activities.deliver import Deliver
from activities.drafts import KeepDrafts
from activities.erasure import ErasePerson
from activities.find_reply import FindReply
from activities.patience import Patience
from activities.ports import AttachmentStore
from activities.preferences import KeepPreferences
from activities.restart import RestartConversation
from activities.transcribe import Transcribe
from activities.understand import ByRules, Understand
from activities.usage import DayLimits, ReportUsage
from adapters.model.which_agent import AgentRules
from adapters.temporal_restart import TemporalRestart
from adapters.temporal_signals import SignalsWithPayloads
from agents.parts import AgentParts
from agents.registry import part, workflows_of
from bot.texts.speech import Wording
from bot.texts.wording import formats_for, worded
from domain.activity_calls import CHANNEL_FILES_QUEUE, MAIN_QUEUE, MODEL_QUEUE
from domain.commands import CommandForm, command_in
from domain.conversation import (
    ConversationStart,
    ConversationState,
    ConversationStatus,
    Limits,
    conversation_id,
)
from domain.messages import Attachment, ButtonPress, Message
from domain.replies import Content, Notice, Reply
from domain.understanding import Person
from tests.fakes.attachments import InMemoryAttachments, RemoteShelf
from tests.fakes.channel import InMemoryTranscript, RecordingChannel
from tests.fakes.drafts import InMemoryDrafts
from tests.fakes.gated_rules import GatedRules
from tests.fakes.people import InMemoryConversations, InMemoryErasure, InMemoryUsers
from tests.fakes.speech import ScriptedTranscriber
from tests.fakes.understanding import GatedUnderstanding
from tests.fakes.usage import InMemoryUsage, NoBudgets
from tests.given import given_id
from tests.workflows.sandboxed import shared_sandbox
from workflows.aftermath import Aftermath
from workflows.conversation import Conversation
from workflows.erasure import Erasure

Activities = Mapping[str, Sequence[Callable[..., object]]]
WORKFLOWS = (Conversation, Erasure, Aftermath)

PATIENCE = 120.0
"""Seconds in which a busy machine answers."""
_ANSWER = timedelta(seconds=10)
_UNANSWERED = {RPCStatusCode.CANCELLED, RPCStatusCode.DEADLINE_EXCEEDED}

Said = TypeVar("Said", bound=Content)


def content_of(reply: Reply, kind: type[Said]) -> Said:
    """What a reply of this topic says."""
    assert reply.topic == kind.topic
    return kind.model_validate(reply.content)


class Chat:
    """One person's chat: says things, presses buttons, sees what Steward showed."""

    cached = 1
    """How many workflows a worker keeps in its memory."""

    def __init__(self, env: WorkflowEnvironment, limits: Limits, locale: str = "en_MY") -> None:
        self.env = env
        self.client: Client = env.client
        self.agents: dict[str, AgentParts] = {}
        self.agent_rules: dict[str, AgentRules] = {}
        self.drafts = InMemoryDrafts()
        self.speech = ScriptedTranscriber()
        self.files = RemoteShelf()
        self.stored = InMemoryAttachments()
        self.attachments: AttachmentStore = self.stored
        self.understanding = GatedUnderstanding(self.agent_rules)
        self.rules = GatedRules(self.understanding)
        self.channel = RecordingChannel()
        self.transcript = InMemoryTranscript()
        self.users = InMemoryUsers()
        self.usage = InMemoryUsage()
        self.erasure = InMemoryErasure()
        self.conversations = InMemoryConversations()
        self.limits = limits
        self.person = Person(user_id="test:ali", locale=locale)
        self.chat_id = f"{given_id()}.ali"
        self.reply_queue = f"steward.test.{self.chat_id}"
        self.files_queue = self.reply_queue + CHANNEL_FILES_QUEUE
        self.sent = 0

    def bring(self, parts: AgentParts) -> None:
        """Adds an agent. The workers serve it, unless ``limits.enabled`` leaves it out."""
        self.agents[parts.slug] = parts
        if parts.rules is not None:
            self.agent_rules[parts.slug] = parts.rules

    @property
    def commands(self) -> tuple[CommandForm, ...]:
        cards = (part(slug, "workflow").AGENT.card for slug in self.agents)
        return tuple(form for card in cards for form in card.commands)

    @property
    def workflows(self) -> tuple[type, ...]:
        return (*WORKFLOWS, *workflows_of(self.agents))

    @property
    def id(self) -> str:
        return conversation_id("test", self.chat_id)

    @property
    def handle(self) -> WorkflowHandle[Conversation, None]:
        return self.client.get_workflow_handle_for(Conversation.run, self.id)

    def enabled(self) -> tuple[str, ...]:
        """The agents that the workers serve."""
        return self.limits.enabled or tuple(self.agent_rules)

    def limit(self, **limits: object) -> None:
        """Other limits for what begins from now on: a conversation, a run of it."""
        self.limits = self.limits.model_copy(update=limits)

    def understands(self) -> tuple[ByRules, Understand]:
        """What reads the person's words."""
        steps = {p.slug: p.first_step for p in self.agents.values() if p.first_step is not None}
        look_ups = [look_up for parts in self.agents.values() for look_up in parts.look_ups]
        rules = ByRules(self.rules, self.enabled, lambda: self.limits, steps, look_ups)
        return rules, Understand(self.understanding, Patience())

    def platform(self) -> Activities:
        rules, models = self.understands()
        drafts = KeepDrafts(self.drafts)
        erase = ErasePerson(self.erasure, self.conversations)
        return {
            MAIN_QUEUE: (
                Begin(lambda: self.limits, self.users, self.transcript).begin_conversation,
                rules.understand_by_rules,
                rules.converse_by_rules,
                rules.summarise_by_rules,
                FindReply(self.transcript).find_reply,
                drafts.keep_draft,
                drafts.reopen_draft,
                KeepPreferences(self.users).set_preference,
                erase.end_conversations,
                erase.look_before_erasing,
                erase.erase_elsewhere,
                erase.erase_person,
                RestartConversation(TemporalRestart(self.client)).restart_conversation,
                ReportUsage(self.usage, DayLimits(), NoBudgets()).report_usage,
            ),
            MODEL_QUEUE: (
                models.understand,
                models.converse,
                models.summarise,
                Transcribe(self.speech, self.speech).transcribe,
            ),
            self.reply_queue: (Deliver(self.channel, self.transcript).deliver,),
            self.files_queue: (
                FetchAttachments(
                    self.files, self.attachments, self.users, self.files.identify
                ).fetch_attachment,
            ),
        }

    def runner(self) -> WorkflowRunner:
        return shared_sandbox()

    def workers(self) -> list[Worker]:
        """Workers of all queues. Histories are replayed when the chat ends (``replay``)."""
        activities: dict[str, list[Callable[..., object]]] = defaultdict(list)
        for bound in (self.platform(), *(each.activities for each in self.agents.values())):
            for queue, of_queue in bound.items():
                activities[queue] += of_queue
        return [
            Worker(
                self.client,
                task_queue=queue,
                workflows=self.workflows if queue == MAIN_QUEUE else (),
                activities=of_queue,
                workflow_runner=self.runner(),
                interceptors=[SignalsWithPayloads()],
                max_cached_workflows=self.cached if queue == MAIN_QUEUE else 0,
                max_heartbeat_throttle_interval=BEAT,
            )
            for queue, of_queue in activities.items()
        ]

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Self]:
        """Runs the workers; ends the conversation afterwards."""
        async with AsyncExitStack() as stack:
            for worker in self.workers():
                await stack.enter_async_context(worker)
            try:
                yield self
            finally:  # what a test left behind must not meet the workers of the next
                try:
                    await self.handle.terminate(rpc_timeout=timedelta(seconds=PATIENCE))
                except RPCError as error:
                    if error.status is not RPCStatusCode.NOT_FOUND:  # it may have ended by itself
                        raise
        await self.replay()

    async def replay(self) -> None:
        """Every run of the conversation replays: nothing in it depends on anything but history."""
        replayer = Replayer(
            workflows=self.workflows,
            data_converter=self.client.data_converter,
            workflow_runner=shared_sandbox(),
            interceptors=[SignalsWithPayloads()],
        )
        with suppress(RPCError):  # nothing was said, or it was deleted
            for run_id in await self.runs():
                handle = self.client.get_workflow_handle(self.id, run_id=run_id)
                await replayer.replay_workflow(await handle.fetch_history())

    async def runs(self) -> list[str]:
        """Ids of all runs of this conversation, oldest first."""
        found: list[str] = []
        described = await self.handle.describe()
        run_id: str | None = described.raw_description.workflow_execution_info.first_run_id
        while run_id:
            found.append(run_id)
            run_id = await self._continued_as(run_id)
        return found

    async def _continued_as(self, run_id: str) -> str | None:
        history = await self.client.get_workflow_handle(self.id, run_id=run_id).fetch_history()
        last = history.events[-1]
        attributes = last.workflow_execution_continued_as_new_event_attributes
        return attributes.new_execution_run_id or None

    async def send(self, message: Message) -> str:
        await self._begin_with("receive", message)
        return message.id

    async def notify(self, notice: Notice) -> None:
        """Something is said to the person, without a message of theirs."""
        await self._begin_with("notify", notice)

    async def _begin_with(self, signal: str, said: BaseModel) -> None:
        start = ConversationStart(
            channel="test",
            chat_id=self.chat_id,
            person=self.person,
            reply_queue=self.reply_queue,
        )
        await self.client.start_workflow(
            Conversation.run,
            start,
            id=self.id,
            task_queue=MAIN_QUEUE,
            start_signal=signal,
            start_signal_args=[said],
        )

    async def _message(self, **parts: object) -> Message:
        self.sent += 1
        now = await self.env.get_current_time()
        return Message.model_validate(
            {
                "id": f"test:{self.chat_id}:{self.sent}",
                "sender_id": self.person.user_id,
                "sent_at": now.astimezone(UTC),
                **parts,
            }
        )

    async def say(self, text: str, **how: object) -> str:
        """Sends a text, and does not wait; ``how`` has other fields of the message."""
        command = command_in(text, self.commands)
        return await self.send(await self._message(text=text, command=command, **how))

    async def photo(self, *attachments: Attachment, caption: str = "") -> str:
        return await self.send(await self._message(text=caption, attachments=attachments))

    async def album(
        self, *attachments: Attachment, caption: str = "", album: str = "album"
    ) -> list[str]:
        """Sends an album as a channel does: a message for each part, the caption on the first."""
        return [
            await self.send(
                await self._message(
                    text=caption if number == 0 else "",
                    attachments=(attachment,),
                    album=album,
                    ref=f"{album}/{number}",
                )
            )
            for number, attachment in enumerate(attachments)
        ]

    async def post(self, ref: str, text: str = "", **parts: object) -> str:
        """Sends a message that can be edited later by its ``ref``."""
        command = command_in(text, self.commands)
        return await self.send(await self._message(ref=ref, text=text, command=command, **parts))

    async def edit(self, ref: str, text: str) -> str:
        """Edits the message that was sent with this ``ref``."""
        return await self.post(ref, text, edits=ref)

    async def press(self, action: str, reply: Reply | None = None, value: str = "") -> None:
        """Presses a button of ``reply`` (or of the last reply that has it)."""
        presses = [
            choice.press
            for shown in ([reply] if reply else reversed(self.channel.shown))
            for choice in shown.choices
            if choice.press.action == action and value in {"", choice.press.value}
        ]
        await self.push(presses[0])

    async def push(self, press: ButtonPress) -> None:
        await self.send(await self._message(press=press))

    async def told(self, topic: str, count: int = 1, within: float = PATIENCE) -> Reply:
        """Waits until ``topic`` was said ``count`` times; the last of them."""
        try:
            await self.channel.until(lambda _: self.topics.count(topic) >= count, within)
        except TimeoutError:
            raise AssertionError(
                f"{topic} was not said {count} times; said: {self.topics}"
            ) from None
        return [reply for reply in self.channel.shown if reply.topic == topic][-1]

    async def said(self, kind: type[Said], count: int = 1) -> Said:
        """Waits until a topic was said ``count`` times; what the last of them says."""
        return content_of(await self.told(kind.topic, count), kind)

    async def status(self) -> ConversationStatus:
        """Asked again where no answer comes: the test server forgets what was asked of a run that
        went on in a new one meanwhile.
        """
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    return await self.handle.query(Conversation.status, rpc_timeout=_ANSWER)
                except RPCError as error:
                    if error.status not in _UNANSWERED:
                        raise

    async def ended(self) -> WorkflowExecutionStatus | None:
        """Waits until the conversation has ended; how it did."""
        with suppress(WorkflowFailureError):  # it was cancelled
            await self.handle.result()
        return (await self.handle.describe()).status

    async def quiet(self, message_id: str | None = None) -> ConversationStatus:
        """Waits until the conversation has dealt with all that was sent."""
        deadline = datetime.now(UTC) + timedelta(seconds=PATIENCE)
        pause = 0.01
        while datetime.now(UTC) < deadline:
            status = await self.status()
            handled = message_id is None or message_id in status.handled
            settled = status.state is not ConversationState.WORKING
            if handled and settled and status.replies_pending == 0:
                return status
            await asyncio.sleep(pause)  # to be asked takes the workflow's time, too
            pause = min(1.5 * pause, 0.1)
        raise AssertionError(f"still {status}")

    async def tell(self, *texts: str) -> ConversationStatus:
        """Says each text and waits until it is dealt with."""
        for text in texts:
            message_id = await self.say(text)
            status = await self.quiet(message_id)
        return status

    @property
    def topics(self) -> Sequence[str]:
        return self.channel.topics

    # What the person reads

    def wording(self, reply: Reply) -> Wording:
        now = datetime.now(UTC)
        return worded(reply, formats_for(self.person.locale, self.person.timezone, now))

    def words(self, reply: Reply) -> str:
        """A reply as the person reads it, with its buttons."""
        wording = self.wording(reply)
        buttons = " ".join(f"[{button.label}]" for button in wording.buttons)
        return "\n".join(part for part in (wording.text(), buttons) if part)

    def since(self, before: int) -> str:
        """All that was shown behind the first ``before`` replies."""
        return "\n".join(map(self.words, self.channel.shown[before:]))

    @property
    def screen(self) -> str:
        return self.since(0)

    async def hears(self, *texts: str, **how: object) -> str:
        """Says each text, waits until it is dealt with, and gives what was shown since the last."""
        for text in texts:
            before = len(self.channel.shown)
            await self.quiet(await self.say(text, **how))
        return self.since(before)

    async def presses(self, action: str, value: str = "", reply: Reply | None = None) -> str:
        """Presses a button, waits until it is dealt with, and gives what was shown since."""
        before = len(self.channel.shown)
        await self.press(action, reply, value)
        await self.quiet(f"test:{self.chat_id}:{self.sent}")
        return self.since(before)

    async def reads(self, words: str) -> str:
        """Waits until a reply with these words was shown; the whole of it."""
        await self.channel.until(lambda shown: any(words in self.words(each) for each in shown))
        return [text for text in map(self.words, self.channel.shown) if words in text][-1]
