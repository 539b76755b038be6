"""Questions in words. The second attempt says it differently, the third offers a way out."""

from datetime import timedelta
from decimal import Decimal

from bot.texts import cards
from bot.texts.formats import shown
from bot.texts.names import category_name
from bot.texts.reasons import reason
from bot.texts.speech import Speech, Wording
from domain.agents.transaction import MAX_ATTEMPTS, Problem
from domain.replies import Card

EXAMPLE_AMOUNT = Decimal("12.50")

_NOTHING_GIVEN = frozenset({"", Problem.MISSING.value, Problem.UNSURE.value})
"""Problems after which a repeated question is put in other words instead of naming the problem."""


def asked(speech: Speech, kind: str) -> Wording:
    """The question for one field: which receipt, what is known, the question, an example."""
    again = _attempt(speech) > 1
    context = _context(speech, kind, again=again)
    parts = [_several(speech), context, _question(speech, kind, named=bool(context))]
    if again or kind in ("category", "better_image"):
        parts.append(_example(speech, kind))
    if _attempt(speech) >= MAX_ATTEMPTS:
        parts.append(speech.words.text("ask.offer"))
    lead, *tail = [part for part in parts if part]
    return Wording(lead=lead, tail=tuple(tail))


def _several(speech: Speech) -> str:
    """Said with the first question about a photo of more than one receipt."""
    seen = speech.fact("several")
    if not seen.isdecimal() or _attempt(speech) > 1:
        return ""
    return speech.words.count("ask.several", int(seen))


def asked_duplicate(speech: Speech) -> Wording:
    """Shows the saved row, the second of the two cards; the new one looks just like it."""
    saved_at = speech.fact("saved_at")
    question = (
        speech.words.text("ask.duplicate.on", day=speech.formats.day_text(saved_at))
        if saved_at
        else speech.words.text("ask.duplicate")
    )
    again = speech.words.text("ask.duplicate.again") if _attempt(speech) > 1 else ""
    known_row = speech.reply.cards[-1:]
    return Wording(
        lead="\n".join(part for part in (_context(speech, "", again=True), question) if part),
        cards=tuple(cards.view(card, speech.formats) for card in known_row),
        tail=(again,) if again else (),
    )


def asked_edit(speech: Speech) -> Wording:
    field, problem = speech.fact("field"), speech.fact("problem")
    refused = problem and speech.words.has(f"ask.{field}.{problem}")
    return Wording(
        lead=_problem(speech, field, problem) if refused else speech.words.text("ask.edit"),
        cards=tuple(cards.view(card, speech.formats) for card in speech.reply.cards[:1]),
        tail=(speech.words.text("ask.edit.example"),),
    )


def _attempt(speech: Speech) -> int:
    fact = speech.fact("attempt")
    return int(fact) if fact.isdecimal() else 1


def _context(speech: Speech, kind: str, *, again: bool) -> str:
    """Which receipt it is about, when that must be said, and what its photo gave so far.

    What a person just typed need not be repeated to them, nor what was told with the first
    attempt; but when their answer changed something else, they see that it did.
    """
    card = speech.card
    if card is None:
        return ""
    noted = speech.fact("noted") == "1"
    told = noted or (card.from_photo and not again)
    known = cards.known(card, speech.formats, leaving_out=kind) if told else ""
    number, named = str(card.number), speech.fact("which") == "1"
    if known:
        key = f"ask.{'about.' if named else ''}{'noted' if noted else 'known'}"
        return speech.words.text(key, number=number, known=known)
    if not named:
        return ""
    return speech.words.text("ask.about", number=number, name=cards.name_of(card, speech.formats))


def _question(speech: Speech, kind: str, *, named: bool) -> str:
    problem = speech.fact("problem")
    if kind == "better_image":
        return _better_image(speech)
    if _attempt(speech) > 1 and problem in _NOTHING_GIVEN:
        return speech.words.text(f"ask.{kind}.again")
    if problem and problem != Problem.MISSING and speech.words.has(f"ask.{kind}.{problem}"):
        return _problem(speech, kind, problem)
    return _plain(speech, kind, None if named and kind == "category" else speech.card)


def _better_image(speech: Speech) -> str:
    if _attempt(speech) > 1:
        return speech.words.text("ask.better_image.again")
    told = speech.fact("reason")
    if told:
        why = reason(speech.words, speech.fact("code"), told)
        return speech.words.text("ask.better_image.reason", reason=why)
    return speech.words.text("ask.better_image")


def _problem(speech: Speech, kind: str, problem: str) -> str:
    value = _refused(speech, kind)
    key = f"ask.{kind}.{problem}"
    if value:
        return speech.words.text(key, value=value)
    return speech.words.first(f"{key}.bare", key)


def _refused(speech: Speech, kind: str) -> str:
    """The refused or doubtful value as the person writes such values."""
    value = speech.fact("value")
    currency = speech.card.currency if speech.card else None
    if not value:
        return (speech.card and cards.field_value(speech.card, kind, speech.formats)) or ""
    if kind == "amount":
        return speech.formats.money_text(value, currency)
    if kind == "category":
        return category_name(value, speech.words)
    return speech.formats.day_text(value) if kind == "date" else shown(value)


def _plain(speech: Speech, kind: str, card: Card | None) -> str:
    words, key = speech.words, f"ask.{kind}"
    if card is None:
        return words.text(key)
    if kind == "merchant":
        return _plain_merchant(speech, card)
    if kind == "amount" and card.merchant:
        return words.text("ask.amount.at", name=shown(card.merchant))
    if kind == "amount" and card.item:
        return words.text("ask.amount.for", name=shown(card.item))
    if kind == "category":
        return words.text("ask.category.of", name=cards.name_of(card, speech.formats))
    return words.text(key)


def _plain_merchant(speech: Speech, card: Card) -> str:
    if card.from_photo:
        return speech.words.text("ask.merchant.photo")
    if card.amount is None:
        return speech.words.text("ask.merchant")
    amount = speech.formats.money(card.amount, card.currency)
    return speech.words.text("ask.merchant.of", amount=amount)


def _example(speech: Speech, kind: str) -> str:
    formats, currency = speech.formats, speech.card.currency if speech.card else None
    earlier = formats.now.astimezone(formats.zone).date() - timedelta(days=3)
    return speech.words.text(
        f"ask.{kind}.example",
        money=formats.money(EXAMPLE_AMOUNT, currency),
        date=formats.full_day(earlier),
    )
