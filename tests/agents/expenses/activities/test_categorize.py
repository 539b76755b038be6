"""Finding a category: habit first, then the reading's guess, then the engine."""

from decimal import Decimal

import pytest

from agents.expenses.activities.categorize import Categorize
from agents.expenses.categories import CATEGORIES, MAX_SUGGESTIONS
from agents.expenses.meaning import Categorized, CategorizeRequest, CategorySource
from agents.expenses.offline.engine import OfflineEngine
from agents.expenses.reading import Reading
from domain.errors import ModelUnavailableError, StorageUnavailableError
from domain.understanding import Person
from tests.activities.running import Attempt
from tests.agents.expenses.fakes.ledger import InMemoryLedger
from tests.agents.expenses.fakes.models import ScriptedModels
from tests.agents.expenses.fakes.reading import InMemoryReadings, receipt
from tests.fakes.attachments import image

PHOTO = image("photo")
THRESHOLD = 0.8


@pytest.fixture
def models() -> ScriptedModels:
    models = ScriptedModels()
    models.categorized = Categorized(
        category="Travel", confidence=0.9, source=CategorySource.MODEL, suggestions=("Travel",)
    )
    return models


@pytest.fixture
def habits() -> InMemoryLedger:
    return InMemoryLedger()


@pytest.fixture
def readings() -> InMemoryReadings:
    return InMemoryReadings()


@pytest.fixture
def categorize(
    models: ScriptedModels, habits: InMemoryLedger, readings: InMemoryReadings
) -> Categorize:
    return Categorize(models, OfflineEngine(), habits, readings, threshold=THRESHOLD)


def request(
    person: Person,
    merchant: str | None = "Kopitiam",
    item: str | None = None,
    guess: str | None = None,
    sure: float = 0.0,
) -> CategorizeRequest:
    return CategorizeRequest(
        person=person,
        task_id="c/expenses/1",
        merchant=merchant,
        item=item,
        amount=Decimal(9),
        currency="MYR",
        guess=guess,
        guess_confidence=sure,
    )


async def test_what_this_person_chose_before_wins(
    attempt: Attempt,
    person: Person,
    categorize: Categorize,
    habits: InMemoryLedger,
    models: ScriptedModels,
) -> None:
    habits.learned["ali", "kopitiam"] = "Groceries"
    found = await attempt.run(categorize.categorize, request(person, guess="Fuel", sure=1.0))
    assert (found.category, found.confidence) == ("Groceries", 1.0)
    assert found.source is CategorySource.LEARNED
    assert models.requests == []


async def test_what_another_person_chose_does_not_count(
    attempt: Attempt, person: Person, categorize: Categorize, habits: InMemoryLedger
) -> None:
    habits.learned["siti", "kopitiam"] = "Groceries"
    found = await attempt.run(categorize.categorize, request(person))
    assert found.source is CategorySource.MODEL


async def test_a_habit_is_known_by_what_it_was_for_when_there_is_no_merchant(
    attempt: Attempt, person: Person, categorize: Categorize, habits: InMemoryLedger
) -> None:
    habits.learned["ali", "lunch"] = "Business"
    found = await attempt.run(categorize.categorize, request(person, merchant=None, item="lunch"))
    assert found.category == "Business"


@pytest.mark.shows("8.2")
@pytest.mark.parametrize(
    ("sure", "source"), [(THRESHOLD, CategorySource.READING), (0.79, CategorySource.MODEL)]
)
async def test_the_readings_guess_is_taken_from_the_threshold_on(
    attempt: Attempt, person: Person, categorize: Categorize, sure: float, source: CategorySource
) -> None:
    found = await attempt.run(categorize.categorize, request(person, guess="Fuel", sure=sure))
    assert found.source is source
    assert (found.category == "Fuel") is (source is CategorySource.READING)


async def test_the_engine_is_asked_when_nothing_is_known(
    attempt: Attempt, person: Person, categorize: Categorize, models: ScriptedModels
) -> None:
    wanted = request(person, guess="Fuel", sure=0.5)
    found = await attempt.run(categorize.categorize, wanted)
    assert (found.category, found.source) == ("Travel", CategorySource.MODEL)
    assert models.requests == [wanted]


async def test_the_engine_sees_what_stands_on_the_receipt(
    attempt: Attempt,
    person: Person,
    categorize: Categorize,
    readings: InMemoryReadings,
    models: ScriptedModels,
) -> None:
    lines = ("KEDAI KOPI", "TOTAL 9.00")
    await readings.put(receipt(PHOTO).model_copy(update={"lines": lines}), person)
    wanted = request(person).model_copy(update={"attachment_sha256": PHOTO.sha256})
    await attempt.run(categorize.categorize, wanted)
    assert models.requests == [wanted.model_copy(update={"lines": lines})]


async def test_a_receipt_that_cannot_be_looked_up_is_categorized_without_its_lines(
    attempt: Attempt, person: Person, models: ScriptedModels, habits: InMemoryLedger
) -> None:
    class Away(InMemoryReadings):
        async def get(self, sha256: str, person: Person) -> Reading | None:
            del person
            raise StorageUnavailableError(sha256)

    categorize = Categorize(models, OfflineEngine(), habits, Away(), threshold=THRESHOLD)
    wanted = request(person).model_copy(update={"attachment_sha256": PHOTO.sha256})
    found = await attempt.run(categorize.categorize, wanted)
    assert found.category == "Travel"


@pytest.mark.shows("8.4")
async def test_suggestions_are_the_engines_then_the_persons_own_then_the_common_ones(
    attempt: Attempt,
    person: Person,
    categorize: Categorize,
    habits: InMemoryLedger,
    models: ScriptedModels,
) -> None:
    models.categorized = Categorized(
        category=None,
        confidence=0.0,
        source=CategorySource.RULES,
        suggestions=("Travel", "Health", "Travel"),
    )
    habits.learned = {("ali", "a"): "Health", ("ali", "b"): "My own"}
    found = await attempt.run(categorize.categorize, request(person))
    assert found.suggestions == ("Travel", "Health", "My own", CATEGORIES[0], CATEGORIES[1])
    assert len(found.suggestions) == MAX_SUGGESTIONS


async def test_a_long_list_of_the_engine_is_cut(
    attempt: Attempt, person: Person, categorize: Categorize, models: ScriptedModels
) -> None:
    models.categorized = Categorized(
        category=None, confidence=0.0, source=CategorySource.RULES, suggestions=CATEGORIES[4:]
    )
    found = await attempt.run(categorize.categorize, request(person))
    assert found.suggestions == CATEGORIES[4 : 4 + MAX_SUGGESTIONS]


async def test_without_the_database_it_still_answers(
    attempt: Attempt, person: Person, categorize: Categorize, habits: InMemoryLedger
) -> None:
    habits.learned["ali", "kopitiam"] = "Groceries"
    habits.fail_with_outage()
    found = await attempt.run(categorize.categorize, request(person))
    assert found.category == "Travel"
    assert len(found.suggestions) == MAX_SUGGESTIONS


async def test_a_failing_engine_is_tried_again(
    attempt: Attempt, person: Person, categorize: Categorize, models: ScriptedModels
) -> None:
    models.categorized = ModelUnavailableError("down")
    failure = await attempt.fails(categorize.categorize, request(person))
    assert (failure.type, failure.non_retryable) == ("model.unavailable", False)


class TestByRules:
    async def test_a_habit_is_settled(
        self, attempt: Attempt, person: Person, categorize: Categorize, habits: InMemoryLedger
    ) -> None:
        habits.learned["ali", "kopitiam"] = "Groceries"
        found = await attempt.run(categorize.categorize_by_rules, request(person))
        assert (found.category, found.source) == ("Groceries", CategorySource.LEARNED)
        assert found.settled

    @pytest.mark.parametrize("sure", [THRESHOLD, 0.79])
    async def test_a_guess_of_the_reading_is_settled_from_the_threshold_on(
        self, attempt: Attempt, person: Person, categorize: Categorize, sure: float
    ) -> None:
        asked = request(person, merchant="Xyzzy", guess="Fuel", sure=sure)
        found = await attempt.run(categorize.categorize_by_rules, asked)
        assert (found.category, found.source) == ("Fuel", CategorySource.READING)
        assert found.settled is (sure >= THRESHOLD)

    async def test_a_known_shop_is_settled(
        self, attempt: Attempt, person: Person, categorize: Categorize
    ) -> None:
        found = await attempt.run(categorize.categorize_by_rules, request(person, "Starbucks"))
        assert (found.category, found.source) == ("Food & Drink", CategorySource.RULES)
        assert found.settled

    async def test_what_no_rule_knows_is_not_settled_and_has_suggestions(
        self, attempt: Attempt, person: Person, categorize: Categorize, habits: InMemoryLedger
    ) -> None:
        habits.learned["ali", "a"] = "My own"
        found = await attempt.run(categorize.categorize_by_rules, request(person, "Xyzzy"))
        assert (found.category, found.settled) == (None, False)
        assert len(found.suggestions) == MAX_SUGGESTIONS

    async def test_lines_of_the_receipt_are_a_hint_and_not_settled(
        self,
        attempt: Attempt,
        person: Person,
        categorize: Categorize,
        readings: InMemoryReadings,
    ) -> None:
        lines = ("PETROL 40.00", "DIESEL 20.00")
        await readings.put(receipt(PHOTO).model_copy(update={"lines": lines}), person)
        asked = request(person, "Xyzzy").model_copy(update={"attachment_sha256": PHOTO.sha256})
        found = await attempt.run(categorize.categorize_by_rules, asked)
        assert (found.category, found.settled) == ("Fuel", False)

    async def test_no_model_is_asked(
        self, attempt: Attempt, person: Person, categorize: Categorize, models: ScriptedModels
    ) -> None:
        await attempt.run(categorize.categorize_by_rules, request(person, "Xyzzy"))
        assert models.requests == []

    async def test_without_the_database_rules_still_answer(
        self, attempt: Attempt, person: Person, categorize: Categorize, habits: InMemoryLedger
    ) -> None:
        habits.fail_with_outage()
        found = await attempt.run(categorize.categorize_by_rules, request(person, "Starbucks"))
        assert found.settled
