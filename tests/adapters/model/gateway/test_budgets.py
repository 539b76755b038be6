"""Limits for the day: who is kept out of the models, from when, and what it costs to know."""

import asyncio
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from adapters.model.availability import Availability
from adapters.model.budgets import Budgets, Limit
from adapters.model.gateway import BudgetUsedUpError
from adapters.model.provider import Provider
from domain.errors import StorageUnavailableError
from domain.understanding import Understood
from domain.usage import Budget, Spent
from tests.adapters.model.door import Door
from tests.adapters.model.gateway.doubles import Books, Calls, Engine, Model
from tests.adapters.model.gateway.house import SHEET
from tests.adapters.model.questions import PERSON, to_pick, to_understand

NOW = datetime(2026, 3, 2, 17, 30, tzinfo=UTC)
MIDNIGHT = datetime(2026, 3, 2, tzinfo=UTC)
EVERYBODY = None
SHORT = timedelta(milliseconds=50)


def budgets(
    books: Books,
    person: Limit | None = None,
    everybody: Limit | None = None,
    timeout: timedelta = timedelta(minutes=1),
) -> Budgets:
    return Budgets(books, person=person, everybody=everybody, now=lambda: NOW, timeout=timeout)


@pytest.mark.parametrize(
    ("limit", "spent", "out"),
    [
        (Limit(tokens=100), Spent(tokens=99), False),
        (Limit(tokens=100), Spent(tokens=100), True),
        (Limit(cost=Decimal("0.10")), Spent(tokens=9_999, cost=Decimal("0.0999")), False),
        (Limit(cost=Decimal("0.10")), Spent(cost=Decimal("0.10")), True),
        (Limit(tokens=100, cost=Decimal(1)), Spent(tokens=5, cost=Decimal(2)), True),
    ],
)
async def test_a_limit_that_is_reached_keeps_this_person_out(
    limit: Limit,
    spent: Spent,
    out: bool,  # noqa: FBT001 - pytest hands it over by name
) -> None:
    books = Books({"ali": spent})
    assert await budgets(books, limit).used_up("ali") == (Budget.PERSON if out else None)
    assert await budgets(books, limit).used_up("siti") is None
    assert books.asked == [("ali", MIDNIGHT), ("siti", MIDNIGHT)]


async def test_a_limit_for_everybody_keeps_everybody_out_and_nobody_has_one_of_their_own() -> None:
    books = Books({EVERYBODY: Spent(tokens=1_000), "ali": Spent(tokens=1)})
    both = budgets(books, Limit(tokens=10), Limit(tokens=1_000))
    assert await both.used_up("ali") is Budget.EVERYBODY
    assert await both.used_up("siti") is Budget.EVERYBODY
    unnamed = Books({"": Spent(tokens=10**9)})
    assert await budgets(unnamed, Limit(tokens=1), Limit(tokens=1)).used_up("") is None
    assert unnamed.asked == [(EVERYBODY, MIDNIGHT)]


async def test_without_limits_or_models_nothing_is_looked_up() -> None:
    books = Books({"ali": Spent(tokens=10**9)})
    assert await budgets(books).used_up("ali") is None
    offline = Door([], Engine(), Calls(), budgets=budgets(books, Limit(tokens=1)))
    assert (await offline.understand(to_understand("hello"))).used_up is None
    assert books.asked == []


@pytest.mark.parametrize("books", [Books(error=StorageUnavailableError("down")), Books()])
async def test_a_database_that_does_not_answer_in_time_keeps_nobody_out(books: Books) -> None:
    if books.error is None:
        books.hold = asyncio.Event()
    assert await budgets(books, Limit(tokens=1), timeout=SHORT).used_up("ali") is None


def gateway(model: Model, books: Books, calls: Calls) -> Door:
    limited = budgets(books, Limit(tokens=100), Limit(tokens=10_000))
    provider = Provider(model.name, model, Availability())
    return Door([provider], Engine(), calls, budgets=limited)


@pytest.mark.shows("models 11")
async def test_the_offline_engine_goes_on_and_says_why_without_calling_it_an_outage() -> None:
    model, books = Model("one"), Books({PERSON.user_id: Spent(tokens=100)})
    models = gateway(model, books, Calls())
    answer: Understood = await models.understand(to_understand("hello"))
    assert (answer.engine, answer.used_up, answer.degraded) == ("offline", Budget.PERSON, None)
    assert (await models.pick(to_pick())).used_up is Budget.PERSON
    assert await models.used_up(PERSON.user_id) is Budget.PERSON
    with pytest.raises(BudgetUsedUpError):
        await models.copy(SHEET)
    assert model.asked == 0


async def test_a_new_day_opens_the_models_again() -> None:
    model, books = Model("one"), Books({PERSON.user_id: Spent(tokens=100)})
    models = gateway(model, books, Calls())
    assert (await models.understand(to_understand("hello"))).engine == "offline"
    books.by.clear()
    answer = await models.understand(to_understand("hello"))
    assert (answer.engine, answer.used_up, answer.degraded) == ("one", None, False)
