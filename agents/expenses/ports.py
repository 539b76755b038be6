"""What this agent's activities need from the outside, beside the platform's ports."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Protocol

from agents.expenses.importing import ImportBatch, ImportSum, StandingRow
from agents.expenses.ledger import (
    AmendOutcome,
    AmendRequest,
    FindRequest,
    RestoreRequest,
    SaveOutcome,
    SaveRequest,
    StoredTransaction,
    UndoOutcome,
    UndoRequest,
)
from agents.expenses.meaning import (
    Categorized,
    CategorizeRequest,
    CommandRequest,
    Decided,
    DecideRequest,
)
from agents.expenses.rates_file import ReferenceRate
from agents.expenses.reading import Reading
from agents.expenses.shown import FeatureNotice
from agents.expenses.spending import Insight, InsightRequest
from domain.errors import UnusableAttachmentError
from domain.messages import Attachment, CallRequest
from domain.understanding import Person
from domain.usage import Budget
from domain.waiting import ASKS_ONCE, Wait


class DecisionModels(Protocol):
    """What is asked of models about an expense; the rules are behind them.

    Fails and waits as the platform's ``DecisionModels`` do.
    """

    async def categorize(
        self, request: CategorizeRequest, *, wait: Wait = ASKS_ONCE
    ) -> Categorized: ...

    async def decide(self, request: DecideRequest, *, wait: Wait = ASKS_ONCE) -> Decided: ...


class ReceiptReader(Protocol):
    """Reads the bytes of one attachment: local OCR and rules.

    Raises ``UnusableAttachmentError`` for a file that is no readable picture or PDF.
    """

    async def read(self, content: bytes, attachment: Attachment, person: Person) -> Reading: ...


class ModelReader(Protocol):
    """Completes the reading of a receipt with a model: from its OCR lines or, where it is given,
    from the ``image``. ``caption`` is what the person wrote below it.

    A failure is ``worth_waiting`` only where ``wait`` allows another attempt.
    """

    @property
    def available(self) -> bool: ...

    async def used_up(self, user_id: str) -> Budget | None:
        """The budget for the day that keeps models out for this person, if one does."""

    async def complete(  # noqa: PLR0913 - what a reading needs
        self,
        reading: Reading,
        person: Person,
        task_id: str,
        *,
        image: bytes | None = None,
        caption: str = "",
        wait: Wait = ASKS_ONCE,
    ) -> Reading: ...


class ReadingStore(Protocol):
    """One reading of an image, ever, for persons of the same locale and currency: what 3.250 and
    3/4 mean depends on both. ``put`` keeps what is already there and returns it.

    An image that nobody can read is refused for everybody.
    """

    async def get(self, sha256: str, person: Person) -> Reading | None: ...

    async def put(self, reading: Reading, person: Person) -> Reading: ...

    async def refusal(self, sha256: str) -> UnusableAttachmentError | None: ...

    async def refuse(self, sha256: str, refusal: UnusableAttachmentError) -> None: ...


class Ledger(Protocol):
    """Saved transactions with an audit of every change."""

    async def save(self, request: SaveRequest) -> SaveOutcome: ...

    async def amend(self, request: AmendRequest) -> AmendOutcome: ...

    async def undo(self, request: UndoRequest) -> UndoOutcome: ...

    async def restore(self, request: RestoreRequest) -> StoredTransaction: ...

    async def find(self, request: FindRequest) -> StoredTransaction | None: ...

    async def find_by_image(
        self, user_id: str, sha256: str, part: int = 0
    ) -> StoredTransaction | None: ...

    async def insight(self, request: InsightRequest) -> Insight: ...


class RateStore(Protocol):
    """Exchange rates of the bank."""

    async def load(self, rates: Sequence[ReferenceRate]) -> None:
        """All or nothing. Idempotent."""


class CommandRules(Protocol):
    """The offline engine, for what follows a command of a feature."""

    def command_call(self, request: CommandRequest) -> CallRequest | None: ...

    """Understands what is asked for: pure."""


class Habits(Protocol):
    """What a person chose before: merchant → category."""

    async def learned_category(self, user_id: str, merchant: str) -> str | None: ...

    async def categories_used(self, user_id: str, limit: int) -> tuple[str, ...]: ...


class Imports(Protocol):
    """What is saved of imports, and what an import is compared with."""

    async def standing(
        self, user_id: str, import_id: str, since: date, until: date
    ) -> tuple[StandingRow, ...]:
        """The person's live rows of these days, and those of earlier imports as their files had
        them; none of the import itself, and none of an import that was taken back as a whole.
        """

    async def habits(self, user_id: str) -> Mapping[str, str]:
        """All that this person chose: folded name → category."""

    async def put(self, batch: ImportBatch) -> None:
        """All or nothing; idempotent on each row's ``task_id``: one that is there stays."""

    async def levels_reached(
        self, user_id: str, import_id: str, today: date
    ) -> tuple[FeatureNotice, ...]:
        """The levels of budgets that all of its rows together reached. Idempotent."""

    async def sums(self, user_id: str, import_id: str) -> tuple[ImportSum, ...]:
        """What the import's live rows come to."""


class CategoryRules(Protocol):
    """What the offline engine knows about categories: pure, answers within milliseconds."""

    def categorize(self, request: CategorizeRequest) -> Categorized: ...


class ImportRules(CategoryRules, Protocol):
    """As ``CategoryRules``, with other trackers' names of categories."""

    def category_called(self, name: str, used: tuple[str, ...]) -> str | None: ...
