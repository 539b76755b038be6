"""What a worker gets of the agent: every activity that a call runs, on its queue; a right graph; in
a deployment, the tool server that it would run itself elsewhere.
"""

import inspect
from pathlib import Path

import pytest
import yaml
from temporalio import activity

from adapters.mcp.config import servers_in
from agents.parts import AgentParts, Lent
from agents.service_calls import activity_calls
from agents.service_calls.bind import bind
from agents.service_calls.errors import GraphErrors
from agents.service_calls.servers import OURS, ours
from agents.service_calls.settings import ServiceCallSettings
from agents.service_calls.state import ServiceLimits
from domain.activity_calls import ActivityCall
from domain.conversation import Limits
from tests.agents.lent import lend_nothing

ROOT = Path(__file__).parents[3]
SERVICES = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
WORKER, SERVER = SERVICES["worker"], SERVICES[OURS]
CALLS = [call for call in vars(activity_calls).values() if isinstance(call, ActivityCall)]


def bound(**given: object) -> tuple[AgentParts, Lent]:
    lent = lend_nothing()
    return bind(lent, ServiceCallSettings.model_validate(given)), lent


def test_every_call_has_its_activity_and_settings_are_limits() -> None:
    parts, lent = bound(llm_log="full", service_call_max_nodes_per_turn=9)
    found = {
        (queue, _name(done)): inspect.signature(done)
        for queue, some in parts.activities.items()
        for done in some
    }
    assert {(call.queue, call.name) for call in CALLS} == {*found}
    for call in CALLS:
        signature = found[call.queue, call.name]
        (request,) = signature.parameters.values()
        assert request.annotation is call.request
        assert (signature.return_annotation or type(None)) is call.result
    limits = Limits(agents={parts.slug: parts.limits}).of(parts.slug, ServiceLimits)
    assert limits == ServiceLimits(log="full", nodes_per_turn=9)
    assert lent.sessions.names == (OURS,)
    assert lent.sessions.for_models == (), "nobody waits for it when a worker starts"


@pytest.mark.shows("calls D1")
def test_a_worker_does_not_start_with_a_graph_that_is_not_right(tmp_path: Path) -> None:
    shipped = ServiceCallSettings().graph_file.read_text("utf-8")
    broken = tmp_path / "broken.json"
    broken.write_text(
        shipped.replace('"default_next_node": "Empathize"', '"default_next_node": "Emphasize"', 1)
        .replace('"waits": true', '"waits": "yes"', 1),
        "utf-8",
    )  # fmt: skip
    with pytest.raises(GraphErrors, match=r"broken\.json") as refused:
        bound(service_graph_file=broken)
    assert len(refused.value.errors) >= 2, "all at once"
    assert len(refused.value.report.splitlines()) == len(refused.value.errors) + 1
    assert refused.value.exit_code == 2


@pytest.mark.shows("calls server")
def test_workers_know_where_the_tool_server_is_what_its_tools_do_and_its_token() -> None:
    file = Path(WORKER["environment"]["MCP_SERVERS_FILE"].removeprefix("${MCP_SERVERS_FILE:-"))
    mounted = {at: source for source, at, *_ in (v.split(":") for v in WORKER["volumes"])}
    here = ROOT / mounted[str(file.parent)] / file.name.removesuffix("}")
    named = servers_in(here, {"SERVICES_TOKEN": "said to it"})
    assert list(named) == [OURS]
    given, beside = named[OURS], ours({})
    assert (given.tools, given.erase, given.agents) == (beside.tools, beside.erase, beside.agents)
    assert given.url == f"http://{OURS}:{SERVER['command'][-1].rpartition(':')[2]}/mcp"
    assert given.headers["Authorization"].get_secret_value() == "Bearer said to it"
    tokens = {each["environment"]["SERVICES_TOKEN"] for each in (WORKER, SERVER)}
    assert len(tokens) == 1


def test_the_tool_server_is_told_nothing_of_conversations_and_workers_alone_reach_it() -> None:
    assert not {"PAYLOAD_KEYS", "env_file"} & {*SERVER, *SERVER["environment"]}
    assert [name for name, s in SERVICES.items() if "tools" in s["networks"]] == ["worker", OURS]


def _name(done: object) -> str:
    name = activity._Definition.must_from_callable(done).name  # type: ignore[arg-type]
    assert name is not None
    return name
