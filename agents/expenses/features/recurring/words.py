"""What comes again and again, in words."""

from pydantic import JsonValue

from agents.expenses.features.recurring.handler import (
    KEEP_OFFERED,
    RecurringAsBefore,
    RecurringNotChanged,
    RecurringShown,
    RecurringWasKept,
    RecurringWasRemoved,
)
from agents.expenses.features.recurring.recurring import (
    RecurringItem,
    RecurringOffer,
    monthly_sums,
)
from bot.texts.cards import AgentButton
from bot.texts.formats import Formats, shown
from bot.texts.speech import Wording, Words, table

_KEY = "expenses.recurring"


def recurring_shown(content: RecurringShown, formats: Formats) -> Wording:
    words, items = formats.catalogue, content.found.items
    if not items:
        example = words.text(f"{_KEY}.example")
        return Wording(lead=words.text(f"{_KEY}.none"), tail=(example,))
    lines = tuple(_line(item, formats) for item in items)
    sums = [formats.money(total, currency) for currency, total in monthly_sums(items)]
    total = words.text(f"{_KEY}.monthly", total=formats.listed(sums))
    return Wording(lead=words.text(_KEY), tail=(*lines, total))


def recurring_kept(content: RecurringWasKept, formats: Formats) -> Wording:
    words = formats.catalogue
    tail = (_line(content.done.item, formats), words.text(f"{_KEY}.unsaved"))
    return Wording(lead=words.text(f"{_KEY}.kept"), tail=tail)


def recurring_as_before(content: RecurringAsBefore, formats: Formats) -> Wording:
    lines = tuple(_line(item, formats) for item in content.found.items)
    return Wording(lead=formats.catalogue.text(f"{_KEY}.as_before"), tail=lines)


def recurring_removed(content: RecurringWasRemoved, formats: Formats) -> Wording:
    lines = tuple(_line(item, formats) for item in content.done.items)
    return Wording(lead=formats.catalogue.text(f"{_KEY}.removed"), tail=lines)


def not_changed(content: RecurringNotChanged, formats: Formats) -> Wording:
    words = formats.catalogue
    lead = words.text(f"{_KEY}.{content.problem}", name=shown(content.named))
    return Wording(lead=lead, tail=(words.text(f"{_KEY}.example"),))


def notice_line(content: JsonValue, formats: Formats) -> str:
    """What goes with a card whose expense has come again and again."""
    offer = RecurringOffer.model_validate(content)
    return formats.catalogue.text(
        f"{_KEY}.offer.{offer.every}",
        name=shown(offer.name),
        money=formats.money(offer.amount, offer.currency),
    )


def _line(item: RecurringItem, formats: Formats) -> str:
    words = formats.catalogue
    missing = item.is_missing(formats.now.astimezone(formats.zone).date())
    return words.text(
        f"{_KEY}.line.{'missing' if missing else 'due'}",
        name=shown(item.name),
        amount=words.text(
            f"{_KEY}.each.{item.every}", money=formats.money(item.amount, item.currency)
        ),
        day=formats.full_day(item.due),
    )


BUTTONS = (AgentButton(action=KEEP_OFFERED, code="kr", settles=False),)

WORDS = table(
    Words(RecurringShown, recurring_shown),
    Words(RecurringWasKept, recurring_kept),
    Words(RecurringAsBefore, recurring_as_before),
    Words(RecurringWasRemoved, recurring_removed),
    Words(RecurringNotChanged, not_changed),
)
"""What words these topics."""
