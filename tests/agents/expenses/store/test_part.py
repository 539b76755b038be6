"""What becomes of expenses when a person is deleted, time goes by, or a conversation is resumed."""

import json
from datetime import timedelta
from decimal import Decimal

import pytest

from adapters.postgres.stores import Stores
from agents.expenses.details import Mention
from agents.expenses.reading import Reading
from agents.expenses.shown import Card
from agents.expenses.store.part import PART
from domain.errors import AttachmentMissingError
from domain.messages import Attachment
from domain.understanding import Person
from tests.adapters.postgres.requests import ANN, BOB, CHAT, recalling
from tests.adapters.postgres.test_erasure import MEMBER, count, photo
from tests.adapters.postgres.test_no_trace import where
from tests.adapters.postgres.test_retention import DAYS, aged, is_kept
from tests.agents.expenses.store.requests import Book, amending, finding, task

WITH_WORDS = set(PART.tables) - {"refused_files", "reference_rates"}
OF_PERSONS = WITH_WORDS - {"readings"}
"""Tables that name a person, not only a file or a currency."""


def read(file: Attachment, *lines: str) -> Reading:
    return Reading(sha256=file.sha256, engine="x", confidence=0.9, lines=lines)


async def used(
    stores: Stores,
    book: Book,
    user_id: str = ANN,
    *,
    number: int = 1,
    content: bytes = b"anns",
    chat: str = CHAT,
    shop: str = "Kedai",
    amount: str = "15.50",
) -> None:
    """Leaves something of this person in every table of the agent."""
    file, person = photo(content), Person(user_id=user_id)
    await stores.users.person(person)
    await stores.attachments.put(user_id, file, content)
    await book.readings.put(read(file, shop), person)
    await book.save(
        number,
        user_id=user_id,
        conversation_id=chat,
        merchant=shop,
        amount=Decimal(amount),
        attachment_sha256=file.sha256,
        category_chosen=True,
    )
    await book.limit(user_id)
    await book.keep_recurring(user_id)
    await book.remind(user_id, chat)
    await book.note_debt(user_id)
    await book.set_rate(user_id)
    await book.keep_digest(user_id, chat)
    await book.keep_sweep(user_id, shop)
    await book.share(user_id)


async def corrected(book: Book, user_id: str = ANN, *, number: int = 1) -> None:
    change = Mention(payment_method="cash")
    await book.ledger.amend(amending(number, "c1", user_id=user_id, changes=change))
    await book.undo(f"u{number}", number, user_id=user_id)


async def rows_of(book: Book, user_id: str) -> dict[str, int]:
    own = f"WHERE user_id = '{user_id}'"
    return {table: await book.count(f"{table} {own}") for table in OF_PERSONS}


class TestErasure:
    async def test_nothing_of_the_person_stays(self, stores: Stores, book: Book) -> None:
        await used(stores, book)
        await corrected(book)
        assert all((await rows_of(book, ANN)).values()), "the test leaves a table empty"

        erased = await stores.erasure.erase(ANN)

        assert erased.counts == {"expenses": 1, "files": 1}
        for table in (*PART.tables, "attachments", "conversations"):
            assert await count(stores, table) == 0

    async def test_no_column_names_the_person_or_has_their_words(
        self, stores: Stores, book: Book
    ) -> None:
        chat, shop, amount = "conversation:telegram:7", "Kopitiam Ann", "12.3456"
        await used(stores, book, MEMBER, chat=chat, shop=shop, amount=amount)
        traces = {"telegram:7", ":7", shop, amount}
        before = await where(stores, traces)
        assert {place.partition(".")[0] for place in before} >= WITH_WORDS

        await stores.erasure.erase(MEMBER)

        assert await where(stores, traces) == set()

    async def test_everything_of_somebody_else_stays_also_in_the_same_chat(
        self, stores: Stores, book: Book
    ) -> None:
        await used(stores, book)
        await used(stores, book, BOB, number=2, content=b"bobs")
        before = await rows_of(book, BOB)

        await stores.erasure.erase(ANN)

        assert await rows_of(book, BOB) == before
        assert await book.ledger.find(finding(2, user_id=BOB)) is not None
        assert await book.readings.get(photo(b"bobs").sha256, Person(user_id=BOB)) is not None
        assert await count(stores, "conversations") == 1

    async def test_a_file_that_somebody_else_sent_too_stays_theirs(
        self, stores: Stores, book: Book
    ) -> None:
        both = photo(b"both")
        await used(stores, book, content=b"both")
        await stores.attachments.put(BOB, both, b"both")

        await stores.erasure.erase(ANN)

        assert (await stores.attachments.get(BOB, both.sha256))[1] == b"both"
        assert await book.readings.get(both.sha256, Person(user_id=BOB)) is not None
        with pytest.raises(AttachmentMissingError):
            await stores.attachments.get(ANN, both.sha256)

    async def test_somebody_who_comes_back_starts_afresh(self, stores: Stores, book: Book) -> None:
        await used(stores, book)
        await stores.erasure.erase(ANN)
        await book.save(1, merchant="Kedai")
        assert await book.learned("Kedai") is None

    async def test_a_chat_of_which_only_an_expense_is_left_is_the_persons(
        self, stores: Stores, book: Book
    ) -> None:
        await book.save(1)
        assert await stores.erasure.conversations_of(ANN) == (CHAT,)
        assert await stores.erasure.conversations_of(BOB) == ()


async def sent(stores: Stores, book: Book, content: bytes, *users: str) -> Attachment:
    """A file of these persons, and what was read from it; 31 days ago."""
    file = photo(content)
    for user_id in users or (ANN,):
        await stores.attachments.put(user_id, file, content)
    await book.readings.put(read(file), Person(user_id=user_id))
    for table in ("attachments", "attachment_owners", "readings"):
        await aged(stores, table, "created_at", f"sha256 = '{file.sha256}'")
    return file


class TestRetention:
    @pytest.mark.shows("safety 27")
    async def test_a_file_that_nothing_shows_goes_with_what_was_read_from_it(
        self, stores: Stores, book: Book
    ) -> None:
        await sent(stores, book, b"dropped", ANN, BOB)
        assert (await stores.purge(DAYS)).counts == {"files": 1, "readings": 1}
        for table in ("attachments", "attachment_owners", "readings"):
            assert await count(stores, table) == 0

    @pytest.mark.shows("safety 27")
    async def test_one_of_a_saved_expense_stays(self, stores: Stores, book: Book) -> None:
        file = await sent(stores, book, b"kept", ANN, BOB)
        await book.save(1, attachment_sha256=file.sha256)
        await aged(stores, "transactions", "created_at")
        assert not (await stores.purge(DAYS)).counts
        assert await is_kept(stores, file)
        assert await is_kept(stores, file, BOB)
        assert await book.readings.get(file.sha256, Person(user_id=ANN)) is not None

    async def test_an_expense_that_was_taken_back_goes_with_its_audit_and_its_photo(
        self, stores: Stores, book: Book
    ) -> None:
        file = await sent(stores, book, b"taken back")
        await book.save(1, attachment_sha256=file.sha256)
        await book.save(2)
        await book.undo("u1", 1)
        await aged(stores, "transactions", "deleted_at")

        purged = await stores.purge(DAYS)

        assert purged.counts == {"expenses": 1, "files": 1, "readings": 1}
        assert await book.ledger.find(finding(1)) is None
        assert await book.ledger.find(finding(2)) is not None
        changes = await book.query("SELECT DISTINCT task_id FROM transaction_changes")
        assert [row["task_id"] for row in changes] == [task(2)]

    async def test_one_that_can_still_be_restored_keeps_its_photo(
        self, stores: Stores, book: Book
    ) -> None:
        file = await sent(stores, book, b"may come back")
        await book.save(1, attachment_sha256=file.sha256)
        await book.undo("u1", 1)
        assert not (await stores.purge(DAYS)).counts
        await book.restore(1, "c1")
        assert await is_kept(stores, file)

    async def test_its_number_does_not_come_twice(self, stores: Stores, book: Book) -> None:
        await book.save(1)
        await book.undo("u1", 1)
        await aged(stores, "transactions", "deleted_at")
        await stores.purge(timedelta(days=30))
        assert (await stores.transcript.recall(recalling())).tasks_started == 1


class TestRecall:
    @pytest.mark.shows("safety 8")
    async def test_the_last_ten_live_cards_are_recalled_oldest_first(
        self, stores: Stores, book: Book
    ) -> None:
        for number in range(1, 13):
            await book.save(number)
        await book.undo("u1", 12)

        recalled = await stores.transcript.recall(recalling())

        assert [known.number for known in recalled.recent] == list(range(2, 12))
        assert {known.agent for known in recalled.recent} == {"expenses"}
        found = await book.ledger.find(finding(11))
        assert found is not None
        assert Card.model_validate(recalled.recent[-1].card) == found.card
        assert recalled.tasks_started == 12


class TestExport:
    async def test_a_person_is_shown_their_own_in_full(self, stores: Stores, book: Book) -> None:
        await used(stores, book)
        await used(stores, book, BOB, number=2, content=b"bobs")
        await corrected(book)

        shown = await stores.export.of_person(ANN)

        assert {table: len(shown[table]) for table in WITH_WORDS} == {
            "transactions": 1,
            "transaction_changes": 3,
            "category_preferences": 1,
            "digests": 1,
            "category_sweeps": 1,
            "readings": 1,
            "budgets": 1,
            "budget_notices": 2,
            "own_rates": 1,
            "recurring": 1,
            "recurring_days": 1,
            "reminders": 1,
            "debts": 1,
            "household_members": 1,
            "household_invitations": 1,
            "household_tries": 1,
            "household_news": 1,
        }
        assert shown["transactions"][0]["amount"] == "15.50"
        assert BOB not in json.dumps(shown)
