"""Dialogues with a scripted model: what it may do, and what becomes of what it may not."""

from collections.abc import AsyncIterator, Iterator, Sequence

import pytest
from asyncpg import Record
from temporalio.testing import WorkflowEnvironment

from activities.patience import Patience
from adapters.model.provider import Provider
from adapters.postgres.stores import Stores
from agents.support import buttons, replies
from agents.support.sample import load
from agents.support.staff_posts import StaffAction
from agents.support.tickets import TicketStatus
from domain.conversation import Limits
from domain.staff import SAY
from domain.topics import Degraded
from domain.waiting import PROBE
from tests.adapters.model.conftest import server as models
from tests.adapters.model.gateway.test_gateway_over_http import provider
from tests.agents.support.conftest import SAMPLES
from tests.agents.support.model.payloads import match, specialised, supervised, translations
from tests.agents.support.workflow.helpdesk import HelpDesk
from tests.agents.support.workflow.test_triage_request import triage
from tests.databases import Databases
from tests.model_server import ModelRequest, ScriptedModelServer
from tests.model_server.payloads import act, understood
from tests.replay.recording import only
from tests.workflows.fixtures import *  # noqa: F403 - pytest finds fixtures by name

__all__ = ["models"]

FREE, ENTERPRISE = "CUST-001", "CUST-002"


@pytest.fixture(autouse=True, scope="module")
def _only_support() -> Iterator[None]:
    with only({"support": "agents.support"}):
        yield


@pytest.fixture(scope="module")
async def kitebox(databases: Databases) -> AsyncIterator[Stores]:
    """All stores on a database of the module with the sample company in it."""
    async with databases.one() as url:
        stores = Stores.connect(url)
        await load(stores.database, SAMPLES)
        yield stores
        await stores.close()


@pytest.fixture
async def desk(
    request: pytest.FixtureRequest,
    server: WorkflowEnvironment,
    limits: Limits,
    kitebox: Stores,
    models: ScriptedModelServer,
) -> AsyncIterator[HelpDesk]:
    """Of a customer with the free plan, if the test does not say otherwise."""
    given = {"customer": FREE, **getattr(request, "param", {})}
    own = limits.model_copy(update={"enabled": ("support",)})
    providers: Sequence[Provider] = [provider(models)]
    _reads(models)
    async with HelpDesk(server, own, kitebox, providers, **given).open() as desk:
        yield desk


def _reads(models: ScriptedModelServer) -> None:
    """Every message is for support, in whole."""
    problems = {"wish": "help", "problems": [], "human": False}
    models.answer("UnderstandAnswer", understood(act("open", problems, agent="support")))


async def refund_wanted(desk: HelpDesk, models: ScriptedModelServer) -> Record:
    """The ticket of a customer who wants money back, which people get."""
    models.answer("SupervisorAnswer", supervised("billing"))
    models.answer("SpecialistAnswer", specialised(action="route_specialist"))
    await desk.hears("I want my money back")
    (ticket,) = await desk.tickets()
    return ticket


_CHARGED = "Quiero hablar con una persona: me cobraron 30 EUR dos veces."
_CHARGED_EN = "I want to speak with a person: I was charged 30 EUR twice."


@pytest.mark.shows("support 7, 28")
@pytest.mark.parametrize("desk", [{"customer": ENTERPRISE}], indirect=True)
async def test_staff_and_customer_each_read_their_own_language(
    desk: HelpDesk, models: ScriptedModelServer
) -> None:
    said = {
        _CHARGED: _CHARGED_EN,
        "We sent 30 EUR back.": "Hemos devuelto 30 EUR.",
        "It is there in 5 days.": "Llega en 3 días.",
    }
    models.answer("TranslateAnswer", lambda request: translations(*_texts(request, said)))
    models.answer(
        "SupervisorAnswer", supervised("billing", escalates=(("wants_person", "una persona"),))
    )
    await desk.hears(_CHARGED)
    (ticket,) = await desk.tickets()
    assert (ticket["status"], ticket["language"]) == ("open", "es")
    await desk.posted("support.staff_said", text=_CHARGED, translated=_CHARGED_EN)

    await desk.staff(StaffAction.CLAIM)
    await desk.staff(SAY, text="We sent 30 EUR back.")
    words = await desk.told(replies.HumanWords.topic)
    shown = desk.words(words)
    assert "Hemos devuelto 30 EUR." in shown
    assert "translated" in shown
    assert "We sent" not in shown
    await desk.posted("support.staff_sent", translated="Hemos devuelto 30 EUR.")
    await desk.press(buttons.ORIGINAL, words)
    original = await desk.told(replies.HumanWords.topic, 2)
    assert "We sent 30 EUR back." in desk.words(original)

    await desk.staff(SAY, text="It is there in 5 days.")
    untranslated = await desk.told(replies.HumanWords.topic, 3)
    assert "It is there in 5 days." in desk.words(untranslated)
    assert "translated" not in desk.words(untranslated)


def _texts(request: ModelRequest, said: dict[str, str]) -> list[str]:
    texts = request.data["texts"]
    assert isinstance(texts, list)
    return [said[text] for text in texts]


@pytest.mark.shows("support 39")
async def test_a_ticket_of_a_program_is_triaged_by_the_models(
    desk: HelpDesk, models: ScriptedModelServer
) -> None:
    models.answer("TranslateAnswer", translations("I have a question about my invoice"))
    models.answer("SupervisorAnswer", supervised("billing"))
    models.answer("SpecialistAnswer", specialised(action="route_specialist", missing="invoice"))
    found = await triage(desk, "k1", "Ich habe eine Frage zu meiner Rechnung", plan="pro")
    assert found["translations"] == ["I have a question about my invoice"]
    assert (found["type"], found["route"], found["asks"]) == ("billing", "billing", "invoice")
    assert (found["engine"], found["reasoning"]) == ("one:gpt-4o-mini", "scripted")


@pytest.mark.shows("support 36 (2)")
@pytest.mark.parametrize("desk", [{"patience": Patience(within=PROBE)}], indirect=True)
async def test_a_provider_that_hangs_is_waited_for_and_probed_once_and_told_of_once(
    desk: HelpDesk, models: ScriptedModelServer
) -> None:
    models.hang()
    shown = await desk.hears("the colours of my folders look odd since the redesign")
    assert [request.schema_name for request in models.requests] == [
        "UnderstandAnswer", "SupervisorAnswer"
    ]  # fmt: skip
    assert "The support team answers by" in shown
    assert desk.topics.count(Degraded.topic) == 1
    assert len(await desk.tickets()) == 1


async def test_what_is_added_to_a_ticket_is_said_once_and_makes_it_no_more_urgent(
    desk: HelpDesk, models: ScriptedModelServer
) -> None:
    passage = "A charge that stands there twice is often one payment and one reservation."
    models.answer("SupervisorAnswer", supervised("billing"))
    models.answer("SpecialistAnswer", specialised(action="route_specialist", missing="invoice"))
    await desk.hears("I was billed twice for my order last week")
    (before,) = await desk.tickets()
    added = await desk.hears("it's the order from the 24th, ending 4471 if that helps")
    assert added.startswith("➕ Added to")
    assert "Passed on" not in added
    models.answer("MatchAnswer", match(before["ticket_id"], "high"))
    models.answer("SupervisorAnswer", supervised("billing", urgency="low"))
    models.answer("SpecialistAnswer", specialised(action="auto_respond"))
    gone = await desk.hears("hm, the second charge was only a hold and it is gone now, I see")
    assert gone.count("➕ Added to") == 1
    assert passage not in gone
    assert "Passed on" not in gone
    (after,) = await desk.tickets()
    assert after["urgency"] == before["urgency"]


async def test_a_model_may_say_that_a_ticket_is_not_needed_any_more(
    desk: HelpDesk, models: ScriptedModelServer
) -> None:
    models.answer("SupervisorAnswer", supervised("billing"))
    models.answer("SpecialistAnswer", specialised(action="route_specialist"))
    await desk.hears("I was billed twice for my order last week")
    dropped = {"wish": "withdraw", "problems": [], "human": False}
    models.answer("UnderstandAnswer", understood(act("open", dropped, agent="support")))
    gone = "oh hang on, the second charge was only a hold and it's gone. you can forget it"
    assert "❓ Withdraw “I was billed twice for my order last week”?" in await desk.hears(gone)


@pytest.mark.shows("support 24 (2)")
async def test_what_the_bot_answers_while_people_have_not_looked_yet_solves_the_ticket(
    desk: HelpDesk, models: ScriptedModelServer
) -> None:
    ticket = await refund_wanted(desk, models)
    assert ticket["status"] == "active"
    arrives = "The money arrives on the same card 5 to 10 days after we have agreed."
    models.answer("SpecialistAnswer", specialised(arrives, "kb_004"))
    asked = f"When does the refund arrive, {ticket['ticket_id']}?"
    assert arrives in await desk.hears(asked)
    await desk.posted("support.staff_said", text=asked)
    await desk.posted("support.staff_bot", text=arrives)
    await desk.posted("support.staff_card", status="solved")
    await desk.becomes(TicketStatus.SOLVED)


async def test_what_the_bot_answers_after_staff_closed_the_ticket_opens_it_again(
    desk: HelpDesk, models: ScriptedModelServer
) -> None:
    ticket = await refund_wanted(desk, models)
    await desk.staff(StaffAction.CLOSE)
    await desk.becomes(TicketStatus.CLOSED)
    arrives = "The money arrives on the same card 5 to 10 days after we have agreed."
    models.answer("SpecialistAnswer", specialised(arrives, "kb_004"))
    asked = f"When does the refund arrive, {ticket['ticket_id']}?"
    await desk.hears(asked)
    assert arrives in desk.words(await desk.told(replies.Answer.topic))
    await desk.posted("support.staff_said", text=asked)
    await desk.posted("support.staff_bot", text=arrives)
    await desk.posted("support.staff_card", status="open")
    await desk.becomes(TicketStatus.OPEN)
    assert len(await desk.tickets()) == 1
    assert (await desk.staff(SAY, text="Has it arrived?")).applied


@pytest.mark.shows("support 29 (2)")
async def test_after_a_hand_back_no_model_that_triages_is_told_of_a_colleague(
    desk: HelpDesk, models: ScriptedModelServer
) -> None:
    person = ("wants_person", "a person, please")
    models.answer("SupervisorAnswer", supervised("billing", escalates=(person,)))
    await desk.hears("a person, please: I want my money back")
    await desk.staff(StaffAction.CLAIM)
    await desk.staff(SAY, text="I look into it for you.")
    await desk.told(replies.HumanWords.topic)
    await desk.staff(StaffAction.BACK)
    await desk.posted("support.staff_card", status="active")
    arrives = "The money arrives on the same card 5 to 10 days after we have agreed."
    models.answer("SupervisorAnswer", supervised("billing"))
    models.answer("SpecialistAnswer", specialised(arrives, "kb_004"))
    models.answer("MatchAnswer", match(None, "low"))
    before = len(models.requests)
    assert arrives in await desk.hears("when does a refund arrive?")
    asked_now = [r for r in models.requests[before:] if r.schema_name != "UnderstandAnswer"]
    assert {r.schema_name for r in asked_now} >= {"SupervisorAnswer", "SpecialistAnswer"}
    assert not [r.schema_name for r in asked_now if "Mia" in r.user_text]
