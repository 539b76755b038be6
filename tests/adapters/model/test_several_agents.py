"""One question for several agents: each has its own form, and keeps its own check."""

import json
from dataclasses import replace

import pytest
from pydantic import JsonValue

from adapters.model.act_checks import checked_understood
from adapters.model.fragment import Fragment, WrittenDetails
from adapters.model.openai.structure import wire_schema
from adapters.model.understanding import to_converse as converse_question
from adapters.model.understanding import to_understand
from domain.agents import AgentCard
from domain.errors import InvalidModelOutputError
from domain.understanding import Act, ActKind, TaskPhase, TaskView, UnderstandRequest, Understood
from tests.adapters.model.gateway.doubles import Engine
from tests.adapters.model.questions import AGENT, FRAGMENTS, PERSON, said, to_converse
from tests.model_server.payloads import Payload, act, notes, understood
from tests.toy.model import only_what_is_said
from tests.toy.note import CARD as NOTES


class WrittenAlarm(WrittenDetails):
    text: str | None


class WrittenTimer(WrittenDetails):
    """The same fields as an alarm's."""

    text: str | None


ALARMS = AgentCard(slug="alarms", title="Alarms", purpose="Wakes people.", examples=("at 7",))
TIMERS = AgentCard(slug="timers", title="Timers", purpose="Counts down.", examples=("tea 3",))


def shouted(known: JsonValue) -> str:
    return str(known["text"] if isinstance(known, dict) else known).upper()


ALARM = Fragment(WrittenAlarm, "`text`: when to wake.", only_what_is_said, known=shouted)
TIMER = Fragment(WrittenTimer, "`text`: what to wait for.", only_what_is_said)
ALL = {**FRAGMENTS, "alarms": ALARM, "timers": TIMER}
TASK = TaskView(task_id="t/alarms/1", agent="alarms", phase=TaskPhase.DONE, known={"text": "at 7"})


def asked(
    *cards: AgentCard, text: str = "wake me at 7", task: TaskView = TASK
) -> UnderstandRequest:
    return UnderstandRequest(person=PERSON, said=(said(text),), tasks=(task,), agents=cards)


def answered(request: UnderstandRequest, payload: Payload) -> tuple[Act, ...]:
    """What comes of a model's answer when it is read and checked."""
    question = to_understand(request, ALL, Engine())
    return question.check(question.form.read(json.dumps(payload), "model")).acts


def told(text: str, agent: str = "alarms", kind: str = "open", task: int | None = None) -> Payload:
    return understood(act(kind, {"text": text}, agent=agent, task=task))


def test_the_schema_is_made_of_the_forms_of_the_offered_agents() -> None:
    def forms(*cards: AgentCard) -> set[str]:
        schema = wire_schema(to_understand(asked(*cards), ALL, Engine()).form.schema)
        defined = schema["$defs"]
        assert isinstance(defined, dict)
        return {name for name in defined if name.startswith("Written")} - {"WrittenAct"}

    assert forms(ALARMS) == {"WrittenAlarm"}
    assert forms(ALARMS, TIMERS) == {"WrittenAlarm", "WrittenTimer"}
    assert forms(NOTES, ALARMS) == {"WrittenNotes", "WrittenAlarm"}
    assert forms() == set()


def test_the_page_has_a_chapter_for_each_agent_in_their_order() -> None:
    page = to_understand(asked(ALARMS, NOTES), ALL, Engine()).instructions
    assert page.index("## `alarms`") < page.index("when to wake") < page.index(f"## `{AGENT}`")
    assert "timers" not in page
    assert "$" not in page


def test_a_task_is_named_by_the_number_of_its_card() -> None:
    """One without a card, or whose number is taken, gets the next that is free."""
    card = TASK.model_copy(update={"number": 12})
    twin = card.model_copy(update={"task_id": "another"})
    bare = TASK.model_copy(update={"task_id": "bare", "number": 0})
    request = asked(ALARMS, task=card).model_copy(update={"tasks": (card, twin, bare)})
    shown = to_understand(request, ALL, Engine()).content["tasks"]
    assert isinstance(shown, list)
    assert [task["number"] for task in shown if isinstance(task, dict)] == [12, 13, 14]
    (told_of,) = answered(request, told("later", kind="detail", task=14))
    assert told_of.task_id == "bare"
    with pytest.raises(InvalidModelOutputError, match="task 1 was not offered"):
        answered(request, told("later", kind="detail", task=1))


def test_small_talk_is_told_what_else_can_be_asked_for() -> None:
    snoozing = replace(ALARM, purposes=("Lets people sleep on.",))
    request = to_converse().model_copy(update={"agents": (ALARMS,)})
    page = converse_question(request, {"alarms": snoozing}, Engine()).instructions
    assert "Lets people sleep on." in page


def test_an_agent_without_a_form_can_be_named() -> None:
    request = asked(NOTES)
    question = to_understand(request, {}, Engine())
    assert "`details` is null" in question.instructions
    opened = Act(kind=ActKind.OPEN, agent="toy")
    heard = Understood(acts=(opened,), engine="model")
    assert checked_understood(request, heard, {}).acts == (opened,)


def test_each_act_is_read_in_its_own_agents_form() -> None:
    (alarm,) = answered(asked(ALARMS, TIMERS), told("at 7"))
    (timer,) = answered(asked(ALARMS, TIMERS, text="tea"), told("tea", agent="timers"))
    assert (alarm.kind, alarm.agent, alarm.details) == (ActKind.OPEN, "alarms", {"text": "at 7"})
    assert (timer.agent, timer.details) == ("timers", {"text": "tea"})


def test_an_act_about_a_task_is_of_the_tasks_agent() -> None:
    request = asked(ALARMS, TIMERS, text="make it at 8")
    for agent in ("", "timers"):
        (changed,) = answered(request, told("at 8", agent, "detail", task=1))
        assert (changed.agent, changed.task_id) == ("alarms", TASK.task_id)


def test_the_form_tells_whose_act_it_is_and_what_is_for_nobody_is_talk() -> None:
    (alarm,) = answered(asked(NOTES, ALARMS), told("at 7", agent=""))
    assert alarm.agent == "alarms"
    (talk,) = answered(asked(NOTES, ALARMS), understood(act("open")))
    assert (talk.kind, talk.agent) == (ActKind.GENERAL, "")


@pytest.mark.parametrize(
    ("text", "payload"),
    [
        ("wake me at 7", told("never said")),
        ("milk", understood(act("open", notes("milk"), agent="alarms"))),
    ],
    ids=["never said", "details of another agent"],
)
def test_each_agent_checks_its_own(text: str, payload: Payload) -> None:
    with pytest.raises(InvalidModelOutputError):
        answered(asked(NOTES, ALARMS, text=text), payload)


def test_several_openings_of_one_act_are_several_acts() -> None:
    request = asked(NOTES, ALARMS, text="buy milk, buy bread, and wake me at 7")
    two = act("open", notes("buy milk", "buy bread"), agent=AGENT)
    alarm = act("open", {"text": "at 7"}, agent="alarms")
    acts = answered(request, understood(two, alarm))
    assert [(act.kind, act.agent) for act in acts] == [
        (ActKind.OPEN, AGENT),
        (ActKind.OPEN, AGENT),
        (ActKind.OPEN, "alarms"),
    ]
    assert acts[1].details == {"text": "buy bread"}


def test_what_is_known_of_a_task_is_shown_as_its_agent_wishes() -> None:
    content = to_understand(asked(ALARMS), ALL, Engine()).content
    assert "'known': 'AT 7'" in str(content["tasks"])
