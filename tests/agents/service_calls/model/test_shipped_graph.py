"""The shipped graph with a model: its own words pass every check, and prompts stay small.

Tokens are counted as the tree counts them wherever a prompt is fitted into a budget.
"""

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

import pytest
from pydantic import JsonValue, TypeAdapter

from adapters.model.openai.budget import TokenBudget, fit
from adapters.model.openai.structure import schema_text
from adapters.model.openai.tokens import tokens_in
from adapters.model.prompts import pages
from adapters.model.question import A, ModelQuestion
from agents.service_calls.context import active
from agents.service_calls.exchange import (
    CallExchange,
    ChooseToolRequest,
    NavigateRequest,
    Recognised,
    SayPart,
    SayRequest,
    Way,
    Window,
)
from agents.service_calls.graph.shapes import Node, Texts, texts
from agents.service_calls.model.fragment import PROMPTS
from agents.service_calls.model.questions import (
    EXTRACTION_TOKENS,
    NAVIGATOR_TOKENS,
    REPLY_TOKENS,
    TOOL_TOKENS,
    DeliveryInWords,
    to_choose_tool,
    to_extract,
    to_navigate,
    to_word,
)
from agents.service_calls.model.wording import Yardstick, refusal
from agents.service_calls.offline.engine import OfflineCalls
from tests.agents.service_calls.model.doubles import TUESDAY, to_say
from tests.agents.service_calls.model.doubles import to_extract as extract_request
from tests.agents.service_calls.plays import shipped

_TEXTS: TypeAdapter[Texts] = TypeAdapter(Texts)
LANGUAGES = ("en", "de", "ms")
VALUES = {
    "agent_session_id": "7f3c1f6e-5a1b-4c69-9f0e-2f1f0a6f1f11",
    "customer_id": "cust-00042",
    "customer_name": "John Doe",
    "customer_phone_number": "555-1234",
    "visit_address": "12 Elm Street",
    "customer_email": "john.doe@example.org",
    "customers_main_ask": "drywall repair",
    "matching_service_catalog_to_solve_customers_issue": "Drywall Repair",
    "task_name": "Drywall Repair Service",
    "task_number": "T-1042",
    "appointment_details": "Scheduled for 2026-11-24 at 10:00 AM with Bob Smith",
    "assigned_employee_name": "Bob Smith",
}
TALK = tuple(
    CallExchange(
        customer=f"{n}: well, it is like this, the wall in the hall got wet when the neighbours"
        " had their pipes done, and since then the paint has been coming off in large pieces",
        agent=f"{n}: I see, I'm sorry about the trouble that gives you. You are in good hands, and"
        " somebody who knows walls will look at it. Is there anything else that I should know?",
    )
    for n in range(40)
)


LONG_WORDS = ("so " * 1_300,)
SUMMARY = "The wall got wet. " * 30
PERSONA = "You are the polite customer service agent of Harbour Home Services. " * 4
CALL: dict[str, object] = {
    "user_id": "telegram:4711",
    "task_id": "c/service_calls/1",
    "step": 40,
    "words": LONG_WORDS,
    "summary": SUMMARY,
}


def context() -> dict[str, JsonValue]:
    graph = shipped()
    return {
        **graph.initial_context_template.template,
        **VALUES,
        "related_entities_for_customers_ask": [f"Repair of wall {n}, open" for n in range(10)],
        "summary_of_conversation_on_each_step_until_now": [each.model_dump() for each in TALK],
        "node_traversal_path": [node.node_name for node in graph.nodes],
        "flags": {f: 1 for f in graph.fields if f.endswith("_flag")},
    }


def said_by(node: Node, language: str) -> Iterator[tuple[str, str]]:
    """Every text of a node, with the field that it asks for."""
    own = [(field, node.say.get(field)) for field in node.asks] if node.asks else [("", node.say)]
    for field, each in [*own, *(("", branch.say) for branch in node.say_if)]:
        yield from ((field, words) for words in texts(_TEXTS.validate_python(each), language))


@pytest.mark.shows("calls G2, G3")
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_graph_says_passes_every_check_of_a_models_words(language: str) -> None:
    prompts = pages(PROMPTS)
    refused = {}
    for node in shipped().nodes:
        for field, words in said_by(node, language):
            request = saying(node, words, field, language).model_copy(update={"words": ("ok",)})
            say = DeliveryInWords(request, OfflineCalls()).say
            code = refusal(say, Yardstick(request, say, prompts))
            if code not in {"", "length"}:  # a business may say more in a node than a model may
                refused[words] = code
    assert refused == {}


def saying(node: Node, words: str, field: str, language: str) -> SayRequest:
    said = SayPart(
        node=node.node_name,
        texts=(words,),
        asks=field,
        role=node.role,
        goal=node.node_goal,
        example=node.prompt_templates[:200],
    )
    known = {f: v for f, v in active(context()).items() if f != field}
    more = {"context": known, "booked": TUESDAY, "options": ("Drywall Repair", "Painting")}
    request = to_say(said, language=language, exchanges=TALK[-5:], words=LONG_WORDS)
    return request.model_copy(
        update={
            **more,
            "matters": ("drywall repair",),
            "trade": shipped().trade("Drywall Repair", language),
            "summary": SUMMARY,
            "persona": PERSONA,
        }
    )


class Measured(NamedTuple):
    limit: int | None
    tokens: int
    data: str
    saved: float
    """Part of the tokens of a prompt with all nodes, templates, fields and exchanges."""


def measured(question: ModelQuestion[A]) -> Measured:
    budget = TokenBudget(question.input_tokens or 0, 4_000, 1_500)
    shown = fit(question, schema_text(question.form.schema), budget)
    whole = tokens_in(question.instructions) + all_of_it()
    return Measured(
        question.input_tokens, shown.input_tokens, shown.data, 1 - shown.input_tokens / whole
    )


@cache
def all_of_it() -> int:
    nodes = shipped().model_dump_json(exclude={"nodes": {"__all__": {"say", "say_if", "calls"}}})
    return tokens_in(nodes) + tokens_in(json.dumps(context()))


def wordings() -> Iterator[Measured]:
    """Each reply node alone, and five together, the most that a turn of the example has."""
    requests = [
        saying(node, next(said_by(node, language))[1], "", language)
        for node in shipped().nodes
        if node.replies
        for language in LANGUAGES
    ]
    parts = tuple(request.parts[0] for request in requests[:: len(LANGUAGES)])[:5]
    assert len(parts) == 5
    together = requests[0].model_copy(update={"parts": parts})
    for request in (*requests, together):
        yield measured(to_word(DeliveryInWords(request, OfflineCalls())))


def navigations() -> Iterator[Measured]:
    graph = shipped()
    for node in graph.nodes:
        ways = tuple(
            Way(node=to.node_name, role=to.role, goal=to.node_goal, condition=each.condition)
            for each in node.branching_conditions
            if each.child_node and (to := graph.node(each.child_node))
        )
        request = NavigateRequest.model_validate(
            {
                **CALL,
                "node": node.node_name,
                "ways": ways,
                "default": node.default_next_node,
                "exchanges": TALK[-3:],
                "context": active(context()),
                "flags": dict.fromkeys((f for f in graph.fields if f.endswith("_flag")), 1),
                "path": tuple(each.node_name for each in graph.nodes),
            }
        )
        yield measured(to_navigate(request))


def extractions() -> Iterator[Measured]:
    """Beside a time that is proposed and another one that was wished."""
    asked = {f for f in shipped().extracted if not f.endswith("_flag")}
    fields = {f: known.description for f, known in shipped().fields.items() if f in asked}
    wished = Window(from_ts=TUESDAY.from_ts, to_ts=TUESDAY.to_ts)
    for node in shipped().nodes:
        if node.extracts:
            request = extract_request(*LONG_WORDS, exchanges=TALK[-10:])
            update = {
                "fields": fields,
                "role": node.role,
                "goal": node.node_goal,
                "context": active(context()),
                "asked": "customer_phone_number",
                "proposed": TUESDAY,
                "wished": wished,
                "recognised": Recognised(at=TUESDAY.from_ts),
            }
            yield measured(to_extract(request.model_copy(update=update)))


def choices() -> Iterator[Measured]:
    tools = ("setting_list", "entity_list", "customer_get", "task_create", "person_calendar_free")
    names = tuple(f"services.{tool}" for tool in tools)
    request = ChooseToolRequest.model_validate(
        {
            **CALL,
            "node": "Look_Up",
            "role": "catalog specialist",
            "goal": "Map the issue to one service category, and find related projects and tasks.",
            "example": "x " * 100,
            "tools": names,
            "purposes": dict.fromkeys(names, "Finds what there is of this kind. " * 5),
            "takes": dict.fromkeys(names, ("query", "description")),
            "context": active(context()),
        }
    )
    yield measured(to_choose_tool(request))


@pytest.mark.shows("calls C4", "calls G2, G3")
@pytest.mark.parametrize(
    ("questions", "limit", "least_saved"),
    [
        (wordings, REPLY_TOKENS, 0.3),
        (navigations, NAVIGATOR_TOKENS, 0.6),
        (extractions, EXTRACTION_TOKENS, 0.4),
        (choices, TOOL_TOKENS, 0.4),
    ],
)
def test_prompts_keep_their_limits_in_a_long_call_and_save_what_they_promise(
    questions: Callable[[], Iterator[Measured]], limit: int, least_saved: float
) -> None:
    asked = list(questions())
    assert asked
    for each in asked:
        assert each.limit == limit
        assert each.tokens <= limit
        assert "so so so" in each.data, "the customer's newest words are always there"
        assert each.saved >= least_saved
