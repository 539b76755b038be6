"""What activities need from the outside, as narrow protocols. Adapters implement them.

Every method raises only ``domain.errors.AppError`` and its subclasses for expected failures.
Every look-up names the person it is for: an adapter returns nothing of anybody else's.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Protocol

from pydantic import JsonValue

from domain.conversation import BeginRequest, Recalled
from domain.messages import Attachment
from domain.preferences import ErasedRows, HeldElsewhere, StillToCome, Transcribed
from domain.replies import DeliveredReply, Delivery, Reply, Settlement
from domain.restart import RestartRequest
from domain.retention import Purged
from domain.tasks import FirstStepRequest, KeepDraftRequest, ReopenDraftRequest, ReopenedDraft
from domain.tools import Step, StepRequest
from domain.understanding import (
    Conversed,
    ConverseRequest,
    Person,
    Summarised,
    SummariseRequest,
    UnderstandRequest,
    Understood,
)
from domain.usage import Spent, UsageBy, UsageOfPerson, UsageReport
from domain.waiting import ASKS_ONCE, Wait


class Models(Protocol):
    """All models and, behind them, the offline engine.

    An answer that no provider can give for a reason that may soon pass raises its
    ``ModelUnavailableError`` (``retry_after`` says when to come again) if ``wait`` agrees; in any
    other case there is an answer.
    """

    async def understand(
        self, request: UnderstandRequest, *, wait: Wait = ASKS_ONCE
    ) -> Understood: ...

    async def converse(self, request: ConverseRequest, *, wait: Wait = ASKS_ONCE) -> Conversed: ...

    async def summarise(
        self, request: SummariseRequest, *, wait: Wait = ASKS_ONCE
    ) -> Summarised: ...


class Stepping(Protocol):
    """The next step of an agent's turn, by models and, behind them, the agent's rules; as
    ``Models``. Raises ``ConfigurationError`` for an agent that has no tools here.
    """

    async def step(self, request: StepRequest, *, wait: Wait = ASKS_ONCE) -> Step: ...


class AttachmentStore(Protocol):
    """Bytes of attachments, stored once by sha256, owned by the persons who sent them."""

    async def put(self, user_id: str, attachment: Attachment, content: bytes) -> None: ...

    async def get(self, user_id: str, sha256: str) -> tuple[Attachment, bytes]: ...

    async def drop(self, user_id: str, sha256: str) -> None:
        """This person's file is not kept any longer; somebody else's of the same bytes is."""


class RemoteFiles(Protocol):
    """Files as the channel has them, by its own ids."""

    async def fetch(self, remote: str) -> bytes:
        """No more bytes than an attachment may have.

        Raises ``UnusableAttachmentError``, ``AttachmentGoneError`` and, when another attempt may
        succeed, ``AttachmentUnavailableError``.
        """


class DraftStore(Protocol):
    """Unfinished tasks kept for later."""

    async def keep(self, request: KeepDraftRequest) -> None: ...

    async def reopen(self, request: ReopenDraftRequest) -> ReopenedDraft: ...


class Transcript(Protocol):
    """All messages and replies, in PostgreSQL. Idempotent on the message or reply id."""

    async def write(
        self, delivery: Delivery, replies: tuple[DeliveredReply, ...], at: datetime
    ) -> None:
        """Writes ``delivery.heard`` and the replies, all of it or nothing."""

    async def delivered(self, reply_ids: tuple[str, ...]) -> tuple[DeliveredReply, ...]: ...

    async def recall(self, request: BeginRequest) -> Recalled:
        """The last words of the conversation, and this person's finished tasks in it."""

    async def reply_at(self, conversation_id: str, channel_ref: str) -> str | None:
        """The id of the reply that the channel shows under its own id ``channel_ref``."""


class Users(Protocol):
    """Locale, currency and time zone of a person; created with the given defaults when new."""

    async def person(self, defaults: Person) -> Person: ...

    async def prefer(
        self,
        user_id: str,
        *,
        locale: str | None = None,
        currency: str | None = None,
        timezone: str | None = None,
    ) -> Person:
        """Sets what is not None. Raises ``NotFoundError`` for somebody who is not known."""


class ErasureStore(Protocol):
    """Deletes everything that is kept of one person."""

    async def conversations_of(self, user_id: str) -> tuple[str, ...]:
        """Ids of the conversations that this person takes part in, and of agents' own workflows
        about them.
        """

    async def rooms_of(self, user_id: str) -> tuple[str, ...]:
        """Those of agents' own workflows about this person that staff are shown in their chat."""

    async def still_to_come(self, user_id: str) -> tuple[StillToCome, ...]:
        """The next one first."""

    async def held_elsewhere(self, user_id: str) -> tuple[HeldElsewhere, ...]:
        """Only before ``erase``: the deleted rows say it."""

    async def erase(self, user_id: str) -> ErasedRows:
        """The transcript, files that nobody else sent, and what agents keep. Idempotent."""


class RunningConversations(Protocol):
    """The conversations as Temporal holds them."""

    async def remove(self, conversation_ids: tuple[str, ...]) -> int:
        """Ends them at once and deletes their histories; how many ran. Idempotent."""

    async def forget_erasures(self) -> int:
        """Deletes the histories of erasures that are over; how many. Idempotent."""


class Transcriber(Protocol):
    """Turns speech into text. Raises ``SpeechUnavailableError`` when nothing here can."""

    async def transcribe(
        self, content: bytes, attachment: Attachment, locale: str, user_id: str
    ) -> Transcribed: ...


class UsageStore(Protocol):
    """What model calls used, from their record."""

    async def spent(self, user_id: str | None, since: datetime) -> Spent:
        """By one person, or by everybody when None."""

    async def of_person(self, user_id: str, now: datetime, days: int) -> UsageOfPerson:
        """Since midnight UTC, and within the last ``days`` days."""

    async def report(
        self, since: datetime, until: datetime, by: UsageBy = UsageBy.PURPOSE
    ) -> UsageReport: ...


class Retention(Protocol):
    """Removes what is older than the retention time."""

    async def purge(self, older_than: timedelta) -> Purged: ...


class Channel(Protocol):
    """Shows a reply to the person. Runs inside the channel's own process.

    ``show`` raises ``RecipientGoneError`` when replying is pointless and ``DeliveryFailedError``
    when it may succeed later.
    """

    async def show(self, delivery: Delivery, reply: Reply) -> DeliveredReply: ...

    async def settle(self, delivery: Delivery, settlement: Settlement) -> None:
        """Tells those who wait that their messages are dealt with. Idempotent. Raises a retryable
        ``AppError`` when it may succeed later.
        """


class UnderstandingRules(Protocol):
    """Understanding without a model: pure, within milliseconds."""

    def understand(self, request: UnderstandRequest) -> Understood: ...

    def converse(self, request: ConverseRequest) -> Conversed: ...

    def summarise(self, request: SummariseRequest) -> Summarised: ...


class LookUpForRules(Protocol):
    """Looks up what an agent's rules need to know of the person's rows to read their words."""

    async def __call__(self, request: UnderstandRequest, /) -> Mapping[str, JsonValue]:
        """Reads only, within milliseconds. Raises ``AppError``."""


class FirstStep(Protocol):
    """Begins a task of an agent in the activity that reads the words which open it."""

    async def begin(self, request: FirstStepRequest) -> JsonValue:
        """The state from which its task goes on; None where nothing was done. Idempotent on the
        task's id. Raises ``AppError`` or ``ApplicationError``: then it may have been done.
        """


class Restart(Protocol):
    """Hands messages to a fresh run of a conversation, once the cancelled one has closed."""

    async def restart(self, request: RestartRequest) -> None:
        """Raises a retryable ``AppError`` while it has not. Idempotent."""


class StepRules(Protocol):
    """The next step of a turn without a model, by one agent's rules: pure, within milliseconds.
    Raises nothing for any words.
    """

    def step(self, request: StepRequest) -> Step: ...
