"""The tool server of a deployment is asked as the one that a worker would run itself."""

from pathlib import Path

import pytest
import yaml

from adapters.mcp.config import servers_in
from agents.service_calls.servers import OURS, ours

ROOT = Path(__file__).parents[3]
SERVICES = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
WORKER, SERVER = SERVICES["worker"], SERVICES[OURS]


@pytest.mark.shows("calls server")
def test_workers_know_where_it_is_what_its_tools_do_and_its_token() -> None:
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


def test_it_is_told_nothing_of_conversations_and_workers_alone_reach_it_by_its_network() -> None:
    assert not {"PAYLOAD_KEYS", "env_file"} & {*SERVER, *SERVER["environment"]}
    assert [name for name, s in SERVICES.items() if "tools" in s["networks"]] == ["worker", OURS]
