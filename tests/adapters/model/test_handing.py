"""Words for an agent whose form was not in the question are handed to it."""

from dataclasses import replace

import pytest

from adapters.model.which_agent import NAME
from domain.history import Entry, Speaker
from domain.understanding import Act, ActKind, UnderstandRequest, Understood
from tests.adapters.model.door import Door
from tests.adapters.model.gateway.doubles import Calls, Engine
from tests.adapters.model.gateway.test_gateway_over_http import provider
from tests.adapters.model.questions import PERSON, SENT_AT, said
from tests.adapters.model.test_several_agents import ALARM, ALARMS, TIMER, TIMERS
from tests.model_server import ModelRequest, ScriptedModelServer
from tests.model_server.payloads import Payload, act, understood

WHOLE = replace(TIMER, takes_whole_messages=True)
FOR_TIMERS = understood(act("open", None, agent="timers"))


def asked() -> UnderstandRequest:
    return UnderstandRequest(
        person=PERSON, said=(said("tea 3"),), agents=(ALARMS, TIMERS), home="alarms"
    )


class ByRules(Engine):
    """Its rules say that it is for the timers."""

    def understand(self, request: UnderstandRequest) -> Understood:
        ids = (request.said[0].message_id,)
        act = Act(kind=ActKind.OPEN, agent="timers", details={"text": "tea 3"}, message_ids=ids)
        return Understood(acts=(act,), engine=NAME)


async def test_the_words_are_asked_about_again_with_the_form_of_that_agent(
    server: ScriptedModelServer,
) -> None:
    def answer(request: ModelRequest) -> Payload:
        form = "`text`: what to wait for." in request.instructions
        details: Payload | None = {"text": "tea 3"} if form else None
        return understood(act("open", details, agent="timers"))

    server.answer("UnderstandAnswer", answer)
    door = Door([provider(server)], Engine(), Calls(), fragments={"alarms": ALARM, "timers": TIMER})
    (opened,) = (await door.understand(asked())).acts
    assert (opened.agent, opened.details) == ("timers", {"text": "tea 3"})
    first, second = server.requests
    assert "Counts down." in first.instructions
    assert "what to wait for" not in first.instructions
    assert "what to wait for" in second.instructions


SHOWN = Entry(speaker=Speaker.STEWARD, text="3 minutes left", at=SENT_AT, agent="timers")


@pytest.mark.parametrize(("rules", "before"), [(ByRules(), ()), (Engine(), (SHOWN,))])
async def test_an_agent_that_rules_read_or_that_was_shown_last_has_its_form_in_the_first_question(
    server: ScriptedModelServer, rules: Engine, before: tuple[Entry, ...]
) -> None:
    server.answer("UnderstandAnswer", understood(act("open", {"text": "tea 3"}, agent="timers")))
    door = Door([provider(server)], rules, Calls(), fragments={"alarms": ALARM, "timers": TIMER})
    (opened,) = (await door.understand(asked().model_copy(update={"history": before}))).acts
    assert (opened.agent, opened.details) == ("timers", {"text": "tea 3"})
    assert len(server.requests) == 1


async def test_an_agent_that_takes_whole_messages_has_them_without_another_question(
    server: ScriptedModelServer,
) -> None:
    server.answer("UnderstandAnswer", FOR_TIMERS)
    door = Door([provider(server)], Engine(), Calls(), fragments={"alarms": ALARM, "timers": WHOLE})
    (opened,) = (await door.understand(asked())).acts
    assert opened.agent == "timers"
    assert len(server.requests) == 1


async def test_what_rules_answered_asks_no_model_again(server: ScriptedModelServer) -> None:
    server.fail_with(401)
    door = Door(
        [provider(server)], ByRules(), Calls(), fragments={"alarms": ALARM, "timers": TIMER}
    )
    (opened,) = (await door.understand(asked())).acts
    assert opened.details == {"text": "tea 3"}
    assert len(server.requests) <= 1
