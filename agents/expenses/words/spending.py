"""Answers to questions about what is saved. Each says which days and what it is about."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

from babel.dates import format_date

from agents.expenses.months import last_of_month
from agents.expenses.replies import Spending
from agents.expenses.shown import MoneyKind
from agents.expenses.spending import (
    BoughtLine,
    CurrencyTotal,
    Grouping,
    GroupTotal,
    Insight,
    InsightMeasure,
    InsightQuery,
    MemberTotal,
)
from agents.expenses.words import cards
from agents.expenses.words.names import category_name, member_name, payment_name
from bot.texts.formats import Formats, plain_line, shown
from bot.texts.speech import Wording, Words, table

_KEY = Spending.topic
MAX_CATEGORIES_SHOWN = 8
_RANKED = frozenset({InsightMeasure.LARGEST, InsightMeasure.SMALLEST})
_LISTS = _RANKED | {InsightMeasure.LIST, InsightMeasure.FIRST, InsightMeasure.LAST}

Tail = tuple[str, ...]


def spending(content: Spending, formats: Formats) -> Wording:
    """The figures of an ``Insight``; totals of different currencies are never added up."""
    asked = content.insight.query.member
    if asked is not None and content.insight.unknown_member:
        return Wording(lead=formats.catalogue.text(f"{_KEY}.unknown_member", name=shown(asked)))
    told = _figures(content.insight, formats)
    told = replace(told, tail=(*told.tail, *_of_household(content.insight, formats)))
    if not content.waiting:
        return told
    totals = money_of(content.waiting, formats)
    waiting = formats.catalogue.text(f"{_KEY}.waiting", totals=totals)
    return replace(told, tail=(*told.tail, waiting))


def _figures(found: Insight, formats: Formats) -> Wording:
    words = formats.catalogue
    head = _head(found, formats)
    if found.since is not None and found.since > today_in(formats):
        return Wording(lead=words.text(f"{_KEY}.future", period=head))
    if not (found.totals or found.cards or found.balance):
        return Wording(lead=words.text(f"{_KEY}.none", period=head))
    if found.measure in _LISTS and found.cards:
        lead = words.text(f"{_KEY}.{found.measure.value}", period=head)
        lines = tuple(cards.line(card, formats) for card in found.cards)
        return Wording(lead=lead, tail=lines + _how_many(found, formats))
    answer = _ANSWERS.get(found.measure)
    told = answer(found, head, formats) if answer else None
    return told or _total(found, head, formats)


def _of_household(found: Insight, formats: Formats) -> Tail:
    """Who entered what of it, and from when it counts; that others' rows are theirs to change."""
    words, lines = formats.catalogue, list(entered_lines(found.members, formats))
    if found.joined_on is not None and (found.totals or found.balance):
        lines.append(since_joining(found.query.member, formats))
    if any(card.entered_by is not None for card in found.cards):
        lines.append(words.text("expenses.theirs_to_change"))
    return tuple(lines)


def since_joining(member: str | None, formats: Formats) -> str:
    """Since when rows of the household count, or those of one member by name."""
    if member is None:
        return formats.catalogue.text(f"{_KEY}.since_joining")
    name = member_name(member, formats.catalogue)
    return formats.catalogue.text(f"{_KEY}.since_joining.member", name=name)


def entered_lines(members: Sequence[MemberTotal], formats: Formats) -> Tail:
    """A line for what each member of the household entered."""
    words = formats.catalogue
    return tuple(
        words.text(
            f"{_KEY}.entered.{'own' if member.own else 'other'}",
            name=member_name(member.name, words),
            money=formats.money(member.amount, member.currency),
        )
        for member in members
    )


def period_words(since: date | None, until: date | None, formats: Formats) -> str:
    """The days that were understood, as within a sentence: "from 1 Feb 2026 to 3 Feb 2026",
    "yesterday", "this week", "this month", "February 2026".
    """
    words, today = formats.catalogue, today_in(formats)
    if since is not None and since.day == 1 and until == last_of_month(since) and until < today:
        return _month(since, formats)
    days = {
        name: formats.full_day(day)
        for name, day in (("since", since), ("day", since), ("until", until))
        if day is not None
    }
    return words.text(f"{_KEY}.period.{_kind_of_period(since, until, today)}", **days)


def _kind_of_period(since: date | None, until: date | None, today: date) -> str:
    """By which text days are told."""
    if since is None:
        return "all" if until is None else "until"
    if since == until:
        return {today: "today", today - timedelta(days=1): "yesterday"}.get(since, "day")
    monday = today - timedelta(days=today.weekday())
    if until is None or until >= today >= since:
        begun = {
            today.replace(month=1, day=1): "year",
            today.replace(day=1): "month",
            monday: "week",
        }
        return f"this_{begun[since]}" if since in begun else "since"
    last_week = (monday - timedelta(days=7), monday - timedelta(days=1))
    return "last_week" if (since, until) == last_week else "between"


def capitalized(text: str) -> str:
    """As it stands at the beginning of a line."""
    return f"{text[:1].upper()}{text[1:]}"


def _month(day: date, formats: Formats) -> str:
    return plain_line(format_date(day, "LLLL y", locale=formats.locale))


def today_in(formats: Formats) -> date:
    return formats.now.astimezone(formats.zone).date()


def _head(found: Insight, formats: Formats) -> str:
    """What it is about, and the days: "Grab, Cash, since 1 Mar 2026"."""
    query = found.query
    about = _about(query, formats)
    if found.shared:
        household = formats.catalogue.text(f"{_KEY}.household")
        about = (shown(query.member) if query.member else household, *about)
    if query.kind is MoneyKind.INCOME:
        about = (formats.catalogue.text(f"{_KEY}.income"), *about)
    return capitalized(", ".join((*about, period_words(found.since, found.until, formats))))


def _about(query: InsightQuery, formats: Formats) -> Tail:
    words, about = formats.catalogue, []
    if query.merchant:
        about.append(shown(query.merchant))
    if query.category:
        about.append(category_name(query.category, words))
    if query.item:
        about.append(formats.quoted(shown(query.item)))
    if query.payment_method:
        about.append(payment_name(query.payment_method, words))
    return tuple(about)


def _total(found: Insight, head: str, formats: Formats) -> Wording:
    totals = _with_counts(found, found.totals, formats)
    lead = formats.catalogue.text(f"{_KEY}.total", period=head, totals=totals)
    return Wording(lead=lead, tail=_by_category(found, formats) + _at_home(found, formats))


def _grouped(found: Insight, head: str, formats: Formats) -> Wording | None:
    words, by = formats.catalogue, found.query.by
    if not found.groups or by is None:
        return None
    lines = tuple(
        words.text(
            f"{_KEY}.group",
            name=_group_name(group, by, formats),
            money=formats.money(group.amount, group.currency),
            n=str(group.count),
        )
        for group in found.groups
    )
    totals = money_of(found.totals, formats)
    lead = words.text(f"{_KEY}.by.{by.value}", period=head, totals=totals)
    return Wording(lead=lead, tail=lines + _at_home(found, formats))


def _group_name(group: GroupTotal, by: Grouping, formats: Formats) -> str:
    words = formats.catalogue
    if not group.name:
        return words.text(f"{_KEY}.unnamed")
    if by is Grouping.CATEGORY:
        return f"{cards.icon(group.name)} {category_name(group.name, words)}"
    if by is Grouping.PAYMENT:
        return payment_name(group.name, words)
    if by is Grouping.SHOP:
        return shown(group.name)
    day = date.fromisoformat(group.name)
    if by is Grouping.MONTH:
        return capitalized(_month(day, formats))
    key = f"{_KEY}.week" if by is Grouping.WEEK else f"{_KEY}.day"
    return words.text(key, day=formats.full_day(day))


def _counted(found: Insight, head: str, formats: Formats) -> Wording:
    words = formats.catalogue
    times = words.count(f"{_KEY}.times", sum(total.count for total in found.totals))
    totals = money_of(found.totals, formats)
    return Wording(lead=words.text(f"{_KEY}.count", period=head, times=times, totals=totals))


def _averaged(found: Insight, head: str, formats: Formats) -> Wording | None:
    words = formats.catalogue
    if not found.averages:
        return None
    lines = tuple(
        words.text(f"{_KEY}.per.{each.per.value}", money=formats.money(each.amount, each.currency))
        for total in found.totals
        for each in found.averages
        if each.currency == total.currency
    )
    totals = _with_counts(found, found.totals, formats)
    base = words.text(f"{_KEY}.average.of", totals=totals)
    return Wording(lead=words.text(f"{_KEY}.average", period=head), tail=(*lines, base))


def _compared(found: Insight, head: str, formats: Formats) -> Wording | None:
    """Both sums, then what is between them in each currency."""
    words, query = formats.catalogue, found.query
    if query.against_since is None and query.against_until is None:
        return None
    other = capitalized(period_words(query.against_since, query.against_until, formats))
    nothing = words.text(f"{_KEY}.nothing")
    totals = money_of(found.totals, formats) or nothing
    against = money_of(found.against, formats) or nothing
    tail = [words.text(f"{_KEY}.against", period=other, totals=against)]
    tail += _differences(found.totals, found.against, formats)
    if found.against_so_far:
        so_far = money_of(found.against_so_far, formats)
        tail.append(words.text(f"{_KEY}.so_far{_last(found)}", totals=so_far))
    lead = words.text(f"{_KEY}.total", period=head, totals=totals)
    return Wording(lead=lead, tail=tuple(tail))


def _last(found: Insight) -> str:
    """The end of the key for days of the week, month or year just before; else empty."""
    since, until = found.query.against_since, found.query.against_until
    if since is None or until is None or until + timedelta(days=1) != found.since:
        return ""
    return _LENGTHS.get((until - since).days + 1, "")


_LENGTHS = (
    {7: ".week"} | dict.fromkeys((28, 29, 30, 31), ".month") | dict.fromkeys((365, 366), ".year")
)


def _differences(
    totals: Sequence[CurrencyTotal], against: Sequence[CurrencyTotal], formats: Formats
) -> list[str]:
    now = {total.currency: total.amount for total in totals}
    then = {total.currency: total.amount for total in against}
    lines = []
    for currency in dict.fromkeys((*now, *then)):
        more = now.get(currency, Decimal(0)) - then.get(currency, Decimal(0))
        which = "more" if more > 0 else "less" if more < 0 else "same"
        money = formats.money(abs(more), currency)
        lines.append(formats.catalogue.text(f"{_KEY}.{which}", money=money))
    return lines


def _shared(found: Insight, head: str, formats: Formats) -> Wording | None:
    words = formats.catalogue
    whole = {total.currency: total.amount for total in found.whole if total.amount}
    lines = tuple(
        words.text(
            f"{_KEY}.share",
            percent=formats.percent(part.amount / all_of_it, tenths=True),
            money=formats.money(all_of_it, part.currency),
        )
        for part in found.totals
        if (all_of_it := whole.get(part.currency))
    )
    totals = _with_counts(found, found.totals, formats)
    lead = words.text(f"{_KEY}.total", period=head, totals=totals)
    return Wording(lead=lead, tail=lines) if lines else None


def _balanced(found: Insight, head: str, formats: Formats) -> Wording | None:
    words = formats.catalogue
    if not found.balance:
        return None
    nothing = words.text(f"{_KEY}.nothing")
    balance, came, went = (
        money_of(totals, formats) for totals in (found.balance, found.income, found.totals)
    )
    came_in = words.text(f"{_KEY}.came_in", totals=came or nothing)
    went_out = words.text(f"{_KEY}.went_out", totals=went or nothing)
    lead = words.text(f"{_KEY}.balance", period=head, totals=balance)
    return Wording(lead=lead, tail=(came_in, went_out))


def _bought(found: Insight, head: str, formats: Formats) -> Wording | None:
    if not found.lines:
        return None
    words = formats.catalogue
    lines = tuple(_bought_line(line, found.query, formats) for line in found.lines)
    more = (words.text(f"{_KEY}.newest"),) if found.cut else ()
    return Wording(lead=words.text(f"{_KEY}.lines", period=head), tail=lines + more)


def _bought_line(line: BoughtLine, query: InsightQuery, formats: Formats) -> str:
    """As in "• 2 × Milk · RM9.80 · AEON · 3 Mar 2026"."""
    shop = shown(line.merchant or "")
    name = shown(line.name) or shop
    if line.quantity is not None and line.quantity != 1 and line.name:
        name = f"{line.quantity.normalize():f} × {name}"
    parts = [name]
    if line.amount is not None:
        parts.append(formats.money(line.amount, line.currency))
    if line.name and shop and not query.merchant:
        parts.append(shop)
    if line.entered_by is not None:
        parts.append(member_name(line.entered_by, formats.catalogue))
    if query.since is None or query.since != query.until:
        parts.append(formats.day(line.occurred_on))
    return "• " + " · ".join(parts)


_ANSWERS: Mapping[InsightMeasure, Callable[[Insight, str, Formats], Wording | None]] = {
    InsightMeasure.TOTAL: _grouped,
    InsightMeasure.COUNT: _counted,
    InsightMeasure.AVERAGE: _averaged,
    InsightMeasure.COMPARE: _compared,
    InsightMeasure.SHARE: _shared,
    InsightMeasure.BALANCE: _balanced,
    InsightMeasure.LINES: _bought,
}
"""By what was asked; None where the figures for it are missing: then the total is told."""


def _how_many(found: Insight, formats: Formats) -> Tail:
    """Below the first or last of several, or a list that does not show all."""
    words, count = formats.catalogue, sum(total.count for total in found.totals)
    if count <= len(found.cards) or found.measure in _RANKED:
        return ()
    totals = _with_counts(found, found.totals, formats)
    return (words.text(f"{_KEY}.of_all", totals=totals),)


def _with_counts(found: Insight, totals: Sequence[CurrencyTotal], formats: Formats) -> str:
    words = formats.catalogue
    kind = "received" if found.query.kind is MoneyKind.INCOME else "expenses"
    parts = [
        words.text(
            f"{_KEY}.total.one_of",
            money=formats.money(total.amount, total.currency),
            expenses=words.count(f"{_KEY}.{kind}", total.count),
        )
        for total in totals
    ]
    return formats.listed(parts)


def money_of(totals: Sequence[CurrencyTotal], formats: Formats) -> str:
    """Returns amounts of several currencies, side by side."""
    return formats.listed([formats.money(total.amount, total.currency) for total in totals])


def _by_category(found: Insight, formats: Formats) -> Tail:
    """One line per category; none when there is a single one, which would repeat the total."""
    if len({total.category for total in found.by_category}) < 2:  # noqa: PLR2004 - one is the total
        return ()
    return tuple(
        formats.catalogue.text(
            f"{_KEY}.category",
            icon=cards.icon(total.category),
            category=category_name(total.category, formats.catalogue),
            money=formats.money(total.amount, total.currency),
        )
        for total in found.by_category[:MAX_CATEGORIES_SHOWN]
    )


def _at_home(found: Insight, formats: Formats) -> Tail:
    """Only a sum of everything is told in one currency; else how many rows have no rate."""
    words, home = formats.catalogue, found.home
    if home is None:
        return ()
    if home.unrated:
        return (words.count(f"{_KEY}.unrated", home.unrated, currency=home.currency),)
    money = formats.money(home.amount, home.currency)
    return (words.text(f"{_KEY}.at_home", money=money),)


WORDS = table(Words(Spending, spending))
"""What words an answer."""
