"""A yes or a no to whether somebody joins, as a model understood it."""

from datetime import UTC, datetime

import pytest

from adapters.model.act_checks import checked_understood
from agents.expenses.card import CARD
from agents.expenses.features.household.replies import JOIN, REFUSE, SUBJECT
from agents.expenses.model.mentions import fragment
from agents.expenses.questions import button
from domain.history import Entry, Speaker
from domain.understanding import Act, ActKind, Person, Said, UnderstandRequest, Understood

AT = datetime(2026, 11, 29, 8, tzinfo=UTC)
CHOICES = (button(JOIN, "L6GT6A9MLR"), button(REFUSE, SUBJECT))
ASKED = Entry(
    speaker=Speaker.STEWARD,
    text="Join Amir's household?",
    at=AT,
    agent=CARD.slug,
    presses=tuple(each.press for each in CHOICES),
)


def understood(words: str, kind: ActKind, shown: Entry = ASKED) -> Act:
    request = UnderstandRequest(
        person=Person(user_id="u"),
        said=(Said(message_id="m1", text=words, sent_at=AT),),
        history=(shown,),
        agents=(CARD,),
    )
    answer = Understood(acts=(Act(kind=kind, message_ids=("m1",)),), engine="model")
    (act,) = checked_understood(request, answer, {CARD.slug: fragment()}).acts
    return act


@pytest.mark.parametrize(
    ("words", "kind", "action"),
    [
        ("yes, i'd like that", ActKind.AFFIRM, JOIN),
        ("ja, aber bitte ohne alte Sachen", ActKind.AFFIRM, JOIN),
        ("rather not", ActKind.DENY, REFUSE),
    ],
)
def test_a_yes_or_a_no_with_more_words_presses_the_button(
    words: str, kind: ActKind, action: str
) -> None:
    act = understood(words, kind)
    assert (act.agent, act.press and act.press.action) == (CARD.slug, action)


@pytest.mark.parametrize("words", ["banana", "no", "ok, rather no"])
def test_nobody_joins_by_words_that_do_not_agree(words: str) -> None:
    assert understood(words, ActKind.AFFIRM).press is None


def test_a_yes_to_a_reply_that_asks_nothing_joins_nothing() -> None:
    other = ASKED.model_copy(update={"presses": ()})
    assert understood("yes", ActKind.AFFIRM, other).press is None
