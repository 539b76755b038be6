"""What comes again and again, in words."""

from datetime import date

from pydantic import JsonValue

from agents.expenses.features.recurring.recurring import RecurringItem, RecurringOffer, monthly_sums
from agents.expenses.features.recurring.replies import (
    KEEP_OFFERED,
    NOT_NOW,
    NOT_YET,
    PAID,
    PAID_NOW,
    SKIP,
    RecurringAsBefore,
    RecurringLeft,
    RecurringNotChanged,
    RecurringReminded,
    RecurringShown,
    RecurringWasKept,
    RecurringWasRemoved,
)
from agents.expenses.words.spending import today_in
from agents.expenses.words.topics import with_example
from bot.texts.cards import AgentButton
from bot.texts.formats import Formats, shown
from bot.texts.speech import Wording, Words, table
from domain.replies import Choice

_KEY = "expenses.recurring"


def recurring_shown(content: RecurringShown, formats: Formats) -> Wording:
    words, items = formats.catalogue, content.found.items
    if not items:
        return with_example(words.text(f"{_KEY}.none"), _KEY, formats)
    in_order = sorted(items, key=lambda item: (item.is_over, item.due))
    lines = [_line(item, formats) for item in in_order]
    for key, income in (("monthly", False), ("monthly_income", True)):
        sums = monthly_sums(item for item in items if item.income is income)
        if sums:
            listed = formats.listed([formats.money(total, currency) for currency, total in sums])
            lines.append(words.text(f"{_KEY}.{key}", total=listed))
    return Wording(lead=words.text(_KEY), tail=tuple(lines))


def recurring_kept(content: RecurringWasKept, formats: Formats) -> Wording:
    words, done = formats.catalogue, content.done
    changed = done.before is not None
    lead = words.text(f"{_KEY}.{'skipped' if done.skipped else 'changed' if changed else 'kept'}")
    line = _line(done.item, formats)
    if done.item.is_over or done.skipped:
        return Wording(lead=lead, tail=(line,))
    asked = f".{_kind(done.item)}" if done.asked_on is not None else ""
    return Wording(lead=lead, tail=(line, words.text(f"{_KEY}.reminded{asked}")))


def recurring_reminded(content: RecurringReminded, formats: Formats) -> Wording:
    item, day = content.item, content.day
    when = "today" if day == today_in(formats) else content.kind.value
    text = formats.catalogue.text(
        f"{_KEY}.reminder.{_kind(item)}.{when}",
        name=shown(item.name),
        money=formats.money(item.amount_on(day), item.currency),
        day=formats.full_day(day),
    )
    return Wording(lead=text)


def recurring_left(content: RecurringLeft, formats: Formats) -> Wording:
    key = "again" if content.asked_again else "reminded"
    return Wording(lead=formats.catalogue.text(f"{_KEY}.left.{key}"))


def _payment_label(
    choice: Choice, said: RecurringWasKept | RecurringReminded, formats: Formats
) -> str:
    """As in "Paid, save RM54.90"."""
    key = {PAID: "paid", PAID_NOW: "paid_now"}.get(choice.press.action)
    if key is None:
        return ""
    item = said.item if isinstance(said, RecurringReminded) else said.done.item
    money = formats.money(item.amount_on(date.fromisoformat(choice.press.value)), item.currency)
    return formats.catalogue.text(f"{_KEY}.{key}.{_kind(item)}", money=money)


def _kind(item: RecurringItem) -> str:
    return "income" if item.income else "expense"


def recurring_as_before(content: RecurringAsBefore, formats: Formats) -> Wording:
    lines = tuple(_line(item, formats) for item in content.found.items)
    return Wording(lead=formats.catalogue.text(f"{_KEY}.as_before"), tail=lines)


def recurring_removed(content: RecurringWasRemoved, formats: Formats) -> Wording:
    lines = tuple(_line(item, formats, state="gone") for item in content.done.items)
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


def _line(item: RecurringItem, formats: Formats, state: str = "") -> str:
    words, name = formats.catalogue, shown(item.name)
    missing = item.is_missing(today_in(formats))
    state = state or ("over" if item.is_over else "missing" if missing else "due")
    line = words.text(
        f"{_KEY}.line.{state}",
        name=words.text(f"{_KEY}.income", name=name) if item.income else name,
        amount=words.text(
            f"{_KEY}.each.{item.every}", money=formats.money(item.amount_due, item.currency)
        ),
        day=formats.full_day(item.due),
    )
    if state == "gone":
        return line
    if item.later_amount is not None and item.later_from and item.due < item.later_from:
        money = formats.money(item.later_amount, item.currency)
        day = formats.full_day(item.later_from)
        line = words.text(f"{_KEY}.later", line=line, money=money, day=day)
    if item.last_due is None or item.is_over:
        return line
    return words.text(f"{_KEY}.until", line=line, day=formats.full_day(item.last_due))


BUTTONS = (
    AgentButton(action=KEEP_OFFERED, code="kr", settles=False),
    AgentButton(action=PAID_NOW, code="rp", word="yes"),
    AgentButton(action=NOT_NOW, code="rn", word="no"),
    AgentButton(action=PAID, code="rd", word="yes"),
    AgentButton(action=NOT_YET, code="ry", word="no"),
    AgentButton(action=SKIP, code="rk"),
)

WORDS = table(
    Words(RecurringShown, recurring_shown),
    Words(RecurringWasKept, recurring_kept, _payment_label),
    Words(RecurringReminded, recurring_reminded, _payment_label),
    Words(RecurringLeft, recurring_left),
    Words(RecurringAsBefore, recurring_as_before),
    Words(RecurringWasRemoved, recurring_removed),
    Words(RecurringNotChanged, not_changed),
)
"""What words these topics."""
