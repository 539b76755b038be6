from datetime import UTC, datetime
from decimal import Decimal

import pytest

from adapters.model.prices import Price, cost_of, price_list, transcription_cost

MILLION = 1_000_000


def test_a_call_costs_its_input_and_its_output() -> None:
    assert cost_of("gpt-4o-mini", MILLION, MILLION) == Decimal("0.75")
    assert cost_of("gpt-4o", 1_000, 100) == Decimal("0.0035")


def test_a_dated_snapshot_costs_what_its_model_does() -> None:
    assert cost_of("gpt-4o-2024-08-06", 1_000, 100) == cost_of("gpt-4o", 1_000, 100)


def test_a_snapshot_with_a_price_of_its_own_costs_that() -> None:
    assert cost_of("gpt-4o-2024-05-13", MILLION, 0) == Decimal(5)


def test_gemini_is_known_by_both_forms_of_its_name() -> None:
    assert cost_of("gemini-2.5-flash", MILLION, MILLION) == Decimal("2.80")
    assert cost_of("models/gemini-2.5-flash", MILLION, MILLION) == Decimal("2.80")


def test_an_unknown_model_has_no_price() -> None:
    assert cost_of("smollm2-135m", 1_000, 100) is None
    assert cost_of("gpt-4o-audio-preview", 1_000, 100) is None
    assert cost_of("", 0, 0) is None


def test_prices_in_the_settings_come_before_the_list() -> None:
    own = Price(Decimal(1), Decimal(2))
    assert cost_of("gpt-4o", MILLION, MILLION, own) == 3
    assert cost_of("llama-at-home", MILLION, MILLION, own) == 3
    assert cost_of("llama-at-home", MILLION, MILLION, Price(Decimal(0), Decimal(0))) == 0


def test_sound_is_billed_by_the_second() -> None:
    assert transcription_cost("whisper-1", 90) == Decimal("0.009")
    assert transcription_cost("gpt-4o-mini-transcribe", 60) == Decimal("0.003")
    assert transcription_cost("whisper-1", 60, per_minute=Decimal("0.02")) == Decimal("0.02")
    assert transcription_cost("faster-whisper", 60) is None
    assert transcription_cost("gpt-4o", 60) is None


def test_a_model_that_bills_sound_alone_has_no_price_for_tokens() -> None:
    assert cost_of("whisper-1", 1_000, 100) is None


@pytest.mark.parametrize("model", sorted(price_list()))
def test_every_price_says_where_it_is_from_and_when_it_was_checked(model: str) -> None:
    listed = price_list()[model]
    assert listed.source.startswith("https://")
    assert listed.checked <= datetime.now(UTC).date()
    assert (listed.tokens is not None) or (listed.minute is not None)
    if listed.tokens:
        assert 0 < listed.tokens.input < listed.tokens.output
