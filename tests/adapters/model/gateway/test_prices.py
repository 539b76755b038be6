from decimal import Decimal

from adapters.model.prices import cost_of


def test_a_call_costs_its_input_and_its_output() -> None:
    assert cost_of("gpt-4o-mini", 1_000_000, 1_000_000) == Decimal("0.75")
    assert cost_of("gpt-4o", 1_000, 100) == Decimal("0.0035")


def test_a_dated_snapshot_costs_what_its_model_does() -> None:
    assert cost_of("gpt-4o-2024-08-06", 1_000, 100) == cost_of("gpt-4o", 1_000, 100)


def test_an_unknown_model_has_no_price() -> None:
    assert cost_of("smollm2-135m", 1_000, 100) is None
    assert cost_of("gpt-4o-audio-preview", 1_000, 100) is None
