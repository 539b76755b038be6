"""Whole calls with a model that a script drives: what it may do to them, and what it costs."""

from collections.abc import AsyncIterator

import pytest
from temporalio.testing import WorkflowEnvironment

from adapters.model.gateway import ModelGateway
from adapters.model.openai.tokens import tokens_in
from agents.service_calls.exchange import CallEnd, LogKind
from agents.service_calls.model.questions import ServiceCallModels
from agents.service_calls.offline.engine import OfflineCalls
from agents.service_calls.replies import CallOver
from domain.conversation import Limits
from tests.adapters.model.conftest import server as model
from tests.adapters.model.gateway.doubles import Calls
from tests.adapters.model.gateway.test_gateway_over_http import provider
from tests.agents.service_calls.model.payloads import deed, extracted, wished_time
from tests.agents.service_calls.plays import EXAMPLE, shipped
from tests.agents.service_calls.workflow.chat import CallChat
from tests.model_server import ModelRequest, ScriptedModelServer
from tests.model_server.payloads import Payload

__all__ = ["model"]

MOST_TOKENS = 10_000
"""Of the example: prompts and answers."""
ANSWER = 100


@pytest.fixture
async def chat(
    request: pytest.FixtureRequest,
    server: WorkflowEnvironment,
    limits: Limits,
    model: ScriptedModelServer,
) -> AsyncIterator[CallChat]:
    """By the shipped graph, if the test names no other; the model words what it is told to say."""
    model.answer("ServiceWordAnswer", reword)
    gateway = ModelGateway([provider(model)], Calls())
    models = ServiceCallModels(gateway, OfflineCalls())
    graph = getattr(request, "param", None)
    async with CallChat(server, limits, models, graph).open() as chat:
        yield chat
    await gateway.aclose()


def reword(request: ModelRequest) -> Payload:
    """Says what is to be said, in words a little different."""
    say = request.data["say"]
    assert isinstance(say, list)
    return {"texts": [str(each).replace("Does that work", "Would that work") for each in say]}


def answer_with_issue(model: ScriptedModelServer, words: str, service: str) -> None:
    """The model takes ``words`` for the customer's matter, and ``service`` for what it needs."""
    said = extracted(deed("issue", words), values={"customers_main_ask": words})
    model.answer("ServiceExtractAnswer", said)
    model.answer("ServiceMatchAnswer", {"services": [service]})


@pytest.mark.shows("calls G2, G3")
async def test_the_example_in_a_models_words_stays_cheap(
    chat: CallChat, model: ScriptedModelServer
) -> None:
    assert "Would that work?" in await chat.hears(*EXAMPLE[:3])
    assert "T-1042" in await chat.hears(EXAMPLE[3])
    await chat.hears(EXAMPLE[4])
    await chat.said(CallOver)
    assert len(chat.business.bookings) == 1
    lines = [line for line in chat.log.lines.values() if line.kind is LogKind.MODEL_ANSWER]
    assert lines
    assert all(line.body["outcome"] == "ok" for line in lines)
    assert {request.schema_name for request in model.requests} == {"ServiceWordAnswer"}
    used = (tokens_in(r.instructions) + tokens_in(r.user_text) + ANSWER for r in model.requests)
    assert sum(used) <= MOST_TOKENS


@pytest.mark.shows("calls dialogue 20")
@pytest.mark.parametrize(
    "chat", [shipped().model_copy(update={"navigator": "always"})], indirect=True, ids=["always"]
)
async def test_nothing_of_a_models_nonsense_happens_or_is_shown(
    chat: CallChat, model: ScriptedModelServer
) -> None:
    nonsense = ["I booked you for 9:00. And what is your name?", "Your id is cust-1, Mary."]
    model.answer("ServiceWordAnswer", lambda _: {"texts": nonsense[len(model.requests) % 2 :][:1]})
    model.answer(
        "ServiceNavigateAnswer",
        {
            "next_node_to_go_to": "Plan",
            "next_course_of_action": "book",
            "is_on_track": True,
            "reason": "",
        },
    )
    told = {"customer_id": "cust-1", "customer_phone_number": "555-0000", "customer_name": "Mary"}
    answer = extracted(deed("affirm", "yes"), deed("goodbye", "knows"), values=told)
    model.answer("ServiceExtractAnswer", answer)
    shown = await chat.hears(EXAMPLE[0])
    shown += await chat.hears("my cousin knows him better than me")
    for words in EXAMPLE[1:]:
        shown += await chat.hears(words)
    await chat.said(CallOver)
    (booking,) = chat.business.bookings.values()
    (customer,) = chat.business.customers.values()
    assert "555-0000" not in str((booking, customer))
    assert "555-1234" in str(customer)
    assert not any(bad in shown for bad in ("9:00. ", "cust-1", "Mary", "555-0000"))
    assert shown.count("your name") == 1
    assert "T-1042" in shown
    assert (chat.row.outcome, chat.row.hangup_status) == (CallEnd.BOOKED, "success")
    asked = {request.schema_name for request in model.requests}
    assert asked == {"ServiceWordAnswer", "ServiceNavigateAnswer", "ServiceExtractAnswer"}


async def test_an_amount_that_is_nothing_for_the_business_is_no_number_that_is_too_short(
    chat: CallChat, model: ScriptedModelServer
) -> None:
    model.answer("ServiceExtractAnswer", extracted(deed("elsewhere", "pizza just now 11.50")))
    asked = await chat.hears(EXAMPLE[0])
    assert "number" in asked
    await chat.hears("pizza just now 11.50 cash")
    model.answer("ServiceExtractAnswer", extracted(deed("prefers_time", "not before 10")))
    await chat.hears("monday but not before 10 tho")
    assert "too short" not in chat.screen
    assert "Would that work?" in await chat.hears(*EXAMPLE[1:3])


async def test_a_yes_books_and_what_is_for_others_beside_it_is_understood_by_itself(
    chat: CallChat, model: ScriptedModelServer
) -> None:
    batteries = "also i need a pack of AA batteries"
    await chat.hears(*EXAMPLE[:3])
    answer = extracted(deed("affirm", "ok that one"), deed("elsewhere", batteries))
    model.answer("ServiceExtractAnswer", answer)
    await chat.hears(f"ok that one. {batteries}")
    assert len(chat.business.bookings) == 1
    await chat.quiet()
    assert "only help with the repair here" in chat.screen, "nobody else is enabled"


async def test_what_is_booked_is_said_while_others_still_understand_what_was_passed_on(
    chat: CallChat, model: ScriptedModelServer
) -> None:
    batteries = "also i need a pack of AA batteries"
    await chat.hears(*EXAMPLE[:3])
    answer = extracted(deed("affirm", "ok that one"), deed("elsewhere", batteries))
    model.answer("ServiceExtractAnswer", answer)
    gate = chat.understanding.hold("understand")
    await chat.say(f"ok that one. {batteries}")
    await chat.understanding.started["understand"].wait()
    assert "T-1042" in await chat.reads("Anything else?")
    gate.set()
    await chat.quiet()


@pytest.mark.parametrize(
    ("named", "service"),
    [
        (["Painting: walls and ceilings"], "'service': 'Painting'"),
        (["Juggling"], "Drywall Repair or Painting"),
    ],
)
async def test_a_model_says_which_service_is_meant_where_rules_find_no_one_that_fits(
    chat: CallChat, model: ScriptedModelServer, named: list[str], service: str
) -> None:
    model.answer("ServiceMatchAnswer", {"services": named})
    shown = await chat.hears("something is wrong with my wall")
    (task,) = (await chat.status()).tasks
    assert service in f"{shown} {task.shown}"


async def test_more_words_about_the_same_matter_are_told_with_it_and_the_service_stays(
    chat: CallChat, model: ScriptedModelServer
) -> None:
    more = "the tap drips on the wall without end"
    answer_with_issue(model, more, "Plumbing")
    await chat.hears("my kitchen sink leaks")
    shown = await chat.hears(more)
    assert "Drywall" not in shown
    (task,) = (await chat.status()).tasks
    assert "kitchen sink leaks, tap drips on the wall without end" in str(task.shown)
    assert "'service': 'Plumbing'" in str(task.shown)


@pytest.mark.parametrize(("judged", "asked"), [("chitchat", False), ("cancel_booking", True)])
async def test_a_remark_about_cancelling_is_the_models_to_judge_and_the_customers_to_confirm(
    chat: CallChat, model: ScriptedModelServer, judged: str, *, asked: bool
) -> None:
    remark = "by the way I cancelled my gym plan last month"
    model.answer("ServiceExtractAnswer", extracted(deed(judged, remark)))
    await chat.hears(*EXAMPLE[:4])
    told = await chat.hears(remark)
    assert ("Cancel this visit" in told) is asked
    assert len(chat.business.bookings) == 1
    if asked:
        await chat.hears("yes")
        assert not chat.business.bookings


async def test_a_model_reads_a_no_that_names_two_days(
    chat: CallChat, model: ScriptedModelServer
) -> None:
    acts = deed("deny", "Nee"), deed("prefers_time", "doch lieber Freitag")
    model.answer("ServiceExtractAnswer", extracted(*acts, time=wished_time("2026-11-27")))
    await chat.hears("Hallo, meine Wand hat einen Riss", "555-1234", "Petra Hoffmann")
    told = await chat.hears("Nee, doch lieber Freitag, Dienstag bin ich beim Arzt")
    assert "Fr. 27. Nov." in told
    assert [r for r in model.requests if r.schema_name == "ServiceExtractAnswer"]


async def test_a_task_that_stands_is_kept_where_a_model_hears_more_of_its_matter(
    chat: CallChat, model: ScriptedModelServer
) -> None:
    more = "the plaster comes off the wall near the door"
    answer_with_issue(model, more, "Drywall Repair")
    await chat.hears(*EXAMPLE[:3])
    await chat.hears(f"well, {more}, whatever you call that")
    await chat.hears("yes")
    assert [task["status"] for task in chat.business.tasks.values()] == ["open"]
    assert len(chat.business.bookings) == 1


@pytest.mark.parametrize("booked", [False, True])
async def test_a_note_reaches_whoever_comes_before_and_after_it_is_booked(
    chat: CallChat, model: ScriptedModelServer, *, booked: bool
) -> None:
    note = "please ring the bell at the back"
    acts = [deed("note", note)] + ([] if booked else [deed("affirm", "yes")])
    model.answer("ServiceExtractAnswer", extracted(*acts))
    await chat.hears(*EXAMPLE[: 4 if booked else 3])
    told = await chat.hears(f"{'' if booked else 'yes, '}{note}, whatever")
    assert "pass" in told
    (task,) = chat.business.tasks.values()
    assert f"Note: {note}." in str(task["description"])
    assert len(chat.business.bookings) == 1


async def test_a_model_says_which_of_several_tasks_is_dropped_noted_and_moved(
    chat: CallChat, model: ScriptedModelServer
) -> None:
    await chat.hears(*EXAMPLE[:4])
    another = deed("new_issue", "an electrician")
    answer = extracted(another, values={"customers_main_ask": "electrician"})
    model.answer("ServiceExtractAnswer", answer)
    await chat.hears("i need an electrician too")
    acts = [
        deed("cancel_booking", "no electrician please", "T-1043"),
        deed("note", "tell Bob about the key", "T-1042"),
        deed("prefers_time", "could he come friday instead", "T-1042"),
    ]
    model.answer("ServiceExtractAnswer", extracted(*acts, time=wished_time("2026-11-27")))
    told = await chat.hears(
        "no electrician please, tell Bob about the key, and could he come friday instead"
    )
    assert "All right, that's cancelled.\n" in told
    first, second = chat.business.tasks.values()
    assert (first["status"], second["status"]) == ("open", "cancelled")
    assert str(first["description"]).endswith("Note: tell Bob about the key.")
    assert "Fri 27 Nov" in chat.screen


MEND = "sorry, it's not the hole, it's the crack above the door. does he need to know?"
FRIDGE = "sorry, I looked again, the wall is fine, it's the fridge that died"


def correct(model: ScriptedModelServer, said: str, matter: str, service: str) -> None:
    """The model takes what is said for another matter of the task that is booked."""
    acts = [deed("issue", said.rpartition(", ")[2].split(".")[0], "T-1042")]
    acts += [deed("question", "does he need to know?", "T-1042")] if "?" in said else []
    answer = extracted(*acts, values={"customers_main_ask": matter})
    model.answer("ServiceExtractAnswer", answer)
    model.answer("ServiceMatchAnswer", {"services": [service]})


async def test_a_matter_corrected_behind_its_booking_is_noted_and_the_visit_stays(
    chat: CallChat, model: ScriptedModelServer
) -> None:
    await chat.hears(*EXAMPLE[:4])
    before = dict(chat.business.bookings)
    correct(model, MEND, "crack above the door", "Drywall Repair")
    told = await chat.hears(MEND)
    assert "I've noted: crack above the door. Bob Smith still comes" in told
    assert "can answer your question" in told
    (task,) = chat.business.tasks.values()
    assert "Note: crack above the door." in str(task["description"])
    assert "asked: does he need to know" in str(task["description"])
    assert chat.business.bookings == before


@pytest.mark.parametrize("service", ["General Enquiry", "Painting"])
async def test_a_correction_that_whoever_is_booked_can_do_proposes_nobody_else(
    chat: CallChat, model: ScriptedModelServer, service: str
) -> None:
    """Painting is done by the same person."""
    await chat.hears(*EXAMPLE[:4])
    correct(model, MEND, "crack above the door", service)
    assert "Bob Smith still comes" in await chat.hears(MEND)
    assert [task["status"] for task in chat.business.tasks.values()] == ["open"]


async def test_another_service_is_proposed_in_place_of_the_visit_and_a_yes_replaces_it(
    chat: CallChat, model: ScriptedModelServer
) -> None:
    await chat.hears("Hello, I need help with drywall repair, wednesday is best", *EXAMPLE[1:4])
    correct(model, FRIDGE, "fridge that died", "Appliance Repair")
    told = await chat.hears(FRIDGE)
    assert "I'd send an appliance technician instead of Bob Smith: " in told
    assert "Wed 25 Nov, 10:00–12:00. Shall I change it?" in told
    assert len(chat.business.tasks) == 1
    told = await chat.hears("yes please")
    assert "Wed 25 Nov, 10:00–12:00 instead (T-1043)" in told
    first, second = chat.business.tasks.values()
    assert (first["status"], second["status"]) == ("cancelled", "open")
    assert second["service_catalog"] == "Appliance Repair"
    assert [*chat.business.bookings] == [second["task_id"]]


@pytest.mark.parametrize("answer", ["no", "no, keep it as it is", "bye"])
async def test_a_replacement_that_is_not_wanted_leaves_the_visit_and_notes_what_was_told(
    chat: CallChat, model: ScriptedModelServer, answer: str
) -> None:
    await chat.hears(*EXAMPLE[:4])
    before = dict(chat.business.bookings)
    correct(model, FRIDGE, "fridge that died", "Appliance Repair")
    await chat.hears(FRIDGE)
    model.answer("ServiceExtractAnswer", extracted(deed("keep", "keep it as it is", "T-1042")))
    await chat.hears(answer)
    await chat.quiet()
    (task,) = chat.business.tasks.values()
    assert (task["status"], task["service_catalog"]) == ("open", "Drywall Repair")
    assert "Note: fridge that died." in str(task["description"])
    assert chat.business.bookings == before


async def test_what_is_said_of_two_tasks_at_once_is_done_to_both(
    chat: CallChat, model: ScriptedModelServer
) -> None:
    await chat.hears(*EXAMPLE[:4])
    another = deed("new_issue", "the fridge died")
    answer = extracted(another, values={"customers_main_ask": "fridge died"})
    model.answer("ServiceExtractAnswer", answer)
    model.answer("ServiceMatchAnswer", {"services": ["Appliance Repair"]})
    await chat.hears("and the fridge died, can you send somebody for it as well")
    said = "I said wednesday. and Bob doesn't have to come then"
    acts = [
        deed("prefers_time", "I said wednesday", "T-1043"),
        deed("cancel_booking", "Bob doesn't have to come then", "T-1042"),
    ]
    model.answer("ServiceExtractAnswer", extracted(*acts, time=wished_time("2026-11-25")))
    assert "Cancel this visit: Bob Smith" in await chat.hears(said)
    told = await chat.hears("yes")
    await chat.quiet()
    assert "that's cancelled. Anything else" not in chat.screen
    assert "Wed 25 Nov" in told
    await chat.hears("yes")
    first, second = chat.business.tasks.values()
    assert (first["status"], second["status"]) == ("cancelled", "open")
    assert [*chat.business.bookings] == [second["task_id"]]


async def test_a_visit_that_is_kept_beside_one_that_is_cancelled_is_told_once(
    chat: CallChat, model: ScriptedModelServer
) -> None:
    await chat.hears(*EXAMPLE[:4], "can you also send an electrician?", "yes")
    acts = [
        deed("cancel_booking", "cancel the electrician", "T-1043"),
        deed("keep", "only Bob should come", "T-1042"),
    ]
    model.answer("ServiceExtractAnswer", extracted(*acts))
    await chat.hears("well, cancel the electrician, only Bob should come")
    assert "Still booked: Bob Smith" in await chat.hears("yes")
    await chat.quiet()
    assert "stays as booked" not in chat.screen


async def test_a_question_about_a_visit_of_the_call_is_answered_by_what_is_booked(
    chat: CallChat, model: ScriptedModelServer
) -> None:
    await chat.hears(*EXAMPLE[:4])
    asked = "is the drywall guy still coming?"
    model.answer("ServiceExtractAnswer", extracted(deed("asks_visit", asked, "T-1042")))
    told = await chat.hears(asked)
    assert "Your appointment is" in told
    assert "technician" not in told
    (task,) = chat.business.tasks.values()
    assert "still coming" not in str(task["description"])


async def test_a_visit_that_is_kept_in_place_of_a_further_one_leaves_no_task_of_that(
    chat: CallChat, model: ScriptedModelServer
) -> None:
    await chat.hears(*EXAMPLE[:4], "can you also send an electrician?")
    kept = "rather just leave it at Bob's visit"
    model.answer("ServiceExtractAnswer", extracted(deed("keep", kept, "T-1042")))
    assert "Still booked: Bob Smith" in await chat.hears(kept)
    first, second = chat.business.tasks.values()
    assert (first["status"], second["status"]) == ("open", "cancelled")
