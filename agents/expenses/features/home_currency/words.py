"""The offer in words."""

from babel.numbers import get_currency_name
from pydantic import JsonValue

from agents.expenses.features.home_currency.offer import CurrencyOffer
from bot.texts.formats import Formats


def notice_line(content: JsonValue, formats: Formats) -> str:
    """What goes with the card of the expense that shows it."""
    offer = CurrencyOffer.model_validate(content)
    offered, own = (
        f"{code} ({get_currency_name(code, locale=formats.locale)})"
        for code in (offer.currency, offer.own)
    )
    return formats.catalogue.text("expenses.saved.home_currency", offered=offered, own=own)
