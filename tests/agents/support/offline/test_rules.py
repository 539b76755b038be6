"""What customers of several companies write, in six languages, and what rules make of it.

A line of ``messages.jsonl`` is a message, its language, type and first concern (``other`` for none
that the table of urgency names); those that are ``held`` were kept aside while the rules were made.
"""

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from adapters.model.which_agent import AgentRules, Rules
from adapters.postgres.pool import Database
from agents.operator import without_models
from agents.support import buttons
from agents.support.activities.triage import Parts, TriageNodes
from agents.support.activity_calls import AssessRequest, MatchTicketRequest
from agents.support.card import CARD
from agents.support.details import SupportDetails
from agents.support.knowledge.answer_check import check
from agents.support.knowledge.embedder import NoVectorsError
from agents.support.model.questions import SupportModels
from agents.support.offline.engine import OfflineTriage, SupportUnderstanding
from agents.support.offline.findings import findings_in
from agents.support.offline.matching import matched
from agents.support.offline.nearness import Meaning
from agents.support.ports import Concern, Escalates, Findings, Found
from agents.support.store.customers import TableCustomers
from agents.support.tickets import (
    CustomerInfo,
    Ticket,
    Ticketed,
    TicketStatus,
    TicketSummary,
    TicketType,
    Urgency,
)
from agents.support.triage_file import TriageLine, triage_line
from agents.support.triage_report import ActiveTicket
from agents.support.urgency import by_plan, decided
from benchmarks.matching import cases, measure
from domain.agents import AgentCard
from domain.history import Entry, Speaker
from domain.understanding import (
    CONFIRM,
    Act,
    ActKind,
    Person,
    Said,
    TaskPhase,
    TaskView,
    UnderstandRequest,
)
from language.detection import languages

pytest.importorskip("agents.expenses")
pytest.importorskip("agents.procurement")

from agents.expenses.card import CARD as EXPENSES
from agents.expenses.offline.engine import OfflineEngine
from agents.procurement.card import CARD as SHOP
from agents.procurement.offline.engine import ShopRules

AT = datetime(2026, 11, 22, tzinfo=UTC)
PERSON = Person(user_id="telegram:4711")


HERE = Path(__file__).parent
TICKET = TaskView(
    task_id="c/support/1", agent=CARD.slug, number=4, phase=TaskPhase.RESTING, title="TKT-7K2M9Q4D"
)
ENGINES: dict[str, AgentRules] = {
    EXPENSES.slug: OfflineEngine(), SHOP.slug: ShopRules(), CARD.slug: SupportUnderstanding(),
}  # fmt: skip


def acts(
    text: str,
    *agents: AgentCard,
    tasks: tuple[TaskView, ...] = (),
    reply: str | None = None,
    picture: bool = False,
    last: str = "",
    of: str | None = None,
    before: str = "",
) -> tuple[Act, ...]:
    """Of support beside an agent that notes spending, if no others are given."""
    said = Said(message_id="m", text=text, sent_at=AT, reply_to_task=reply, claims_file=picture)
    said_before = ((Speaker.PERSON, before), (Speaker.STEWARD, last))
    history = tuple(
        Entry(
            speaker=who,
            text=words,
            at=AT - timedelta(minutes=1),
            task_id=of if who is Speaker.STEWARD else None,
        )
        for who, words in (*said_before, (Speaker.PERSON, text))
        if words
    )
    agents = agents or (EXPENSES, CARD)
    request = UnderstandRequest(
        person=PERSON, said=(said,), agents=agents, tasks=tasks, history=history
    )
    return Rules({card.slug: ENGINES[card.slug] for card in agents}).understand(request).acts


def joined(text: str, *tickets: TicketSummary) -> str | None:
    request = MatchTicketRequest(person=PERSON, customer_id="CUST-001", text=text, tickets=tickets)
    return OfflineTriage().match(request).ticket_id


def asked(*texts: str, **more: object) -> AssessRequest:
    messages = tuple(Ticketed(id=f"m{n}", text=text, at=AT) for n, text in enumerate(texts))
    ticket = Ticket(customer_id="CUST-001", ticket_id="TKT-00000001", messages=messages)
    return AssessRequest.model_validate({"person": PERSON, "ticket": ticket, **more})


@pytest.mark.shows("support 6")
def test_language_type_and_concern_of_messages_are_found() -> None:
    for line in (HERE / "messages.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        found = findings_in([row["text"]])
        assert {
            "language": languages().of(row["text"], "??"),
            "type": found.ticket_type.value,
            "concern": found.concerns[0].value if found.concerns else "other",
        }.items() <= row.items(), row


@pytest.mark.shows("support 9", "support 10")
@pytest.mark.parametrize(
    ("plan", "concern", "urgency"),
    [
        ("free", Concern.SECURITY, Urgency.CRITICAL),
        ("enterprise", Concern.OUTAGE, Urgency.CRITICAL),
        ("enterprise", Concern.DATA_LOSS, Urgency.CRITICAL),
        ("enterprise", Concern.BILLING_ERROR, Urgency.HIGH),
        ("enterprise", Concern.DISRUPTION, Urgency.HIGH),
        ("enterprise", Concern.QUESTION, Urgency.MEDIUM),
        ("pro", Concern.DISRUPTION, Urgency.HIGH),
        ("pro", Concern.OUTAGE, Urgency.HIGH),
        ("pro", Concern.BILLING_ERROR, Urgency.MEDIUM),
        ("free", Concern.DATA_LOSS, Urgency.HIGH),
        ("free", Concern.DISRUPTION, Urgency.MEDIUM),
        ("free", Concern.QUESTION, Urgency.LOW),
    ],
)
def test_the_table_of_urgency(plan: str, concern: Concern, urgency: Urgency) -> None:
    assert by_plan(plan, [concern]) is urgency


@pytest.mark.shows("support 10")
def test_a_model_raises_by_one_with_a_reason_and_never_lowers() -> None:
    rules = Findings(ticket_type=TicketType.BILLING, concerns=(Concern.BILLING_ERROR,))
    free = CustomerInfo()
    for said, why, urgency in (
        (Urgency.CRITICAL, "a hospital waits", Urgency.HIGH),
        (Urgency.CRITICAL, "", Urgency.MEDIUM),
        (Urgency.LOW, "no hurry", Urgency.MEDIUM),
    ):
        model = Findings(ticket_type=TicketType.GENERAL, urgency=said, reasoning=why)
        assert decided(asked("x"), free, [rules, model]).urgency is urgency


@pytest.mark.shows("support 10")
def test_a_reopened_or_long_unanswered_ticket_is_one_up_but_never_critical() -> None:
    outage = [Findings(ticket_type=TicketType.TECHNICAL, concerns=(Concern.OUTAGE,))]
    question = [Findings(ticket_type=TicketType.GENERAL, concerns=(Concern.QUESTION,))]
    assert decided(asked("x", reopened=True), None, outage).urgency is Urgency.HIGH
    late = decided(asked("x", unanswered=3), None, question)
    assert (late.urgency, late.requires_escalation) == (Urgency.MEDIUM, False)


@pytest.mark.shows("support 11")
def test_of_languages_that_are_close_the_expected_one_is_taken() -> None:
    slang = "lupa kata laluan la, reset tak smpai2"
    assert languages().of(slang, "ms") == "ms"
    assert languages().of("how do I reset my password?", "ms") == "en"


def test_what_calls_for_people_is_heard_in_six_languages() -> None:
    for text in (
        "can I talk to a real person", "Ich will mit einem Menschen sprechen",
        "saya nak cakap dengan orang sebenar", "quiero hablar con una persona",
        "je veux parler à un conseiller", "quero falar com um atendente",
    ):  # fmt: skip
        assert Escalates.WANTS_PERSON in findings_in([text]).escalates, text
    assert Escalates.WANTS_PERSON in findings_in(["please call me, it is urgent"]).escalates
    assert Escalates.WANTS_PERSON not in findings_in(["call me Dan"]).escalates


@pytest.mark.shows("support 4")
def test_an_amount_charged_by_the_company_is_a_ticket_and_a_purchase_an_expense() -> None:
    (ticket,), (expense,) = acts("you charged me 15.50 twice"), acts("Starbucks 15.50")
    assert (ticket.agent, ticket.enters) == (CARD.slug, True)
    assert (expense.agent, expense.sure) == (EXPENSES.slug, True)


@pytest.mark.shows("support 4")
def test_the_number_of_an_invoice_goes_to_the_ticket_and_is_no_amount() -> None:
    for text in ("INV-4711", "Rechnung INV-4711"):
        (act,) = acts(text, tasks=(TICKET,))
        assert (act.kind, act.agent) == (ActKind.OPEN, CARD.slug)


@pytest.mark.shows("support 4")
def test_two_problems_are_two_acts_and_greetings_none() -> None:
    both = acts("The app crashes. Also I was charged twice")
    assert [act.agent for act in both] == [CARD.slug] * 2
    assert all(acts(text)[0].kind is ActKind.GENERAL for text in ("hello", "thank you!"))


def test_a_message_joins_the_ticket_that_it_speaks_of_and_no_stranger() -> None:
    tickets = tuple(
        TicketSummary(customer_id=owner, ticket_id=f"TKT-0000000{n}", text=text)
        for n, (owner, text) in enumerate(
            [("CUST-001", "I wait for my refund of the second charge"),
             ("CUST-001", "files do not sync, error 12"), ("CUST-002", "my password is wrong")]
        )
    )  # fmt: skip
    for text, ticket in (
        ("when does the refund of that charge come?", "TKT-00000000"),
        ("the sync of my files gives error 12 again", "TKT-00000001"),
        ("my password is wrong", None),
    ):
        assert joined(text, *tickets) == ticket, text


def test_the_weights_are_those_of_the_examples() -> None:
    told = measure(cases(), None)
    assert told.right >= 0.85
    assert told.to_strangers <= 0.06


@pytest.mark.parametrize(
    ("text", "goes_on"),
    [
        ("here is the photo you asked for", True),
        ("just checked again, still nothing there", True),
        ("restarted it twice, no luck", True),
        ("es klappt jetzt, vielen Dank!", True),
        ("toujours en attente de votre réponse", True),
        ("can I change the address on my account?", False),
        ("Wie kündige ich mein Abo?", False),
        ("do you ship to Norway", False),
        ("¿cómo descargo mis facturas?", False),
    ],
)
def test_what_goes_on_joins_without_a_word_of_the_ticket(text: str, *, goes_on: bool) -> None:
    ticket = TicketSummary(
        customer_id="CUST-001", ticket_id="TKT-00000000", text="my parcel has not come"
    )
    assert (joined(text, ticket) is not None) is goes_on


def test_words_that_only_go_on_join_the_newest_ticket() -> None:
    tickets = tuple(
        TicketSummary(customer_id="CUST-001", ticket_id=ticket, text=text)
        for ticket, text in (("TKT-00000000", "my files are gone"), ("TKT-00000001", "a refund"))
    )
    for text in ("any news?", "Gibt es schon etwas Neues?", "sigue igual", "masih tak boleh"):
        assert joined(text, *tickets) == "TKT-00000001", text


class Alike:
    """Finds a word of one language near one of another."""

    name = "alike"

    def __init__(self, *, fails: bool = False) -> None:
        self._fails = fails

    async def embed(self, texts: Sequence[str], *, query: bool) -> list[tuple[float, ...]]:
        del query
        if self._fails:
            raise NoVectorsError("away")
        return [(1.0, 0.0) if "Koffer" in t or "suitcase" in t else (0.0, 1.0) for t in texts]


def triage_nodes(meaning: Meaning | None) -> TriageNodes:
    """Without a model, articles and customers."""
    rules, nobody = OfflineTriage(), TableCustomers(Database("postgresql://nowhere/none"))
    models = SupportModels(without_models(), rules, check)
    return TriageNodes(Parts(models, rules, NoKnowledge(), nobody, meaning=meaning))


async def test_what_is_near_in_meaning_joins_and_without_vectors_words_decide() -> None:
    line = TriageLine(
        id="1",
        text="mein Koffer ist blau",
        active=(
            ActiveTicket(ticket_id="TKT-00000000", text="the suitcase never came"),
            ActiveTicket(ticket_id="TKT-00000001", text="the page is blank"),
        ),
    )
    for meaning, ticket in (
        (Meaning(Alike()), "TKT-00000000"), (Meaning(Alike(fails=True)), None), (None, None),
    ):  # fmt: skip
        told = await triage_line(line, triage_nodes(meaning))
        assert told.matched_ticket_id == ticket


@pytest.mark.parametrize("going_on", [False, True])
def test_each_message_goes_to_the_agent_that_it_is_for(*, going_on: bool) -> None:
    rows = (HERE / "routing.txt").read_text(encoding="utf-8").splitlines()
    tasks = (TICKET,) if going_on else ()
    for row in rows[1:]:
        whose, _, text = row.partition(": ")
        (act, *_) = acts(text, EXPENSES, SHOP, CARD, tasks=tasks)
        agent = act.agent or "talk"
        if whose == "support" and not going_on and not act.explicit:
            assert act.enters or agent == "talk", text  # nobody is called without a yes
            continue
        if whose == "not support":
            assert agent != CARD.slug, text
        else:
            assert agent == {"shop": SHOP.slug}.get(whose, whose), text


def test_a_picture_with_words_about_a_problem_is_for_support_and_receipts_are_not() -> None:
    people_have = TICKET.model_copy(update={"phase": TaskPhase.DONE, "known": {"status": "open"}})
    rows = (HERE / "captions.txt").read_text(encoding="utf-8").splitlines()
    for row in rows[2:]:
        whose, _, text = row.partition(": ")
        for tasks in ((), (TICKET,), (people_have,)):
            ticket = whose == "support" or (whose == "[support]" and bool(tasks))
            (act, *_) = acts(text, EXPENSES, SHOP, CARD, tasks=tasks, picture=True)
            claimed = act.agent == CARD.slug and act.sure and act.kind is ActKind.OPEN
            assert claimed is ticket, (text, tasks)


def test_thanks_are_talk_and_what_more_is_said_goes_to_the_people_who_have_the_ticket() -> None:
    people_have = TICKET.model_copy(update={"phase": TaskPhase.DONE, "known": {"status": "open"}})
    for text, theirs in (
        ("thank you, it is still open", True),
        ("danke dir, das Fenster ist noch offen", True),
        ("thank you so much", False),
        ("great, thanks", False),
        ("genial, muchas gracias", False),
        ("ok great, thank you!", False),
        ("thanks, lunch 12", False),
        ("thank you, what did I spend in May?", False),
    ):
        for tasks in ((people_have,), ()):
            (act, *_) = acts(text, EXPENSES, CARD, tasks=tasks)
            assert (act.agent == CARD.slug and act.likely) is (theirs and bool(tasks)), text


def test_who_asks_for_support_is_asked_what_is_wrong_and_then_heard() -> None:
    for text in ("I need support", "brauche Support", "necesito soporte, por favor"):
        (act, *_) = acts(text)
        assert (act.agent, act.explicit) == (CARD.slug, True), text
        assert SupportDetails.model_validate(act.details).bare, text
    for before in ("I need support", "/support"):
        (act, *_) = acts("the weekly chart shows wrong numbers", before=before)
        assert (act.agent, act.enters) == (CARD.slug, False)
        assert acts("nasi lemak 5.50", before=before)[0].agent == EXPENSES.slug


def test_a_refusal_of_support_is_no_ticket() -> None:
    for text in ("no ticket please", "kein Ticket bitte", "never mind, it works now"):
        assert all(act.agent != CARD.slug for act in acts(text)), text


def test_that_it_still_does_not_work_goes_to_the_ticket() -> None:
    for text in ("nein, geht immer noch nicht", "no, sigue igual", "no, I don't have that"):
        said = Said(message_id="m", text=text, sent_at=AT)
        request = UnderstandRequest(
            person=PERSON, said=(said,), agents=(CARD,), tasks=(TICKET,), home=CARD.slug
        )
        (act,) = SupportUnderstanding().understand(request)
        assert (act.kind, act.agent) == (ActKind.OPEN, CARD.slug), text


def test_a_yes_or_no_answers_whether_people_get_it() -> None:
    asking = TICKET.model_copy(update={"phase": TaskPhase.WAITING, "question": CONFIRM})
    for text, kind in (("ja bitte", ActKind.AFFIRM), ("no thanks", ActKind.DENY)):
        said = Said(message_id="m", text=text, sent_at=AT)
        request = UnderstandRequest(
            person=PERSON, said=(said,), tasks=(asking,), open_question=asking.task_id
        )
        (act,) = SupportUnderstanding().understand(request)
        assert (act.kind, act.task_id) == (kind, asking.task_id)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("yes withdraw it", buttons.WITHDRAW_NOW),
        ("ja", buttons.WITHDRAW_NOW),
        ("no", buttons.KEEP),
        ("the app crashes again", None),
    ],
)
def test_a_yes_or_no_in_words_answers_whether_a_ticket_is_withdrawn(
    text: str, action: str | None
) -> None:
    asked = Entry(
        speaker=Speaker.STEWARD,
        text="Withdraw it?",
        at=AT,
        agent=CARD.slug,
        presses=tuple(each.press for each in buttons.below_withdrawing("TKT-AAAAAAAA")),
    )
    said = Said(message_id="m", text=text, sent_at=AT)
    request = UnderstandRequest(
        person=PERSON, said=(said,), tasks=(TICKET,), history=(asked,), agents=(CARD,)
    )
    (act,) = SupportUnderstanding().understand(request)
    assert (act.press and act.press.action) == action


def test_what_is_no_yes_or_no_is_not_taken_for_a_part_of_the_matter() -> None:
    asking = TICKET.model_copy(update={"phase": TaskPhase.WAITING, "question": CONFIRM})
    for text in ("lösch die letzten zwei", "joo laita vaan", "what did I spend this week?"):
        said = Said(message_id="m", text=text, sent_at=AT)
        request = UnderstandRequest(
            person=PERSON, said=(said,), agents=(EXPENSES, CARD), tasks=(asking,),
            open_question=asking.task_id, home=EXPENSES.slug,
        )  # fmt: skip
        acts_found = SupportUnderstanding().understand(request)
        assert all(not act.sure or act.agent != CARD.slug for act in acts_found), text


@pytest.mark.parametrize("text", ["yes", "ja", "ya", "sí", "oui", "no", "nein", "tak", "non"])
def test_a_bare_yes_or_no_is_matter_of_no_ticket(text: str) -> None:
    (ticket,) = _answers(("TKT-AAAAAAAA", "open", ""))
    said = Said(message_id="m", text=text, sent_at=AT)
    yes = text in {"yes", "ja", "ya", "sí", "oui"}
    for phase in (TaskPhase.RESTING, TaskPhase.DONE):
        tasks = (ticket.model_copy(update={"phase": phase}),)
        assert all(act.kind is not ActKind.OPEN for act in acts(text, tasks=tasks))
        offer = UnderstandRequest(
            person=PERSON, said=(said,), agents=(EXPENSES, CARD, SHOP), tasks=tasks,
            home=EXPENSES.slug, offered=SHOP.slug,
        )  # fmt: skip
        (answer,) = Rules(ENGINES).understand(offer).acts
        assert answer.kind is (ActKind.AFFIRM if yes else ActKind.DENY)


@pytest.mark.parametrize(
    "text",
    [
        "it was RM54.90 on my card on 3 March", "my card ends with 4411",
        "es waren 54,90 am 3. März", "itu RM54.90 pada 3 Mac", "fue el 3 de marzo, 54,90",
        "c'était 54,90 le 3 mars",
    ],
)  # fmt: skip
def test_details_right_behind_a_card_are_for_its_ticket(text: str) -> None:
    (ticket,) = _answers(("TKT-AAAAAAAA", "open", ""))
    saved = TaskView(
        task_id="e1", agent=EXPENSES.slug, phase=TaskPhase.DONE, number=30,
        known={"amount": "15.50", "currency": "MYR", "merchant": "Starbucks"},
    )  # fmt: skip
    tasks = (saved, ticket)
    (act,) = acts(text, tasks=tasks, last="Passed on: I was charged twice", of="t1")
    assert (act.agent, SupportDetails.model_validate(act.details).target) == (CARD.slug, "t1")
    assert acts("lunch 12", tasks=tasks, last="Passed on", of="t1")[0].agent == EXPENSES.slug
    others = acts(text, tasks=tasks, last="Saved: Starbucks", of="e1")
    assert all(act.agent != CARD.slug for act in others)


@pytest.mark.shows("support 4")
def test_words_to_a_person_who_has_the_ticket_join_it() -> None:
    refund = TicketSummary(
        customer_id="CUST-001", ticket_id="TKT-00000000", text="I was charged twice for May",
        status=TicketStatus.OPEN, assignee="Mia",
    )  # fmt: skip
    for text, joins in (
        ("thanks, when is the money back?", True),
        ("ok danke, wann ist das Geld wieder da?", True),
        ("yes, it was the invoice of May", True),
        ("thanks. the desktop app crashes when I upload photos", False),
        ("how do I share a folder with a colleague?", False),
    ):
        assert (joined(text, refund) is not None) is joins, text


def test_words_to_a_person_do_not_land_in_another_ticket() -> None:
    rows = [
        TicketSummary(
            customer_id="CUST-001", ticket_id="TKT-00000000", text="I was charged twice",
            status=TicketStatus.OPEN, assignee="Mia",
        ),
        TicketSummary(
            customer_id="CUST-001", ticket_id="TKT-00000001",
            text="how do I change my profile picture",
        ),
    ]  # fmt: skip
    for text in (
        "thanks, I sent it to you",
        "the last four digits are 44 and 21",
        "it was on the 3rd of March",
        "here is the invoice you asked for",
    ):
        assert joined(text, *rows) == joined(text, *reversed(rows)) == "TKT-00000000", text


def test_with_support_alone_all_but_greetings_and_thanks_is_a_ticket() -> None:
    for text in ("Starbucks 15.50", "book a grab to klcc", "the colour is odd"):
        (act,) = acts(text, CARD)
        assert (act.kind, act.agent) == (ActKind.OPEN, CARD.slug), text
    for text in ("hello", "terima kasih"):
        (act,) = acts(text, CARD)
        assert act.kind is ActKind.GENERAL, text


def _answers(*tickets: tuple[str, str, str]) -> tuple[TaskView, ...]:
    return tuple(
        TaskView(
            task_id=f"t{n}", agent=CARD.slug, phase=TaskPhase.DONE, number=n,
            known={"ticket_id": name, "status": status, "answer": article},
        )
        for n, (name, status, article) in enumerate(tickets, 1)
    )  # fmt: skip


def _of_answer(
    text: str, tasks: tuple[TaskView, ...], last: str = "", of: str | None = None
) -> list[tuple[str, str, str]]:
    found = []
    for act in acts(text, tasks=tasks, last=last, of=of):
        own = SupportDetails.model_validate(act.details if act.agent == CARD.slug else {})
        found.append((own.verdict, own.target, own.words))
    return found


def test_a_verdict_on_an_answer_is_heard_in_words_with_all_that_is_said_beside_it() -> None:
    answered = _answers(("TKT-AAAAAAAA", "solved", "kb_011"))
    for words in (
        "that did not help, I never get the mail", "nope, still the same",
        "It doesn't work, there is no such button", "tried that, the page stays empty",
        "Das hilft mir leider nicht weiter, der Link führt ins Leere",
        "hab ich alles schon probiert", "masih tak boleh, emel tak sampai",
        "eso no funciona", "ça ne marche pas", "isso não ajudou",
    ):  # fmt: skip
        assert _of_answer(words, answered) == [("not_solved", "t1", words)], words
    for words in ("thanks, that worked!", "danke, hat geklappt", "#1 dah ok, terima kasih"):
        assert _of_answer(words, answered) == [("solved", "t1", words)], words
    for helped, unhelped in (
        ("helpful", "not helpful"), ("that was very helpful", "it was not very helpful"),
        ("hilfreich", "nicht hilfreich"), ("sangat berguna", "tak berguna"),
        ("muy útil", "no es útil"), ("c'était utile", "pas utile"), ("resuelto", "no resuelto"),
        ("selesai", "belum selesai"),
    ):  # fmt: skip
        assert _of_answer(helped, answered) == [("solved", "t1", helped)], helped
        assert _of_answer(unhelped, answered) == [("not_solved", "t1", unhelped)], unhelped
    first, second = _of_answer("that helped, thanks. How do I change my password?", answered)
    assert first[0] == "solved"
    assert second == ("", "", "How do I change my password?")


def test_what_is_no_verdict_or_may_be_said_to_a_person_is_none() -> None:
    answered = _answers(("TKT-AAAAAAAA", "solved", "kb_011"))
    for words in (
        "my upload doesn't work", "Does it work offline?", "it works now only on Mondays",
        "still no refund, no money on my card", "das neue Handy funktioniert nicht",
    ):  # fmt: skip
        assert all(not verdict for verdict, _, _ in _of_answer(words, answered)), words
    told = "that did not help"
    both = (*answered, *_answers(("", "", ""), ("TKT-BBBBBBBB", "open", ""))[1:])
    assert _of_answer(told, both, "🎫 #1 TKT-AAAAAAAA …")[0][0] == "not_solved"
    assert not _of_answer(told, both, "Mia (Support): try it again")[0][0]
    listed = "🎫 #1 TKT-AAAAAAAA …\n🎫 #2 TKT-BBBBBBBB …"
    assert not _of_answer(told, both, listed)[0][0], "of a list none is meant"
    assert not _of_answer(told, ())[0][0]


def test_what_is_said_right_behind_an_answer_of_people_is_about_its_ticket() -> None:
    both = _answers(("TKT-AAAAAAAA", "open", ""), ("TKT-BBBBBBBB", "open", ""))
    answer = "Mia (Support): it is paid back"
    for words in ("thanks, that solved it", "any news?", "danke, das hat geklappt"):
        assert _of_answer(words, both, answer, of="t1") == [("", "t1", words)], words
    for words in ("thanks, that solved it", "any news?"):
        assert _of_answer(words, both, answer) == [("", "", words)], words
    further = "thanks, but now I cannot log in"
    assert _of_answer(further, both, answer, of="t1") == [("", "", further)], "its own matter"
    bots = _answers(("TKT-AAAAAAAA", "solved", ""), ("TKT-BBBBBBBB", "solved", "kb_011"))
    assert not _of_answer("thanks, that solved it", bots, answer, of="t1")[0][0]


def test_a_nod_is_no_ticket_and_news_are_asked_of_what_is_under_way() -> None:
    live = _answers(("TKT-AAAAAAAA", "active", "kb_011"))[0].model_copy(
        update={"phase": TaskPhase.RESTING}
    )
    assert not any(target for _, target, _ in _of_answer("ok", (live,)))
    assert _of_answer("alright, got it", (live,)) == [("", "", "")]
    rows = [
        TicketSummary(customer_id="C", ticket_id="TKT-1", status=TicketStatus.OPEN, text="refund"),
        TicketSummary(customer_id="C", ticket_id="TKT-2", status=TicketStatus.SOLVED, text="hours"),
    ]
    assert matched("any news?", "en", rows).ticket_id == "TKT-1"


def test_what_people_must_hear_has_a_ticket_to_join_where_there_can_be_no_further_one() -> None:
    rows = [TicketSummary(customer_id="C", ticket_id="TKT-1", text="files do not sync")]
    told = matched("you overcharged my credit card, I am calling my lawyer", "en", rows)
    assert told.ticket_id is None
    assert told.matched_ticket_id == "TKT-1"
    assert matched("where is my invoice for March", "en", rows).matched_ticket_id is None


def test_a_model_is_asked_what_is_wished_behind_an_open_ticket() -> None:
    gone = "oh hang on, the second charge was only a hold and it's gone. you can forget it"
    people_have = TICKET.model_copy(update={"phase": TaskPhase.DONE, "known": {"status": "open"}})
    for ticket, reply in ((TICKET, None), (TICKET, TICKET.task_id), (people_have, None)):
        (act,) = acts(gone, EXPENSES, SHOP, CARD, tasks=(ticket,), reply=reply)
        assert (act.kind, act.agent) == (ActKind.OPEN, CARD.slug)
        assert (act.sure, act.likely) == (False, True), "without a model it joins"
    (act,) = acts("I was charged twice", CARD)
    assert act.sure, "no ticket is open"


@pytest.mark.shows("support 4")
def test_a_ticket_is_named_by_number_id_or_reply() -> None:
    for text, reply, target in (
        ("#4 is broken again", None, "#4"),
        ("about TKT-7k2m9q4d: any news?", None, "TKT-7K2M9Q4D"),
        ("thank you but no", TICKET.task_id, TICKET.task_id),
    ):
        (act,) = acts(text, EXPENSES, SHOP, CARD, tasks=(TICKET,), reply=reply)
        assert (act.kind, act.agent, act.sure or act.likely) == (ActKind.OPEN, CARD.slug, True), (
            text
        )
        assert SupportDetails.model_validate(act.details).target == target, text


@pytest.mark.parametrize(
    ("plan", "urgency"),
    [("free", Urgency.LOW), ("pro", Urgency.LOW), ("enterprise", Urgency.MEDIUM)],
)
def test_a_plain_question_is_urgent_for_nobody(plan: str, urgency: Urgency) -> None:
    for text in ("how do I reset my password", "wie ändere ich mein Passwort?", "berapa harga?"):
        told = decided(asked(text), CustomerInfo(plan=plan), [findings_in([text])])
        assert (told.urgency, told.requires_escalation) == (urgency, False), text


class NoKnowledge:
    async def search(self, *_: object, **__: object) -> Found:
        return Found()


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("close my ticket", ""),
        ("please close ticket 4", "#4"),
        ("can you close ticket #4?", "#4"),
        ("I want to withdraw my ticket", ""),
        ("cancel ticket TKT-7k2m9q4d please", "TKT-7K2M9Q4D"),
        ("schließ Ticket 4 bitte", "#4"),
        ("ich möchte mein Ticket schließen", ""),
        ("tolong tutup tiket saya", ""),
        ("cierra mi ticket", ""),
        ("fermez mon ticket", ""),
    ],
)
def test_who_wants_a_ticket_closed_withdraws_it(text: str, target: str) -> None:
    for tasks in ((), (TICKET,)):
        (act,) = acts(text, tasks=tasks)
        details = SupportDetails.model_validate(act.details)
        assert (act.agent, act.sure, details.wish, details.target) == (
            CARD.slug, True, "withdraw", target,
        ), text  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "show my tickets", "Show me all my open tickets, please", "what tickets do I have?",
        "zeig mir meine Tickets", "tunjuk tiket saya", "muéstrame mis tickets",
        "montre-moi mes tickets",
    ],
)  # fmt: skip
def test_who_wants_to_see_tickets_is_shown_them(text: str) -> None:
    for tasks in ((), (TICKET,)):
        (act,) = acts(text, tasks=tasks)
        assert (act.agent, act.sure) == (CARD.slug, True)
        assert SupportDetails.model_validate(act.details).wish == "state"
    (bought,) = acts("show tickets for the concert 40", tasks=())
    assert bought.agent != CARD.slug


def test_whether_it_is_a_robot_is_no_problem_of_an_open_ticket() -> None:
    for text in ("are you a robot?", "bist du ein Mensch?"):
        (act,) = acts(text, tasks=(TICKET,))
        assert act.kind is ActKind.GENERAL


def test_a_debt_told_beside_an_open_ticket_is_no_sure_part_of_it() -> None:
    asking = TICKET.model_copy(update={"phase": TaskPhase.WAITING, "question": CONFIRM})
    found = acts("Ben lent me 80 for the concert ticket on friday", tasks=(asking,))
    assert not any(act.agent == CARD.slug and act.sure for act in found)


def test_closing_an_account_and_bringing_a_file_back_are_questions() -> None:
    for text in (
        "how do I close my account?",
        "how do I restore a deleted file?",
        "Wie stelle ich eine gelöschte Datei wieder her?",
        "¿cómo recupero un archivo borrado?",
    ):
        (act,) = acts(text, tasks=(TICKET,))
        assert (act.kind, act.agent) == (ActKind.OPEN, CARD.slug), text
        assert SupportDetails.model_validate(act.details).wish == "help", text
