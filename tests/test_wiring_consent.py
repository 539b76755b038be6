"""What people are asked to agree to says who keeps what, for how long, and who else sees it."""

from pathlib import Path

import pytest

from bot.consent import NOT_ASKED, ConsentText
from bot.texts.catalogue import LANGUAGES
from domain.errors import ConfigurationError
from settings import load_settings
from tests.fakes.consents import InMemoryConsents
from wiring.consent import LONGEST_TEXT, consent_of


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    monkeypatch.chdir(tmp_path)  # where no .env lies
    monkeypatch.setenv("CONSENT", "ask")
    monkeypatch.setenv("CONSENT_VERSION", "2026-12-01")
    monkeypatch.setenv("CONSENT_OPERATOR", "Example Ltd (privacy@example.com)")
    monkeypatch.setenv("CONSENT_PROVIDERS", "none")
    return monkeypatch


def read() -> ConsentText:
    text = consent_of(load_settings(), InMemoryConsents(), "telegram").text
    assert text is not None
    return text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_tells_all_that_a_person_must_know(
    environment: pytest.MonkeyPatch, language: str
) -> None:
    environment.setenv("RETENTION_DAYS", "45")
    environment.setenv("CONSENT_LINK", "https://example.com/privacy")
    without = read().texts[language]
    for part in ("Example Ltd (privacy@example.com)", "45", "/deletemydata", "/privacy"):
        assert part in without
    assert "https://example.com/privacy" in without
    environment.setenv("CONSENT_PROVIDERS", "OpenAI (USA)")
    assert "OpenAI" not in without
    assert "OpenAI (USA)" in read().texts[language]
    assert len(without) < 1_000


def test_nobody_is_asked_unless_an_operator_wants_it(environment: pytest.MonkeyPatch) -> None:
    environment.delenv("CONSENT")
    assert consent_of(load_settings(), InMemoryConsents(), "telegram") is NOT_ASKED


@pytest.mark.parametrize("variable", ["CONSENT_VERSION", "CONSENT_OPERATOR", "CONSENT_PROVIDERS"])
def test_what_is_missing_is_named_at_the_start(
    environment: pytest.MonkeyPatch, variable: str
) -> None:
    environment.delenv(variable)
    with pytest.raises(ConfigurationError, match=f"CONSENT=ask needs {variable}"):
        load_settings()


def test_a_text_of_the_operators_own_stands_in_its_place(
    environment: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "consent.toml"
    file.write_text('de = "Dürfen wir?"\nen = "May we?"\n', encoding="utf-8")
    environment.setenv("CONSENT_TEXT_FILE", str(file))
    environment.delenv("CONSENT_OPERATOR")
    text = read()
    assert dict(text.texts) == {"de": "Dürfen wir?", "en": "May we?"}
    assert text.language("ms") == "en"  # that of the default locale


@pytest.mark.parametrize(
    "content", ["", 'en = ""', "en = 3", 'xx = "May we?"', "en =", f'en = "{"a" * LONGEST_TEXT}b"']
)
def test_a_file_without_usable_texts_is_refused(
    environment: pytest.MonkeyPatch, tmp_path: Path, content: str
) -> None:
    file = tmp_path / "consent.toml"
    environment.setenv("CONSENT_TEXT_FILE", str(file))
    with pytest.raises(ConfigurationError, match="CONSENT_TEXT_FILE"):
        read()
    file.write_text(content, encoding="utf-8")
    with pytest.raises(ConfigurationError, match="CONSENT_TEXT_FILE"):
        read()
