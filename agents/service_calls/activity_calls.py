"""The agent's activities: permanent names, types, queues, timeouts."""

from datetime import timedelta
from typing import TypeVar

from pydantic import BaseModel

from agents.service_calls.exchange import (
    CallSummary,
    ChooseToolRequest,
    ExtractRequest,
    LoadedGraph,
    LoadGraphRequest,
    MadeTask,
    MadeTaskRequest,
    Matched,
    MatchRequest,
    Navigated,
    NavigateRequest,
    OpenVisits,
    OpenVisitsRequest,
    Rated,
    RateRequest,
    Recognised,
    RecogniseRequest,
    RecordRequest,
    SaidAndRecorded,
    SayAndRecord,
    SayRequest,
    ServiceToolResult,
    SummariseCallRequest,
    ToolChosen,
    ToolRequest,
    Worded,
)
from domain.activity_calls import BY_RULES, HEARTBEAT, MODEL_QUEUE, ActivityCall, Retries
from domain.tools import TOOL_QUEUE

_MODELS = timedelta(seconds=70)  # the wait of the person ends it sooner, with an answer of rules

_Request = TypeVar("_Request", bound=BaseModel)
_Answer = TypeVar("_Answer")


def _by_rules(
    name: str, request: type[_Request], answer: type[_Answer]
) -> ActivityCall[_Request, _Answer]:
    return ActivityCall(name, request, answer, BY_RULES, retries=Retries.WORKER_MAY_DIE)


def _by_models(
    name: str,
    request: type[_Request],
    answer: type[_Answer],
    timeout: timedelta = _MODELS,
    retries: Retries = Retries.MODELS,
) -> ActivityCall[_Request, _Answer]:
    return ActivityCall(
        name, request, answer, timeout, retries=retries, queue=MODEL_QUEUE, heartbeat=HEARTBEAT
    )


RECOGNISE = _by_rules("service_recognise", RecogniseRequest, Recognised)
SAY = _by_rules("service_say", SayAndRecord, SaidAndRecorded)
"""Words by rules alone. What the turn came to is written beside it, which so costs no activity."""

LOAD_GRAPH = ActivityCall("load_graph", LoadGraphRequest, LoadedGraph)

EXTRACT = _by_models("service_extract", ExtractRequest, Recognised)
WORD = _by_models("service_word", SayRequest, Worded)
CHOOSE_TOOL = _by_models("service_choose_tool", ChooseToolRequest, ToolChosen)
MATCH = _by_models("service_match", MatchRequest, Matched)
NAVIGATE = _by_models(
    "service_navigate", NavigateRequest, Navigated, timedelta(seconds=30), Retries.ONCE
)
"""Asked once, then the default is taken."""
SUMMARISE_CALL = _by_models("service_summarise", SummariseCallRequest, CallSummary)

CALL_TOOL = ActivityCall(
    "call_tool",
    ToolRequest,
    ServiceToolResult,
    timedelta(seconds=45),  # two attempts of at most twenty seconds each; most have five
    retries=Retries.WORKER_MAY_DIE,  # what failed is a result; a second attempt knows the first
    queue=TOOL_QUEUE,
    heartbeat=HEARTBEAT,
    committing=True,
)

RECORD_CALL = ActivityCall("record_call", RecordRequest, type(None), retries=Retries.ONCE)
"""What is not written is offered again with the next turn."""

FIND_TASK = ActivityCall("find_made_task", MadeTaskRequest, MadeTask)
FIND_VISITS = ActivityCall("find_open_visits", OpenVisitsRequest, OpenVisits)
RATE_CALL = ActivityCall("rate_service_call", RateRequest, Rated, committing=True)
