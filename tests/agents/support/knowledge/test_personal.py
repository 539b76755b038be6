"""An article names nobody: what is one customer's own is taken out of a draft."""

import pytest

from agents.support.knowledge.personal import without_personal

CUSTOMER = "Hi, my name is Joe Tan. Order ORD-2211, mail joe.tan@example.com. I paid 54 in March."


@pytest.mark.parametrize(
    ("answer", "left"),
    [
        ("Hi Joe,\nyour order is on its way.\n\nBest regards\nMia", "Your order is on its way."),
        ("It is paid. Best, Mia", "It is paid."),
        ("We wrote to joe.tan@example.com.", "We wrote to [mail]."),
        (
            "Order ORD-2211 and invoice INV-4711 are paid.",
            "Order [number] and invoice [number] are",
        ),
        (
            "RM54.90 or 54,90 € or EUR 1,200 come back.",
            "[amount] or [amount] or [amount] come back.",
        ),
        ("Call +60 12-345 6789 or 0123456789.", "Call [number] or [number]."),
        ("Joe Tan paid 54, says Mia Mint.", "[name] paid 54, says [name]."),
        (
            "Mr Lim from the bank agreed; Lim told us.",
            "Mr [name] from the bank agreed; [name] told",
        ),
        ("The money is back within 5 days, 10 at most.", "The money is back within 5 days, 10 at"),
        ("Press May within 24 hours.", "Press May within 24 hours."),
        ("It is paid.\nMay", "It is paid.\n[name]"),
        ("I am May from billing.", "I am [name] from billing."),
        ("Sehr geehrte Frau Müller, Frau Müller bekommt es.", "[name] bekommt es."),
        ("Apple charges it; open Settings, then Plans.", "Apple charges it; open Settings, then"),
    ],
)
def test_what_is_personal_is_replaced_and_the_rest_stays(answer: str, left: str) -> None:
    (clean,) = without_personal([answer], customer=CUSTOMER, names=("Mia Mint", "Mia", "May"))
    assert clean.startswith(left)


def test_the_question_is_cleaned_by_what_it_tells_itself() -> None:
    (clean,) = without_personal([CUSTOMER], customer=CUSTOMER, names=())
    for personal in ("Joe", "Tan", "2211", "example.com"):
        assert personal not in clean
    assert "I paid 54 in March" in clean


@pytest.mark.parametrize(
    ("customer", "left"),
    [
        ("my name is joe tan and i paid twice", "My name is [name] and i paid twice"),
        ("nama saya joe, tolong", "Nama saya [name], tolong"),
        ("MY NAME IS JOE. Joe paid", "MY NAME IS [name]. [name] paid"),
        ("i am locked out", "I am locked out"),
        ("my name is wrong on the bill", "My name is wrong on the bill"),
        ("my name is spelled wrong", "My name is spelled wrong"),
        ("mein name ist falsch geschrieben", "Mein name ist falsch geschrieben"),
        ("nama saya salah dalam bil", "Nama saya salah dalam bil"),
        ("mi nombre es incorrecto", "Mi nombre es incorrecto"),
        ("mon nom est faux sur la facture", "Mon nom est faux sur la facture"),
        ("my name is wong, yes", "My name is [name], yes"),
    ],
)
def test_a_name_is_found_however_it_is_written(customer: str, left: str) -> None:
    assert without_personal([customer], customer=customer, names=()) == [left]


def test_what_a_customer_calls_themselves_is_no_name_in_lower_case_in_an_answer() -> None:
    answers = ["Joe Tan and JOE TAN paid, then Tan asked for a tan case."]
    (clean,) = without_personal(answers, customer="my name is joe tan", names=())
    assert clean == "[name] and [name] paid, then [name] asked for a tan case."
