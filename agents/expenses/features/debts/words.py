"""Debts in words."""

from agents.expenses.features.debts.debt import DebtBalance, DebtReason, sums_by_currency
from agents.expenses.features.debts.replies import DebtsNotChanged, DebtsShown, DebtsWereNoted
from agents.expenses.words.topics import with_example
from bot.texts.formats import Formats, shown
from bot.texts.speech import Wording, Words, table

_KEY = "expenses.debts"
_SHOWN_REASONS = 3


def debts_shown(content: DebtsShown, formats: Formats) -> Wording:
    words, balances = formats.catalogue, content.found.balances
    if not balances:
        return with_example(words.text(f"{_KEY}.none"), _KEY, formats)
    lines = [_line(balance, formats) for balance in balances]
    sides = {
        "owed": [balance for balance in balances if balance.amount > 0],
        "owing": [balance for balance in balances if balance.amount < 0],
    }
    for name, side in sides.items():
        if len(side) > 1:
            sums = sums_by_currency(side)
            listed = formats.listed([formats.money(total, code) for code, total in sums.items()])
            lines.append(words.text(f"{_KEY}.{name}", total=listed))
    return Wording(lead=words.text(_KEY), tail=tuple(lines))


def debts_noted(content: DebtsWereNoted, formats: Formats) -> Wording:
    lead = f"{_KEY}.noted" if content.done.hold else f"{_KEY}.taken_back"
    lines = tuple(_line(balance, formats) for balance in content.done.balances)
    return Wording(lead=formats.catalogue.text(lead), tail=lines)


def not_changed(content: DebtsNotChanged, formats: Formats) -> Wording:
    problem = f"{_KEY}.{content.problem}"
    return with_example(formats.catalogue.text(problem, name=shown(content.named)), _KEY, formats)


def _line(balance: DebtBalance, formats: Formats) -> str:
    side = "even" if not balance.amount else "they_owe" if balance.amount > 0 else "you_owe"
    line = formats.catalogue.text(
        f"{_KEY}.line.{side}",
        name=shown(balance.name),
        money=formats.money(abs(balance.amount), balance.currency),
    )
    reasons = [_reason(each, formats) for each in balance.reasons[-_SHOWN_REASONS:]]
    return f"{line} ({'; '.join(reasons)})" if reasons else line


def _reason(reason: DebtReason, formats: Formats) -> str:
    day = formats.full_day(reason.day) if reason.day else ""
    return ", ".join(part for part in (shown(reason.purpose), day) if part)


WORDS = table(
    Words(DebtsShown, debts_shown),
    Words(DebtsWereNoted, debts_noted),
    Words(DebtsNotChanged, not_changed),
)
"""What words these topics."""
