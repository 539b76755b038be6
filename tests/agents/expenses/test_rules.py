"""What an expense needs, and what may be done next: total over all drafts."""

from collections.abc import Mapping
from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given

from agents.expenses.categories import MAX_CATEGORY_LENGTH
from agents.expenses.importing import ImportState
from agents.expenses.photo_certainty import AMOUNT_CONFIDENCE_THRESHOLD
from agents.expenses.rules import (
    MAX_MERCHANT_LENGTH,
    OLDEST_DATE,
    VALID,
    Action,
    ExpenseState,
    FieldName,
    FieldStatus,
    Problem,
    check_amount,
    check_category,
    check_date,
    check_merchant,
    legal_actions,
    validate,
)
from agents.expenses.shown import Card
from domain.money import amount_limit, rounded
from tests.agents.expenses.drafts import PHOTO, TODAY, complete, drafted, drafts, photo, state, told


@pytest.mark.shows("6.1", "11.1", "5.3", "8.1")
@given(drafts)
def test_any_draft_has_something_to_do_and_is_stored_only_when_all_is_valid(
    any_draft: ExpenseState,
) -> None:
    """The category comes after everything else."""
    draft, checked = any_draft.draft, validate(any_draft.draft, TODAY)
    assert checked.keys() == set(FieldName)
    for field in checked.values():
        assert (field.problem is None) == (field.status is FieldStatus.VALID)
    all_valid = set(checked.values()) == {VALID}
    for categorized in (False, True):
        any_draft.categorized = categorized
        legal = legal_actions(any_draft, TODAY)
        assert len(set(legal)) == len(legal) > 0
        assert (Action.STORE in legal) == (legal == (Action.STORE,)) == all_valid
        if {Action.CATEGORIZE, Action.REQUEST_CATEGORY} & set(legal):
            assert {checked[name] for name in FieldName if name != FieldName.CATEGORY} == {VALID}
    if not all_valid:
        return
    assert draft.amount is not None
    assert draft.category is not None
    amount, currency = draft.amount.value, draft.currency.value
    assert 0 < amount <= amount_limit(currency)
    assert rounded(amount, currency) == amount
    assert (draft.merchant or draft.item) is not None
    assert OLDEST_DATE <= draft.occurred_on.value <= TODAY + timedelta(days=1)


NEVER_SAVED: Mapping[str, tuple[dict[str, object], Problem]] = {
    "no amount": ({"amount": None}, Problem.MISSING),
    "zero": ({"amount": told(Decimal(0))}, Problem.ZERO),
    "minus zero": ({"amount": told(Decimal("-0.00"))}, Problem.ZERO),
    "negative": ({"amount": told(Decimal(-5))}, Problem.NEGATIVE),
    "twelve digits": ({"amount": told(Decimal(123456789012))}, Problem.ABSURD),
    "too precise": ({"amount": told(Decimal("1.005"))}, Problem.TOO_PRECISE),
    "cents of a yen": (
        {"amount": told(Decimal("1.5")), "currency": told("JPY")},
        Problem.TOO_PRECISE,
    ),
    "endless decimals": ({"amount": told(Decimal(1) / Decimal(3))}, Problem.TOO_PRECISE),
    "tiny": ({"amount": told(Decimal("1e-40"))}, Problem.TOO_PRECISE),
    "unsurely read": ({"amount": photo(Decimal(9), 0.4)}, Problem.UNSURE),
    "two readings": (
        {"amount": None, "ambiguous_amounts": (Decimal("1.25"), Decimal(1250))},
        Problem.AMBIGUOUS,
    ),
    "1970": ({"occurred_on": told(date(1970, 1, 1))}, Problem.TOO_OLD),
    "next year": ({"occurred_on": told(date(2027, 3, 10))}, Problem.FUTURE),
    "in two days": ({"occurred_on": told(TODAY + timedelta(days=2))}, Problem.FUTURE),
    "an unsure date": ({"occurred_on": photo(TODAY, 0.4)}, Problem.UNSURE),
    "no merchant": ({"merchant": None}, Problem.MISSING),
    "an unsure merchant": ({"merchant": photo("Kopitiam", 0.4)}, Problem.UNSURE),
    "one letter": ({"merchant": told("X")}, Problem.TOO_SHORT),
    "only signs": ({"merchant": told("---")}, Problem.TOO_SHORT),
    "only space": ({"merchant": told("     ")}, Problem.TOO_SHORT),
    "a whole paragraph": ({"merchant": told("x" * (MAX_MERCHANT_LENGTH + 1))}, Problem.TOO_LONG),
    "no category": ({"category": None}, Problem.MISSING),
    "a blank category": ({"category": told("  ")}, Problem.MISSING),
    "an endless category": (
        {"category": told("x" * (MAX_CATEGORY_LENGTH + 1))},
        Problem.TOO_LONG,
    ),
}


@pytest.mark.shows("6.3")
@pytest.mark.parametrize("case", NEVER_SAVED)
def test_a_doubtful_field_is_asked_about_and_never_saved(case: str) -> None:
    fields, expected = NEVER_SAVED[case]
    task = complete(**fields)
    found = {c.problem for c in validate(task.draft, TODAY).values()} - {None}
    assert found == {expected}
    assert Action.STORE not in legal_actions(task, TODAY)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"amount": told(Decimal("0.01"))},
        {"amount": told(Decimal("10000000.00"))},
        {"amount": told(Decimal(9_000_000_000)), "currency": told("IDR")},
        {"amount": told(Decimal("1.005")), "currency": told("KWD")},
        {"amount": photo(Decimal(9), AMOUNT_CONFIDENCE_THRESHOLD)},
        {"merchant": None, "item": told("lunch")},
        {"merchant": told("7E")},
        {"occurred_on": told(TODAY + timedelta(days=1))},
        {"occurred_on": told(OLDEST_DATE)},
        {"category": told("My own")},
    ],
)
def test_what_is_unusual_but_possible_is_saved(fields: dict[str, object]) -> None:
    assert legal_actions(complete(**fields), TODAY) == (Action.STORE,)


@pytest.mark.shows("6.1")
def test_a_read_amount_that_is_not_quite_sure_is_asked_about() -> None:
    nearly = complete(amount=photo(Decimal(9), AMOUNT_CONFIDENCE_THRESHOLD - 0.01)).draft
    assert check_amount(nearly).problem is Problem.UNSURE


def test_an_amount_that_is_no_number_of_this_world_is_refused() -> None:
    assert check_amount(complete(amount=told(Decimal("9e999"))).draft).problem is Problem.ABSURD


@pytest.mark.shows("6.2")
def test_an_empty_draft_asks_for_merchant_and_amount_before_anything_else() -> None:
    assert legal_actions(state(), TODAY) == (Action.REQUEST_MERCHANT, Action.REQUEST_AMOUNT)


def test_a_bad_date_is_asked_about_after_the_others() -> None:
    task = drafted(occurred_on=told(date(1970, 1, 1)))
    assert legal_actions(task, TODAY) == (
        Action.REQUEST_MERCHANT,
        Action.REQUEST_AMOUNT,
        Action.REQUEST_DATE,
    )


def test_the_person_is_asked_for_a_category_only_when_nothing_was_found() -> None:
    task = complete(category=None)
    assert legal_actions(task, TODAY) == (Action.CATEGORIZE,)
    task.categorized = True
    assert legal_actions(task, TODAY) == (Action.REQUEST_CATEGORY,)


def test_a_receipt_that_seems_saved_already_is_confirmed_before_all_else() -> None:
    task = complete()
    task.duplicate_of = Card(task_id="c/expenses/9", number=9)
    task.better_image_wanted = True
    assert legal_actions(task, TODAY) == (Action.CONFIRM_DUPLICATE,)
    task.duplicate_accepted = True
    task.better_image_wanted = False
    assert legal_actions(task, TODAY) == (Action.STORE,)


def test_a_very_poor_photo_is_asked_for_again_before_its_fields() -> None:
    assert legal_actions(state(better_image_wanted=True), TODAY) == (Action.REQUEST_BETTER_IMAGE,)


@pytest.mark.shows("6.4")
def test_each_check_stands_alone() -> None:
    draft = complete().draft
    assert check_merchant(draft) == check_amount(draft) == VALID
    assert check_date(draft, TODAY) == check_category(draft) == VALID


def test_what_an_older_version_kept_of_a_task_is_no_import() -> None:
    assert state().table is None
    kept = state(table=ImportState(attempts=1), attachment=PHOTO)
    assert ExpenseState.model_validate_json(kept.model_dump_json()).table == kept.table
