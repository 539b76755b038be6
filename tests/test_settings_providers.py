"""Providers of models from the environment: in order, whole, each with a clear complaint."""

from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from domain.errors import ConfigurationError
from settings import Settings, load_settings
from settings.providers import ProviderSettings, ProviderVariables, variable
from wiring.providers import bind_providers

GEMINI = {"LLM_PROVIDERS": "gemini", "GEMINI_API_KEY": "made-up", "GEMINI_MODEL": "flash"}
LOCAL = {
    "LLM_PROVIDERS": "local",
    "LOCAL_BASE_URL": "http://127.0.0.1:9/v1",
    "LOCAL_MODEL": "tiny",
}


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing of this machine: neither its environment nor a ``.env`` file."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    for provider in ("openai", "gemini", "ollama", "local"):
        for field in ProviderVariables.model_fields:
            monkeypatch.delenv(variable(provider, field), raising=False)
    monkeypatch.chdir(tmp_path)


def providers(monkeypatch: pytest.MonkeyPatch, **given: str) -> tuple[ProviderSettings, ...]:
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    return load_settings().providers


def complaint(monkeypatch: pytest.MonkeyPatch, **given: str) -> str:
    with pytest.raises(ConfigurationError) as raised:
        providers(monkeypatch, **given)
    assert "\n" not in str(raised.value)
    return str(raised.value)


def test_without_a_key_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert providers(monkeypatch) == ()
    assert not load_settings().has_model


def test_a_key_of_openai_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    (openai,) = providers(monkeypatch, OPENAI_API_KEY="made-up")
    assert (openai.name, openai.base_url, openai.model) == ("openai", None, "gpt-4o-mini")
    assert (openai.transcription_model, openai.rpm) == ("whisper-1", 60)
    assert load_settings().has_model


def test_openai_has_names_of_its_own_beside_the_general_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (openai,) = providers(
        monkeypatch,
        OPENAI_API_KEY="made-up",
        LLM_MODEL="general",
        LLM_VISION_MODEL="sees",
        LLM_TIMEOUT_MS="5000",
    )
    assert (openai.model, openai.vision_model) == ("general", "sees")
    assert openai.timeout == timedelta(seconds=5)
    (openai,) = providers(monkeypatch, OPENAI_MODEL="own", OPENAI_TIMEOUT_MS="700")
    assert (openai.model, openai.timeout) == ("own", timedelta(milliseconds=700))


def test_several_are_asked_in_the_order_in_which_they_are_listed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given = GEMINI | LOCAL | {"OPENAI_API_KEY": "made-up", "OLLAMA_MODEL": "small"}
    given["LLM_PROVIDERS"] = "Local, ollama ,gemini,openai"
    found = providers(monkeypatch, **given)
    assert [provider.name for provider in found] == ["local", "ollama", "gemini", "openai"]
    assert found[1].base_url == "http://127.0.0.1:11434/v1"
    assert str(found[2].base_url).startswith("https://generativelanguage.googleapis.com/")


def test_everything_about_a_provider_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    (local,) = providers(
        monkeypatch,
        **LOCAL,
        LOCAL_MODELS="procurement = large, converse=small",
        LOCAL_VISION_MODEL="sees",
        LOCAL_TRANSCRIPTION_MODEL="hears",
        LOCAL_TIMEOUT_MS="9000",
        LOCAL_STRUCTURED="tools",
        LOCAL_PRICE_INPUT="0.10",
        LOCAL_PRICE_OUTPUT="0.40",
        LOCAL_PRICE_MINUTE="0.002",
        RATE_LIMIT_RPM_LOCAL="7",
    )
    assert local == ProviderSettings(
        name="local",
        model="tiny",
        base_url="http://127.0.0.1:9/v1",
        models={"procurement": "large", "converse": "small"},
        vision_model="sees",
        transcription_model="hears",
        timeout=timedelta(seconds=9),
        structured="tools",
        prices=(Decimal("0.10"), Decimal("0.40")),
        price_minute=Decimal("0.002"),
        rpm=7,
    )


def test_gemini_is_asked_as_often_as_its_free_tier_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    own = {"LLM_PROVIDERS": "gemini", "GEMINI_API_KEY": "k", "GEMINI_MODEL": "flash"}
    (gemini,) = providers(monkeypatch, **own)
    (faster,) = providers(monkeypatch, **own, RATE_LIMIT_RPM_GEMINI="60")
    assert (gemini.rpm, faster.rpm) == (15, 60)


def test_a_key_of_gemini_alone_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    (gemini,) = providers(monkeypatch, GEMINI_API_KEY="k")
    assert (gemini.name, gemini.model) == ("gemini", "gemini-2.5-flash")
    (openai,) = providers(monkeypatch, GEMINI_API_KEY="k", OPENAI_API_KEY="k")
    assert openai.name == "openai"


def test_a_file_says_it_as_well_and_the_environment_wins(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lines = [f"{name}={value}" for name, value in LOCAL.items()]
    (tmp_path / ".env").write_text("\n".join([*lines, "RATE_LIMIT_RPM_LOCAL=5"]))
    (local,) = providers(monkeypatch, LOCAL_MODEL="from-environment")
    assert (local.model, local.rpm) == ("from-environment", 5)


@pytest.mark.parametrize(
    ("given", "missing"),
    [
        (GEMINI, "GEMINI_API_KEY"),
        (LOCAL, "LOCAL_BASE_URL"),
        (LOCAL, "LOCAL_MODEL"),
        (LOCAL | {"LOCAL_SPEECH_MODEL": "kokoro"}, "LOCAL_VOICE"),
        (LOCAL | {"LOCAL_PRICE_INPUT": "1"}, "LOCAL_PRICE_OUTPUT"),
    ],
)
def test_what_is_missing_is_named_and_an_own_server_needs_no_key(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], missing: str
) -> None:
    assert missing in complaint(monkeypatch, **{k: v for k, v in given.items() if k != missing})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LOCAL_TIMEOUT_MS", "soon"),
        ("LOCAL_STRUCTURED", "xml"),
        ("LOCAL_MODELS", "large"),
        ("LOCAL_MODELS", "converse=small,converse=large"),
        ("LOCAL_PRICE_INPUT", "-1"),
        ("LOCAL_BASE_URL", "127.0.0.1:9"),
        ("RATE_LIMIT_RPM_LOCAL", "0"),
        ("OPENAI_BASE_URL", "ftp://127.0.0.1"),
    ],
)
def test_a_wrong_value_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    given = LOCAL | {"LLM_PROVIDERS": "local,openai", name: value}
    assert name in complaint(monkeypatch, **given)


def test_a_model_for_what_nothing_asks_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    providers(monkeypatch, **LOCAL, LOCAL_MODELS="chess=large")
    with pytest.raises(ConfigurationError, match=r"LOCAL_MODELS names chess: .*understand"):
        bind_providers(load_settings(), None)


@pytest.mark.parametrize(
    ("listed", "said"),
    [
        ("local,local", "twice"),
        ("local,LOCAL", "twice"),
        ("my-server", "letters"),
        ("llm", "something else"),
        ("temporal", "something else"),
    ],
)
def test_names_have_to_be_names(monkeypatch: pytest.MonkeyPatch, listed: str, said: str) -> None:
    message = complaint(monkeypatch, **LOCAL | {"LLM_PROVIDERS": listed})
    assert "LLM_PROVIDERS" in message
    assert said in message


def test_keys_of_others_are_not_taken_and_none_shows_when_settings_are_printed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    providers(monkeypatch, **LOCAL, LOCAL_API_KEY="made-up-too", GEMINI_API_KEY="made-up")
    assert set(load_settings().provider_variables) == {"local"}
    assert "made-up" not in repr(load_settings())
    assert "made-up" not in repr(load_settings().providers)


def test_a_time_limit_that_nobody_waits_for_is_refused_and_a_general_one_is_cut(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (local,) = providers(monkeypatch, **LOCAL, LLM_TIMEOUT_MS="60000")
    assert local.timeout == timedelta(seconds=20)
    with pytest.raises(ConfigurationError, match=r"LOCAL_TIMEOUT_MS is 40000.*MODEL_PATIENCE_MS"):
        providers(monkeypatch, **LOCAL, LOCAL_TIMEOUT_MS="40000")
    patient = {**LOCAL, "LOCAL_TIMEOUT_MS": "40000", "MODEL_PATIENCE_MS": "40000"}
    (local,) = providers(monkeypatch, **patient)
    assert local.timeout == timedelta(seconds=40)


def test_openai_itself_speaks_and_another_server_only_if_it_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (openai,) = providers(monkeypatch, OPENAI_API_KEY="made-up")
    assert (openai.speech_model, openai.voice) == ("gpt-4o-mini-tts", "alloy")
    (near,) = providers(monkeypatch, OPENAI_BASE_URL="http://127.0.0.1:9/v1")
    assert near.speech_model is None
    assert load_settings().has_model, "it needs no key"
    (local,) = providers(monkeypatch, LOCAL_SPEECH_MODEL="kokoro", LOCAL_VOICE="bella", **LOCAL)
    assert (local.speech_model, local.voice) == ("kokoro", "bella")
