"""How words, buttons and photos change a task."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from agents.expenses.categories import MAX_CATEGORY_LENGTH
from agents.expenses.details import Mention
from agents.expenses.draft import SAVE_ANYWAY, absorb, apply_mention, blank_draft
from agents.expenses.meaning import QuestionKind
from agents.expenses.rules import (
    GUESSED_CATEGORY_CONFIDENCE,
    MAX_ATTEMPTS,
    Action,
    Draft,
    ExpenseState,
    FieldName,
    Problem,
    RefusedCorrection,
    Source,
    Wish,
    legal_actions,
)
from agents.expenses.shown import Card, Change, Provenance
from domain.money import AmountOrigin
from domain.tasks import Injected
from domain.topics import PressAction
from domain.understanding import Act, ActKind
from tests.agents.expenses.drafts import (
    PERSON,
    PHOTO,
    TODAY,
    complete,
    drafted,
    drafts,
    photo,
    pressed,
    said,
    saved,
    state,
    told,
    utterances,
)

AMOUNT, MERCHANT, DATE, CATEGORY = (
    QuestionKind.AMOUNT,
    QuestionKind.MERCHANT,
    QuestionKind.DATE,
    QuestionKind.CATEGORY,
)
TWIN = Card(task_id="c/expenses/9", number=9)


def hear(task: ExpenseState, *things: Injected) -> ExpenseState:
    for thing in things:
        absorb(task, thing, TODAY)
    return task


def photographed() -> ExpenseState:
    return drafted(
        merchant=photo("Kedai Kopi"),
        amount=photo(Decimal("9.00")),
        currency=photo("MYR"),
        occurred_on=photo(date(2026, 3, 1)),
    )


def amount_of(draft: Draft) -> Decimal | None:
    return draft.amount.value if draft.amount else None


@pytest.mark.shows("9.3")
@given(drafts, st.lists(utterances, max_size=4))
def test_whatever_is_said_the_task_stays_whole(task: ExpenseState, things: list[Injected]) -> None:
    hear(task, *things)
    assert legal_actions(task, TODAY)
    assert ExpenseState.model_validate_json(task.model_dump_json()) == task


@given(st.lists(utterances, max_size=4))
def test_whatever_is_said_a_saved_row_stays_saved(things: list[Injected]) -> None:
    task = hear(saved(), *things)
    assert task.saved == saved().saved
    assert task.wish is None


def test_a_blank_draft_only_infers_currency_and_date() -> None:
    draft = blank_draft(PERSON.currency, TODAY)
    assert (draft.currency.value, draft.occurred_on.value) == ("MYR", TODAY)
    assert draft.currency.source is draft.occurred_on.source is Source.INFERRED
    assert (draft.merchant, draft.amount, draft.category) == (None, None, None)


class TestTelling:
    def test_every_mentioned_field_is_taken(self) -> None:
        mention = Mention(
            merchant="Zus",
            item="latte",
            amount=Decimal("12.30"),
            currency="USD",
            occurred_on=date(2026, 3, 9),
            category="food & drink",
            payment_method="cash",
            reference="A1",
        )
        task = state()
        apply_mention(task, mention, Source.TEXT, "the words")
        draft = task.draft
        for name, value in mention.model_dump(exclude={"category"}, exclude_defaults=True).items():
            field = getattr(draft, name)
            assert (field.value, field.source, field.evidence) == (value, "text", "the words")
        assert draft.category is not None
        assert draft.category.value == "Food & Drink"

    def test_an_amount_that_was_worked_out_keeps_its_calculation(self) -> None:
        task = state()
        sixty = Mention(
            amount=Decimal(60), amount_origin=AmountOrigin.WORKED_OUT, amount_evidence="12 × 5"
        )
        apply_mention(task, sixty, Source.TEXT, "the words")
        assert task.draft.amount is not None
        assert (task.draft.amount.source, task.draft.amount.evidence) == ("worked_out", "12 × 5")

    def test_an_amount_that_nothing_shows_is_asked_about_until_a_yes(self) -> None:
        doubtful = Mention(item="massage", amount=Decimal(95), amount_origin=AmountOrigin.UNSURE)
        task = state()
        apply_mention(task, doubtful, Source.TEXT, "the words")
        assert legal_actions(task, TODAY) == (Action.REQUEST_AMOUNT,)
        hear(task, said(ActKind.AFFIRM, AMOUNT))
        assert legal_actions(task, TODAY) == (Action.CATEGORIZE,)

    def test_a_row_is_not_changed_to_an_amount_that_nothing_shows_before_a_yes(self) -> None:
        task = hear(
            saved(), said(ActKind.DETAIL, None, "it was lots", amount="95", amount_origin="unsure")
        )
        assert (task.pending, task.edit_wanted, task.edit_field) == (None, True, FieldName.AMOUNT)
        hear(task, said(ActKind.AFFIRM, AMOUNT))
        assert (task.pending, task.edit_wanted) == (Mention(amount=Decimal(95)), False)

    def test_the_category_of_a_model_is_a_guess(self) -> None:
        task = state()
        apply_mention(task, Mention(likely_category="Fuel"), Source.TEXT, "the words")
        assert task.draft.category is None
        assert task.guess is not None
        assert (task.guess.value, task.guess.confidence) == ("Fuel", GUESSED_CATEGORY_CONFIDENCE)

    def test_what_is_not_mentioned_stays(self) -> None:
        task = complete(item=photo("latte", 0.4), payment_method=told("cash"))
        before = task.model_copy(deep=True)
        apply_mention(task, Mention(), Source.TEXT)
        assert task == before

    @pytest.mark.parametrize("kind", [ActKind.DETAIL, ActKind.OPEN])
    def test_words_answer_or_are_taken_in(self, kind: ActKind) -> None:
        answered = hear(state(), said(kind, AMOUNT, "12.30", amount="12.30")).draft
        injected = hear(state(), said(kind, None, "it was 12.30", amount="12.30")).draft
        assert answered.amount is not None
        assert injected.amount is not None
        assert (answered.amount.source, answered.amount.evidence) == (Source.ANSWER, "12.30")
        assert (injected.amount.source, injected.amount.evidence) == (
            Source.INJECTED,
            "it was 12.30",
        )

    def test_an_ambiguous_amount_takes_the_place_of_a_known_one_until_it_is_clear(self) -> None:
        task = complete()
        hear(task, said(ActKind.DETAIL, ambiguous_amounts=("1.25", "1250")))
        assert task.draft.amount is None
        assert legal_actions(task, TODAY) == (Action.REQUEST_AMOUNT,)
        hear(task, said(ActKind.DETAIL, AMOUNT, amount="1250"))
        assert task.draft.ambiguous_amounts == ()
        assert legal_actions(task, TODAY) == (Action.STORE,)

    def test_another_merchant_needs_another_category_unless_the_person_named_it(self) -> None:
        inferred = complete().draft.category
        assert inferred is not None
        guessed = inferred.model_copy(update={"source": Source.INFERRED})
        task = complete(category=guessed)
        task.categorized = True
        hear(task, said(ActKind.DETAIL, merchant="Shell"))
        assert legal_actions(task, TODAY) == (Action.CATEGORIZE,)
        named = hear(complete(), said(ActKind.DETAIL, merchant="Shell"))
        assert legal_actions(named, TODAY) == (Action.STORE,)

    @pytest.mark.parametrize("told_field", [{"amount": "54.20"}, {"merchant": "Tesco"}])
    def test_words_make_a_clearer_photo_needless(self, told_field: dict[str, object]) -> None:
        task = state(better_image_wanted=True)
        hear(task, said(ActKind.DETAIL, QuestionKind.BETTER_IMAGE, mention=told_field))
        assert not task.better_image_wanted

    @pytest.mark.parametrize(
        ("fields", "asked"),
        [
            ({}, "amount"),
            ({"amount": "9.00"}, "amount"),
            ({"merchant": "Zus"}, "merchant"),
            ({"item": "lunch"}, "merchant"),
            ({"occurred_on": "2026-03-01"}, "occurred_on"),
            ({"category": "Fuel"}, "category"),
        ],
    )
    def test_a_why_is_about_the_value_that_it_names(
        self, fields: dict[str, object], asked: str
    ) -> None:
        task = hear(complete(), said(ActKind.WHY, mention=fields))
        assert task.explain == (asked,)
        assert task.draft == complete().draft

    def test_what_says_nothing_about_the_expense_changes_nothing(self) -> None:
        kinds = (ActKind.OPEN, ActKind.GENERAL, ActKind.UNDO, ActKind.UNCLEAR)
        acts = [Act(kind=kind) for kind in kinds]
        foreign: list[JsonValue] = [5, "lunch", [1], {"amount": "much"}]
        acts += [Act(kind=ActKind.DETAIL, details=details) for details in foreign]
        for act in acts:
            assert hear(complete(), Injected(act=act)) == complete(), act


class TestOverrulingThePhoto:
    def test_the_difference_is_kept_for_the_card(self) -> None:
        correction = said(
            ActKind.DETAIL, merchant="Zus", amount="15.50", currency="SGD", occurred_on="2026-03-02"
        )
        task = hear(photographed(), correction)
        assert amount_of(task.draft) == Decimal("15.50")
        assert set(task.differences) == {
            Change(field="merchant", before="Kedai Kopi", after="Zus"),
            Change(field="amount", before="9.00", after="15.50"),
            Change(field="currency", before="MYR", after="SGD"),
            Change(field="occurred_on", before="2026-03-01", after="2026-03-02"),
        }

    @pytest.mark.parametrize(
        ("amounts", "differences"),
        [
            (("15.50", "16"), (Change(field="amount", before="9.00", after="16"),)),
            (("15.50", "9"), ()),
            (("9",), ()),
        ],
    )
    def test_each_word_is_compared_with_the_photo_again(
        self, amounts: tuple[str, ...], differences: tuple[Change, ...]
    ) -> None:
        words = [said(ActKind.DETAIL, amount=amount) for amount in amounts]
        task = hear(drafted(amount=photo(Decimal("9.00"))), *words)
        assert task.differences == differences
        assert task.draft.amount is not None
        assert task.draft.amount.source is Source.INJECTED

    def test_words_that_overrule_words_are_no_difference(self) -> None:
        assert hear(complete(), said(ActKind.DETAIL, amount="16")).differences == ()


class TestCaptions:
    """A caption tells of its photo (``OPEN``); it corrects by words that say so (``DETAIL``)."""

    def test_what_was_surely_read_stays(self) -> None:
        caption = said(
            ActKind.OPEN,
            merchant="Dubai",
            item="breakfast",
            currency="AED",
            occurred_on="2026-03-02",
            payment_method="Cash",
        )
        task = hear(photographed(), caption)
        draft = task.draft
        assert draft.merchant is not None
        assert (draft.merchant.value, draft.currency.value) == ("Kedai Kopi", "MYR")
        assert draft.occurred_on.value == date(2026, 3, 1)
        assert draft.item is not None
        assert draft.payment_method is not None
        assert (draft.item.value, draft.payment_method.value) == ("breakfast", "Cash")
        assert task.differences == ()

    def test_of_two_amounts_neither_is_taken(self) -> None:
        task = hear(complete(amount=photo(Decimal("9.00"))), said(ActKind.OPEN, amount="12"))
        assert task.draft.ambiguous_amounts == (Decimal("9.00"), Decimal(12))
        assert legal_actions(task, TODAY) == (Action.REQUEST_AMOUNT,)

    def test_an_amount_settles_one_that_was_hardly_read(self) -> None:
        hardly = photo(Decimal("9.00"), confidence=0.6)
        task = hear(complete(amount=hardly), said(ActKind.OPEN, amount="12"))
        assert amount_of(task.draft) == Decimal(12)
        assert legal_actions(task, TODAY) == (Action.STORE,)

    def test_the_amount_that_was_read_is_no_contradiction(self) -> None:
        caption = said(ActKind.OPEN, ambiguous_amounts=["1.25", "1250"])
        task = hear(complete(amount=photo(Decimal(1250))), caption)
        assert amount_of(task.draft) == Decimal(1250)

    def test_a_name_below_a_photo_without_one_is_offered_and_not_taken(self) -> None:
        task = hear(complete(merchant=photo("xq", 0.1)), said(ActKind.OPEN, merchant="Dubai"))
        assert task.draft.merchant is not None
        assert task.draft.merchant.value == "Dubai"
        assert legal_actions(task, TODAY) == (Action.REQUEST_MERCHANT,)

    def test_an_edited_caption_leaves_the_shop_that_the_saved_photo_shows(self) -> None:
        task = saved()
        assert task.saved is not None
        shown = {"merchant": Provenance(source=Source.PHOTO)}
        task.saved = task.saved.model_copy(update={"provenance": shown})
        hear(task, said(ActKind.OPEN, merchant="Dubai", payment_method="Cash"))
        assert task.pending == Mention(payment_method="Cash")


class TestSteppingBack:
    @pytest.mark.parametrize(
        ("thing", "wish"),
        [
            (said(ActKind.DONT_KNOW, AMOUNT), Wish.KEEP),
            (said(ActKind.CANCEL, AMOUNT), Wish.DROP),
            (said(ActKind.CANCEL), Wish.DROP),
            (pressed(PressAction.KEEP, AMOUNT), Wish.KEEP),
            (pressed(PressAction.DROP, AMOUNT), Wish.DROP),
        ],
    )
    def test_a_draft_is_kept_or_dropped_as_wished(self, thing: Injected, wish: Wish) -> None:
        task = hear(drafted(merchant=told("Zus")), thing)
        assert task.wish is wish
        assert task.attempts == {}

    @pytest.mark.parametrize(
        "thing",
        [
            said(ActKind.DONT_KNOW, QuestionKind.EDIT),
            said(ActKind.CANCEL, QuestionKind.EDIT),
            said(ActKind.DENY, QuestionKind.EDIT),
            said(ActKind.DENY, QuestionKind.DUPLICATE),
            pressed(PressAction.KEEP, QuestionKind.EDIT),
            pressed(PressAction.DROP, QuestionKind.EDIT),
        ],
    )
    def test_of_a_saved_row_only_the_wish_to_edit_is_dropped(self, thing: Injected) -> None:
        task = hear(saved(edit_wanted=True), thing)
        assert task == saved()


class TestConfirming:
    def test_yes_makes_an_unsure_value_sure(self) -> None:
        task = complete(
            merchant=photo("Kopi", 0.3),
            amount=photo(Decimal(9), 0.3),
            occurred_on=photo(TODAY, 0.3),
        )
        hear(task, said(ActKind.AFFIRM, MERCHANT))
        assert legal_actions(task, TODAY) == (Action.REQUEST_AMOUNT, Action.REQUEST_DATE)
        hear(task, said(ActKind.AFFIRM, AMOUNT), said(ActKind.AFFIRM, DATE))
        assert legal_actions(task, TODAY) == (Action.STORE,)

    def test_yes_does_not_make_a_refused_value_valid(self) -> None:
        task = hear(complete(amount=told(Decimal(0))), said(ActKind.AFFIRM, AMOUNT))
        assert legal_actions(task, TODAY) == (Action.REQUEST_AMOUNT,)

    def test_yes_to_nothing_known_is_an_answer_that_did_not_help(self) -> None:
        task = hear(state(), said(ActKind.AFFIRM, AMOUNT))
        assert task.attempts == {AMOUNT: 1}

    @pytest.mark.parametrize(
        "thing",
        [
            said(ActKind.AFFIRM, QuestionKind.DUPLICATE),
            pressed(SAVE_ANYWAY, QuestionKind.DUPLICATE),
        ],
    )
    def test_the_same_receipt_is_saved_again_only_on_a_yes(self, thing: Injected) -> None:
        task = complete()
        task.duplicate_of = TWIN
        assert legal_actions(task, TODAY) == (Action.CONFIRM_DUPLICATE,)
        assert legal_actions(hear(task, thing), TODAY) == (Action.STORE,)
        assert task.attempts == {}

    def test_no_to_saving_it_again_drops_it(self) -> None:
        task = complete()
        task.duplicate_of = TWIN
        assert hear(task, said(ActKind.DENY, QuestionKind.DUPLICATE)).wish is Wish.DROP


class TestButtons:
    @pytest.mark.parametrize(
        ("question", "value", "name", "taken"),
        [
            (AMOUNT, "1250", "amount", Decimal(1250)),
            (DATE, "2026-03-01", "occurred_on", date(2026, 3, 1)),
            (MERCHANT, "Zus", "merchant", "Zus"),
            (CATEGORY, "Fuel", "category", "Fuel"),
            (CATEGORY, "My own", "category", "My own"),
        ],
    )
    def test_a_chosen_value_answers_the_question(
        self, question: QuestionKind, value: str, name: str, taken: object
    ) -> None:
        task = hear(state(), pressed(PressAction.ANSWER, question, value))
        field = getattr(task.draft, name)
        assert (field.value, field.source) == (taken, Source.ANSWER)
        assert task.attempts == {}

    @pytest.mark.parametrize(
        ("question", "value"),
        [
            (AMOUNT, "twelve"),
            (AMOUNT, "NaN"),
            (AMOUNT, "Infinity"),
            (AMOUNT, ""),
            (DATE, "yesterday"),
            (DATE, "2026-13-01"),
            (MERCHANT, ""),
            (CATEGORY, ""),
            (CATEGORY, "x" * (MAX_CATEGORY_LENGTH + 1)),
            (QuestionKind.RETRY, "12"),
            (None, "12"),
        ],
    )
    def test_a_value_that_cannot_be_one_is_not_taken(
        self, question: QuestionKind | None, value: str
    ) -> None:
        task = hear(state(), pressed(PressAction.ANSWER, question, value))
        assert task.draft == state().draft

    @pytest.mark.parametrize("wish", [pressed(PressAction.EDIT), said(ActKind.DETAIL)])
    def test_a_draft_has_nothing_to_edit_yet(self, wish: Injected) -> None:
        assert not hear(state(), wish).edit_wanted
        assert hear(saved(), wish).edit_wanted


class TestAttempts:
    def test_the_third_question_is_the_last_attempt(self) -> None:
        banana = said(ActKind.UNCLEAR, AMOUNT, "banana")
        task = hear(drafted(merchant=told("Zus")), banana, banana)
        assert task.attempts[AMOUNT] + 1 == MAX_ATTEMPTS
        assert hear(task, banana).attempts == {AMOUNT: MAX_ATTEMPTS}

    @pytest.mark.parametrize(
        "task",
        [
            pytest.param(state(better_image_wanted=True), id="better_image"),
            pytest.param(state(duplicate_of=TWIN), id="duplicate"),
            pytest.param(saved(edit_wanted=True), id="edit"),
        ],
    )
    def test_a_question_without_a_field_counts_as_well(
        self, task: ExpenseState, request: pytest.FixtureRequest
    ) -> None:
        question = QuestionKind(request.node.callspec.id)
        task = task.model_copy(deep=True)
        assert hear(task, said(ActKind.UNCLEAR, question)).attempts == {question: 1}

    @pytest.mark.parametrize(
        "refused",
        [{"amount": "0"}, {"amount": "-5"}, {"ambiguous_amounts": ("1.25", "1250")}],
    )
    def test_a_refused_value_did_not_help(self, refused: dict[str, object]) -> None:
        task = hear(complete(amount=None), said(ActKind.DETAIL, AMOUNT, mention=refused))
        assert task.attempts == {AMOUNT: 1}

    @pytest.mark.parametrize(
        "thing",
        [
            said(ActKind.DETAIL, AMOUNT, merchant="Zus"),
            said(ActKind.DETAIL, AMOUNT, payment_method="cash"),
            said(ActKind.WHY, AMOUNT, merchant="Zus"),
            said(ActKind.DETAIL, AMOUNT, amount="12.30"),
            said(ActKind.UNCLEAR, None),
        ],
    )
    def test_a_help_or_a_correction_of_another_field_is_no_failed_attempt(
        self, thing: Injected
    ) -> None:
        assert hear(drafted(merchant=told("Kopitiam")), thing).attempts == {}

    def test_asking_why_an_unsure_value_was_read_is_no_failed_attempt(self) -> None:
        task = hear(drafted(amount=photo(Decimal(9), 0.4)), said(ActKind.WHY, AMOUNT, amount="9"))
        assert task.attempts == {}
        assert task.explain == ("amount",)

    def test_each_question_counts_for_itself(self) -> None:
        task = hear(state(), said(ActKind.UNCLEAR, AMOUNT), said(ActKind.UNCLEAR, MERCHANT))
        assert task.attempts == {AMOUNT: 1, MERCHANT: 1}

    def test_a_clearer_photo_is_read_and_counted(self) -> None:
        task = state(better_image_wanted=True, read=True, unreadable="too dark")
        hear(task, Injected(attachment=PHOTO, question=QuestionKind.BETTER_IMAGE))
        assert (task.attachment, task.read, task.unreadable) == (PHOTO, False, "")
        assert not task.better_image_wanted
        assert task.attempts == {QuestionKind.BETTER_IMAGE: 1}


class TestCorrectingASavedRow:
    def test_corrections_are_gathered_until_they_are_written(self) -> None:
        task = hear(
            saved(edit_wanted=True),
            said(ActKind.DETAIL, None, "16.50 in cash", amount="16.50", payment_method="cash"),
            said(ActKind.DETAIL, None, "at Zus, no, 17", merchant="Zus", amount="17"),
        )
        assert task.pending == Mention(merchant="Zus", amount=Decimal(17), payment_method="cash")
        assert (task.pending_source, task.pending_evidence) == (Source.TEXT, "at Zus, no, 17")
        assert not task.edit_wanted

    @pytest.mark.parametrize(
        "doubtful",
        [
            {"amount": "0"},
            {"ambiguous_amounts": ("1.25", "1250")},
            {"currency": "JPY"},
            {"occurred_on": "1970-01-01"},
            {"merchant": "-"},
            {"category": "x" * (MAX_CATEGORY_LENGTH + 1)},
            {"amount": "17", "occurred_on": "1970-01-01"},
        ],
    )
    def test_a_doubtful_one_is_asked_about_and_never_written(
        self, doubtful: dict[str, object]
    ) -> None:
        task = hear(saved(), said(ActKind.DETAIL, mention=doubtful))
        assert task.pending is None
        assert task.edit_wanted

    def test_why_it_was_refused_is_told_until_another_one_is_made(self) -> None:
        task = hear(saved(), said(ActKind.DETAIL, amount="-5"))
        assert task.refused == RefusedCorrection(
            field=FieldName.AMOUNT, problem=Problem.NEGATIVE, value="-5"
        )
        assert hear(task, said(ActKind.DETAIL, amount="5")).refused is None

    def test_a_doubtful_one_leaves_those_that_wait_to_be_written(self) -> None:
        good = said(ActKind.DETAIL, merchant="Zus", amount="17")
        task = hear(saved(), good, said(ActKind.DETAIL, ambiguous_amounts=("1.25", "1250")))
        assert task.pending == Mention(merchant="Zus", amount=Decimal(17))
        assert task.edit_wanted

    def test_what_is_wrong_with_an_old_row_does_not_hinder_another_correction(self) -> None:
        task = saved()
        assert task.saved is not None
        task.saved = task.saved.model_copy(update={"occurred_on": date(1999, 12, 31)})
        assert hear(task, said(ActKind.DETAIL, payment_method="cash")).pending is not None
        assert hear(task, said(ActKind.DETAIL, amount="17")).pending is not None

    def test_an_answer_to_the_edit_question_is_known_as_one_and_a_refused_one_counts(self) -> None:
        task = saved(edit_wanted=True)
        hear(task, said(ActKind.DETAIL, QuestionKind.EDIT, amount="17"))
        assert (task.pending_source, task.attempts) == (Source.ANSWER, {})
        refused = said(ActKind.DETAIL, QuestionKind.EDIT, amount="0")
        assert hear(saved(edit_wanted=True), refused).attempts == {QuestionKind.EDIT: 1}

    def test_the_draft_behind_it_stays_as_it_was_saved(self) -> None:
        task = saved()
        before = task.draft.model_copy(deep=True)
        hear(task, said(ActKind.DETAIL, amount="17"))
        assert task.draft == before
