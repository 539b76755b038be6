"""Exchange rates in words."""

from agents.expenses.rates import ExchangeRate, RateWish
from agents.expenses.replies import RateShown
from agents.expenses.words.equations import equation
from bot.texts.formats import Formats
from bot.texts.speech import Wording, Words, table


def rate_shown(content: RateShown, formats: Formats) -> Wording:
    words, key, told = formats.catalogue, content.topic, content.told
    order, example = told.order, words.text(f"{content.topic}.example")
    if order.problem is not None:
        lead = words.text(f"{key}.{order.problem}", currency=order.currency or "")
        return Wording(lead=lead, tail=(example,))
    lines = tuple(_line(rate, formats) for rate in told.rates)
    if order.currency is None:
        lead = words.text(key if lines else f"{key}.none")
        return Wording(lead=lead, tail=(*lines, example))
    if not lines:
        pair = {"currency": order.currency, "into": order.into or ""}
        return Wording(lead=words.text(f"{key}.none_of", **pair), tail=(example,))
    if order.wish is RateWish.CONVERT and order.amount is not None and told.result is not None:
        lead = words.text(
            f"{key}.converted",
            amount=formats.money(order.amount, order.currency),
            result=formats.money(told.result, order.into),
        )
        return Wording(lead=lead, tail=lines)
    if order.wish is RateWish.SET:
        tail = (words.count(f"{key}.rows", told.rows),) if told.rows else ()
        return Wording(lead=words.text(f"{key}.set"), tail=(*lines, *tail))
    return Wording(lead=words.text(key), tail=lines)


def _line(rate: ExchangeRate, formats: Formats) -> str:
    return formats.catalogue.text(
        f"expenses.rate.line.{rate.source}",
        equation=equation(rate.currency, rate.into, rate.rate, formats),
        day=formats.day(rate.day),
    )


WORDS = table(Words(RateShown, rate_shown))
"""What words these topics."""
