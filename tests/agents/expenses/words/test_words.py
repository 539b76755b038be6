"""Every topic of this agent is worded, in plain words and in the person's own notation."""

import re
from datetime import date, time
from decimal import Decimal
from itertools import product

import pytest

from agents.expenses.card import CARD as AGENT
from agents.expenses.categories import CATEGORIES
from agents.expenses.replies import (
    AskAmount,
    AskBetterImage,
    AskCategory,
    AskDate,
    AskDuplicate,
    AskEdit,
    Asking,
    AskMerchant,
    AskReading,
    AskTogether,
    Corrected,
    DeletedTogether,
    Doubt,
    Hinted,
    NoExpense,
    Saved,
    SavedTogether,
    Spending,
)
from agents.expenses.replies import ValueOrigin as Why
from agents.expenses.rules import Problem
from agents.expenses.shown import Card, Change, MoneyKind, Provenance
from agents.expenses.spending import InsightMeasure
from agents.expenses.tools import BankNotice, Hint
from agents.expenses.words import BUTTONS, CARDS, WORDS
from bot.texts.catalogue import LANGUAGES, catalogue_of, folders_of, sources_in
from bot.texts.wording import worded
from domain.replies import Choice, Content
from domain.topics import PressAction
from tests.bot.samples import (
    CARD,
    EXPENSE_CONTENTS,
    EXPENSE_TOPICS,
    OTHER,
    TASK,
    choice,
    formats,
    insight,
    reply,
)

QUESTIONS: tuple[type[Asking], ...] = (AskAmount, AskMerchant, AskDate, AskCategory, AskBetterImage)
BARE = Card(task_id=TASK, number=1)
PHOTO = CARD.model_copy(update={"from_photo": True})


def text(of: Content, locale: str = "en_MY", timezone: str = "Asia/Kuala_Lumpur") -> str:
    return worded(reply(of), formats(locale, timezone)).text()


def labels(of: Content, *choices: Choice) -> list[str]:
    return [button.label for button in worded(reply(of, choices=choices), formats()).buttons]


def assert_readable(said: str) -> None:
    assert said.strip()
    assert not re.search(r"[{}]|None|Decimal|conversation:|expenses\.", said)


def test_a_photo_in_doubt_shows_all_that_a_yes_saves_and_what_to_look_at() -> None:
    asked = AskReading(card=PHOTO, unsure=("amount", "date"), which=True, several=2)
    said = text(asked)
    assert "2 receipts" in said
    assert f"#{PHOTO.number}" in said
    assert str(PHOTO.category) in said
    assert "right: amount, date." in said
    assert "what is different?" in text(asked.model_copy(update={"changing": True}))


def test_a_bare_number_answers_a_reading_only_where_an_amount_or_a_day_is_in_doubt() -> None:
    for unsure, digits in (
        (("amount",), True),
        (("merchant", "date"), True),
        (("merchant",), False),
    ):
        asked = AskReading(card=PHOTO, unsure=unsure)
        assert worded(reply(asked), formats()).digits is digits
        assert worded(reply(asked.model_copy(update={"changing": True})), formats()).digits


def test_a_list_of_doubts_counts_them_by_field_and_marks_what_may_be_wrong() -> None:
    doubts = tuple(
        Doubt(card=PHOTO, unsure=each) for each in (("category",), ("amount", "category"))
    )
    said = text(AskTogether(doubts=doubts)).splitlines()
    assert "2 need a look: 2 categories and 1 total" in said[0]
    assert f"{PHOTO.category}?" in said[1]
    assert "RM15.50?" in said[2]
    assert f"“#{PHOTO.number}: Transport”" in said[-1]
    amounts = AskTogether(doubts=(doubts[1].model_copy(update={"unsure": ("amount",)}),) * 2)
    assert f"“#{PHOTO.number}: RM12.50”" in text(amounts)
    assert "Which one" in text(AskTogether(doubts=doubts, attempt=2))


def test_a_list_of_doubts_tells_which_of_them_are_the_same_receipt() -> None:
    cards = [PHOTO.model_copy(update={"number": number}) for number in (16, 17, 18)]
    cards[1] = cards[1].model_copy(update={"amount": Decimal("9.90")})
    said = text(AskTogether(doubts=tuple(Doubt(card=card, unsure=("date",)) for card in cards)))
    assert "#16 and #18 look like the same receipt" in said
    assert "/cancel 18" in said
    assert "#17" not in said.partition("same receipt")[2].splitlines()[0]
    others = tuple(Doubt(card=card, unsure=("date",)) for card in cards[:2])
    assert "same receipt" not in text(AskTogether(doubts=others))


def test_a_list_of_doubts_that_was_seen_is_only_counted() -> None:
    doubts = (Doubt(card=PHOTO, unsure=("category",)),) * 2
    assert text(AskTogether(doubts=doubts, seen=True)) == "🔎 2 left to check: 2 categories."


def test_every_topic_has_words_and_a_sample() -> None:
    topics = set(EXPENSE_TOPICS)
    assert set(WORDS) == topics
    assert {content.topic for content in EXPENSE_CONTENTS} == topics


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_begins_with_the_slug(language: str) -> None:
    sources = [sources_in(folder, language) for folder in folders_of(AGENT.slug)]
    texts = "\n".join(text for source in sources for text in source.values())
    keys = re.findall(r"(?m)^([a-z][\w-]*) *=", texts)
    assert keys
    assert not [key for key in keys if not key.startswith(f"{AGENT.slug}-")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_what_it_can_do_and_what_its_commands_and_buttons_are(language: str) -> None:
    words = catalogue_of(language)
    for key in ("about", "also", "invite", "help", "privacy", "description", "short_description"):
        assert words.text(f"expenses.{key}")
    assert all(words.text(f"expenses.command.{form.name}") for form in AGENT.commands)
    for button in BUTTONS:
        slug, _, name = button.action.partition(".")
        assert slug == AGENT.slug
        assert words.text(f"{slug}.button.{name}")


@pytest.mark.parametrize("content", [type(c) for c in EXPENSE_CONTENTS if hasattr(c, "card")])
def test_a_topic_with_the_least_it_can_have_is_still_worded(content: type[Content]) -> None:
    least = {"card": BARE.model_dump(), "saved": BARE.model_dump(), "changes": ()}
    assert_readable(text(content.model_validate(least)))


def card(**parts: object) -> Card:
    return CARD.model_copy(update=parts)


def changed(field: str, before: str, after: str) -> Change:
    return Change(field=field, before=before, after=after)


def test_a_change_leaves_an_empty_side_out() -> None:
    def told(before: str, after: str) -> str:
        return text(Corrected(card=CARD, changes=(changed("merchant", before, after),)))

    assert "shop: Tesco → Aeon" in told("Tesco", "Aeon")
    assert told("", "Aeon").endswith("\nshop: Aeon")
    assert told("Tesco", "").endswith("\nshop: Tesco removed")


TODAY_ASSUMED = {"date": Provenance(source="inferred")}


def test_a_saved_card_says_what_is_special_about_it() -> None:
    assert "{amount} & Sons" in text(Saved(card=card(merchant="{amount} & Sons")))
    assert "2 Mar 2026" in text(Saved(card=card(occurred_on=date(2026, 3, 2))))
    assert "late" in text(Saved(card=CARD, late=True))
    unlike = Saved(card=CARD, differences=(changed("amount", "16.50", "15.50"),))
    assert "The photo said RM16.50" in text(unlike)
    shopless = text(Saved(card=card(merchant=None, item="gas")))
    assert "gas" in shopless
    assert "shop" not in shopless


@pytest.mark.parametrize("field", ["date", "occurred_on"])
def test_a_date_that_the_receipt_did_not_have_is_said_to_be_assumed(field: str) -> None:
    origin = {field: Provenance(source="inferred")}
    assert "today (not on the receipt)" in text(
        Saved(card=card(from_photo=True, provenance=origin))
    )
    assert "not on the receipt" not in text(Saved(card=card(provenance=origin)))


def test_a_foreign_amount_is_shown_at_its_rate() -> None:
    abroad = card(currency="USD", home_currency="MYR", rate=Decimal("4.5200"))
    rated = text(Saved(card=abroad))
    assert "US$15.50" in rated
    assert "≈ RM70.06 (1 USD = 4.52)" in rated
    assert "≈" not in text(Saved(card=abroad.model_copy(update={"rate": None})))


def test_a_transfer_has_no_sign() -> None:
    transfer = text(Saved(card=card(kind=MoneyKind.TRANSFER, merchant=None, item="savings")))
    assert "Transfer saved" in transfer
    assert "+" not in transfer


def test_a_correction_shows_the_old_and_the_new_value() -> None:
    def corrected(*changes: Change) -> str:
        return text(Corrected(card=CARD, changes=changes))

    assert "kind: expense → income" in corrected(changed("kind", "expense", "income"))
    assert "amount: RM16.50 → RM15.50" in corrected(changed("amount", "16.50", "15.50"))
    both = corrected(changed("amount", "30", "28"), changed("currency", "USD", "MYR"))
    assert "US$30.00 → RM28.00" in both
    assert "currency: USD → MYR" in both


@pytest.mark.shows("7.4", "15.2")
def test_a_question_says_what_is_known_and_which_receipt_it_is_about() -> None:
    so_far = "So far I have: Kopi Corner, today"
    assert so_far in text(AskAmount(card=PHOTO.model_copy(update={"amount": None})))
    unsure = text(AskAmount(card=PHOTO, problem="unsure"))
    assert so_far in unsure
    assert unsure.count("RM15.50") == 1
    assert "Is it RM9.00?" in text(AskAmount(card=CARD, problem="unsure", value="9.00"))
    assert "RM45.00" in text(AskMerchant(card=card(merchant=None, amount=Decimal(45))))
    assert text(AskAmount(card=CARD, which=True)).startswith("About #1 (Kopi Corner)")
    duplicate = text(AskDuplicate(card=CARD, saved=OTHER, which=True))
    assert duplicate.startswith("About #1 (Kopi Corner)")
    assert "#10 Bus Co" in duplicate


def test_a_question_leaves_out_what_was_just_typed_and_what_is_only_assumed() -> None:
    assert "So far" not in text(AskCategory(card=CARD))
    known = {"from_photo": True, "provenance": TODAY_ASSUMED, "occurred_on": date(2026, 11, 21)}
    assert "So far" not in text(AskBetterImage(card=BARE.model_copy(update=known)))


def test_a_photo_of_several_receipts_is_said_to_be_one_with_the_first_question_only() -> None:
    assert "3 receipts" in text(AskAmount(card=CARD, several=3))
    assert "3 receipts" not in text(AskAmount(card=CARD, several=3, attempt=2))


def test_a_summary_says_how_many_were_saved_and_where_one_differs_from_its_photo() -> None:
    assert "Saved 2 expenses" in text(SavedTogether(cards=(CARD, OTHER), opened=2))
    assert "Saved 2 of 4" in text(SavedTogether(cards=(CARD, OTHER), opened=4, asking=1))
    unlike = (changed("amount", "9.00", "15.50"),)
    one = text(SavedTogether(cards=(CARD,), differences=unlike, opened=2, asking=1))
    assert "The photo said RM9.00" in one
    assert "a question about 1 more" in one


def test_many_saved_together_are_a_line_each_and_a_total_for_each_currency() -> None:
    one = Card(task_id=TASK, number=1, amount=Decimal(1), currency="MYR", merchant="Aa")
    ringgit = [one.model_copy(update={"number": n, "amount": Decimal(n)}) for n in range(1, 6)]
    dollars = ringgit[0].model_copy(update={"number": 6, "currency": "USD"})
    lines = text(SavedTogether(cards=(*ringgit, dollars), opened=6)).splitlines()
    assert lines[1:7] == [*(f"#{n} Aa · RM{n}.00" for n in range(1, 6)), "#6 Aa · US$1.00"]
    assert "RM15.00 and US$1.00" in lines[7]


def test_a_value_from_the_photo_is_explained_by_its_line() -> None:
    why = text(Why(card=CARD, field="amount"))
    assert "RM15.50 is on the photo" in why
    assert "“TOTAL 15.50”" in why


def test_figures_keep_currencies_apart_and_list_categories() -> None:
    figures = text(Spending(insight=insight()))
    assert "RM120.40 (5 expenses) and US$30.00 (1 expense)" in figures
    assert "🍔 Food & Drink: RM80.40" in figures
    assert "This week:" in figures
    assert "nothing saved" in text(Spending(insight=insight(totals=(), by_category=())))


@pytest.mark.parametrize("notice", [*BankNotice])
def test_a_notice_of_no_payment_is_said_to_have_saved_nothing(notice: BankNotice) -> None:
    assert "nothing was saved" in text(NoExpense(notice=notice))


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("en_MY", ("Income saved", "+RM200.00", "from Ali", "Refund")),
        ("ms_MY", ("Pendapatan disimpan", "+RM200.00", "daripada Ali", "Bayaran balik")),
        ("de_DE", ("Einnahme gespeichert", "+200,00", "von Ali", "Erstattung")),
    ],
)
def test_income_says_that_it_came_in_and_from_whom(locale: str, said: tuple[str, ...]) -> None:
    card = BARE.model_copy(
        update={
            "kind": MoneyKind.INCOME,
            "merchant": "Ali",
            "amount": Decimal(200),
            "currency": "MYR",
            "category": "Refund",
        }
    )
    shown = text(Saved(card=card), locale)
    assert all(part in shown for part in said)
    assert "+" in text(DeletedTogether(cards=(card,), wanted=2), locale)


def test_today_is_the_persons_own() -> None:
    card = CARD.model_copy(update={"occurred_on": date(2026, 11, 20)})
    assert "yesterday" in text(Saved(card=card))
    assert "today" in text(Saved(card=card), timezone="Pacific/Pago_Pago")


@pytest.mark.shows("12.2")
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("problem", [*Problem, "", "something_new"])
def test_every_question_has_words_for_every_problem(question: type[Asking], problem: str) -> None:
    for attempt, value, card in product((1, 2, 3), ("", "banana", "2031-01-01"), (BARE, PHOTO)):
        asking = question(card=card, problem=problem, attempt=attempt, which=True, value=value)
        assert_readable(text(asking))


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_second_attempt_is_put_in_other_words_with_an_example(question: type[Asking]) -> None:
    first, second, third = (
        text(question(card=CARD, attempt=attempt, problem="missing")) for attempt in (1, 2, 3)
    )
    assert first.splitlines()[0] != second.splitlines()[0]
    assert re.search(r"example|Pick one|Or type it", second)
    assert "keep it as a draft" in third
    assert "keep it as a draft" not in second


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_bare_number_answers_only_what_is_asked_for_in_figures(question: type[Asking]) -> None:
    digits = worded(reply(question(card=CARD)), formats()).digits
    assert digits is (question in (AskAmount, AskDate))


def test_the_name_of_a_shop_is_not_repeated_within_a_question() -> None:
    photo = PHOTO.model_copy(update={"category": None})
    for which, attempt in ((True, 1), (True, 2), (False, 1)):
        said = text(AskCategory(card=photo, which=which, attempt=attempt))
        assert said.count("Kopi Corner") == 1
        assert ("About #1" in said) is which


@pytest.mark.parametrize("attempt", [1, 2])
@pytest.mark.parametrize("from_photo", [True, False])
def test_an_answer_that_changed_something_else_is_noted(attempt: int, *, from_photo: bool) -> None:
    card = CARD.model_copy(update={"merchant": "Zus", "category": None, "from_photo": from_photo})
    said = text(AskCategory(card=card, noted=True, attempt=attempt))
    assert said.startswith("👌 Noted. So far I have: Zus, RM15.50, today.")
    named = text(AskCategory(card=card, noted=True, attempt=attempt, which=True))
    assert named.startswith("👌 Noted. About #1, so far I have: Zus, RM15.50, today.")


def test_suggested_amounts_and_dates_are_written_as_the_person_writes_them() -> None:
    amounts = (choice(PressAction.ANSWER, label="1.25"), choice(PressAction.ANSWER, value="1250"))
    assert labels(AskAmount(card=CARD), *amounts) == ["RM1.25", "RM1,250.00"]
    day = choice(PressAction.ANSWER, label="2026-11-02")
    assert labels(AskDate(card=CARD), day) == ["2 Nov 2026"]


def test_an_edit_that_is_not_wanted_leaves_the_row_and_keeps_no_draft() -> None:
    keep = choice(PressAction.KEEP)
    assert labels(AskEdit(card=CARD), keep) == ["Leave it as it is"]
    assert labels(AskAmount(card=CARD), keep) == ["Keep as draft"]


def test_buttons_of_several_cards_tell_which_card_they_are_for() -> None:
    undo = (choice(PressAction.UNDO), choice(PressAction.UNDO, subject=OTHER.task_id))
    both = SavedTogether(cards=(CARD, OTHER), opened=2)
    assert labels(both, *undo) == ["Undo #1", "Undo #10"]


@pytest.mark.parametrize(
    "source", ["photo", "text", "injected", "answer", "inferred", "learned", "dreamt"]
)
def test_every_origin_of_every_field_is_worded(source: str) -> None:
    fields = ("amount", "date", "category", "currency", "tax", "colour")
    for evidence, field in product(("", "what it says"), fields):
        origin = Provenance(source=source, evidence=evidence)
        card = CARD.model_copy(update={"provenance": {field: origin}})
        assert_readable(text(Why(card=card, field=field)))


@pytest.mark.parametrize("measure", [*InsightMeasure])
def test_every_period_is_worded(measure: InsightMeasure) -> None:
    starts = (None, date(2026, 11, 1), date(2026, 11, 21))
    ends = (None, date(2026, 11, 9), date(2026, 11, 21))
    for since, until, cards in product(starts, ends, ((), (CARD,))):
        found = insight(measure=measure, since=since, until=until, cards=cards)
        assert_readable(text(Spending(insight=found)))


def test_a_month_and_a_year_up_to_today_are_told_by_their_names() -> None:
    for since, words in ((date(2026, 11, 1), "This month:"), (date(2026, 1, 1), "This year:")):
        for until in (None, date(2026, 11, 21)):
            assert words in text(Spending(insight=insight(since=since, until=until)))


def test_a_reference_can_be_copied_and_one_that_is_an_address_cannot_be_pressed() -> None:
    def card(reference: str) -> str:
        return text(Saved(card=CARD.model_copy(update={"reference": reference})))

    assert "🔖 INV-1234567890" in card("INV-1234567890")
    assert "🔖 evil.example" not in card("evil.example")


@pytest.mark.shows("platform 19")
def test_a_card_has_the_time_of_day_of_its_receipt() -> None:
    card = CARD.model_copy(update={"occurred_at": time(18, 5, 30)})
    assert "🕒 18:05" in text(Saved(card=card), "de_DE")
    assert "🕒 6:05 pm" in text(Saved(card=card), "en_MY")
    assert "🕒" not in text(Saved(card=CARD))


def test_the_platform_shows_an_expense_by_its_card() -> None:
    card, how = CARD.model_dump(mode="json"), formats()
    assert CARDS.view(card, how).text().startswith("#1 Kopi Corner · RM15.50")
    assert CARDS.line(card, how).startswith("#1 Kopi Corner · RM15.50 · 🍔 Food & Drink")
    assert CARDS.name(card, how) == "Kopi Corner"
    assert CARDS.has(card, "merchant")
    assert CARDS.has(card, "date")
    assert not CARDS.has(card, "reference")
    assert CARDS.help("weather", card, how) is None
    assert CARDS.option("Groceries", how.catalogue) == "🛒 Groceries"
    assert tuple(CARDS.options) == tuple(CATEGORIES)


@pytest.mark.parametrize("hint", [*Hint])
def test_a_hint_says_what_was_heard_and_which_words_would_work(hint: Hint) -> None:
    said = text(Hinted(hint=hint, heard="shoes", cards=(CARD,)))

    assert "“shoes”" in said
    assert "Kopi Corner" in said
    assert "shoes" not in text(Hinted(hint=hint))
