"""What model calls cost, in US dollars, where the price is published.

The price list is that of the package genai-prices, as it was when the package was built: nothing is
fetched. It knows dated snapshots, longer prompts that cost more, and prices that change on a day.
"""

from decimal import Decimal
from typing import NamedTuple

from genai_prices import Usage, calc_price

_TOKENS_PER_PRICE = 1_000_000
_SECONDS_PER_MINUTE = 60

_BY_NAME = ("openai", "google")
"""Vendors whose models are told by their names, behind whatever address: other vendors' models are
also run at home, where they cost nothing."""


class Price(NamedTuple):
    """US dollars for one million tokens, without the discount for cached input."""

    input: Decimal
    output: Decimal


def cost_of(
    model: str,
    input_tokens: int,
    output_tokens: int,
    prices: Price | None = None,
    address: str | None = None,
) -> Decimal | None:
    """US dollars for one call; None when the price of ``model`` is not known.

    ``prices`` are what the provider's settings say; they come before the list. ``address`` is the
    provider's base URL: many sell the same model. Input is counted in full: a discount for cached
    input makes the bill smaller.
    """
    if prices is not None:
        return (prices.input * input_tokens + prices.output * output_tokens) / _TOKENS_PER_PRICE
    if not input_tokens and not output_tokens:
        return None if _listed(model, address, Usage(input_tokens=1)) is None else Decimal(0)
    usage = Usage(input_tokens=input_tokens, output_tokens=output_tokens)
    return _listed(model, address, usage)


def transcription_cost(
    model: str, seconds: float, per_minute: Decimal | None = None, address: str | None = None
) -> Decimal | None:
    """US dollars for so many seconds of sound; None when no price by the time is known.

    A model that bills by tokens has none: ``cost_of`` is for those.
    """
    if per_minute is not None:
        return per_minute * Decimal(str(seconds)) / _SECONDS_PER_MINUTE
    return _listed(model, address, Usage(audio_seconds=Decimal(str(seconds))))


def speech_cost(
    model: str,
    characters: int,
    tokens: tuple[int, int],
    prices: Price | None = None,
    address: str | None = None,
) -> Decimal | None:
    """US dollars for a sentence that a model said: by the character where its price is told so,
    else by ``tokens`` (input and output), as ``cost_of``.
    """
    by_character = _listed(model, address, Usage(input_characters=characters))
    if prices is None and by_character is not None:
        return by_character
    return cost_of(model, *tokens, prices, address)


def _listed(model: str, address: str | None, usage: Usage) -> Decimal | None:
    """By the seller at ``address``, else by the vendor that the name tells. Zero is no price: the
    list has it for what a model does not bill by.
    """
    name = model.removeprefix("models/")  # Gemini's long form
    for vendor in (None, *_BY_NAME) if address else _BY_NAME:
        try:
            if vendor is None:
                sold = calc_price(usage, name, provider_api_url=address)
            else:
                sold = calc_price(usage, name, provider_id=vendor)
        except LookupError:
            continue
        return sold.total_price or None
    return None
