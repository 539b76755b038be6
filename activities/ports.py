"""What activities need from the outside, as narrow protocols. Adapters implement them.

Every method raises only ``domain.errors.AppError`` and its subclasses for expected failures.
Every look-up names the person it is for: an adapter returns nothing of anybody else's.
"""

from datetime import datetime, timedelta
from typing import Protocol

from domain.conversation import Recalled
from domain.ledger import (
    AmendOutcome,
    AmendRequest,
    FindRequest,
    Insight,
    InsightRequest,
    KeepDraftRequest,
    Purged,
    RecallRequest,
    ReopenDraftRequest,
    ReopenedDraft,
    RestoreRequest,
    SaveOutcome,
    SaveRequest,
    StoredTransaction,
    UndoOutcome,
    UndoRequest,
)
from domain.messages import Attachment, Message
from domain.preferences import Erased, Transcribed
from domain.reading import Reading
from domain.replies import DeliveredReply, Delivery, Reply
from domain.understanding import (
    Act,
    Categorized,
    CategorizeRequest,
    Conversed,
    ConverseRequest,
    Decided,
    DecideRequest,
    Person,
    RecogniseRequest,
    Summarised,
    SummariseRequest,
    UnderstandRequest,
    Understood,
)
from domain.usage import Budget, Spent, UsageBy, UsageOfPerson, UsageReport
from domain.waiting import NO_WAIT, Wait


class Models(Protocol):
    """All models and, behind them, the offline engine.

    An answer that no provider can give for a reason that may soon pass raises its
    ``ModelUnavailableError`` (``retry_after`` says when to come again) if ``wait`` agrees; in any
    other case there is an answer.
    """

    async def understand(
        self, request: UnderstandRequest, *, wait: Wait = NO_WAIT
    ) -> Understood: ...

    async def categorize(
        self, request: CategorizeRequest, *, wait: Wait = NO_WAIT
    ) -> Categorized: ...

    async def decide(self, request: DecideRequest, *, wait: Wait = NO_WAIT) -> Decided: ...

    async def converse(self, request: ConverseRequest, *, wait: Wait = NO_WAIT) -> Conversed: ...

    async def summarise(self, request: SummariseRequest, *, wait: Wait = NO_WAIT) -> Summarised: ...


class Recogniser(Protocol):
    """The cheap path: pure rules, no network, answers within milliseconds."""

    def recognise(self, request: RecogniseRequest) -> Act | None: ...


class ReceiptReader(Protocol):
    """Reads the bytes of one attachment: local OCR and rules.

    Raises ``UnusableAttachmentError`` for a file that is no readable picture or PDF.
    """

    async def read(self, content: bytes, attachment: Attachment, person: Person) -> Reading: ...


class ModelReader(Protocol):
    """Reads a receipt with a model: first from the OCR lines, then from the image.

    Of ``wait`` only the time counts: whether to come again is the caller's own decision.
    """

    @property
    def available(self) -> bool: ...

    async def used_up(self, user_id: str) -> Budget | None:
        """The budget for the day that keeps models out for this person, if one does."""

    async def read_lines(
        self, reading: Reading, person: Person, task_id: str, *, wait: Wait = NO_WAIT
    ) -> Reading: ...

    async def read_image(
        self,
        content: bytes,
        reading: Reading,
        person: Person,
        task_id: str,
        *,
        wait: Wait = NO_WAIT,
    ) -> Reading: ...


class AttachmentStore(Protocol):
    """Bytes of attachments, stored once by sha256, owned by the persons who sent them."""

    async def put(self, user_id: str, attachment: Attachment, content: bytes) -> None: ...

    async def get(self, user_id: str, sha256: str) -> tuple[Attachment, bytes]: ...


class ReadingStore(Protocol):
    """One reading per image, ever. ``put`` keeps what is already there and returns it."""

    async def get(self, sha256: str) -> Reading | None: ...

    async def put(self, reading: Reading) -> Reading: ...


class Ledger(Protocol):
    """Saved transactions with an audit of every change."""

    async def save(self, request: SaveRequest) -> SaveOutcome: ...

    async def amend(self, request: AmendRequest) -> AmendOutcome: ...

    async def undo(self, request: UndoRequest) -> UndoOutcome: ...

    async def restore(self, request: RestoreRequest) -> StoredTransaction: ...

    async def find(self, request: FindRequest) -> StoredTransaction | None: ...

    async def find_by_image(self, user_id: str, sha256: str) -> StoredTransaction | None: ...

    async def insight(self, request: InsightRequest) -> Insight: ...


class DraftStore(Protocol):
    """Unfinished tasks kept for later."""

    async def keep(self, request: KeepDraftRequest) -> None: ...

    async def reopen(self, request: ReopenDraftRequest) -> ReopenedDraft: ...


class Preferences(Protocol):
    """What a person chose before: merchant → category."""

    async def learned_category(self, user_id: str, merchant: str) -> str | None: ...

    async def categories_used(self, user_id: str, limit: int) -> tuple[str, ...]: ...


class Transcript(Protocol):
    """All messages and replies, in PostgreSQL. Idempotent on the message or reply id."""

    async def heard(
        self, conversation_id: str, channel: str, chat_id: str, message: Message
    ) -> None: ...

    async def said(
        self, delivery: Delivery, replies: tuple[DeliveredReply, ...], at: datetime
    ) -> None:
        """Writes replies, and ``delivery.heard`` before them."""

    async def delivered(self, reply_ids: tuple[str, ...]) -> tuple[DeliveredReply, ...]: ...

    async def recall(self, request: RecallRequest) -> Recalled: ...

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


class Erasure(Protocol):
    """Deletes everything that is kept of one person."""

    async def conversations_of(self, user_id: str) -> tuple[str, ...]:
        """Ids of the conversations that this person takes part in."""

    async def erase(self, user_id: str) -> Erased:
        """Rows, files that nobody else sent, readings of them, and the transcript. Idempotent."""


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


class Usage(Protocol):
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
