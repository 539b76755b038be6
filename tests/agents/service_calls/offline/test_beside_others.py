"""What is broken at home beside the rules of all agents: a visit, no ticket of the help desk."""

from datetime import UTC, datetime

import pytest

from adapters.model.which_agent import Rules
from agents.expenses.card import CARD as EXPENSES
from agents.expenses.offline.engine import OfflineEngine
from agents.procurement.card import CARD as SHOP
from agents.procurement.offline.engine import ShopRules
from agents.service_calls.card import CARD
from agents.service_calls.offline.understanding import CallUnderstanding
from agents.support.card import CARD as SUPPORT
from agents.support.offline.engine import SupportUnderstanding
from domain.understanding import Act, ActKind, Person, Said, UnderstandRequest

RULES = Rules({
    EXPENSES.slug: OfflineEngine(), SHOP.slug: ShopRules(), SUPPORT.slug: SupportUnderstanding(),
    CARD.slug: CallUnderstanding(),
})  # fmt: skip


def act(text: str, offered: str = "") -> Act:
    said = Said(message_id="m1", text=text, sent_at=datetime(2026, 11, 23, tzinfo=UTC))
    (only,) = RULES.understand(
        UnderstandRequest(
            person=Person(user_id="u"),
            said=(said,),
            home=EXPENSES.slug,
            offered=offered,
            agents=(EXPENSES, SHOP, SUPPORT, CARD),
        )
    ).acts
    return only


@pytest.mark.parametrize(
    "text",
    [
        "my tap is leaking", "the aircon died", "dishwasher stopped working", "the heating is out",
        "the washing machine won't spin", "fridge died last night", "Heizung ist ausgefallen",
        "die Spülmaschine ist kaputt", "aircond rosak", "mesin basuh tak pusing",
        "garage door stuck", "the freezer gave up", "no hot water", "gate won't open",
        "no power in the kitchen", "Garagentor klemmt", "kein warmes Wasser in der Dusche",
        "der Gefrierschrank hat den Geist aufgegeben", "tiada air panas", "geen warm water",
        "plus d'eau chaude", "la porte du garage est bloquée", "no hay agua caliente",
        "la puerta del garaje no abre",
    ],
)  # fmt: skip
def test_what_is_broken_at_home_is_offered_as_a_visit(text: str) -> None:
    told = act(text)
    assert (told.kind, told.agent, told.enters) == (ActKind.OPEN, CARD.slug, True)


@pytest.mark.parametrize(
    "text",
    [
        "how do I restore a deleted file?", "how can I get back a file I deleted",
        "undelete my document", "where do I find deleted projects?",
        "wie stelle ich eine gelöschte Datei wieder her?", "cómo recupero un archivo borrado",
        "macam mana nak pulihkan fail yang terpadam", "comment récupérer un fichier supprimé",
    ],
)  # fmt: skip
def test_a_file_that_is_lost_is_the_help_desks_and_no_expense_that_was_deleted(text: str) -> None:
    told = act(text)
    assert (told.kind, told.agent, told.enters) == (ActKind.OPEN, SUPPORT.slug, True)


@pytest.mark.parametrize("text", ["bring back the coffee", "restore the expense that I deleted"])
def test_what_is_brought_back_of_the_records_stays_with_expenses(text: str) -> None:
    assert act(text).agent == EXPENSES.slug


@pytest.mark.parametrize("text", ["tomorrow morning", "esok pagi", "morgen früh", "012-345 6789"])
def test_a_time_or_a_number_behind_the_offer_is_for_the_call(text: str) -> None:
    assert act(text).kind is ActKind.GENERAL
    told = act(text, offered=CARD.slug)
    assert (told.kind, told.agent, told.enters) == (ActKind.OPEN, CARD.slug, True)
    assert act(text, offered=SHOP.slug).kind is ActKind.GENERAL


@pytest.mark.parametrize(
    ("text", "agent"),
    [("lunch 12.50", EXPENSES.slug), ("what is the weather tomorrow?", ""), ("thank you", "")],
)
def test_what_is_no_answer_to_the_offer_is_not_for_the_call(text: str, agent: str) -> None:
    assert act(text, offered=CARD.slug).agent == agent


@pytest.mark.parametrize("text", ["my app is broken", "the printer is broken"])
def test_what_is_broken_at_a_desk_is_the_help_desks(text: str) -> None:
    assert act(text).agent == SUPPORT.slug


@pytest.mark.parametrize("text", ["the laptop died", "plumber came yesterday, 120"])
def test_computers_and_money_are_no_visit(text: str) -> None:
    assert act(text).agent != CARD.slug
