"""The shop's rules beside those of an agent that notes spending: each message finds its own."""

import re

import pytest

from adapters.model.which_agent import Rules
from agents.expenses.card import CARD as EXPENSES
from agents.expenses.offline.engine import OfflineEngine
from agents.procurement.card import CARD
from agents.procurement.offline.engine import ShopRules
from agents.support.card import CARD as SUPPORT
from agents.support.offline.engine import SupportUnderstanding
from bot.texts.catalogue import catalogue_of
from domain.history import Entry, Speaker
from domain.preferences import LANGUAGES
from domain.understanding import Act, ActKind, TaskPhase, TaskView
from tests.agents.procurement.offline.shop import CONTEXTS, SENT_AT, TASK, Context, request, said
from tests.agents.procurement.offline.test_statements import lines

RULES = Rules({EXPENSES.slug: OfflineEngine(), CARD.slug: ShopRules()})


def acts(
    text: str, context: Context = CONTEXTS["none"], *more: str, home: str = CARD.slug
) -> tuple[Act, ...]:
    asked = request(text, context, *more)
    return RULES.understand(
        asked.model_copy(update={"agents": (EXPENSES, CARD), "home": home})
    ).acts


def test_the_shops_statements_stay_the_shops() -> None:
    rows = [row for row in lines("statements.jsonl") if row["means"] != "not"]
    lost = [r for r in rows if acts(str(r["text"]), CONTEXTS[str(r["in"])])[0].agent != CARD.slug]
    assert [row["text"] for row in lost] in ([], ["what have I ordered so far"])


@pytest.mark.parametrize(
    "text", ["bought coffee 5 and find blue pens", "find blue pens. bought coffee 5"]
)
def test_a_message_for_both_gives_the_acts_of_both(text: str) -> None:
    found = acts(text)
    assert {act.agent for act in found} == {EXPENSES.slug, CARD.slug}
    assert all(act.kind is ActKind.OPEN and act.sure for act in found)
    assert [act.agent for act in found if act.enters] == [EXPENSES.slug]


@pytest.mark.parametrize(
    "text",
    [
        "put 30 towards the kids' school trip",
        "I need someone to fix the gate at my mum's place, number's 012-345 6789, mornings only",
    ],
)
def test_what_is_no_product_is_not_surely_the_shops_while_somebody_shops(text: str) -> None:
    (act,) = acts(text, CONTEXTS["list"])
    assert not (act.agent == CARD.slug and act.sure)


def test_messages_sent_together_go_to_their_own_agents() -> None:
    texts = ("Starbucks 15.50", CONTEXTS["none"], "find blue pens in the catalog", "grab 12")
    found = acts(*texts, home=EXPENSES.slug)
    assert [act.agent for act in found] == [EXPENSES.slug, CARD.slug, EXPENSES.slug]
    assert not any(act.enters for act in found)


def test_where_spending_is_at_home_the_shop_is_asked_about_unless_it_is_named() -> None:
    for text, enters in (("find blue pens", True), ("find blue pens in the catalog", False)):
        (act,) = acts(text, home=EXPENSES.slug)
        assert (act.agent, act.enters) == (CARD.slug, enters)
    for text in ("ur useless", "dad called", "show october"):
        (act,) = acts(text, home=EXPENSES.slug)
        assert act.agent != CARD.slug
        assert not act.enters


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_of_the_help_is_searched_for_at_once(language: str) -> None:
    brief = catalogue_of(language).text("procurement.brief")
    (example,) = re.findall(r"[“„«]\s*(.+?)\s*[”“»]", brief)
    (act,) = acts(example, home=EXPENSES.slug)
    assert (act.agent, act.sure, act.enters) == (CARD.slug, True, False)


@pytest.mark.parametrize(
    "text",
    [
        "add 2 of the first",
        "2 of the first one please",
        "5 of the second",
        "add 3 of number 2",
        "2 vom ersten bitte",
        "2 von der ersten",
    ],
)
def test_so_many_of_a_list_that_is_not_there_are_no_expense_and_the_shop_is_offered(
    text: str,
) -> None:
    (act,) = acts(text, home=EXPENSES.slug)
    assert (act.agent, act.enters, act.sure) == (CARD.slug, True, False)


def test_an_answer_goes_to_the_agent_that_asked() -> None:
    asked = TaskView(
        task_id="c/expenses/1", agent=EXPENSES.slug, phase=TaskPhase.WAITING, question="amount"
    )
    for text, agent in (("5", EXPENSES.slug), ("find staplers", CARD.slug)):
        both = request(text, CONTEXTS["list"])
        both = both.model_copy(
            update={
                "agents": (EXPENSES, CARD),
                "tasks": (*both.tasks, asked),
                "open_question": asked.task_id,
            }
        )
        assert {act.agent for act in RULES.understand(both).acts} == {agent}


@pytest.mark.parametrize("text", ["make it 3", "actually make it 3", "no, 3"])
def test_a_number_that_points_back_changes_no_expense_when_the_cart_was_shown_last(
    text: str,
) -> None:
    saved = TaskView(
        task_id="c/expenses/1",
        agent=EXPENSES.slug,
        phase=TaskPhase.DONE,
        known={"merchant": "Kopitiam", "amount": "8.60", "currency": "MYR"},
    )
    asked = request(text, Context(cart=(("PEN-10", 2),)))
    asked = asked.model_copy(
        update={
            "agents": (EXPENSES, CARD),
            "home": EXPENSES.slug,
            "tasks": (saved, *asked.tasks),
            "history": (entry(EXPENSES.slug), entry(CARD.slug)),
        }
    )
    (act,) = RULES.understand(asked).acts
    reads = text != "no, 3"
    left = (CARD.slug, ActKind.OPEN, False) if reads else (EXPENSES.slug, ActKind.DETAIL, True)
    assert (act.agent, act.kind, act.enters) == left
    assert act.sure is reads
    (before,) = RULES.understand(asked.model_copy(update={"history": (entry(EXPENSES.slug),)})).acts
    assert (before.kind, before.task_id) == (ActKind.DETAIL, saved.task_id)
    named = asked.model_copy(update={"said": (said("kopitiam was 3"),)})
    (change,) = RULES.understand(named).acts
    assert (change.kind, change.task_id) == (ActKind.DETAIL, saved.task_id)


def entry(agent: str) -> Entry:
    return Entry(speaker=Speaker.STEWARD, text="shown", at=SENT_AT, agent=agent)


@pytest.mark.parametrize("text", ["order it", "place the order", "please order it"])
@pytest.mark.parametrize("newest", [CARD.slug, EXPENSES.slug])
def test_a_cart_is_sent_and_no_other_agent_is_offered(text: str, newest: str) -> None:
    asked = request(text, Context(cart=(("PEN-10", 2),)))
    update = {
        "agents": (EXPENSES, CARD, SUPPORT),
        "home": EXPENSES.slug,
        "history": (
            entry(CARD.slug),
            entry("").model_copy(update={"speaker": Speaker.PERSON}),
            entry(newest),
        ),
    }
    rules = Rules(
        {
            EXPENSES.slug: OfflineEngine(),
            CARD.slug: ShopRules(),
            SUPPORT.slug: SupportUnderstanding(),
        }
    )
    (act,) = rules.understand(asked.model_copy(update=update)).acts
    assert (act.agent, act.enters) == (CARD.slug, False)


@pytest.mark.parametrize(
    ("text", "newest", "is_the_shops"),
    [
        ("the second one", CARD.slug, True),
        ("the second one", EXPENSES.slug, False),
        ("add the second one", EXPENSES.slug, True),
        ("delete #85 and #86", CARD.slug, False),
    ],
)
def test_a_list_takes_bare_places_while_it_is_the_newest_and_no_number_of_an_expense(
    text: str, newest: str, *, is_the_shops: bool
) -> None:
    asked = request(text, CONTEXTS["list"])
    told = tuple(map(entry, (CARD.slug, newest)))
    said_since = entry("").model_copy(update={"speaker": Speaker.PERSON})
    history = (told[0], said_since, told[1], said_since)
    update = {"agents": (EXPENSES, CARD), "home": EXPENSES.slug, "history": history}
    found = RULES.understand(asked.model_copy(update=update)).acts
    shops = [act for act in found if act.agent == CARD.slug and act.kind is ActKind.OPEN]
    assert bool(shops) is is_the_shops


def test_a_list_takes_a_bare_place_at_once_before_it_is_known_to_be_shown() -> None:
    asked = request("two of the first", CONTEXTS["list"])
    searched = entry("").model_copy(update={"speaker": Speaker.PERSON})
    history = (entry(EXPENSES.slug), searched, searched)
    update = {"agents": (EXPENSES, CARD), "home": EXPENSES.slug, "history": history}
    (act,) = RULES.understand(asked.model_copy(update=update)).acts
    assert (act.agent, act.kind) == (CARD.slug, ActKind.OPEN)


def test_a_yes_to_the_shops_question_is_the_shops() -> None:
    (act,) = acts("yes", CONTEXTS["asking"])
    assert (act.kind, act.agent, act.sure) == (ActKind.AFFIRM, CARD.slug, True)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("all right", ActKind.UNCLEAR),
        ("yes", ActKind.UNCLEAR),
        ("ja, passt", ActKind.UNCLEAR),
        ("👍", ActKind.UNCLEAR),
        ("no", ActKind.DENY),
        ("send it", ActKind.AFFIRM),
        ("send it then", ActKind.AFFIRM),
        ("send the order", ActKind.AFFIRM),
        ("Yes, order", ActKind.AFFIRM),
        ("ja, schick die Bestellung ab", ActKind.AFFIRM),
    ],
)
@pytest.mark.parametrize(
    ("phase", "question"), [(TaskPhase.WORKING, None), (TaskPhase.WAITING, "amount")]
)
def test_a_yes_sends_nothing_beside_what_it_may_be_meant_for_unless_it_names_the_order(
    text: str, kind: ActKind, phase: TaskPhase, question: str | None
) -> None:
    other = TaskView(task_id="c/expenses/1", agent=EXPENSES.slug, phase=phase, question=question)
    asked = request(text, CONTEXTS["asking"])
    asked = asked.model_copy(update={"agents": (EXPENSES, CARD), "tasks": (other, *asked.tasks)})
    (act,) = RULES.understand(asked).acts
    assert (act.kind, act.agent, act.sure) == (kind, CARD.slug, True)


def test_a_yes_below_the_question_or_beside_what_rests_sends() -> None:
    for phase, to in ((TaskPhase.RESTING, None), (TaskPhase.WORKING, TASK)):
        other = TaskView(task_id="c/expenses/1", agent=EXPENSES.slug, phase=phase)
        asked = request("yes", CONTEXTS["asking"])
        replied = asked.said[0].model_copy(update={"reply_to_task": to})
        update = {"said": (replied,), "tasks": (other, *asked.tasks)}
        (act,) = ShopRules().understand(asked.model_copy(update=update))
        assert act.kind is ActKind.AFFIRM


@pytest.mark.parametrize(
    "text",
    [
        "great thanks", "super merci", "klasse danke", "bagus terima kasih", "gracias genial",
        "bonjour", "012-3456789", "Joe Tan", "Anna Schmidt", "which times do you have?",
        "welche Termine haben Sie?", "quelles heures avez-vous ?", "¿qué horarios tenéis?",
        "masa apa ada?", "what did I spend?",
    ],
)  # fmt: skip
@pytest.mark.parametrize("home", [EXPENSES.slug, CARD.slug])
def test_words_that_look_for_nothing_are_not_searched_for_while_somebody_shops(
    text: str, home: str
) -> None:
    asked = request(text, Context(cart=(("PEN-10", 2),)))
    asked = asked.model_copy(
        update={"agents": (EXPENSES, CARD), "home": home, "history": (entry(CARD.slug),)}
    )
    assert all(act.agent != CARD.slug for act in RULES.understand(asked).acts)


@pytest.mark.parametrize("text", ["blue pens", "kertas A4", "papier", "find panadol", "Stapler"])
def test_bare_things_and_words_of_finding_are_searched_for_while_somebody_shops(text: str) -> None:
    asked = request(text, Context(cart=(("PEN-10", 2),)))
    asked = asked.model_copy(update={"agents": (EXPENSES, CARD), "home": CARD.slug})
    assert [act.agent for act in RULES.understand(asked).acts] == [CARD.slug]
