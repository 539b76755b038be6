"""A reading fills what the person did not tell."""

from datetime import date, time
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.expenses.draft import SAVE_PROPOSED, absorb, absorb_reading
from agents.expenses.meaning import QuestionKind
from agents.expenses.reading import LineItem, Reading
from agents.expenses.rules import (
    Action,
    ExpenseState,
    Source,
    card_of,
    doubtful_fields,
    legal_actions,
)
from agents.expenses.shown import Change
from domain.messages import ButtonPress
from domain.tasks import Injected
from domain.understanding import Act, ActKind
from tests.agents.expenses.drafts import PHOTO, TODAY, drafts, said, state

THRESHOLD = 0.3


def read(value: object, confidence: float = 0.95) -> dict[str, object]:
    return {"value": value, "confidence": confidence, "evidence": f"line {value}"}


def reading(**parts: object) -> Reading:
    """A clear receipt of Kedai Kopi over 9.00, but for the given parts."""
    return Reading.model_validate(
        {
            "sha256": PHOTO.sha256,
            "engine": "scripted",
            "confidence": 0.9,
            "merchant": read("Kedai Kopi"),
            "total": read("9.00"),
            **parts,
        }
    )


def after(*things: Reading | Injected) -> ExpenseState:
    """A task with a photo, after these readings of it and words, in their order."""
    task = state(attachment=PHOTO)
    for thing in things:
        if isinstance(thing, Reading):
            absorb_reading(task, thing, THRESHOLD)
        else:
            absorb(task, thing, TODAY)
    return task


BEFORE = after()


def test_a_clear_receipt_fills_the_draft_with_its_evidence() -> None:
    task = after(
        reading(
            currency=read("SGD"),
            occurred_on=read("2026-03-01"),
            occurred_at="12:41:07",
            payment_method=read("Visa"),
            reference=read("A1"),
            tax=read("0.50"),
            items=(LineItem(name="kopi"), LineItem(name="roti")),
        )
    )
    draft = task.draft
    assert draft.amount is not None
    assert (draft.amount.value, draft.amount.source) == (Decimal("9.00"), Source.PHOTO)
    assert (draft.amount.confidence, draft.amount.evidence) == (0.95, "line 9.00")
    assert draft.currency.value == "SGD"
    assert draft.occurred_on.value == date(2026, 3, 1)
    assert draft.occurred_at == card_of(task).occurred_at == time(12, 41, 7)
    assert draft.payment_method is not None
    assert draft.reference is not None
    assert (draft.tax, len(draft.items)) == (Decimal("0.50"), 2)
    assert (task.read, task.reading_confidence) == (True, 0.9)
    assert task.differences == ()
    assert legal_actions(task, TODAY) == (Action.CATEGORIZE,)


def test_what_was_not_read_stays_inferred_or_missing() -> None:
    task = after(reading(total=None))
    assert task.draft.currency == BEFORE.draft.currency
    assert task.draft.occurred_on == BEFORE.draft.occurred_on
    assert legal_actions(task, TODAY) == (Action.REQUEST_AMOUNT,)


def test_rubbish_is_not_even_suggested() -> None:
    draft = after(reading(merchant=read("RlkKE0Att", 0.1), total=read("0.25", 0.2))).draft
    assert (draft.merchant, draft.amount) == (None, None)


def doubted(**beside: object) -> ExpenseState:
    """The proposal of a photo of which shop, amount and date are doubtful is before the person."""
    found = reading(
        merchant=read("Kedai Kopi", 0.4),
        total=read("9.00", 0.4),
        occurred_on=read("2026-03-01", 0.4),
    )
    task = after(found)
    task.attachment, task.categorized = PHOTO, True
    assert legal_actions(task, TODAY) == (Action.CONFIRM_READING,)
    return task.model_copy(update=beside)


def test_what_a_photo_leaves_in_doubt_is_one_question_behind_its_category() -> None:
    task = doubted(categorized=False)
    assert legal_actions(task, TODAY) == (Action.CATEGORIZE,)


def test_an_amount_that_a_photo_does_not_show_is_asked_by_itself() -> None:
    task = doubted()
    task.draft.amount = None
    assert legal_actions(task, TODAY) == (Action.REQUEST_AMOUNT,)


@pytest.mark.parametrize(
    "yes",
    [
        Injected(press=ButtonPress(action=SAVE_PROPOSED, subject="q")),
        said(ActKind.AFFIRM),
        Injected(
            act=Act(kind=ActKind.DETAIL, agent="expenses", details={})
        ),  # all of several are saved by one button
    ],
    ids=["button", "word", "all"],
)
def test_a_yes_to_a_proposed_photo_takes_all_of_it(yes: Injected) -> None:
    task = doubted()
    absorb(task, yes.model_copy(update={"question": QuestionKind.READING}), TODAY)
    assert not doubtful_fields(task, TODAY)
    amount = task.draft.amount
    assert amount is not None
    assert (amount.value, amount.source) == (Decimal("9.00"), Source.PHOTO)


def test_words_to_a_proposed_photo_change_just_what_they_name() -> None:
    task = doubted()
    words = said(ActKind.DETAIL, amount="45.50")
    absorb(task, words.model_copy(update={"question": QuestionKind.READING}), TODAY)
    assert not doubtful_fields(task, TODAY)
    draft = task.draft
    assert draft.amount is not None
    assert draft.merchant is not None
    assert (draft.amount.value, draft.amount.source) == (Decimal("45.50"), Source.ANSWER)
    assert (draft.merchant.value, draft.merchant.source) == ("Kedai Kopi", Source.PHOTO)


def test_a_bare_no_to_a_proposed_photo_asks_what_is_different() -> None:
    task = doubted()
    absorb(task, said(ActKind.DENY).model_copy(update={"question": QuestionKind.READING}), TODAY)
    assert (task.changing, task.wish) == (True, None)
    assert legal_actions(task, TODAY) == (Action.CONFIRM_READING,)


def test_a_caption_that_comes_late_is_no_yes_to_what_is_proposed() -> None:
    task = doubted()
    words = said(ActKind.OPEN, payment_method="Cash")
    absorb(task, words.model_copy(update={"question": QuestionKind.READING}), TODAY)
    assert legal_actions(task, TODAY) == (Action.CONFIRM_READING,)


class TestThePersonsWordsHold:
    WORDS = said(
        ActKind.DETAIL, amount="15.50", merchant="Zus", currency="SGD", occurred_on="2026-03-02"
    )
    PAPER = reading(currency=read("MYR"), occurred_on=read("2026-03-01"))

    @pytest.mark.parametrize("words_first", [True, False])
    def test_whichever_comes_first(self, *, words_first: bool) -> None:
        things = (self.WORDS, self.PAPER) if words_first else (self.PAPER, self.WORDS)
        task = after(*things)
        draft = task.draft
        assert draft.amount is not None
        assert draft.merchant is not None
        assert (draft.amount.value, draft.merchant.value) == (Decimal("15.50"), "Zus")
        assert (draft.currency.value, draft.occurred_on.value) == ("SGD", date(2026, 3, 2))
        assert set(task.differences) == {
            Change(field="amount", before="9.00", after="15.50"),
            Change(field="merchant", before="Kedai Kopi", after="Zus"),
            Change(field="currency", before="MYR", after="SGD"),
            Change(field="occurred_on", before="2026-03-01", after="2026-03-02"),
        }

    @pytest.mark.parametrize("source", [Source.TEXT, Source.INJECTED, Source.ANSWER])
    @given(st.decimals("0.01", "9999", places=2))
    def test_no_reading_changes_a_told_amount(self, source: Source, amount: Decimal) -> None:
        task = after(said(ActKind.DETAIL, amount="42"))
        assert task.draft.amount is not None
        task.draft.amount = task.draft.amount.model_copy(update={"source": source})
        absorb_reading(task, reading(total=read(str(amount))), THRESHOLD)
        assert task.draft.amount.value == 42

    def test_an_ambiguous_word_is_not_settled_by_the_photo(self) -> None:
        task = after(said(ActKind.DETAIL, ambiguous_amounts=("1.25", "1250")), reading())
        assert task.draft.amount is None
        assert legal_actions(task, TODAY) == (Action.REQUEST_AMOUNT,)

    def test_a_second_photo_replaces_what_the_first_one_gave(self) -> None:
        second = Injected(attachment=PHOTO)
        assert not after(reading(), second).read
        task = after(reading(), second, reading(total=read("12.00")))
        assert task.draft.amount is not None
        assert task.draft.amount.value == 12
        assert task.differences == ()


class TestPoorPhotos:
    DARK = reading(confidence=0.1, total=None)

    @pytest.mark.parametrize(
        "poor",
        [
            reading(confidence=0.2, total=None),
            reading(confidence=0.2, merchant=None),
            reading(is_receipt=False),
            reading(confidence=0.0, total=None, merchant=None, is_receipt=False),
        ],
    )
    def test_a_clearer_one_is_wanted_and_nothing_is_taken(self, poor: Reading) -> None:
        task = after(poor)
        assert task.better_image_wanted
        assert task.draft == BEFORE.draft
        assert legal_actions(task, TODAY) == (Action.REQUEST_BETTER_IMAGE,)

    def test_no_clearer_one_is_wanted_when_the_person_told_all(self) -> None:
        words, dark = said(ActKind.DETAIL, merchant="Tesco", amount="54.20"), self.DARK
        task = after(words, dark)
        assert not task.better_image_wanted
        assert task.draft == after(words).draft
        assert after(said(ActKind.DETAIL, merchant="Tesco"), dark).better_image_wanted

    def test_a_doubtful_whole_with_both_fields_read_is_taken(self) -> None:
        task = after(reading(confidence=0.2))
        assert not task.better_image_wanted
        assert task.draft.amount is not None


class TestUnsureDetails:
    """Nobody is asked about these, so they are taken only when they are surely read."""

    @pytest.mark.parametrize(
        ("name", "value"), [("currency", "SGD"), ("payment_method", "Visa"), ("reference", "A1")]
    )
    def test_an_unsure_one_is_left_out(self, name: str, value: str) -> None:
        task = after(reading(**{name: read(value, 0.4)}))
        assert getattr(task.draft, name) == getattr(BEFORE.draft, name)


_read_values = st.none() | st.builds(
    read,
    st.sampled_from(["9.00", "0", "-5", "123456789012"]),
    st.floats(0, 1),
)


@pytest.mark.shows("10.5")
@given(
    drafts,
    _read_values,
    _read_values,
    st.floats(0, 1),
    st.booleans(),
)
def test_after_any_reading_there_is_something_to_do(
    task: ExpenseState,
    total: dict[str, object] | None,
    merchant: dict[str, object] | None,
    confidence: float,
    is_receipt: bool,  # noqa: FBT001 - hypothesis hands it over by position
) -> None:
    any_reading = reading(
        total=total, merchant=merchant, confidence=confidence, is_receipt=is_receipt
    )
    absorb_reading(task, any_reading, THRESHOLD)
    assert task.read
    assert legal_actions(task, TODAY)
    if total is not None and Decimal(str(total["value"])) <= 0 and task.draft.amount:
        taken = task.draft.amount
        assert taken.source is not Source.PHOTO or Action.STORE not in legal_actions(task, TODAY)
