"""What a text below a picture says: it tells of it, corrects it, or disowns it."""

import pytest

from agents.expenses.details import Mention
from agents.expenses.meaning import Kind, Meaning
from tests.agents.expenses.offline.talking import act, working


def below_a_picture(text: str) -> Meaning:
    return act(text, tasks=(working(),), reply_to="photo", marks={"caption": True})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("from Dubai", Mention(merchant="Dubai")),
        ("birthday dinner", Mention(item="birthday dinner")),
        ("lunch at Nobu, cash", Mention(merchant="Nobu", item="lunch", payment_method="Cash")),
        ("groceries", Mention(category="Groceries")),
    ],
)
def test_it_tells_more_about_the_picture(text: str, told: Mention) -> None:
    meaning = below_a_picture(text)
    assert (meaning.kind, meaning.mentions) == (Kind.EXPENSE, (told,))


@pytest.mark.parametrize("text", ["from my trips", "receipts from last year", "our lovely trip"])
def test_words_in_small_letters_name_no_shop(text: str) -> None:
    assert not any(mention.merchant for mention in below_a_picture(text).mentions)


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("it was 45.90", {"amount": "45.90"}),
        ("the shop is Jawed Habib", {"merchant": "Jawed Habib"}),
        ("total should be 30", {"amount": "30"}),
    ],
)
def test_it_corrects_only_by_words_that_say_so(text: str, changes: dict[str, str]) -> None:
    meaning = below_a_picture(text)
    assert meaning.kind is Kind.DETAIL
    assert meaning.mentions == (Mention.model_validate(changes),)


@pytest.mark.parametrize(
    "text",
    [
        "not mine, ignore",
        "belongs to Farid",
        "sorry, sent by mistake",
        "no need to record this",
        "bukan resit saya",
        "tersilap hantar",
        "nicht von mir",
        "falscher Beleg, bitte ignorieren",
    ],
)
def test_what_is_disowned_or_sent_by_mistake_is_dropped(text: str) -> None:
    assert below_a_picture(text).kind is Kind.CANCEL


@pytest.mark.parametrize(
    "text",
    [
        "mine",
        "not mine only, shared with Ali",
        "wrong total, it was 12",
        "lunch, not dinner",
        "my brother's birthday",
        "for my boss",
        "stop and shop",
        "is this not mine?",
        "bought by mistake",
        "gehört mir",
    ],
)
def test_what_is_said_of_the_persons_own_receipt_drops_nothing(text: str) -> None:
    assert below_a_picture(text).kind is not Kind.CANCEL
