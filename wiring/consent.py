"""The text that people agree to, put together from the settings."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from bot.consent import NOT_ASKED, Consent, ConsentText
from bot.consent_dialog import word_text
from bot.ports import ConsentRecords
from bot.texts.catalogue import LANGUAGES, catalogue_for
from domain.errors import ConfigurationError
from settings import Settings
from wiring.channel import agents_on

NOBODY = "none"
"""In place of names of providers."""

LONGEST_TEXT = 3_000
"""Characters: it must fit into one message of any channel."""


def consent_of(settings: Settings, records: ConsentRecords, channel: str) -> Consent:
    """Raises ``ConfigurationError`` for a file that gives no texts."""
    if settings.consent == "off" or settings.consent_version is None:
        return NOT_ASKED
    file, usual = settings.consent_text_file, settings.default_locale.partition("_")[0]
    texts = _word(settings) if file is None else _read(file)
    if usual in texts:
        texts = {usual: texts[usual], **texts}
    text = ConsentText(settings.consent_version, texts, settings.retention_days)
    return Consent(records, text, agents_on(settings, channel))


def _word(settings: Settings) -> Mapping[str, str]:
    providers = settings.consent_providers or NOBODY
    return {
        language: word_text(
            catalogue_for(language),
            operator=settings.consent_operator or "",
            days=settings.retention_days,
            providers="" if providers.lower() == NOBODY else providers,
            link=settings.consent_link or "",
        )
        for language in LANGUAGES
    }


def _read(file: Path) -> Mapping[str, str]:
    try:
        texts = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigurationError(f"CONSENT_TEXT_FILE {file} can't be read: {error}") from error
    unfit = [each for each in texts if each not in LANGUAGES or not _is_text(texts[each])]
    if unfit or not texts:
        raise ConfigurationError(
            f'CONSENT_TEXT_FILE {file} must have a line  en = "…"  for each language, of '
            f"{', '.join(LANGUAGES)}, with at most {LONGEST_TEXT} characters"
            + (f"; look at {', '.join(unfit)}" if unfit else "")
        )
    return {language: text.strip() for language, text in texts.items()}


def _is_text(text: object) -> bool:
    return isinstance(text, str) and 0 < len(text.strip()) <= LONGEST_TEXT
