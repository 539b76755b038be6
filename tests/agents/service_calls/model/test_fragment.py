"""What a model says is for service calls: only in the customer's own words."""

from datetime import UTC, datetime

import pytest

from agents.service_calls.card import CARD
from agents.service_calls.details import CallDetails
from agents.service_calls.model.fragment import fragment, in_their_own_words
from domain.understanding import Act, ActKind, Person, Said, UnderstandRequest

TEXT = "Lunch was 15. And my sink leaks, I'm Ana Lim, 415-555-2671"
AT = datetime(2026, 11, 23, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("my sink leaks, I'm Ana Lim, 415-555-2671", "my sink leaks, I'm Ana Lim, 415-555-2671"),
        ("The customer reports a burst pipe.", TEXT),
        ("", TEXT),
    ],
)
def test_a_call_begins_with_the_customers_own_words(written: str, kept: str) -> None:
    request = UnderstandRequest(
        person=Person(user_id="u"),
        said=(Said(message_id="1", text=TEXT, sent_at=AT),),
        agents=(CARD,),
    )
    form = fragment().form.model_validate({"words": written})
    (details,) = form.told(ActKind.OPEN)
    act = Act(kind=ActKind.OPEN, agent=CARD.slug, details=details, message_ids=("1",))
    checked = in_their_own_words(act, TEXT, request)
    assert checked is not None
    assert CallDetails.model_validate(checked.details).words == kept


def test_nothing_said_begins_nothing() -> None:
    request = UnderstandRequest(
        person=Person(user_id="u"), said=(Said(message_id="1", text=" ", sent_at=AT),)
    )
    act = Act(kind=ActKind.OPEN, agent=CARD.slug, details={"words": "a leak"})
    assert in_their_own_words(act, " ", request) is None
