"""What comes again and again, in words."""

from pydantic import JsonValue

from agents.expenses.features.recurring.recurring import RecurringItem, RecurringOffer, monthly_sums
from agents.expenses.features.recurring.replies import (
    KEEP_OFFERED,
    RecurringAsBefore,
    RecurringNotChanged,
    RecurringShown,
    RecurringWasKept,
    RecurringWasRemoved,
)
from agents.expenses.words.spending import today_in
from agents.expenses.words.topics import with_example
from bot.texts.cards import AgentButton
from bot.texts.formats import Formats, shown
from bot.texts.speech import Wording, Words, table

_KEY = "expenses.recurring"


def recurring_shown(content: RecurringShown, formats: Formats) -> Wording:
    words, items = formats.catalogue, content.found.items
    if not items:
        return with_example(words.text(f"{_KEY}.none"), _KEY, formats)
    lines = [_line(item, formats) for item in items]
    for key, income in (("monthly", False), ("monthly_income", True)):
        sums = monthly_sums(item for item in items if item.income is income)
        if sums:
            listed = formats.listed([formats.money(total, currency) for currency, total in sums])
            lines.append(words.text(f"{_KEY}.{key}", total=listed))
    return Wording(lead=words.text(_KEY), tail=tuple(lines))


def recurring_kept(content: RecurringWasKept, formats: Formats) -> Wording:
    words, item = formats.catalogue, content.done.item
    unsaved = "unsaved_income" if item.income else "unsaved"
    money = formats.money(item.amount, item.currency)
    hint = words.text(f"{_KEY}.{unsaved}", name=shown(item.name), money=money)
    tail = (_line(item, formats),) if item.last is not None else (_line(item, formats), hint)
    return Wording(lead=words.text(f"{_KEY}.kept"), tail=tail)


def recurring_as_before(content: RecurringAsBefore, formats: Formats) -> Wording:
    lines = tuple(_line(item, formats) for item in content.found.items)
    return Wording(lead=formats.catalogue.text(f"{_KEY}.as_before"), tail=lines)


def recurring_removed(content: RecurringWasRemoved, formats: Formats) -> Wording:
    lines = tuple(_line(item, formats) for item in content.done.items)
    return Wording(lead=formats.catalogue.text(f"{_KEY}.removed"), tail=lines)


def not_changed(content: RecurringNotChanged, formats: Formats) -> Wording:
    problem = f"{_KEY}.{content.problem}"
    return with_example(formats.catalogue.text(problem, name=shown(content.named)), _KEY, formats)


def notice_line(content: JsonValue, formats: Formats) -> str:
    """What goes with a card whose expense has come again and again."""
    offer = RecurringOffer.model_validate(content)
    return formats.catalogue.text(
        f"{_KEY}.offer.{offer.every}",
        name=shown(offer.name),
        money=formats.money(offer.amount, offer.currency),
    )


def _line(item: RecurringItem, formats: Formats) -> str:
    words, name = formats.catalogue, shown(item.name)
    missing = item.is_missing(today_in(formats))
    state = "over" if item.is_over else "missing" if missing else "due"
    line = words.text(
        f"{_KEY}.line.{state}",
        name=words.text(f"{_KEY}.income", name=name) if item.income else name,
        amount=words.text(
            f"{_KEY}.each.{item.every}", money=formats.money(item.amount_due, item.currency)
        ),
        day=formats.full_day(item.due),
    )
    if item.later_amount is not None and item.later_from and item.due < item.later_from:
        money = formats.money(item.later_amount, item.currency)
        day = formats.full_day(item.later_from)
        line = words.text(f"{_KEY}.later", line=line, money=money, day=day)
    if item.last_due is None or item.is_over:
        return line
    return words.text(f"{_KEY}.until", line=line, day=formats.full_day(item.last_due))


BUTTONS = (AgentButton(action=KEEP_OFFERED, code="kr", settles=False),)

WORDS = table(
    Words(RecurringShown, recurring_shown),
    Words(RecurringWasKept, recurring_kept),
    Words(RecurringAsBefore, recurring_as_before),
    Words(RecurringWasRemoved, recurring_removed),
    Words(RecurringNotChanged, not_changed),
)
"""What words these topics."""
