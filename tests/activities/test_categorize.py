"""Finding a category: habit first, then the reading's guess, then the engine."""

from decimal import Decimal

import pytest

from activities.categorize import Categorize
from domain.categories import CATEGORIES, MAX_SUGGESTIONS
from domain.errors import ModelUnavailableError, StorageUnavailableError
from domain.reading import Reading
from domain.understanding import Categorized, CategorizeRequest, CategorySource, Person
from tests.activities.running import Attempt
from tests.fakes.ledger import InMemoryLedger
from tests.fakes.reading import InMemoryReadings, image, receipt
from tests.fakes.understanding import GatedUnderstanding

PHOTO = image("photo")
THRESHOLD = 0.8


@pytest.fixture
def understanding() -> GatedUnderstanding:
    understanding = GatedUnderstanding()
    understanding.categorized = Categorized(
        category="Travel", confidence=0.9, source=CategorySource.MODEL, suggestions=("Travel",)
    )
    return understanding


@pytest.fixture
def habits() -> InMemoryLedger:
    return InMemoryLedger()


@pytest.fixture
def readings() -> InMemoryReadings:
    return InMemoryReadings()


@pytest.fixture
def categorize(
    understanding: GatedUnderstanding, habits: InMemoryLedger, readings: InMemoryReadings
) -> Categorize:
    return Categorize(understanding, habits, readings, THRESHOLD)


def request(
    person: Person,
    merchant: str | None = "Kopitiam",
    item: str | None = None,
    guess: str | None = None,
    sure: float = 0.0,
) -> CategorizeRequest:
    return CategorizeRequest(
        person=person,
        task_id="c/transaction/1",
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
    understanding: GatedUnderstanding,
) -> None:
    habits.learned["ali", "kopitiam"] = "Groceries"
    found = await attempt.run(categorize.categorize, request(person, guess="Fuel", sure=1.0))
    assert (found.category, found.confidence) == ("Groceries", 1.0)
    assert found.source is CategorySource.LEARNED
    assert understanding.asked == []


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
    attempt: Attempt, person: Person, categorize: Categorize, understanding: GatedUnderstanding
) -> None:
    wanted = request(person, guess="Fuel", sure=0.5)
    found = await attempt.run(categorize.categorize, wanted)
    assert (found.category, found.source) == ("Travel", CategorySource.MODEL)
    assert understanding.asked == [wanted]


async def test_the_engine_sees_what_stands_on_the_receipt(
    attempt: Attempt,
    person: Person,
    categorize: Categorize,
    readings: InMemoryReadings,
    understanding: GatedUnderstanding,
) -> None:
    lines = ("KEDAI KOPI", "TOTAL 9.00")
    await readings.put(receipt(PHOTO).model_copy(update={"lines": lines}))
    wanted = request(person).model_copy(update={"attachment_sha256": PHOTO.sha256})
    await attempt.run(categorize.categorize, wanted)
    assert understanding.asked == [wanted.model_copy(update={"lines": lines})]


async def test_a_receipt_that_cannot_be_looked_up_is_categorized_without_its_lines(
    attempt: Attempt, person: Person, understanding: GatedUnderstanding, habits: InMemoryLedger
) -> None:
    class Away(InMemoryReadings):
        async def get(self, sha256: str) -> Reading | None:
            raise StorageUnavailableError(sha256)

    categorize = Categorize(understanding, habits, Away(), THRESHOLD)
    wanted = request(person).model_copy(update={"attachment_sha256": PHOTO.sha256})
    found = await attempt.run(categorize.categorize, wanted)
    assert found.category == "Travel"


async def test_suggestions_are_the_engines_then_the_persons_own_then_the_common_ones(
    attempt: Attempt,
    person: Person,
    categorize: Categorize,
    habits: InMemoryLedger,
    understanding: GatedUnderstanding,
) -> None:
    understanding.categorized = Categorized(
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
    attempt: Attempt, person: Person, categorize: Categorize, understanding: GatedUnderstanding
) -> None:
    understanding.categorized = Categorized(
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
    attempt: Attempt, person: Person, categorize: Categorize, understanding: GatedUnderstanding
) -> None:
    understanding.failures["categorize"] = ModelUnavailableError("down")
    failure = await attempt.fails(categorize.categorize, request(person))
    assert (failure.type, failure.non_retryable) == ("model.unavailable", False)
