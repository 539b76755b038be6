"""What holds for any text, any amount and any order of corrections."""

from datetime import date
from decimal import Decimal
from itertools import count

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adapters.postgres.pool import NUL, NUL_SHOWN
from agents.expenses.details import Mention
from agents.expenses.shown import Provenance
from tests.agents.expenses.store.requests import Book, amending

_numbers = count(1)

any_text = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40)
any_amount = st.decimals(
    min_value=Decimal("0.001"), max_value=Decimal(10) ** 10, places=3, allow_nan=False
)
any_correction = st.builds(
    Mention,
    merchant=st.none() | any_text.filter(lambda text: NUL not in text),
    amount=st.none() | any_amount,
    occurred_on=st.none() | st.dates(date(2000, 1, 1), date(2030, 1, 1)),
    category=st.none() | st.sampled_from(["Fuel", "Travel"]),
)

on_one_database = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@on_one_database
@given(merchant=any_text, evidence=any_text, amount=any_amount)
async def test_any_text_and_any_amount_come_back_as_they_were(
    book: Book, merchant: str, evidence: str, amount: Decimal
) -> None:
    number = next(_numbers)
    source = Provenance(source="text", evidence=evidence)

    await book.save(
        number, merchant=merchant, amount=amount, provenance={"amount": source}, force=True
    )

    card = await book.card(number)
    assert card.merchant == merchant.replace(NUL, NUL_SHOWN)
    assert card.amount == amount
    assert card.provenance["amount"].evidence == evidence.replace(NUL, NUL_SHOWN)


@on_one_database
@given(corrections=st.lists(any_correction, max_size=5))
async def test_undo_walks_back_through_every_state_that_was(
    book: Book, corrections: list[Mention]
) -> None:
    number = next(_numbers)
    states = [await book.save(number, force=True)]
    for step, changes in enumerate(corrections):
        outcome = await book.ledger.amend(amending(number, f"c{step}", changes=changes))
        if outcome.changes:
            states.append(outcome.stored)

    for step, before in enumerate(reversed(states[:-1])):
        undone = await book.undo(f"{number}-u{step}", number)
        assert undone.changes
        assert undone.stored == before == await book.row(number)

    last = await book.undo(f"{number}-last", number)
    assert last.stored == states[0].model_copy(update={"deleted": True})
