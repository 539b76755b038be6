"""What a preview shows is what its import saves, whatever was saved before."""

import asyncio
from datetime import date, timedelta
from decimal import Decimal
from hashlib import sha256

from hypothesis import given, settings
from hypothesis import strategies as st
from temporalio.testing import ActivityEnvironment

from agents.expenses.activities.importing import ImportTables
from agents.expenses.importing import ImportRequest, ImportWish, SaveImportRequest, row_id
from agents.expenses.ledger import SaveRequest
from agents.expenses.offline.engine import OfflineEngine
from agents.expenses.shown import MoneyKind
from domain.understanding import Person
from tests.agents.expenses.fakes.ledger import InMemoryLedger
from tests.fakes.attachments import InMemoryAttachments

PERSON = Person(user_id="test:ann")
CHAT = "conversation:test:ann"
FIRST = date(2026, 1, 1)


class Importing:
    """A statement of rows that cost 1, 2, 3 and so on, of which some were typed before it came."""

    def __init__(self, count: int) -> None:
        self.ledger = InMemoryLedger()
        self.attachments = InMemoryAttachments()
        self.activities = ImportTables(
            OfflineEngine(), self.ledger, self.ledger, self.attachments, threshold=0.8
        )
        lines = "".join(f"{FIRST + timedelta(n)},Shop,-{n}.00\n" for n in range(1, count + 1))
        content = f"Date,Description,Amount\n{lines}".encode()
        self.attachments.lend(PERSON.user_id, content)
        self.sha256 = sha256(content).hexdigest()

    async def type(self, row: int, number: int) -> None:
        await self.ledger.save(
            SaveRequest(
                user_id=PERSON.user_id,
                conversation_id=CHAT,
                task_id=row_id(f"{CHAT}/expenses/0-life", number),
                number=number,
                turn_number=number,
                kind=MoneyKind.EXPENSE,
                merchant="Shop",
                item=None,
                amount=Decimal(row),
                currency="MYR",
                occurred_on=FIRST + timedelta(row),
                timezone=PERSON.timezone,
                category="Other",
            )
        )

    async def look(self, number: int, left_out: tuple[int, ...] = ()) -> SaveImportRequest:
        """Looks at the statement as the task of this number; what a yes to it would save."""
        asked = ImportRequest(
            person=PERSON,
            conversation_id=CHAT,
            import_id=f"{CHAT}/expenses/{number}-life",
            sha256=self.sha256,
            today=FIRST + timedelta(200),
            wish=ImportWish(left_out=left_out),
        )
        self.seen = await ActivityEnvironment().run(self.activities.preview_import, asked)
        return SaveImportRequest(
            asked=asked,
            first_number=number + 1,
            digest=self.seen.digest,
        )

    def saved(self) -> list[Decimal | None]:
        return [card.amount for card in self.ledger.live]

    def numbers(self) -> list[int]:
        return sorted(card.number for card in self.ledger.live)


@settings(deadline=None, max_examples=60)
@given(
    typed=st.lists(st.integers(1, 12), unique=True, max_size=8),
    left_out=st.lists(st.integers(1, 12), unique=True, max_size=4),
    attempts=st.integers(1, 2),
)
def test_an_import_saves_exactly_what_its_preview_showed(
    typed: list[int], left_out: list[int], attempts: int
) -> None:
    async def run() -> None:
        chat = Importing(12)
        for number, row in enumerate(typed, start=1):
            await chat.type(row, number)
        request = await chat.look(len(typed) + 1, tuple(left_out))
        assert (chat.seen.rows, chat.seen.duplicates) == (
            12 - len({*typed, *left_out}),
            len(typed),
        )
        for _ in range(attempts):  # a worker may die when all is saved
            outcome = await ActivityEnvironment().run(chat.activities.save_import, request)
            assert (outcome.changed, outcome.rows, outcome.sums) == (
                False,
                chat.seen.rows,
                chat.seen.sums,
            )
        first = request.first_number
        numbers = [*range(1, len(typed) + 1), *range(first, first + chat.seen.span)]
        assert chat.numbers() == numbers
        paid = chat.saved()
        assert len(paid) == len(set(paid)) == len(typed) + chat.seen.rows

    asyncio.run(run())


async def test_what_was_typed_after_the_preview_is_shown_before_anything_is_saved() -> None:
    chat = Importing(3)
    request = await chat.look(1)
    await chat.type(2, 7)
    assert (await ActivityEnvironment().run(chat.activities.save_import, request)).changed
    assert chat.saved() == [2]
    request = await chat.look(1)
    assert (chat.seen.rows, chat.seen.duplicates) == (2, 1)
    assert (await ActivityEnvironment().run(chat.activities.save_import, request)).rows == 2
