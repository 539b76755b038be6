"""What becomes of expenses when a person is deleted, time goes by, or a conversation is resumed."""

import json
from datetime import timedelta
from decimal import Decimal

import pytest

from adapters.postgres.stores import Stores
from agents.expenses.budgets import SpendingBudget
from agents.expenses.card import Card
from agents.expenses.details import Mention
from agents.expenses.digests import Cadence, KeptDigest, schedule_of
from agents.expenses.for_all import ForAllOrder
from agents.expenses.reading import Reading
from agents.expenses.recurring import RecurringOrder, RecurringWish
from agents.expenses.store.part import PART
from agents.expenses.store.stores import ExpenseStores
from domain.errors import AttachmentMissingError
from domain.messages import Attachment
from domain.understanding import Person
from tests.adapters.postgres.requests import ANN, BOB, CHAT, recalling
from tests.adapters.postgres.test_erasure import MEMBER, count, photo
from tests.adapters.postgres.test_no_trace import where
from tests.adapters.postgres.test_retention import DAYS, aged, is_kept
from tests.agents.expenses.store.requests import DAY, amending, finding, restoring, saving, undoing
from tests.bot.samples import RATE

OF_NOBODY = {"readings", "refused_files", "reference_rates"}
"""Tables that name a file, or a currency, and nobody."""


def read(file: Attachment, *lines: str) -> Reading:
    return Reading(sha256=file.sha256, engine="x", confidence=0.9, lines=lines)


async def spent(
    stores: Stores, expenses: ExpenseStores, user_id: str, *, number: int, content: bytes
) -> None:
    """Leaves something of this person in every table of the agent."""
    file = photo(content)
    await stores.users.person(Person(user_id=user_id))
    await stores.attachments.put(user_id, file, content)
    await expenses.readings.put(read(file), Person(user_id=user_id))
    await expenses.ledger.save(
        saving(number, user_id=user_id, attachment_sha256=file.sha256, category_chosen=True)
    )
    change = Mention(payment_method="cash")
    await expenses.ledger.amend(amending(number, "c1", user_id=user_id, changes=change))
    await expenses.ledger.undo(undoing(f"u{number}", number, user_id=user_id))
    await expenses.budgets.set_budget(user_id, limit(1), DAY)
    await expenses.rates.set_rate(user_id, RATE)
    digest = KeptDigest(
        schedule_id=f"digest:{user_id}",
        user_id=user_id,
        conversation_id=CHAT,
        every=Cadence.WEEK,
        timezone="UTC",
    )
    await expenses.digests.keep(digest)
    order = ForAllOrder(name=f"Kedai {number}", category="Other")
    await expenses.sweeps.offer(user_id, "s1", order)
    await expenses.recurring.keep(user_id, AGAIN, DAY)


AGAIN = RecurringOrder(
    wish=RecurringWish.KEEP, merchant="Netflix", amount=Decimal(55), currency="MYR"
)


def limit(amount: int) -> SpendingBudget:
    return SpendingBudget(amount=Decimal(amount), currency="MYR")


async def rows_of(stores: Stores, user_id: str) -> dict[str, int]:
    async with stores.database.connection() as connection:
        return {
            table: await connection.fetchval(
                f"SELECT count(*) FROM {table} WHERE user_id = $1",  # noqa: S608 - literals
                user_id,
            )
            for table in PART.tables
            if table not in OF_NOBODY
        }


class TestErasure:
    async def test_nothing_of_the_person_stays(
        self, stores: Stores, expenses: ExpenseStores
    ) -> None:
        await spent(stores, expenses, ANN, number=1, content=b"anns")
        assert all((await rows_of(stores, ANN)).values()), "the test leaves a table empty"

        erased = await stores.erasure.erase(ANN)

        assert erased.counts == {"expenses": 1, "files": 1}
        for table in (*PART.tables, "attachments", "conversations"):
            assert await count(stores, table) == 0

    async def test_no_column_names_the_person_or_has_their_words(
        self, stores: Stores, expenses: ExpenseStores
    ) -> None:
        chat, shop, amount = "conversation:telegram:7", "Kopitiam Ann", "12.3456"
        file = photo(b"their photo")
        await stores.attachments.put(MEMBER, file, b"their photo")
        await expenses.readings.put(read(file, shop), Person(user_id=MEMBER))
        await expenses.ledger.save(
            saving(
                1,
                user_id=MEMBER,
                conversation_id=chat,
                merchant=shop,
                amount=Decimal(amount),
                attachment_sha256=file.sha256,
                category_chosen=True,
            )
        )
        await expenses.budgets.set_budget(MEMBER, limit(1), DAY)
        await expenses.rates.set_rate(MEMBER, RATE)
        digest = KeptDigest(
            schedule_id=schedule_of(chat, MEMBER),
            user_id=MEMBER,
            conversation_id=chat,
            every=Cadence.MONTH,
            timezone="UTC",
        )
        await expenses.digests.keep(digest)
        await expenses.sweeps.offer(MEMBER, "s1", ForAllOrder(name=shop, category="Other"))
        await expenses.recurring.keep(MEMBER, AGAIN, DAY)
        traces = {"telegram:7", ":7", shop, amount}
        before = await where(stores, traces)
        assert {place.partition(".")[0] for place in before} >= set(PART.tables) - {
            "refused_files",
            "reference_rates",
        }

        await stores.erasure.erase(MEMBER)

        assert await where(stores, traces) == set()

    async def test_everything_of_somebody_else_stays_also_in_the_same_chat(
        self, stores: Stores, expenses: ExpenseStores
    ) -> None:
        await spent(stores, expenses, ANN, number=1, content=b"anns")
        await spent(stores, expenses, BOB, number=2, content=b"bobs")
        before = await rows_of(stores, BOB)

        await stores.erasure.erase(ANN)

        assert await rows_of(stores, BOB) == before
        assert await expenses.ledger.find(finding(2, user_id=BOB)) is not None
        assert await expenses.readings.get(photo(b"bobs").sha256, Person(user_id=BOB)) is not None
        assert await count(stores, "conversations") == 1

    async def test_a_file_that_somebody_else_sent_too_stays_theirs(
        self, stores: Stores, expenses: ExpenseStores
    ) -> None:
        both = photo(b"both")
        await spent(stores, expenses, ANN, number=1, content=b"both")
        await stores.attachments.put(BOB, both, b"both")

        await stores.erasure.erase(ANN)

        assert (await stores.attachments.get(BOB, both.sha256))[1] == b"both"
        assert await expenses.readings.get(both.sha256, Person(user_id=BOB)) is not None
        with pytest.raises(AttachmentMissingError):
            await stores.attachments.get(ANN, both.sha256)

    async def test_somebody_who_comes_back_starts_afresh(
        self, stores: Stores, expenses: ExpenseStores
    ) -> None:
        await spent(stores, expenses, ANN, number=1, content=b"anns")
        await stores.erasure.erase(ANN)
        outcome = await expenses.ledger.save(saving(1))
        assert outcome.duplicate_of is None
        assert await expenses.preferences.learned_category(ANN, "Kedai 1") is None

    async def test_a_chat_of_which_only_an_expense_is_left_is_the_persons(
        self, stores: Stores, expenses: ExpenseStores
    ) -> None:
        await expenses.ledger.save(saving(1))
        assert await stores.erasure.conversations_of(ANN) == (CHAT,)
        assert await stores.erasure.conversations_of(BOB) == ()


async def sent(stores: Stores, expenses: ExpenseStores, content: bytes, *users: str) -> Attachment:
    """A file of these persons, and what was read from it; 31 days ago."""
    file = photo(content)
    for user_id in users or (ANN,):
        await stores.attachments.put(user_id, file, content)
    await expenses.readings.put(read(file), Person(user_id=user_id))
    for table in ("attachments", "attachment_owners", "readings"):
        await aged(stores, table, "created_at", f"sha256 = '{file.sha256}'")
    return file


class TestRetention:
    @pytest.mark.shows("safety 27")
    async def test_a_file_that_nothing_shows_goes_with_what_was_read_from_it(
        self, stores: Stores, expenses: ExpenseStores
    ) -> None:
        await sent(stores, expenses, b"dropped", ANN, BOB)
        assert (await stores.purge(DAYS)).counts == {"files": 1, "readings": 1}
        for table in ("attachments", "attachment_owners", "readings"):
            assert await count(stores, table) == 0

    @pytest.mark.shows("safety 27")
    async def test_one_of_a_saved_expense_stays(
        self, stores: Stores, expenses: ExpenseStores
    ) -> None:
        file = await sent(stores, expenses, b"kept", ANN, BOB)
        await expenses.ledger.save(saving(1, attachment_sha256=file.sha256))
        await aged(stores, "transactions", "created_at")
        assert not (await stores.purge(DAYS)).counts
        assert await is_kept(stores, file)
        assert await is_kept(stores, file, BOB)
        assert await expenses.readings.get(file.sha256, Person(user_id=ANN)) is not None

    async def test_an_expense_that_was_taken_back_goes_with_its_audit_and_its_photo(
        self, stores: Stores, expenses: ExpenseStores
    ) -> None:
        file = await sent(stores, expenses, b"taken back")
        await expenses.ledger.save(saving(1, attachment_sha256=file.sha256))
        await expenses.ledger.save(saving(2))
        await expenses.ledger.undo(undoing("u1", 1))
        await aged(stores, "transactions", "deleted_at")

        purged = await stores.purge(DAYS)

        assert purged.counts == {"expenses": 1, "files": 1, "readings": 1}
        assert await expenses.ledger.find(finding(1)) is None
        assert await expenses.ledger.find(finding(2)) is not None
        async with stores.database.connection() as connection:
            changes = await connection.fetch("SELECT DISTINCT task_id FROM transaction_changes")
        assert [row["task_id"] for row in changes] == [saving(2).task_id]

    async def test_one_that_can_still_be_restored_keeps_its_photo(
        self, stores: Stores, expenses: ExpenseStores
    ) -> None:
        file = await sent(stores, expenses, b"may come back")
        await expenses.ledger.save(saving(1, attachment_sha256=file.sha256))
        await expenses.ledger.undo(undoing("u1", 1))
        assert not (await stores.purge(DAYS)).counts
        await expenses.ledger.restore(restoring(1, "c1"))
        assert await is_kept(stores, file)

    async def test_its_number_does_not_come_twice(
        self, stores: Stores, expenses: ExpenseStores
    ) -> None:
        await expenses.ledger.save(saving(1))
        await expenses.ledger.undo(undoing("u1", 1))
        await aged(stores, "transactions", "deleted_at")
        await stores.purge(timedelta(days=30))
        assert (await stores.transcript.recall(recalling())).tasks_started == 1


class TestRecall:
    @pytest.mark.shows("safety 8")
    async def test_the_last_ten_live_cards_are_recalled_oldest_first(
        self, stores: Stores, expenses: ExpenseStores
    ) -> None:
        for number in range(1, 13):
            await expenses.ledger.save(saving(number))
        await expenses.ledger.undo(undoing("u1", 12))

        recalled = await stores.transcript.recall(recalling())

        assert [known.number for known in recalled.recent] == list(range(2, 12))
        assert {known.agent for known in recalled.recent} == {"expenses"}
        found = await expenses.ledger.find(finding(11))
        assert found is not None
        assert Card.model_validate(recalled.recent[-1].card) == found.card
        assert recalled.tasks_started == 12


class TestExport:
    async def test_a_person_is_shown_their_own_in_full(
        self, stores: Stores, expenses: ExpenseStores
    ) -> None:
        await spent(stores, expenses, ANN, number=1, content=b"anns")
        await spent(stores, expenses, BOB, number=2, content=b"bobs")

        shown = await stores.export.of_person(ANN)

        of_persons = set(PART.tables) - {"refused_files", "reference_rates"}
        assert {table: len(shown[table]) for table in of_persons} == {
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
        }
        assert shown["transactions"][0]["amount"] == "15.50"
        assert BOB not in json.dumps(shown)
