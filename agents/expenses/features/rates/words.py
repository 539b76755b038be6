"""Exchange rates in words."""

from agents.expenses.features.rates.replies import (
    AmountWasConverted,
    RateRefused,
    RatesShown,
    RateWasSet,
)
from agents.expenses.rate_arithmetic import ExchangeRate
from agents.expenses.words.equations import equation
from agents.expenses.words.topics import with_example
from bot.texts.formats import Formats
from bot.texts.speech import Wording, Words, table
from domain.money import Currency

_KEY = "expenses.rate"


def rate_set(content: RateWasSet, formats: Formats) -> Wording:
    words, done = formats.catalogue, content.done
    rows = (words.count(f"{_KEY}.rows", done.rows),) if done.rows else ()
    return Wording(lead=words.text(f"{_KEY}.set"), tail=(_line(done.rate, formats), *rows))


def amount_converted(content: AmountWasConverted, formats: Formats) -> Wording:
    found = content.found
    if found.rate is None or found.converted is None:
        return _none_of(found.currency, found.into, formats)
    lead = formats.catalogue.text(
        f"{_KEY}.converted",
        amount=formats.money(found.amount, found.currency),
        result=formats.money(found.converted, found.into),
    )
    return Wording(lead=lead, tail=(_line(found.rate, formats),))


def rates_shown(content: RatesShown, formats: Formats) -> Wording:
    words, found = formats.catalogue, content.found
    lines = tuple(_line(rate, formats) for rate in found.rates)
    if found.currency is None or found.into is None:
        lead = words.text(_KEY if lines else f"{_KEY}.none")
        return Wording(lead=lead, tail=(*lines, words.text(f"{_KEY}.example")))
    if not lines:
        return _none_of(found.currency, found.into, formats)
    return Wording(lead=words.text(_KEY), tail=lines)


def refused(content: RateRefused, formats: Formats) -> Wording:
    problem = f"{_KEY}.{content.problem}"
    return with_example(formats.catalogue.text(problem, currency=content.currency), _KEY, formats)


def _none_of(currency: Currency, into: Currency, formats: Formats) -> Wording:
    lead = formats.catalogue.text(f"{_KEY}.none_of", currency=currency, into=into)
    return with_example(lead, _KEY, formats)


def _line(rate: ExchangeRate, formats: Formats) -> str:
    return formats.catalogue.text(
        f"{_KEY}.line.{rate.source}",
        equation=equation(rate.currency, rate.into, rate.rate, formats),
        day=formats.day(rate.day),
    )


WORDS = table(
    Words(RateWasSet, rate_set),
    Words(AmountWasConverted, amount_converted),
    Words(RatesShown, rates_shown),
    Words(RateRefused, refused),
)
"""What words these topics."""
