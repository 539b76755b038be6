"""The buttons of the offer: each sets a currency, as the platform's own buttons do."""

from collections.abc import Sequence

from pydantic import JsonValue

from agents.expenses.features.home_currency.offer import CurrencyOffer
from domain.messages import ButtonPress
from domain.preferences import PreferenceField
from domain.replies import Choice
from domain.topics import PressAction


def notice_choices(content: JsonValue) -> Sequence[Choice]:
    offer = CurrencyOffer.model_validate(content)
    field = PreferenceField.CURRENCY.value
    return [
        Choice(press=ButtonPress(action=PressAction.PREFER, subject=field, value=code), label=code)
        for code in (offer.currency, offer.own)
    ]
