"""A currency that seems to be the person's."""

from domain.messages import Frozen
from domain.money import Currency


class CurrencyOffer(Frozen):
    """All of the person's first expenses are in ``currency``; ``own`` is what they have set."""

    currency: Currency
    own: Currency
