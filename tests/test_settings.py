"""The settings, their example file and what a wrong one says."""

import re
from collections.abc import Iterator
from datetime import timedelta
from enum import Enum
from importlib import import_module
from itertools import chain
from pathlib import Path

import pytest
from pydantic_settings import BaseSettings

from domain.activity_calls import Retries
from domain.errors import ConfigurationError
from settings import Settings, load_settings
from wiring.logs import configure_logs
from workflows.activity_calls import retry_policy

pytestmark = pytest.mark.shows("models 15")


ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / ".env.example"
COMPOSE = ROOT / "docker-compose.yml"
_SETTING = re.compile(r"^(?:# )?([A-Z][A-Z0-9_]+)=(.*)$", re.MULTILINE)
_INTERPOLATED = re.compile(r"\$\{([A-Z][A-Z0-9_]+)")


SERVED = {"service_calls": "service_tools"}
"""By agent, the example of a tool server whose settings stand with the agent's."""


def settings_of(slug: str) -> Iterator[type[BaseSettings]]:
    """What an agent has in its own ``settings.py``, and in that of its tool server."""
    folders = [ROOT / "agents" / slug]
    if slug in SERVED:
        folders.append(ROOT / "examples" / SERVED[slug])
    for file in [file for folder in folders for file in sorted(folder.rglob("settings.py"))]:
        module = import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))
        for each in vars(module).values():
            own = isinstance(each, type) and each.__module__ == module.__name__
            if own and not issubclass(each, Enum):
                assert issubclass(each, BaseSettings)
                yield each


FOLDERS = sorted(path.name for path in (ROOT / "agents").iterdir() if path.is_dir())
OF_AGENTS = {slug: kinds for slug in FOLDERS if (kinds := tuple(settings_of(slug)))}
KINDS: tuple[type[BaseSettings], ...] = (Settings, *chain(*OF_AGENTS.values()))


def names_of(kind: type[BaseSettings]) -> dict[str, str]:
    """By field, its variable; without the one put together from those of many providers."""
    return {
        field: str(each.validation_alias or field).upper()
        for field, each in kind.model_fields.items()
        if field != "provider_variables"
    }


def variable_names() -> list[str]:
    return [name for kind in KINDS for name in names_of(kind).values()]


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing of this machine: neither its environment nor a ``.env`` file."""
    for name in variable_names():
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    monkeypatch.chdir(tmp_path)


def test_the_example_names_every_setting_and_every_variable_of_compose_once() -> None:
    named = [name for name, _ in _SETTING.findall(EXAMPLE.read_text())]
    interpolated = _INTERPOLATED.findall(COMPOSE.read_text())
    assert sorted(named) == sorted({*variable_names(), *interpolated})


@pytest.mark.parametrize("kind", KINDS)
def test_the_example_as_it_stands_changes_nothing(kind: type[BaseSettings]) -> None:
    assert kind(_env_file=EXAMPLE) == kind(_env_file=None)


@pytest.mark.parametrize("slug", OF_AGENTS)
def test_an_agents_own_settings_stand_in_a_section_of_its_name(slug: str) -> None:
    _, *sections = re.split(r"^# ── (.+?) ─+$", EXAMPLE.read_text(), flags=re.MULTILINE)
    texts = dict(zip(sections[::2], sections[1::2], strict=True))
    named = [name for name, _ in _SETTING.findall(texts[f"Agent: {slug}"])]
    assert sorted(named) == sorted({n for kind in OF_AGENTS[slug] for n in names_of(kind).values()})


def test_every_setting_that_has_a_plain_default_shows_it() -> None:
    shown = {name for name, value in _SETTING.findall(EXAMPLE.read_text()) if value}
    defaults = {
        name
        for kind in KINDS
        for field, name in names_of(kind).items()
        if kind.model_fields[field].default not in {None, ()}
        and kind.model_fields[field].default_factory is None
    }
    assert shown == defaults


def test_a_file_in_the_current_folder_is_read_and_the_environment_wins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text("LLM_MODEL=from-file\nMAX_RETRIES=7\n")
    monkeypatch.setenv("LLM_MODEL", "from-environment")
    settings = load_settings()
    assert (settings.llm_model, settings.max_retries) == ("from-environment", 7)


def test_wrong_values_are_all_named_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = {
        "CONVERSATION_EXPIRATION_HOURS": "0",
        "MAX_CONVERSATION_HISTORY": "many",
        "MAX_RETRIES": "0",
        "AGENT_DECISION_TIMEOUT_MS": "-1",
        "LLM_TEMPERATURE": "3",
        "LLM_MAX_TOKENS": "0",
        "RATE_LIMIT_RPM": "0",
        "DEFAULT_CURRENCY": "ringgit",
    }
    for name, value in wrong.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(ConfigurationError) as raised:
        load_settings()
    assert [name for name in wrong if f"{name}: " not in str(raised.value)] == []
    assert "\n" not in str(raised.value)


def test_who_may_talk_is_said_only_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """A word that changes nothing would let somebody in who is not meant, or nobody."""
    monkeypatch.setenv("TELEGRAM_ACCESS", "allowed")
    with pytest.raises(ConfigurationError, match="TELEGRAM_ACCESS=allowed needs ALLOWED_USERS"):
        load_settings()
    monkeypatch.setenv("ALLOWED_USERS", "5")
    assert load_settings().allowed_users == {5}
    monkeypatch.setenv("TELEGRAM_ACCESS", "paired")
    with pytest.raises(ConfigurationError, match="paired goes without ALLOWED_USERS"):
        load_settings()


IDS = "123456789,987654321"
ORIGIN = "https://chat.example.com: nothing behind the host and port, and never *"
KEY = "a-key-of-twenty-four-chars"
KEY_NAMES = "a name has small letters, digits, - and _ only"


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("RETRY_DELAY_MS", "2.5", "must be a whole number above 0"),
        ("RETRY_MAX_ATTEMPTS", "6", "must be a whole number above 0 and up to 5"),
        ("MODEL_PATIENCE_MS", "1", "must be a whole number from 5000 to 45000"),
        ("DAILY_TOKENS", "many", "must be a whole number above 0"),
        ("USER_DAILY_COST_USD", "-1", "must be a number above 0"),
        ("LLM_TEMPERATURE", "warm", "must be a number from 0 to 2"),
        ("ENABLE_CONTEXT_INJECTION", "perhaps", "must be true or false"),
        ("OPENAI_BASE_URL", "example.org/v1", "must begin with http:// or https://"),
        ("OPENAI_STRUCTURED", "xml", "must be auto, json_schema, json_object or tools"),
        ("RATE_LIMIT_RPM_OPENAI", "0", "must be a whole number above 0"),
        *(
            ("ALLOWED_USERS", listed, f"{listed!r} is no list of Telegram ids, such as {IDS}")
            for listed in (",", " , ,", "5;6", "-5", "Ana", "1_000", "٣")
        ),
        *(
            ("HTTP_ALLOWED_ORIGINS", listed, f"{wrong!r} is no origin, such as {ORIGIN}")
            for listed, wrong in (
                ("*", "*"),
                ("https://a.test,https://*.b.test", "https://*.b.test"),
                ("https://a.test/", "https://a.test/"),
            )
        ),
        ("HTTP_API_KEYS", f"shop:{KEY}", f"it is no list of name=key: {KEY_NAMES}"),
        ("HTTP_API_KEYS", f"a:b={KEY}", f"it is no list of name=key: {KEY_NAMES}"),
        ("HTTP_API_KEYS", f"page={KEY}", "the name 'page' is taken: choose another one"),
        ("HTTP_API_KEYS", "shop=short", "the key of 'shop' is shorter than 24 characters"),
        ("HTTP_API_KEYS", f"a={KEY},b={KEY}", "the key of 'b' is another one's, too"),
        ("VOICE_SPEAKER", "joe", "'joe' is no engine:voice, such as piper:joe"),
        ("DEFAULT_TIMEZONE", "Mars", "'Mars' is no IANA time zone, such as Asia/Kuala_Lumpur"),
    ],
)
def test_a_wrong_value_is_told_in_plain_words(
    name: str, value: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ConfigurationError) as raised:
        load_settings()
    assert str(raised.value) == f"a setting is wrong: {name}: {reason}"


@pytest.mark.parametrize("kind", KINDS[1:])
def test_wrong_values_of_an_agents_own_settings_are_one_line_that_names_each(
    kind: type[BaseSettings], monkeypatch: pytest.MonkeyPatch
) -> None:
    free = {field for field, each in kind.model_fields.items() if each.annotation is str}
    bound = [name for field, name in names_of(kind).items() if field not in free]
    for name in bound:
        monkeypatch.setenv(name, "perhaps")
    with pytest.raises(ConfigurationError) as raised:
        kind.load()  # type: ignore[attr-defined]
    assert str(raised.value).startswith("a setting is wrong: ")
    assert "\n" not in str(raised.value)
    assert [name for name in bound if f"{name}: must be " not in str(raised.value)] == []


def test_all_that_a_provider_lacks_is_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LLM_PROVIDERS", "groq")
    with pytest.raises(ConfigurationError) as raised:
        load_settings()
    lacking = "LLM_PROVIDERS names groq, but GROQ_BASE_URL and GROQ_MODEL are not set"
    assert str(raised.value) == f"a setting is wrong: {lacking}"


def test_a_log_level_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="LOG_LEVEL LOUD"):
        configure_logs("LOUD")


def test_secrets_do_not_show_when_settings_are_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-made-up")
    monkeypatch.setenv("DATABASE_URL", "postgresql://a:made-up@db/steward")
    monkeypatch.setenv("HTTP_API_KEYS", "shop=made-up-made-up-made-up-made-up")
    settings = load_settings()
    assert list(settings.api_keys) == ["shop"]
    assert "made-up" not in repr(load_settings())


def test_attempts_at_the_models_begin_with_the_pause_of_the_settings() -> None:
    policy = retry_policy(Retries.MODELS, Settings(retry_min_timeout_ms=500).limits())
    usual = retry_policy(Retries.MODELS, Settings().limits())
    assert (policy.initial_interval, policy.maximum_interval) == (
        timedelta(seconds=0.5),
        timedelta(seconds=2),
    )
    assert (usual.initial_interval, usual.maximum_interval) == (
        timedelta(seconds=1),
        timedelta(seconds=4),
    )


def test_anybody_may_use_the_page_where_only_this_machine_reaches_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    anonymous = {
        ("127.0.0.1:8085", ""): True,
        ("[::1]:8085", ""): True,
        ("0.0.0.0:8085", ""): False,
        ("0.0.0.0:8085", "true"): True,
        ("127.0.0.1:8085", "false"): False,
    }
    for (listen, said), expected in anonymous.items():
        monkeypatch.setenv("HTTP_LISTEN", listen)
        monkeypatch.setenv("HTTP_ANONYMOUS", said)
        assert load_settings().anonymous is expected, (listen, said)


TELEPHONE = {
    "TELEPHONE_ACCOUNT_SID": "AC" + "0f" * 16,
    "TELEPHONE_AUTH_TOKEN": "new, old",
    "HTTP_PUBLIC_ORIGIN": "https://steward.example",
}


def test_telephone_lines_have_tokens_and_numbers_with_agents_and_languages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    numbers = "+14155550100=service_calls/en_US, +4930123456=/de_DE,+60312345678"
    for name, value in {**TELEPHONE, "TELEPHONE_NUMBERS": numbers}.items():
        monkeypatch.setenv(name, value)
    settings = load_settings()
    assert [token.get_secret_value() for token in settings.telephone_auth_tokens] == ["new", "old"]
    meant = [(number, m.agent, m.locale) for number, m in settings.telephone_numbers.items()]
    assert meant == [
        ("+14155550100", "service_calls", "en_US"),
        ("+4930123456", None, "de_DE"),
        ("+60312345678", None, None),
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        {"TELEPHONE_ACCOUNT_SID": "AC12"},
        {"TELEPHONE_AUTH_TOKEN": " , "},
        {"HTTP_PUBLIC_ORIGIN": ""},
        {"VOICE_ENABLED": "false"},
        {"TELEPHONE_NUMBERS": "4155550100"},
        {"TELEPHONE_NUMBERS": "+14155550100,+14155550100"},
        {"TELEPHONE_NUMBERS": "+14155550100=/xx_YY"},
        {"TELEPHONE_PERSON_NUMBER": "911"},
    ],
)
def test_what_is_wrong_with_telephone_lines_is_said_without_a_token(
    monkeypatch: pytest.MonkeyPatch, wrong: dict[str, str]
) -> None:
    for name, value in {**TELEPHONE, **wrong}.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(ConfigurationError) as refused:
        load_settings()
    assert "new, old" not in str(refused.value)
