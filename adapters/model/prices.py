"""What model calls cost, where the price is published."""

import re
from decimal import Decimal
from typing import NamedTuple

_TOKENS_PER_PRICE = 1_000_000
_SNAPSHOT = re.compile(r"-\d{4}-\d{2}-\d{2}$")


class Price(NamedTuple):
    """US dollars for one million tokens, without the discount for cached input."""

    input: Decimal
    output: Decimal


PRICES: dict[str, Price] = {
    "gpt-4o-mini": Price(Decimal("0.15"), Decimal("0.60")),
    "gpt-4o": Price(Decimal("2.50"), Decimal("10.00")),
}
"""Source: OpenAI's published list prices for standard processing, as of November 2026."""


def cost_of(model: str, input_tokens: int, output_tokens: int) -> Decimal | None:
    """US dollars for one call; None when the price of ``model`` is not known.

    A dated snapshot (``gpt-4o-2024-08-06``) has the price of its model.
    """
    price = PRICES.get(_SNAPSHOT.sub("", model))
    if price is None:
        return None
    return (price.input * input_tokens + price.output * output_tokens) / _TOKENS_PER_PRICE
