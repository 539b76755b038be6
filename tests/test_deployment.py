"""What is deployed hangs together: compose file, image, settings and secrets."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from settings import Settings
from tests.test_settings import variable_names
from wiring.channel import GRACE
from workflows.dashboard import SEARCH_ATTRIBUTES

pytestmark = pytest.mark.shows("models 15")


ROOT = Path(__file__).parents[1]
COMPOSE = (ROOT / "docker-compose.yml").read_text()
SERVICES: Mapping[str, Mapping[str, Any]] = yaml.safe_load(COMPOSE)["services"]
DEMANDED = set(re.findall(r"\$\{([A-Z_]+):\?", COMPOSE))
OURS = {name: each for name, each in SERVICES.items() if each["image"].startswith("steward:")}
DOCKERFILE = (ROOT / "Dockerfile").read_text()
CLOUD = (ROOT / "deploy/compose.cloud.yml").read_text()
WORKERS_ALONE = {
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
    "LLM_MODEL",
    "LLM_VISION_MODEL",
    "LLM_TEMPERATURE",
    "LLM_MAX_TOKENS",
    "LLM_TIMEOUT_MS",
    "LLM_PROVIDERS",
    "MODEL_PATIENCE_MS",
    "PROVIDER_VARIABLES",
    "RATE_LIMIT_RPM",
    "RETRY_MAX_ATTEMPTS",
    "CIRCUIT_BREAKER_TIMEOUT_MS",
    "CIRCUIT_BREAKER_ERROR_THRESHOLD",
    "CIRCUIT_BREAKER_REQUEST_THRESHOLD",
    "MODEL_CONTEXT_TOKENS",
    "AGENT_MAX_INPUT_TOKENS",
    "AGENT_MAX_TOTAL_TOKENS",
    "AGENT_MAX_ITERATIONS",
    "MCP_SERVERS_FILE",
    "RATE_LIMIT_RPM_MCP",
    "AGENT_MAX_TOOL_CALLS",
    "AGENT_TOOL_TIMEOUT_MS",
    "AGENT_TURN_TIMEOUT_MS",
    "RETRY_MIN_TIMEOUT_MS",
    "MODERATION",
    "HEALTH_PING_MODELS",
    "WORKER_CACHED_CHATS",
    "USER_DAILY_TOKENS",
    "USER_DAILY_COST_USD",
    "DAILY_TOKENS",
    "DAILY_COST_USD",
    "TRANSCRIPTION_MODEL",
    "HOME_AGENT_TERMINAL",
    "HOME_AGENT_HTTP",
    "HOME_AGENT_TELEPHONE",
    "CONVERSATION_EXPIRATION_HOURS",
    "MAX_CONVERSATION_HISTORY",
    "MAX_RETRIES",
    "RETRY_DELAY_MS",
    "AGENT_DECISION_TIMEOUT_MS",
    "ENABLE_CONTEXT_INJECTION",
    "WORKER_HEALTH_LISTEN",
    "WORKER_METRICS_LISTEN",
    "WORKER_BUILD_ID",
    "WORKER_DEPLOYMENT",
}
"""Settings that the bot does not read."""
_UNITS = {"s": 1, "m": 60}


def settings_names() -> set[str]:
    return {
        str(field.validation_alias or name).upper() for name, field in Settings.model_fields.items()
    }


def test_the_schema_and_the_server_have_one_version() -> None:
    names = ("temporal-schema", "temporal", "temporal-setup", "admin")
    assert len({SERVICES[name]["image"].partition(":")[2] for name in names}) == 1


@pytest.mark.parametrize("name", ["temporal-setup", "temporal-ui", "admin"])
def test_what_speaks_to_temporal_in_go_looks_up_no_record_that_docker_does_not_answer(
    name: str,
) -> None:
    """By a bare name gRPC in Go asks for SRV and TXT records; it has no setting against both."""
    scheme, _, address = SERVICES[name]["environment"]["TEMPORAL_ADDRESS"].partition(":///")
    assert (scheme, address) == ("passthrough", OURS["worker"]["environment"]["TEMPORAL_ADDRESS"])


def test_temporal_is_told_its_address_since_in_two_networks_its_name_has_two() -> None:
    assert len(SERVICES["temporal"]["networks"]) > 1
    assert SERVICES["temporal"]["environment"]["TEMPORAL_BROADCAST_ADDRESS"] == "127.0.0.1"


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_is_pinned_and_has_as_few_rights_and_as_little_of_the_machine_as_can_be(
    name: str,
) -> None:
    service = SERVICES[name]
    assert re.match(r"v?\d+\.\d+(\.\d+)?(-[a-z]+)?$", service["image"].partition(":")[2])
    assert all(port.startswith("127.0.0.1:") for port in service.get("ports", ()))
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["mem_limit"]
    assert "max-size" in service["logging"]["options"]
    own = service.get("profiles")
    for other in service.get("depends_on", ()):
        assert SERVICES[other].get("profiles", own) == own, "it waits for what runs with it"


NETWORKS: Mapping[str, Mapping[str, Any] | None] = yaml.safe_load(COMPOSE)["networks"]


def reached_by(name: str) -> set[str]:
    """The other services that a service has a network in common with."""
    own = set(SERVICES[name]["networks"])
    return {other for other, each in SERVICES.items() if own & set(each["networks"])} - {name}


@pytest.mark.parametrize("name", ["prometheus", "grafana", "llm", "llm-model"])
def test_what_is_beside_steward_reaches_neither_temporal_nor_the_database(name: str) -> None:
    """The Web UI hands requests on to Temporal without asking who sends them."""
    assert not reached_by(name) & {"temporal", "temporal-ui", "postgres", "codec"}


def test_the_servers_without_a_login_are_in_internal_networks_only() -> None:
    for name in ("temporal", "postgres"):
        for network in SERVICES[name]["networks"]:
            assert (NETWORKS[network] or {}).get("internal") is True
    assert reached_by("postgres") == {
        "temporal-schema",
        "temporal",
        "services",
        "worker",
        "bot",
        "http",
    }


def test_what_is_optional_is_in_a_profile() -> None:
    profiles = {name: service.get("profiles", []) for name, service in SERVICES.items()}
    assert {name: where for name, where in profiles.items() if where} == {
        "admin": ["tools"],
        "bot": ["telegram"],
        "http": ["http"],
        "prometheus": ["observability"],
        "grafana": ["observability"],
        "temporal-metrics": ["observability"],
        "llm": ["local-llm"],
        "llm-model": ["local-llm"],
    }


@pytest.mark.parametrize("name", OURS)
def test_a_process_of_steward_is_given_settings_that_exist(name: str) -> None:
    given = OURS[name]["environment"]
    taken_out = {variable for variable, value in given.items() if value == ""}
    sdk = {"TEMPORAL_ADDRESS", "TEMPORAL_NAMESPACE"}
    assert set(given) - sdk - taken_out <= {*settings_names(), *variable_names()}
    assert taken_out <= settings_names() | DEMANDED


HTTP_SECRETS = {"HTTP_API_KEYS", "HTTP_OPERATOR_TOKEN", "HTTP_PAGE_CODE", "TELEPHONE_AUTH_TOKEN"}


@pytest.mark.parametrize(("name", "of_others"), [("worker", HTTP_SECRETS), ("http", set[str]())])
def test_who_gets_all_of_the_settings_has_no_secret_of_others(
    name: str, of_others: set[str]
) -> None:
    assert [each for each, s in SERVICES.items() if "env_file" in s] == ["worker", "http"]
    given = OURS[name]["environment"]
    own = {"DATABASE_URL", "PAYLOAD_KEYS", "LOG_PSEUDONYM_KEY"}
    own |= {"SERVICES_TOKEN"} if name == "worker" else set()
    others = {"TELEGRAM_BOT_TOKEN", "TELEGRAM_WEBHOOK_SECRET"} | of_others
    assert [each for each in (DEMANDED | others) - own if given[each] != ""] == []


@pytest.mark.parametrize("name", ["worker", "http"])
def test_it_starts_although_webhook_and_telephone_have_no_secret_there(name: str) -> None:
    """Settings refuse the one without the other."""
    given = OURS[name]["environment"]
    assert (given["TELEGRAM_WEBHOOK_URL"], given["TELEGRAM_WEBHOOK_SECRET"]) == ("", "")
    if name == "worker":
        assert (given["TELEPHONE_ACCOUNT_SID"], given["TELEPHONE_AUTH_TOKEN"]) == ("", "")


def test_the_bot_has_every_setting_but_those_of_other_processes() -> None:
    given = set(OURS["bot"]["environment"]) - {"TEMPORAL_ADDRESS", "TEMPORAL_NAMESPACE"}
    codec = {"CODEC_LISTEN", "CODEC_TOKEN", "CODEC_UI_ORIGIN"}
    of_http = ("HTTP_", "VOICE_", "TELEPHONE_")
    others = {name for name in settings_names() if name.startswith(of_http)}
    assert settings_names() - given == WORKERS_ALONE | codec | others | {"STEWARD_DATA_DIR"}
    assert given <= {*settings_names(), *variable_names()}


def test_the_codec_server_has_nothing_but_keys_and_its_own_settings() -> None:
    shared = {"PAYLOAD_KEYS", "PAYLOAD_PLAIN_ACCEPTED", "LOG_PSEUDONYM_KEY"}
    shared |= {"LOG_LEVEL", "TEMPORAL_NAMESPACE"}
    own = {"CODEC_LISTEN", "CODEC_TOKEN", "CODEC_UI_ORIGIN"}
    assert set(OURS["codec"]["environment"]) == shared | own


def test_the_web_ui_can_only_look_and_signs_in_at_the_codec_server_that_knows_it() -> None:
    shown = SERVICES["temporal-ui"]["environment"]
    assert shown["TEMPORAL_DISABLE_WRITE_ACTIONS"] == "true"
    assert shown["TEMPORAL_CODEC_INCLUDE_CREDENTIALS"] == "true"
    assert shown["TEMPORAL_CORS_ORIGINS"] == OURS["codec"]["environment"]["CODEC_UI_ORIGIN"]
    assert default(shown["TEMPORAL_CORS_ORIGINS"]) == published("temporal-ui")
    assert default(shown["TEMPORAL_CODEC_ENDPOINT"]) == published("codec")
    assert shown["TEMPORAL_CODEC_DEFAULT_ERROR_LINK"] == shown["TEMPORAL_CODEC_ENDPOINT"]
    assert shown["TEMPORAL_CODEC_DEFAULT_ERROR_MESSAGE"]
    assert "cloud.temporal.io" not in CLOUD, "its cookie is sent to its own site only"


def default(value: str) -> str:
    """Of ``${NAME:-default}``."""
    found = re.fullmatch(r"\$\{[A-Z_]+:-(.+)\}", value)
    assert found is not None
    return found[1]


def published(name: str) -> str:
    (port,) = SERVICES[name]["ports"]
    return f"http://{port.rpartition(':')[0]}"


def test_operators_get_the_server_and_the_codec_server_of_the_deployment() -> None:
    given = SERVICES["admin"]["environment"]
    assert (
        given["TEMPORAL_ADDRESS"] == SERVICES["temporal-setup"]["environment"]["TEMPORAL_ADDRESS"]
    )
    _, _, port = OURS["codec"]["environment"]["CODEC_LISTEN"].rpartition(":")
    assert given["TEMPORAL_CODEC_ENDPOINT"] == f"http://codec:{port}"
    assert given["TEMPORAL_CODEC_AUTH"].startswith("Bearer ${CODEC_TOKEN:?")


@pytest.mark.parametrize(
    ("name", "setting"), [("bot", "TELEGRAM_WEBHOOK_LISTEN"), ("http", "HTTP_LISTEN")]
)
def test_what_the_world_asks_can_be_reached_by_a_proxy_of_this_machine(
    name: str, setting: str
) -> None:
    _, _, port = OURS[name]["environment"][setting].rpartition(":")
    assert [each.rpartition(":")[2] for each in OURS[name]["ports"]] == [port]


def test_the_image_has_the_scripts_that_are_run_in_it() -> None:
    copied = re.search(r"^COPY (deploy/.+) /opt/steward/$", DOCKERFILE, re.MULTILINE)
    assert copied is not None
    let_in = (ROOT / ".dockerignore").read_text().splitlines()
    assert {f"!{path}" for path in copied[1].split()} <= set(let_in)
    written = COMPOSE + (ROOT / "docs/operations.md").read_text()
    run = set(re.findall(r"/opt/steward/(\w+\.py)", written))
    assert run == {Path(path).name for path in copied[1].split()}


@pytest.mark.parametrize(
    ("name", "health", "metrics"),
    [
        ("worker", "WORKER_HEALTH_LISTEN", "WORKER_METRICS_LISTEN"),
        ("bot", "BOT_HEALTH_LISTEN", "BOT_METRICS_LISTEN"),
        ("http", "HTTP_HEALTH_LISTEN", "HTTP_METRICS_LISTEN"),
        ("codec", "CODEC_LISTEN", None),
    ],
)
def test_health_checks_and_prometheus_ask_where_the_process_answers(
    name: str, health: str, metrics: str | None
) -> None:
    given = OURS[name]["environment"]
    _, _, port = given[health].rpartition(":")
    assert f"http://127.0.0.1:{port}/health" in OURS[name]["healthcheck"]["test"][-1]
    jobs = yaml.safe_load((ROOT / "deploy/prometheus/prometheus.yml").read_text())["scrape_configs"]
    asked = {
        found["names"][0]: found["port"] for job in jobs for found in job.get("dns_sd_configs", ())
    }
    if metrics is not None:
        assert given[metrics] == f"0.0.0.0:{asked[name]}"


@pytest.mark.parametrize("name", OURS)
def test_a_process_has_time_to_finish_what_it_began(name: str) -> None:
    number, unit = OURS[name]["stop_grace_period"][:-1], OURS[name]["stop_grace_period"][-1]
    assert int(number) * _UNITS[unit] > 2 * GRACE.total_seconds()


def test_the_search_attributes_that_are_made_are_those_that_are_set() -> None:
    made = re.search(r"for name in (.+); do", SERVICES["temporal-setup"]["command"][0])
    assert made is not None
    assert sorted(made[1].split()) == sorted(key.name for key in SEARCH_ATTRIBUTES)


def test_every_file_that_is_mounted_is_there() -> None:
    for service in SERVICES.values():
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert not source.startswith(".") or (ROOT / source).exists(), source


def test_the_wheel_has_every_module_and_the_image_gets_them() -> None:
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    included = set(wheel["targets"]["wheel"]["only-include"])
    modules = {path.name for path in ROOT.glob("*.py")}
    assert modules <= included
    let_in = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if "!" in line}
    assert included - modules <= let_in
    assert "*.py" in let_in
