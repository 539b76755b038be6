"""Which words ask for reports by themselves, and which for none any more."""

import pytest

from agents.expenses.digests import Cadence, DigestOrder, DigestRequest
from agents.expenses.meaning import Kind
from agents.expenses.offline.engine import OfflineEngine
from domain.understanding import Person
from tests.agents.expenses.offline.talking import acts, errand

WEEK, MONTH = DigestOrder(every=Cadence.WEEK), DigestOrder(every=Cadence.MONTH)
OFF, STATE = DigestOrder(off=True), DigestOrder()
PLAIN = {
    "send me a summary every week": WEEK,
    "schick mir jede Woche einen Bericht": WEEK,
    "hantar ringkasan setiap minggu": WEEK,
    "I want a weekly digest": WEEK,
    "send me a report every month": MONTH,
    "stop the weekly reports": OFF,
    "keine Wochenberichte mehr": OFF,
}
BEHIND_THE_COMMAND = {
    "": STATE,
    "weekly": WEEK,
    "wöchentlich": WEEK,
    "mingguan": WEEK,
    "monthly": MONTH,
    "off": OFF,
    "aus": OFF,
    "tutup": OFF,
}


def order(text: str) -> DigestOrder | None:
    request = DigestRequest(person=Person(user_id="ali"), conversation_id="c", asked=text)
    return OfflineEngine().digest_order(request)


@pytest.mark.parametrize(("text", "wanted"), [*PLAIN.items(), *BEHIND_THE_COMMAND.items()])
def test_how_often_is_read(text: str, wanted: DigestOrder) -> None:
    assert order(text) == wanted


@pytest.mark.parametrize("text", PLAIN)
def test_plain_words_arrange_it_without_a_model(text: str) -> None:
    assert order(errand(text, Kind.DIGEST).digest) == order(text)


@pytest.mark.parametrize(
    "text", ["weekly report", "monthly coffee 5", "every week 20 for lunch", "gym every month 80"]
)
def test_what_is_no_such_wish_arranges_nothing(text: str) -> None:
    assert Kind.DIGEST not in [each.kind for each in acts(text)]


@pytest.mark.parametrize("text", ["banana", "daily", "weekly monthly", "weekly summary of june"])
def test_how_often_is_not_made_up(text: str) -> None:
    assert order(text) is None
