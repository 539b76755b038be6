"""What the models used, in plain words: calls and money, never tokens."""

from collections.abc import Callable, Mapping
from decimal import ROUND_CEILING, ROUND_HALF_EVEN, Decimal, InvalidOperation

from bot.texts.formats import Formats
from bot.texts.speech import Speech, Wording
from domain.topics import ConversationTopic as Conversation

_CENT = Decimal("0.01")


def used(speech: Speech) -> Wording:
    """Today, lately, and how much of the day's limit is left."""
    tail = [_lately(speech), _unpriced(speech), _share(speech)]
    return Wording(lead=_today(speech), tail=tuple(line for line in tail if line))


def used_up(speech: Speech) -> Wording:
    """Whose limit it is, and until when it holds."""
    topic = speech.reply.topic
    until = _midnight(speech.formats)
    return Wording(lead=speech.words.first(f"{topic}.{speech.fact('whose')}", topic, when=until))


def _today(speech: Speech) -> str:
    topic, calls, cost = speech.reply.topic, _number(speech, "calls_today"), _cost(speech, "_today")
    if speech.fact("no_model") and not calls:
        return speech.words.text(f"{topic}.no_model")
    if not calls:
        return speech.words.text(f"{topic}.none")
    if cost:
        return speech.words.text(f"{topic}.cost", calls=_calls(speech, calls), cost=cost)
    return speech.words.text(topic, calls=_calls(speech, calls))


def _lately(speech: Speech) -> str:
    topic, calls, days = speech.reply.topic, _number(speech, "calls"), _number(speech, "days")
    if not calls:
        return ""
    cost = _cost(speech, "")
    key = f"{topic}.lately_cost" if cost else f"{topic}.lately"
    return speech.words.count(key, days, calls=_calls(speech, calls), cost=cost)


def _unpriced(speech: Speech) -> str:
    unpriced = _number(speech, "unpriced")
    return speech.words.count(f"{speech.reply.topic}.unpriced", unpriced) if unpriced else ""


def _share(speech: Speech) -> str:
    """The limit that is closer; tokens say nothing to most people, so as a part of it.

    When it is the limit for everybody that keeps the model out, that is told instead.
    """
    shares = [
        _decimal(speech, used) / limit
        for used, allowed in (("tokens_today", "token_limit"), ("cost_today", "cost_limit"))
        if (limit := _decimal(speech, allowed)) > 0
    ]
    topic, until = speech.reply.topic, _midnight(speech.formats)
    if speech.fact("all_used_up"):
        return speech.words.text(f"{topic}.all_used_up", when=until)
    if not shares:
        return ""
    if max(shares) >= 1:
        return speech.words.text(f"{topic}.used_up", when=until)
    percent = (max(shares) * 100).to_integral_value(ROUND_HALF_EVEN)
    return speech.words.text(f"{topic}.share", percent=str(percent), when=until)


def _calls(speech: Speech, calls: int) -> str:
    return speech.words.count(f"{speech.reply.topic}.calls", calls)


def _number(speech: Speech, name: str) -> int:
    value = speech.fact(name)
    return int(value) if value.isdecimal() else 0


def _decimal(speech: Speech, name: str) -> Decimal:
    try:
        value = Decimal(speech.fact(name) or "0")
    except InvalidOperation:
        return Decimal(0)
    return value if value.is_finite() else Decimal(0)


def _cost(speech: Speech, when: str) -> str:
    """Dollars to the cent; less than ten cents to two digits that count. Empty for nothing."""
    cost = _decimal(speech, f"cost{when}")
    if cost <= 0:
        return ""
    step = min(_CENT, Decimal(1).scaleb(cost.adjusted() - 1))
    return speech.formats.money(cost.quantize(step, ROUND_CEILING), "USD")


def _midnight(formats: Formats) -> str:
    """When the next day of UTC begins, on the person's own clock. It is never a day away."""
    return formats.clock(formats.now.replace(hour=0, minute=0))


WORDS: Mapping[str, Callable[[Speech], Wording]] = {
    Conversation.USAGE: used,
    Conversation.BUDGET_USED_UP: used_up,
}
"""What words these topics."""
