"""What the models used, in plain words: calls and money, never tokens."""

from decimal import ROUND_CEILING, Decimal

from bot.texts.formats import Formats
from bot.texts.speech import Wording, Words, table
from domain.topics import BudgetUsedUp, Usage
from domain.usage import UsageOfPerson

_CENT = Decimal("0.01")


def used(content: Usage, formats: Formats) -> Wording:
    """Today, lately, and how much of the day's limit is left."""
    usage = content.usage
    tail = (_lately(usage, formats), _unpriced(usage, formats), _share(usage, formats))
    return Wording(lead=_today(usage, formats), tail=tuple(line for line in tail if line))


def used_up(content: BudgetUsedUp, formats: Formats) -> Wording:
    """Whose limit it is, and until when it holds."""
    keys = (f"{content.topic}.{content.whose}", content.topic)
    return Wording(lead=formats.catalogue.first(*keys, when=_midnight(formats)))


def _today(usage: UsageOfPerson, formats: Formats) -> str:
    words, topic = formats.catalogue, Usage.topic
    if not usage.calls_today:
        return words.text(f"{topic}.none" if usage.has_model else f"{topic}.no_model")
    calls, cost = _calls(usage.calls_today, formats), _cost(usage.today.cost, formats)
    if cost:
        return words.text(f"{topic}.cost", calls=calls, cost=cost)
    return words.text(topic, calls=calls)


def _lately(usage: UsageOfPerson, formats: Formats) -> str:
    if not usage.calls:
        return ""
    calls, cost = _calls(usage.calls, formats), _cost(usage.lately.cost, formats)
    key = f"{Usage.topic}.lately_cost" if cost else f"{Usage.topic}.lately"
    return formats.catalogue.count(key, usage.days, calls=calls, cost=cost)


def _unpriced(usage: UsageOfPerson, formats: Formats) -> str:
    if not usage.unpriced:
        return ""
    return formats.catalogue.count(f"{Usage.topic}.unpriced", usage.unpriced)


def _share(usage: UsageOfPerson, formats: Formats) -> str:
    """The limit that is closer; tokens say nothing to most people, so as a part of it.

    When it is the limit for everybody that keeps the model out, that is told instead.
    """
    shares = [
        used / limit
        for used, limit in (
            (Decimal(usage.today.tokens), Decimal(usage.token_limit or 0)),
            (usage.today.cost, usage.cost_limit or Decimal(0)),
        )
        if limit > 0
    ]
    words, topic, until = formats.catalogue, Usage.topic, _midnight(formats)
    if usage.all_used_up:
        return words.text(f"{topic}.all_used_up", when=until)
    if not shares:
        return ""
    if max(shares) >= 1:
        return words.text(f"{topic}.used_up", when=until)
    return words.text(f"{topic}.share", percent=formats.percent(max(shares)), when=until)


def _calls(calls: int, formats: Formats) -> str:
    return formats.catalogue.count(f"{Usage.topic}.calls", calls)


def _cost(cost: Decimal, formats: Formats) -> str:
    """Dollars to the cent; less than ten cents to two digits that count. Empty for nothing."""
    if cost <= 0:
        return ""
    step = min(_CENT, Decimal(1).scaleb(cost.adjusted() - 1))
    return formats.money(cost.quantize(step, ROUND_CEILING), "USD")


def _midnight(formats: Formats) -> str:
    """When the next day of UTC begins, on the person's own clock. It is never a day away."""
    return formats.clock(formats.now.replace(hour=0, minute=0))


WORDS = table(Words(Usage, used), Words(BudgetUsedUp, used_up))
"""What words these topics."""
