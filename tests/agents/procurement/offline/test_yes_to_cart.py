"""Which words answer whether the cart is to be sent."""

import pytest

from agents.procurement.offline.yes_to_cart import answer_to_cart
from domain.understanding import ActKind


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Yes, please!", ActKind.AFFIRM),
        ("ya hantar", ActKind.AFFIRM),
        ("👍", ActKind.AFFIRM),
        ("no, not yet", ActKind.DENY),
        ("nein danke", ActKind.DENY),
        ("stop", ActKind.CANCEL),
        ("yes?", None),
        ("yes but only 3", None),
        ("please", None),
    ],
)
def test_a_yes_has_no_word_that_could_mean_anything_else(text: str, kind: ActKind | None) -> None:
    assert answer_to_cart(text) is kind
