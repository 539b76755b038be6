"""Checkout: exactly what the person saw is sent, once, after their yes."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from adapters.postgres.pool import Database
from agents.procurement.handlers import Shop
from agents.procurement.items import RequestStatus
from agents.procurement.settings import ProcurementSettings
from agents.procurement.store.requests import SettledRequestError, set_status
from agents.procurement.tools import CheckedOut
from domain.errors import AppError, NotFoundError, ToolRefusedError
from domain.tools import ErrorCode
from tests.agents.procurement.store.conftest import PAPER, PEN, TONER, Counter, put
from tests.agents.procurement.store.test_cart import lines, refusal


@pytest.fixture
async def filled(counter: Counter) -> Counter:
    await counter.call("add_to_cart", item_id="PEN-1", quantity=2)
    await counter.call("add_to_cart", item_id="PAP-1", quantity=5)
    return counter


def told(refused: ToolRefusedError) -> dict[str, Any]:
    assert isinstance(refused.details, dict)
    return refused.details


async def sent_by(counter: Counter) -> int:
    return len((await counter.call("list_requests")).requests)


@pytest.mark.shows("shop 26")
async def test_what_was_agreed_to_is_sent_and_nothing_without_a_yes(filled: Counter) -> None:
    wish = {"delivery_date": "2026-12-01", "notes": "at the reception"}
    clock = Shop(ProcurementSettings(_env_file=None), lambda: datetime(2026, 11, 22, tzinfo=UTC))
    counter = replace(filled, shop=clock)
    facts = await counter.proposed(**wish)
    assert facts["proposal"]["total"] == "94.30"
    for without in (counter.call("checkout"), counter.call("checkout", confirmed=facts)):
        assert (await refusal(without)).refusal == ErrorCode.NOT_OFFERED
    assert await sent_by(counter) == 0
    sent = await counter.agreed(facts, **wish)
    assert sent.request is not None
    assert sent.request.total == Decimal("94.30")
    assert sent.request.status is RequestStatus.SUBMITTED
    assert (str(sent.request.delivery_date), sent.request.notes) == tuple(wish.values())
    assert lines(await counter.call("get_cart")) == {}
    [listed] = (await counter.call("list_requests")).requests
    assert listed == sent.request
    assert await sent_by(counter.of("terminal:other")) == 0


async def test_pressed_twice_from_two_connections_there_is_one_request(filled: Counter) -> None:
    facts = await filled.proposed()
    both = (filled.agreed(facts, "same") for _ in range(2))
    results = await asyncio.gather(*both, return_exceptions=True)
    assert sorted(isinstance(each, CheckedOut) for each in results) == [False, True]
    [late] = [each for each in results if isinstance(each, AppError)]
    assert isinstance(late, ToolRefusedError)
    assert await sent_by(filled) == 1


async def test_a_lower_price_is_passed_on_and_told(filled: Counter, database: Database) -> None:
    facts = await filled.proposed()
    await put(database, PEN.model_copy(update={"price": Decimal("10.00")}), PAPER, TONER)
    sent = await filled.agreed(facts)
    assert sent.request is not None
    assert sent.request.total == Decimal("84.50")
    [difference] = sent.differences
    assert (difference.kind, difference.before, difference.after) == (
        "lower_price", "14.90", "10.00",
    )  # fmt: skip


async def test_whatever_else_differs_is_shown_anew(filled: Counter, database: Database) -> None:
    await filled.call("add_to_cart", item_id="TON-1", quantity=2)
    facts = await filled.proposed()
    dearer = PEN.model_copy(update={"price": Decimal("15.00")})
    await put(database, dearer, TONER.model_copy(update={"stock": 1}))
    await filled.call("set_quantity", item_id="PEN-1", quantity=1)
    refused = await refusal(filled.agreed(facts))
    assert refused.refusal == ErrorCode.OUT_OF_STOCK
    assert await sent_by(filled) == 0
    anew = await filled.call("checkout", check=True, confirmed=facts)
    told = {(each.item_id, each.kind, each.before, each.after) for each in anew.differences}
    assert told == {
        ("PEN-1", "cart", "2", "1"),
        ("PEN-1", "price", "14.90", "15.00"),
        ("PAP-1", "gone", "5", "0"),
        ("TON-1", "stock", "2", "1"),
    }
    sent = await filled.agreed(anew.model_dump(mode="json"))
    assert sent.request is not None
    assert sent.request.total == Decimal("195.00")


async def test_before_it_is_asked_what_can_not_be_had_is_named(
    filled: Counter, database: Database
) -> None:
    await put(database, PEN, PAPER.model_copy(update={"stock": 4}))
    scarce = await refusal(filled.proposed())
    assert (scarce.refusal, PAPER.name in str(scarce)) == (ErrorCode.OUT_OF_STOCK, True)
    await put(database, PEN)
    gone = await refusal(filled.proposed())
    assert (gone.refusal, PAPER.name in str(gone)) == (ErrorCode.NOT_FOUND, True)


@pytest.mark.shows("shop 31")
async def test_an_empty_cart_and_an_impossible_day_are_refused(counter: Counter) -> None:
    assert (await refusal(counter.proposed())).refusal == ErrorCode.NOT_OFFERED
    await counter.call("add_to_cart", item_id="PEN-1")
    # Where the person lives it is tomorrow already.
    late = Shop(ProcurementSettings(_env_file=None), lambda: datetime(2026, 11, 22, 20, tzinfo=UTC))
    there = replace(counter, shop=late)
    past = await refusal(there.proposed(delivery_date="2026-11-22"))
    assert (past.refusal, "2026-11-23" in past.hint) == (ErrorCode.INVALID_ARGUMENTS, True)
    await refusal(there.proposed(delivery_date="2027-12-01"))
    await there.proposed(delivery_date="2026-11-23")


@pytest.mark.shows("shop 32")
async def test_limits_refuse_before_it_is_asked_and_an_old_request_counts_for_none(
    counter: Counter, database: Database
) -> None:
    own = ProcurementSettings(
        _env_file=None, purchase_limit=Decimal(50), purchase_daily_limit=Decimal(60)
    )
    counter = replace(counter, shop=Shop(own))
    await counter.call("add_to_cart", item_id="PEN-1", quantity=4)
    over = await refusal(counter.proposed())
    assert (over.refusal, told(over)["why"]) == (ErrorCode.LIMIT, "limit_request")
    await counter.call("set_quantity", item_id="PEN-1", quantity=3)
    await counter.agreed(await counter.proposed())
    await counter.call("add_to_cart", item_id="PEN-1", quantity=2)
    day = await refusal(counter.proposed())
    assert (told(day)["why"], told(day)["spent"]) == ("limit_day", "44.70")
    async with database.connection() as connection:
        await connection.execute(
            "UPDATE purchase_requests SET at = at - $1::interval", timedelta(days=1)
        )
    await counter.agreed(await counter.proposed())
    assert await sent_by(counter) == 2
    await counter.of("terminal:other").call("add_to_cart", item_id="USD-1")
    dollars = await refusal(counter.of("terminal:other").proposed())
    assert dollars.refusal == ErrorCode.OTHER_CURRENCY


async def test_a_request_taken_back_refills_the_cart_as_long_as_nobody_acted_on_it(
    filled: Counter, database: Database
) -> None:
    first = (await filled.agreed(await filled.proposed())).request
    assert first is not None
    await filled.call("add_to_cart", item_id="PEN-1")
    back = await filled.call("take_back", number=first.number)
    assert back.request.status is RequestStatus.CANCELLED
    assert lines(back) == {"PEN-1": 3, "PAP-1": 5}
    again = await refusal(filled.call("take_back", number=first.number))
    assert again.refusal == ErrorCode.ALREADY_DONE
    second = (await filled.agreed(await filled.proposed())).request
    assert second is not None
    stranger = filled.of("terminal:other").call("take_back", number=second.number)
    assert (await refusal(stranger)).refusal == ErrorCode.NOT_FOUND
    ordered = await set_status(database, second.number, RequestStatus.ORDERED)
    assert (ordered.changed, ordered.conversation_id) == (True, "conversation:terminal:me")
    repeated = await set_status(database, second.number, RequestStatus.ORDERED)
    assert repeated.changed is False
    late = await refusal(filled.call("take_back", number=second.number))
    assert told(late)["status"] == "ordered"
    with pytest.raises(SettledRequestError):
        await set_status(database, first.number, RequestStatus.ORDERED)
    with pytest.raises(NotFoundError):
        await set_status(database, 999, RequestStatus.ORDERED)


@pytest.mark.shows("shop 59")
async def test_reorder_is_of_today_s_prices_and_names_what_is_gone(
    filled: Counter, database: Database
) -> None:
    await filled.agreed(await filled.proposed())
    await put(database, PEN.model_copy(update={"price": Decimal("16.00")}), TONER)
    changed = await filled.call("reorder")
    assert (lines(changed), changed.gone) == ({"PEN-1": 2}, (PAPER.name,))
    assert changed.cart.total == Decimal("32.00")
    await put(database, TONER)
    nothing = await refusal(filled.call("reorder"))
    assert told(nothing)["names"] == [PEN.name, PAPER.name]


async def test_an_expense_is_noted_once_and_a_receipt_finds_its_request(filled: Counter) -> None:
    sent = (await filled.agreed(await filled.proposed())).request
    assert sent is not None
    first = await filled.call("note_expense", number=sent.number, task_id="t/1")
    second = await filled.call("note_expense", number=sent.number, task_id="t/2")
    assert (first.task_id, second.task_id) == ("t/1", "t/1")
    fits: dict[str, Any] = {"total": "94.30", "currency": "MYR"}
    assert not (await filled.call("match_request", **fits, supplier="Kopi Bukit")).requests
    named = await filled.call("match_request", **fits, supplier="BRIGHTLINE SDN BHD")
    assert [each.number for each in named.requests] == [sent.number]
    received = await filled.call("receive_request", number=sent.number)
    assert received.status is RequestStatus.RECEIVED
    assert not (await filled.call("match_request", **fits, supplier="Brightline")).requests
