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
        ("Joe Tan paid 54, says Mia Mint.", "[name] paid [number], says [name]."),
        (
            "Mr Lim from the bank agreed; Lim told us.",
            "Mr [name] from the bank agreed; [name] told",
        ),
        ("The money is back within 5 days, 10 at most.", "The money is back within 5 days, 10 at"),
        ("Sehr geehrte Frau Müller, Frau Müller bekommt es.", "[name] bekommt es."),
        ("Apple charges it; open Settings, then Plans.", "Apple charges it; open Settings, then"),
    ],
)
def test_what_is_personal_is_replaced_and_the_rest_stays(answer: str, left: str) -> None:
    (clean,) = without_personal([answer], customer=CUSTOMER, names=("Mia Mint", "Mia"))
    assert clean.startswith(left)


def test_the_question_is_cleaned_by_what_it_tells_itself() -> None:
    (clean,) = without_personal([CUSTOMER], customer=CUSTOMER, names=())
    for personal in ("Joe", "Tan", "2211", "example.com", "54"):
        assert personal not in clean
    assert "in March" in clean
