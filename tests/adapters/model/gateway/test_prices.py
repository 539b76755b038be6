from decimal import Decimal

import pytest

from adapters.model.prices import Price, cost_of, transcription_cost

MILLION = 1_000_000

LISTED = [
    ("gpt-4o", "2.50", "10.00"),
    ("gpt-4o-mini", "0.15", "0.60"),
    ("gpt-4.1", "2.00", "8.00"),
    ("gpt-4.1-mini", "0.40", "1.60"),
    ("gpt-4.1-nano", "0.10", "0.40"),
    ("gpt-5", "1.25", "10.00"),
    ("gpt-5-mini", "0.25", "2.00"),
    ("gpt-5-nano", "0.05", "0.40"),
    ("gpt-5.1", "1.25", "10.00"),
    ("gpt-5.2", "1.75", "14.00"),
    ("gpt-5.4", "2.50", "15.00"),
    ("gpt-5.4-mini", "0.75", "4.50"),
    ("gpt-5.5", "5.00", "30.00"),
    ("gpt-6-sol", "2.00", "10.00"),
    ("gpt-6-luna", "0.10", "0.50"),
    ("gpt-6.1-sol", "2.00", "10.00"),
    ("gemini-2.5-pro", "1.25", "10.00"),
    ("gemini-2.5-flash", "0.30", "2.50"),
    ("gemini-2.5-flash-lite", "0.10", "0.40"),
    ("gemini-3.5-flash", "1.50", "9.00"),
    ("gemini-3.5-flash-lite", "0.30", "2.50"),
]
"""As compared with the vendors' own pages, from March to October 2026."""


def test_the_list_says_what_the_vendors_pages_say() -> None:
    for model, read, written in LISTED:
        assert cost_of(model, 1_000, 0) == Decimal(read) / 1_000, model
        assert cost_of(model, 0, 1_000) == Decimal(written) / 1_000, model


def test_a_call_costs_its_input_and_its_output_where_the_price_of_its_model_is_known() -> None:
    assert cost_of("gpt-4o", 1_000, 100) == Decimal("0.0035")
    assert cost_of("gpt-4o-2024-08-06", 1_000, 100) == Decimal("0.0035"), "a dated snapshot"
    assert cost_of("gpt-4o-2024-05-13", 1_000, 0) == Decimal("0.005"), "one with its own price"
    assert cost_of("models/gemini-2.5-flash", 1_000, 0) == Decimal("0.0003")
    assert cost_of("gpt-4o-mini-transcribe", 1_000, 100) == Decimal("0.00175")
    assert cost_of("gpt-4o", 0, 0) == 0
    assert cost_of("smollm2-135m", 0, 0) is None
    assert cost_of("whisper-1", 1_000, 100) is None, "sound alone is billed"


@pytest.mark.parametrize("model", ["smollm2-135m", "llama-3.3-70b-versatile", "qwen3:8b", ""])
def test_an_unknown_model_and_one_that_may_run_at_home_have_no_price(model: str) -> None:
    assert cost_of(model, 1_000, 100, address="http://127.0.0.1:11434/v1") is None


def test_the_same_model_has_a_price_where_it_is_sold() -> None:
    sold = cost_of("llama-3.3-70b-versatile", 1_000, 100, address="https://api.groq.com/openai/v1")
    assert sold is not None
    assert sold > 0


def test_prices_in_the_settings_come_before_the_list() -> None:
    own = Price(Decimal(1), Decimal(2))
    assert cost_of("gpt-4o", MILLION, MILLION, own) == 3
    assert cost_of("llama-at-home", MILLION, MILLION, own) == 3
    assert cost_of("llama-at-home", MILLION, MILLION, Price(Decimal(0), Decimal(0))) == 0


def test_sound_is_billed_by_the_second() -> None:
    assert transcription_cost("whisper-1", 90) == Decimal("0.009")
    assert transcription_cost("whisper-1", 60, per_minute=Decimal("0.02")) == Decimal("0.02")
    assert transcription_cost("faster-whisper", 60) is None
    assert transcription_cost("gpt-4o", 60) is None
