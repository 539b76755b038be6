"""Which words of a call are for a person, at once."""

import pytest

from agents import SLUGS
from agents.registry import command_of_calls, transfers_of
from domain.transfers import Transfer

FIND = transfers_of(SLUGS)


@pytest.mark.shows("telephone 6")
@pytest.mark.parametrize(
    ("text", "locale", "wanted"),
    [
        ("I smell gas in my kitchen", "en_US", Transfer.EMERGENCY),
        ("My house is on fire, put me through to somebody!", "en_US", Transfer.EMERGENCY),
        ("es brennt", "de_DE", Transfer.EMERGENCY),
        ("there is no fire", "en_US", None),
        ("Can I talk to a person?", "en_US", Transfer.PERSON),
        ("Ich will mit einem Menschen sprechen", "de_DE", Transfer.PERSON),
        ("could somebody call me back tomorrow", "en_US", None),
        ("my sink leaks", "en_US", None),
        ("I have a question about my appointment", "en_US", None),
        ("555-1234", "en_US", None),
        ("", "en_US", None),
    ],
)
def test_danger_goes_before_a_person_and_all_else_stays_here(
    text: str, locale: str, wanted: Transfer | None
) -> None:
    assert FIND(text, locale) is wanted


def test_an_agent_that_takes_calls_has_a_command_that_begins_them() -> None:
    assert {slug: command_of_calls(slug) for slug in SLUGS if command_of_calls(slug)} == {
        "service_calls": "/service"
    }
