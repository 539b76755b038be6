"""How two mentions of one expense, and one mention of several expenses, relate."""

from domain.understanding import Mention

_OF_ONE_RECEIPT = frozenset({"amount", "ambiguous_amounts", "reference"})
"""What never holds for several receipts at once."""


def shared(mention: Mention) -> Mention:
    """What of it may hold for each of several receipts: a shop, a date, a way of paying.

    A currency goes with its amount; by itself it may hold for all.
    """
    gone = set(_OF_ONE_RECEIPT)
    if mention.amount is not None or mention.ambiguous_amounts:
        gone.add("currency")
    return mention.model_copy(
        update={name: Mention.model_fields[name].get_default() for name in gone}
    )


def beyond(mention: Mention, known: Mention) -> Mention:
    """What ``mention`` says that ``known`` does not: the fields with another value."""
    same = {
        name: field.get_default()
        for name, field in Mention.model_fields.items()
        if _plain(getattr(mention, name)) == _plain(getattr(known, name))
    }
    return mention.model_copy(update=same)


def laid_over(known: Mention, news: Mention) -> Mention:
    """``known`` with everything that ``news`` says in place of what it said."""
    told = {
        name: value for name in Mention.model_fields if (value := getattr(news, name)) not in _NONE
    }
    if "amount" in told:
        told["ambiguous_amounts"] = ()
    elif "ambiguous_amounts" in told:
        told["amount"] = None
    return known.model_copy(update=told)


_NONE = (None, ())


def _plain(value: object) -> object:
    """Names count as the same in any spelling of upper and lower case."""
    return value.casefold() if isinstance(value, str) else value
