"""Finding a category: habit first, then the reading's guess, then the engine. And deciding."""

from dataclasses import dataclass, field
from decimal import Decimal

import pytest

from agents.expenses.activities.categorize import Categorize
from agents.expenses.activities.decide import Decide
from agents.expenses.categories import CATEGORIES, MAX_SUGGESTIONS
from agents.expenses.details import Mention
from agents.expenses.meaning import (
    Categorized,
    CategorizeRequest,
    CategorySource,
    Decided,
    DecideRequest,
)
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
PERSON = Person(user_id="ali")
THRESHOLD = 0.8
LEARNED, READING, MODEL, RULES = (
    CategorySource.LEARNED,
    CategorySource.READING,
    CategorySource.MODEL,
    CategorySource.RULES,
)


def answer(category: str | None, *suggestions: str) -> Categorized:
    return Categorized(category=category, confidence=0.9, source=MODEL, suggestions=suggestions)


def request(**fields: object) -> CategorizeRequest:
    usual = CategorizeRequest(
        person=PERSON,
        task_id="c/expenses/1",
        merchant="Kopitiam",
        item=None,
        amount=Decimal(9),
        currency="MYR",
        guess=None,
        guess_confidence=0.0,
    )
    return usual.model_copy(update=fields)


@dataclass
class Desk:
    """The activity with its ports in memory; the model says that it is about travel."""

    attempt: Attempt
    models: ScriptedModels = field(
        default_factory=lambda: ScriptedModels(categorized=answer("Travel", "Travel"))
    )
    habits: InMemoryLedger = field(default_factory=InMemoryLedger)
    readings: InMemoryReadings = field(default_factory=InMemoryReadings)

    @property
    def activity(self) -> Categorize:
        rules = OfflineEngine()
        return Categorize(self.models, rules, self.habits, self.readings, threshold=THRESHOLD)

    async def ask(self, **fields: object) -> Categorized:
        return await self.attempt.run(self.activity.categorize, request(**fields))

    async def ask_rules(self, **fields: object) -> Categorized:
        return await self.attempt.run(self.activity.categorize_by_rules, request(**fields))

    async def has_lines(self, *lines: str) -> dict[str, object]:
        """The request's field that names a receipt on which these lines stand."""
        await self.readings.put(receipt(PHOTO).model_copy(update={"lines": lines}), PERSON)
        return {"attachment_sha256": PHOTO.sha256}


@pytest.fixture
def desk(attempt: Attempt) -> Desk:
    return Desk(attempt)


async def test_what_this_person_chose_before_wins(desk: Desk) -> None:
    desk.habits.learned["siti", "kopitiam"] = "Fuel"
    assert (await desk.ask()).source is MODEL
    desk.models.requests.clear()
    desk.habits.learned["ali", "kopitiam"] = "Groceries"
    found = await desk.ask(guess="Fuel", guess_confidence=1.0)
    assert (found.category, found.confidence, found.source) == ("Groceries", 1.0, LEARNED)
    by_rules = await desk.ask_rules()
    assert (by_rules.category, by_rules.source) == ("Groceries", LEARNED)
    assert by_rules.settled
    assert desk.models.requests == []


async def test_a_habit_is_known_by_what_it_was_for_when_there_is_no_merchant(desk: Desk) -> None:
    desk.habits.learned["ali", "lunch"] = "Business"
    assert (await desk.ask(merchant=None, item="lunch")).category == "Business"


@pytest.mark.shows("8.2")
@pytest.mark.parametrize(("sure", "source"), [(THRESHOLD, READING), (0.79, MODEL)])
async def test_the_readings_guess_is_taken_from_the_threshold_on(
    desk: Desk, sure: float, source: CategorySource
) -> None:
    guess = {"guess": "Fuel", "guess_confidence": sure}
    found = await desk.ask(**guess)
    assert (found.source, found.category) == (source, "Fuel" if source is READING else "Travel")
    assert desk.models.requests == ([] if source is READING else [request(**guess)])
    by_rules = await desk.ask_rules(merchant="Xyzzy", **guess)
    assert (by_rules.category, by_rules.source) == ("Fuel", READING)
    assert by_rules.settled is (sure >= THRESHOLD)


async def test_the_engine_sees_what_stands_on_the_receipt(desk: Desk) -> None:
    photo = await desk.has_lines("KEDAI KOPI", "TOTAL 9.00")
    await desk.ask(**photo)
    assert desk.models.requests == [request(**photo, lines=("KEDAI KOPI", "TOTAL 9.00"))]


async def test_a_receipt_that_cannot_be_looked_up_is_categorized_without_its_lines(
    desk: Desk,
) -> None:
    class Away(InMemoryReadings):
        async def get(self, sha256: str, person: Person) -> Reading | None:
            del person
            raise StorageUnavailableError(sha256)

    desk.readings = Away()
    assert (await desk.ask(attachment_sha256=PHOTO.sha256)).category == "Travel"


@pytest.mark.shows("8.4")
async def test_suggestions_are_the_engines_then_the_persons_own_then_the_common_ones(
    desk: Desk,
) -> None:
    desk.models.categorized = answer(None, "Travel", "Health", "Travel")
    desk.habits.learned = {("ali", "a"): "Health", ("ali", "b"): "My own"}
    found = await desk.ask()
    assert found.suggestions == ("Travel", "Health", "My own", CATEGORIES[0], CATEGORIES[1])
    assert len(found.suggestions) == MAX_SUGGESTIONS
    desk.models.categorized = answer(None, *CATEGORIES[4:])
    assert (await desk.ask()).suggestions == CATEGORIES[4 : 4 + MAX_SUGGESTIONS]


async def test_without_the_database_it_still_answers(desk: Desk) -> None:
    desk.habits.learned["ali", "kopitiam"] = "Groceries"
    desk.habits.fail_with_outage()
    found = await desk.ask()
    assert found.category == "Travel"
    assert len(found.suggestions) == MAX_SUGGESTIONS
    assert (await desk.ask_rules(merchant="Starbucks")).settled


async def test_a_failing_engine_is_tried_again(desk: Desk) -> None:
    desk.models.categorized = ModelUnavailableError("down")
    failure = await desk.attempt.fails(desk.activity.categorize, request())
    assert (failure.type, failure.non_retryable) == ("model.unavailable", False)


class TestByRules:
    async def test_a_known_shop_is_settled(self, desk: Desk) -> None:
        found = await desk.ask_rules(merchant="Starbucks")
        assert (found.category, found.source) == ("Food & Drink", RULES)
        assert found.settled

    async def test_what_no_rule_knows_is_not_settled_and_has_suggestions(self, desk: Desk) -> None:
        desk.habits.learned["ali", "a"] = "My own"
        found = await desk.ask_rules(merchant="Xyzzy")
        assert (found.category, found.settled) == (None, False)
        assert len(found.suggestions) == MAX_SUGGESTIONS
        assert desk.models.requests == []

    async def test_lines_of_the_receipt_are_a_hint_and_not_settled(self, desk: Desk) -> None:
        photo = await desk.has_lines("PETROL 40.00", "DIESEL 20.00")
        found = await desk.ask_rules(merchant="Xyzzy", **photo)
        assert (found.category, found.settled) == ("Fuel", False)


UNDECIDED = DecideRequest(
    task_id="c/expenses/1", legal=("request_merchant", "request_amount"), known=Mention()
)


async def test_a_model_decides(attempt: Attempt) -> None:
    chosen = Decided(action="request_amount", reason="the sum matters")
    models = ScriptedModels(decided=chosen)
    assert await attempt.run(Decide(models).decide, UNDECIDED) == chosen
    assert models.requests == [UNDECIDED]


async def test_nobody_waits_for_a_decision_of_a_model_that_is_busy(attempt: Attempt) -> None:
    models = ScriptedModels(busy=ModelUnavailableError("busy"))
    decided = await attempt.run(Decide(models).decide, UNDECIDED)
    assert decided.action == "request_merchant"


async def test_a_failure_to_decide_is_told_to_the_workflow(attempt: Attempt) -> None:
    models = ScriptedModels(decided=ModelUnavailableError("down"))
    failure = await attempt.fails(Decide(models).decide, UNDECIDED)
    assert failure.type == "model.unavailable"
