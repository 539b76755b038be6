"""What model calls cost, where the price is published."""

import re
import tomllib
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from functools import cache
from importlib import resources
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

_TOKENS_PER_PRICE = 1_000_000
_SECONDS_PER_MINUTE = 60
_SNAPSHOT = re.compile(r"-\d{4}-\d{2}-\d{2}$")
_FILE = "prices.toml"


class Price(NamedTuple):
    """US dollars for one million tokens, without the discount for cached input."""

    input: Decimal
    output: Decimal


class ListedPrice(BaseModel):
    """One line of the price list. ``minute`` is US dollars for a minute of sound."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    input: Decimal | None = None
    output: Decimal | None = None
    minute: Decimal | None = None
    checked: date
    source: str = ""

    @property
    def tokens(self) -> Price | None:
        """None for a model that bills by the minute alone."""
        if self.input is None or self.output is None:
            return None
        return Price(self.input, self.output)


class _Vendor(BaseModel):
    model_config = ConfigDict(extra="forbid")

    source: str
    models: dict[str, ListedPrice]


@cache
def price_list() -> dict[str, ListedPrice]:
    """Every listed model with the page that its price comes from."""
    written = resources.files(__package__).joinpath(_FILE).read_text(encoding="utf-8")
    return dict(
        _listed({name: _Vendor(**vendor) for name, vendor in tomllib.loads(written).items()})
    )


def _listed(vendors: dict[str, _Vendor]) -> Iterator[tuple[str, ListedPrice]]:
    for vendor in vendors.values():
        for model, price in vendor.models.items():
            yield model, price.model_copy(update={"source": price.source or vendor.source})


def cost_of(
    model: str, input_tokens: int, output_tokens: int, prices: Price | None = None
) -> Decimal | None:
    """US dollars for one call; None when the price of ``model`` is not known.

    ``prices`` are what the provider's settings say; they come before the list. A dated snapshot
    (``gpt-4o-2024-08-06``) that is not listed itself, and Gemini's long form
    (``models/gemini-2.5-flash``), have the price of their model. Input is counted in full: a
    discount for cached input makes the bill smaller.
    """
    price = prices or (listed.tokens if (listed := _price(model)) else None)
    if price is None:
        return None
    return (price.input * input_tokens + price.output * output_tokens) / _TOKENS_PER_PRICE


def transcription_cost(
    model: str, seconds: float, per_minute: Decimal | None = None
) -> Decimal | None:
    """US dollars for so many seconds of sound; None when no price by the minute is known.

    For a model that reports tokens, ``cost_of`` is exact and this an estimate.
    """
    listed = _price(model)
    price = per_minute if per_minute is not None else (listed.minute if listed else None)
    return None if price is None else price * Decimal(str(seconds)) / _SECONDS_PER_MINUTE


def _price(model: str) -> ListedPrice | None:
    name = model.removeprefix("models/")
    return price_list().get(name) or price_list().get(_SNAPSHOT.sub("", name))
