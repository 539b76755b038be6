"""A rate as an equation."""

from decimal import Context, Decimal

from bot.texts.formats import Formats

_SHORT = Context(prec=6)


def equation(currency: str, into: str, rate: Decimal, formats: Formats) -> str:
    """``1 USD = 4.52``, with the second currency where it must be said."""
    number = formats.money(_SHORT.normalize(rate) + 0, None)
    return f"1 {currency} = {number} {into}".strip()
