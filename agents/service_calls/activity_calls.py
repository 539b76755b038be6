"""The agent's activities: permanent names, types, queues, timeouts."""

from datetime import timedelta

from agents.service_calls.exchange import (
    CallSummary,
    ChooseToolRequest,
    Extracted,
    ExtractRequest,
    LoadedGraph,
    LoadGraphRequest,
    MadeTask,
    MadeTaskRequest,
    Matched,
    MatchRequest,
    Navigated,
    NavigateRequest,
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
from domain.activity_calls import HEARTBEAT, MODEL_QUEUE, ActivityCall, Retries
from domain.tools import TOOL_QUEUE

_RULES = timedelta(seconds=5)  # pure rules; a workflow task is held open meanwhile
_MODELS = timedelta(seconds=70)  # the wait of the person ends it sooner, with an answer of rules

RECOGNISE = ActivityCall(
    "service_recognise",
    RecogniseRequest,
    Recognised,
    _RULES,
    retries=Retries.WORKER_MAY_DIE,
    local=True,
)

SAY = ActivityCall(
    "service_say",
    SayAndRecord,
    SaidAndRecorded,
    _RULES,
    retries=Retries.WORKER_MAY_DIE,
    local=True,
)
"""Words by rules alone. What the turn came to is written beside it, which so costs no activity."""

LOAD_GRAPH = ActivityCall("load_graph", LoadGraphRequest, LoadedGraph)

EXTRACT = ActivityCall(
    "service_extract",
    ExtractRequest,
    Extracted,
    _MODELS,
    retries=Retries.MODELS,
    queue=MODEL_QUEUE,
    heartbeat=HEARTBEAT,
)

WORD = ActivityCall(
    "service_word",
    SayRequest,
    Worded,
    _MODELS,
    retries=Retries.MODELS,
    queue=MODEL_QUEUE,
    heartbeat=HEARTBEAT,
)

CHOOSE_TOOL = ActivityCall(
    "service_choose_tool",
    ChooseToolRequest,
    ToolChosen,
    _MODELS,
    retries=Retries.MODELS,
    queue=MODEL_QUEUE,
    heartbeat=HEARTBEAT,
)

MATCH = ActivityCall(
    "service_match",
    MatchRequest,
    Matched,
    _MODELS,
    retries=Retries.MODELS,
    queue=MODEL_QUEUE,
    heartbeat=HEARTBEAT,
)

NAVIGATE = ActivityCall(
    "service_navigate",
    NavigateRequest,
    Navigated,
    timedelta(seconds=30),
    retries=Retries.ONCE,  # then the default
    queue=MODEL_QUEUE,
    heartbeat=HEARTBEAT,
)

SUMMARISE_CALL = ActivityCall(
    "service_summarise",
    SummariseCallRequest,
    CallSummary,
    _MODELS,
    retries=Retries.MODELS,
    queue=MODEL_QUEUE,
    heartbeat=HEARTBEAT,
)

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
RATE_CALL = ActivityCall("rate_service_call", RateRequest, Rated, committing=True)
