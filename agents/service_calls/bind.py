"""Binds the agent's ports to its adapters, for a worker process."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from agents.parts import AgentParts, Lent
from agents.service_calls.activities.asking import Asking
from agents.service_calls.activities.call_log import Records
from agents.service_calls.activities.call_tool import CallTool
from agents.service_calls.activities.words import WordsByRules
from agents.service_calls.card import CARD
from agents.service_calls.graph.loading import read_file
from agents.service_calls.model.fragment import fragment
from agents.service_calls.model.questions import ServiceCallModels
from agents.service_calls.offline.engine import OfflineCalls
from agents.service_calls.offline.understanding import CallUnderstanding
from agents.service_calls.own_tools import OwnTools
from agents.service_calls.servers import OURS, McpToolServers, ours
from agents.service_calls.settings import ServiceCallSettings
from agents.service_calls.store.calls import Logged, PostgresCallLog
from agents.service_calls.store.graphs import PostgresGraphs
from agents.service_calls.store.health import graph_and_calls
from domain.activity_calls import MAIN_QUEUE, MODEL_QUEUE
from domain.tools import TOOL_QUEUE
from settings.variables import variables


def bind(lent: Lent, settings: ServiceCallSettings | None = None) -> AgentParts:
    """Opens no connection. Raises ``ConfigurationError``: also for a graph that is not right, with
    all that is wrong with it; stored ones stay as they are.
    """
    own = settings or ServiceCallSettings.load()
    given = read_file(own.graph_file)
    lent.sessions.add(OURS, ours(variables()))
    rules = OfflineCalls()
    servers = McpToolServers(lent.sessions, rules, links=lent.links)
    tools = OwnTools(servers, lent.people)
    log = PostgresCallLog(lent.database, Logged(own.llm_log), lent.keys)
    records = Records(PostgresGraphs(lent.database, given), log, lent.timezone)
    words = WordsByRules(rules, records.write)
    asking = Asking(ServiceCallModels(lent.gateway, rules), log, lent.patience, tools=servers)
    return AgentParts(
        slug=CARD.slug,
        activities=by_queue(words, records, CallTool(tools), asking),
        rules=CallUnderstanding(),
        fragment=fragment(),
        limits=own.limits.model_dump(mode="json"),
        checks={"service_calls": partial(graph_and_calls, lent.database, given)},
        erase_elsewhere=servers.erase,
    )


def by_queue(
    words: WordsByRules, records: Records, tools: CallTool, asking: Asking | None
) -> Mapping[str, Sequence[Callable[..., object]]]:
    """The agent's activities. ``asking``: None where no model can be asked."""
    of_models = (
        ()
        if asking is None
        else (
            asking.service_extract,
            asking.service_word,
            asking.service_choose_tool,
            asking.service_match,
            asking.service_navigate,
            asking.service_summarise,
        )
    )
    return {
        MAIN_QUEUE: (
            words.service_recognise,
            words.service_say,
            records.load_graph,
            records.record_call,
            records.find_made_task,
            records.find_open_visits,
            records.rate_service_call,
        ),
        MODEL_QUEUE: of_models,
        TOOL_QUEUE: (tools.call_tool,),
    }
