"""The card shows what is known, where it came from, and nothing else."""

from decimal import Decimal

import pytest

from agents.expenses.details import Mention
from agents.expenses.rules import ExpenseState, card_of, mention_of, provenance_of
from agents.expenses.shown import Provenance
from tests.agents.expenses.drafts import (
    KOPITIAM,
    PHOTO,
    TODAY,
    complete,
    drafted,
    photo,
    saved,
    state,
    told,
)


@pytest.mark.parametrize(
    "any_draft",
    [
        drafted(),
        drafted(merchant=photo("Zus", 0.1), payment_method=told("cash")),
        complete(item=told("latte"), payment_method=told("cash"), reference=photo("A1")),
    ],
    ids=["blank", "in part", "whole"],
)
def test_a_card_shows_exactly_the_fields_of_the_draft(any_draft: ExpenseState) -> None:
    card, draft = card_of(any_draft), any_draft.draft
    for name in ("merchant", "item", "amount", "category", "payment_method", "reference"):
        field = getattr(draft, name)
        assert getattr(card, name) == (None if field is None else field.value)
        assert (name in card.provenance) == (field is not None)
    assert (card.currency, card.occurred_on) == (draft.currency.value, draft.occurred_on.value)


def test_a_card_knows_its_photo_and_its_lines() -> None:
    task = complete(amount=photo(Decimal(9)))
    task.attachment = PHOTO
    assert (card_of(task).from_photo, card_of(state()).from_photo) == (True, False)
    assert provenance_of(task.draft)["amount"] == Provenance(source="photo", evidence="read 9")
    assert provenance_of(task.draft)["merchant"].source == "text"
    assert provenance_of(task.draft)["currency"].source == "inferred"


def test_a_saved_row_is_shown_as_it_is_in_the_ledger() -> None:
    task = saved()
    task.draft = complete(merchant=told("Elsewhere")).draft
    assert card_of(task) == task.saved


def test_engines_see_only_what_an_expense_has() -> None:
    provenance = {"amount": Provenance(source="photo", evidence="TOTAL 15.50")}
    card = KOPITIAM.model_copy(update={"tax": Decimal("0.90"), "provenance": provenance})
    assert mention_of(card) == Mention(
        merchant="Kopitiam",
        amount=Decimal("15.50"),
        currency="MYR",
        occurred_on=TODAY,
        category="Food & Drink",
    )
