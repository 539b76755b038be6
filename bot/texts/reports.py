"""Longer answers in words: help, status, history, figures, and where a value came from."""

from datetime import date, timedelta

from pydantic import ValidationError

from bot.texts import cards
from bot.texts.catalogue import UnwordableReplyError
from bot.texts.formats import Formats, shown
from bot.texts.names import category_name
from bot.texts.questions import EXAMPLE_AMOUNT
from bot.texts.speech import Speech, Wording
from domain.ledger import CurrencyTotal, Insight
from domain.replies import Card
from domain.understanding import InsightMeasure

MAX_CATEGORIES_SHOWN = 8


def helped(speech: Speech) -> Wording:
    """Help about the open question comes first; the rest only when nothing is open."""
    words, kind = speech.words, speech.fact("question")
    if not words.has(f"help.{kind}"):
        return Wording(lead=words.text("conversation.help"))
    card, formats = speech.card, speech.formats
    name = words.text("card.untitled") if card is None else cards.name_of(card, formats)
    currency = card.currency if card else None
    money = formats.money(EXAMPLE_AMOUNT, currency)
    return Wording(
        lead=words.text(f"help.{kind}", name=name, money=money),
        tail=(words.text("help.leave"), "", words.text("conversation.help")),
    )


def status(speech: Speech) -> Wording:
    """What is going on, what is missing, what is awaited and until when."""
    words = speech.words
    tail: list[str] = []
    for card in speech.reply.cards:
        tail.append(cards.line(card, speech.formats))
        tail.extend(f"   {detail}" for detail in _task_details(speech, card))
    expires = speech.fact("expires_at")
    if expires and speech.reply.cards:
        tail.append(words.text("status.expires", when=speech.formats.moment(expires)))
    if speech.fact("storage_down") == "1":
        tail.append(words.text("status.storage_down"))
    return Wording(lead=_status_lead(speech), tail=tuple(tail))


def _status_lead(speech: Speech) -> str:
    words, state = speech.words, speech.fact("state")
    if state != "waiting":
        return words.first(f"status.{state}", "status.idle")
    what_key = f"status.what.{speech.fact('waiting_for')}"
    if not words.has(what_key):
        return words.text("status.waiting")
    what, since = words.text(what_key), speech.fact("since")
    if since:
        return words.text("status.waiting.since", what=what, since=speech.formats.moment(since))
    return words.text("status.waiting.for", what=what)


def _task_details(speech: Speech, card: Card) -> list[str]:
    details = []
    doing = speech.fact(f"doing.{card.task_id}")
    if doing:
        details.append(cards.doing_now(doing, speech.formats))
    missing = [f.strip() for f in speech.fact(f"missing.{card.task_id}").split(",") if f.strip()]
    doubtful = [f for f in missing if cards.field_value(card, f, speech.formats) is not None]
    absent = [f for f in missing if f not in doubtful]
    for key, fields in (("status.missing", absent), ("status.doubtful", doubtful)):
        if fields:
            labels = ", ".join(cards.field_label(field, speech.formats) for field in fields)
            details.append(speech.words.text(key, fields=labels))
    if speech.fact(f"turn.{card.task_id}") == "1":
        details.append(speech.words.text("status.turn"))
    return details


def history(speech: Speech) -> Wording:
    if not speech.reply.cards:
        return Wording(lead=speech.words.text("conversation.history.none"))
    lines = tuple(cards.line(card, speech.formats) for card in speech.reply.cards)
    return Wording(lead=speech.words.text("conversation.history"), tail=lines)


def provenance(speech: Speech) -> Wording:
    """Where a field's value came from; without a field, where every value came from."""
    card, field = speech.card, cards.field_name(speech.fact("field"))
    if card is None:
        return Wording(lead=speech.words.text("provenance.nothing"))
    names = [field] if field else [cards.field_name(name) for name in card.provenance]
    lines = [_origin(speech, card, name) for name in names]
    if not lines:
        return Wording(lead=speech.words.text("provenance.nothing"))
    return Wording(lead=lines[0], tail=tuple(lines[1:]))


def _origin(speech: Speech, card: Card, field: str) -> str:
    words, label = speech.words, cards.field_label(field, speech.formats)
    value = cards.field_value(card, field, speech.formats)
    origin = cards.provenance(card, field)
    if value is None:
        return words.text("provenance.none", field=label)
    if origin is None or not words.has(f"provenance.{origin.source}"):
        return words.text("provenance.unknown", field=label)
    key, evidence = f"provenance.{origin.source}", shown(origin.evidence)
    if evidence:
        return words.text(key, value=value, evidence=evidence)
    return words.first(f"{key}.{field}", f"{key}.bare", key, value=value)


def insight(speech: Speech) -> Wording:
    """The figures of an ``Insight``; totals of different currencies are never added up.

    Raises ``UnwordableReplyError`` when the fact is not an ``Insight``.
    """
    try:
        found = Insight.model_validate_json(speech.reply.facts.get("insight", ""))
    except ValidationError as error:
        msg = "the insight of a reply cannot be read"
        raise UnwordableReplyError(msg) from error
    words, formats = speech.words, speech.formats
    period = _period(found.since, found.until, formats)
    if not found.totals and not found.cards:
        return Wording(lead=words.text("insights.none", period=period))
    if found.measure is InsightMeasure.LIST and found.cards:
        lines = tuple(cards.line(card, formats) for card in found.cards)
        return Wording(lead=words.text("insights.list", period=period), tail=lines)
    lead = words.text("insights.total", period=period, totals=_totals(found.totals, formats))
    return Wording(lead=lead, tail=_by_category(found, formats))


def _totals(totals: tuple[CurrencyTotal, ...], formats: Formats) -> str:
    words = formats.catalogue
    parts = [
        words.text(
            "insights.total.one_of",
            money=formats.money(total.amount, total.currency),
            expenses=words.count("insights.expenses", total.count),
        )
        for total in totals
    ]
    if len(parts) == 1:
        return parts[0]
    return words.text("insights.and", first=", ".join(parts[:-1]), last=parts[-1])


def _by_category(found: Insight, formats: Formats) -> tuple[str, ...]:
    """One line per category; none when there is a single one, which would repeat the total."""
    if len(found.by_category) < 2:  # noqa: PLR2004 - one category is the total itself
        return ()
    return tuple(
        formats.catalogue.text(
            "insights.category",
            icon=cards.icon(total.category),
            category=category_name(total.category, formats.catalogue),
            money=formats.money(total.amount, total.currency),
        )
        for total in found.by_category[:MAX_CATEGORIES_SHOWN]
    )


def _period(since: date | None, until: date | None, formats: Formats) -> str:
    words, today = formats.catalogue, formats.now.astimezone(formats.zone).date()
    if since is None:
        if until is None:
            return words.text("insights.period.all")
        return words.text("insights.period.until", until=formats.full_day(until))
    if since == until:
        return _single_day(since, today, formats)
    if until is None or until >= today:
        return words.text("insights.period.since", since=formats.full_day(since))
    return words.text(
        "insights.period.between",
        since=formats.full_day(since),
        until=formats.full_day(until),
    )


def _single_day(day: date, today: date, formats: Formats) -> str:
    named = {today: "today", today - timedelta(days=1): "yesterday"}.get(day, "day")
    return formats.catalogue.text(f"insights.period.{named}", day=formats.full_day(day))
