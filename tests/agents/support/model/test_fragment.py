"""What a model says is for support: only in the person's own words, and the ticket they named."""

from datetime import UTC, datetime

import pytest
from pydantic import JsonValue

from adapters.model.act_checks import checked_understood
from agents.support.card import CARD
from agents.support.details import SupportDetails
from agents.support.model.fragment import fragment, in_their_own_words
from domain.errors import InvalidModelOutputError
from domain.understanding import (
    CONFIRM,
    Act,
    ActKind,
    Person,
    Said,
    TaskPhase,
    TaskView,
    UnderstandRequest,
    Understood,
)

OWN = TaskView(task_id="c/support/4", agent=CARD.slug, phase=TaskPhase.RESTING, number=4)
OTHER = TaskView(task_id="c/expenses/5", agent="expenses", phase=TaskPhase.DONE, number=5)
AT = datetime(2026, 11, 23, 9, 0, tzinfo=UTC)


def heard(
    text: str,
    problems: list[str],
    kind: ActKind = ActKind.OPEN,
    *,
    task: str | None = None,
    reply_to: str | None = None,
    wish: str = "help",
) -> list[SupportDetails]:
    """What is carried by the acts that a model made of one message."""
    request = UnderstandRequest(
        person=Person(user_id="u"),
        said=(Said(message_id="1", text=text, sent_at=AT, reply_to_task=reply_to),),
        tasks=(OWN, OTHER),
        open_question=OWN.task_id,
        agents=(CARD,),
    )
    written = fragment().form.model_validate({"wish": wish, "problems": problems, "human": False})
    acts = [
        Act(kind=kind, agent=CARD.slug, task_id=task, details=details, message_ids=("1",))
        for details in written.told(kind)
    ]
    checked = [in_their_own_words(act, text, request) for act in acts]
    assert all(act is not None and act.kind is ActKind.OPEN for act in checked)
    return [SupportDetails.model_validate(details_of(act)) for act in checked]


def details_of(act: Act | None) -> JsonValue:
    assert act is not None
    return act.details


@pytest.mark.parametrize("wish", ["state", "withdraw"])
def test_a_model_may_ask_how_a_ticket_stands_or_have_it_dropped(wish: str) -> None:
    (details,) = heard("wie steht es um mein Ticket?", [], wish=wish)
    assert details.wish == wish


def test_one_problem_is_the_whole_message_whatever_a_model_made_of_it() -> None:
    text = "the app crashes on my Pixel, version 4.2"
    (details,) = heard(text, ["The customer reports a crash."])
    assert (details.words, details.target) == (text, "")


def test_several_problems_are_told_apart_in_the_persons_own_words() -> None:
    text = "I was charged twice. Also the sync is stuck, and how do I add a colleague? And slow."
    told = ["I was charged twice", "the sync is stuck", "how do I add a colleague?", "And slow"]
    assert [details.words for details in heard(text, told)] == told[:3]


def test_a_problem_in_other_words_than_theirs_refuses_the_answer() -> None:
    with pytest.raises(InvalidModelOutputError):
        heard("charged twice, sync stuck", ["charged twice", "refund all my invoices"])


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("any news of #4?", "#4"),
        ("any news of #5?", ""),
        ("and #77?", "#77"),
        ("what about tkt-7k2m9q4d", "TKT-7K2M9Q4D"),
        ("any news?", ""),
    ],
)
def test_a_ticket_is_the_target_only_where_they_named_it(text: str, target: str) -> None:
    assert heard(text, [text], task=OWN.task_id)[0].target == target


def test_a_reply_and_an_answer_to_its_question_name_the_ticket() -> None:
    assert heard("any news?", [""], reply_to=OWN.task_id)[0].target == OWN.task_id
    (answer,) = heard("INV-4711", ["INV-4711"], ActKind.DETAIL, task=OWN.task_id)
    assert answer.target == OWN.task_id


def test_what_a_ticket_says_is_told_short() -> None:
    assert fragment().known({"text": "x" * 301}) == "x" * 300
    assert fragment().known([]) is None


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("yes", ActKind.AFFIRM),
        ("pues abrid un ticket o lo q sea", ActKind.AFFIRM),
        ("Hilft nicht. bitte ein Ticket", ActKind.AFFIRM),
        ("no ticket please", ActKind.UNCLEAR),
        ("and netflix 12.99", ActKind.UNCLEAR),
    ],
)
def test_whoever_names_the_people_agrees_that_they_get_it(words: str, kind: ActKind) -> None:
    asking = TaskView(
        task_id="c/support/1", agent=CARD.slug, phase=TaskPhase.WAITING, question=CONFIRM
    )
    request = UnderstandRequest(
        person=Person(user_id="u"),
        said=(Said(message_id="m1", text=words, sent_at=AT),),
        tasks=(asking,),
        open_question=asking.task_id,
        agents=(CARD,),
    )
    affirm = Act(kind=ActKind.AFFIRM, task_id=asking.task_id, message_ids=("m1",))
    answer = Understood(acts=(affirm,), engine="model")
    (act,) = checked_understood(request, answer, {CARD.slug: fragment()}).acts
    assert act.kind is kind
