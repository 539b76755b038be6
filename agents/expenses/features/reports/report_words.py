"""A report of spending in words: those on its picture, and the few that go with it."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal

from babel import Locale
from babel.dates import format_date, format_interval, format_skeleton
from babel.numbers import get_currency_name

from agents.expenses.categories import CATEGORIES, known_category
from agents.expenses.features.reports.pictures.sheet import (
    Chart,
    Column,
    Figure,
    MoneyLine,
    ShareBar,
    Sheet,
    Tone,
)
from agents.expenses.features.reports.replies import ReportReady
from agents.expenses.features.reports.report import (
    CategoryShare,
    Grain,
    MoneyTotal,
    Period,
    SpendingReport,
)
from agents.expenses.words import cards
from agents.expenses.words.names import plain_category_name
from agents.expenses.words.spending import capitalized, entered_lines, money_of
from bot.texts.formats import Formats, plain_line
from bot.texts.speech import Wording
from domain.money import MINOR_UNITS, Currency

MAX_SHARES = 6
MAX_CURRENCIES = 6
_KEY = "expenses.report"
_MOST_PERCENT = 10
"""More than so many times as much is told in money: "1,250 %" says little."""

_SAME = Decimal("0.005")
_WEEK = 7
_MONTHS_WITHOUT_YEAR = 12
_NO_COLOUR = 15
_AVERAGED = {Grain.DAY: Decimal(1), Grain.WEEK: Decimal(7), Grain.MONTH: Decimal("30.4375")}
"""Days in what an average is of."""


def report_ready(content: ReportReady, formats: Formats) -> Wording:
    """The total, what changed and what most went to; or that there was nothing."""
    words, made = formats.catalogue, content.reported
    report = made.report
    period = _period(report, formats)
    if report.empty:
        return Wording(lead=words.text(f"{_KEY}.none", period=period))
    totals = money_of(report.spent, formats)
    nothing = formats.money(Decimal(0), report.main)
    lead = words.text(_KEY, period=period, totals=totals or nothing)
    tail = [_change(report, formats)[0], _most(report, formats), _balance(report, formats)]
    tail += entered_lines(report.members, formats) if report.shared else ()
    if made.no_room:
        tail.append(words.text(f"{_KEY}.no_room"))
    return Wording(lead=lead, tail=tuple(filter(None, tail)))


def sheet_of(report: SpendingReport, formats: Formats) -> Sheet:
    """What the picture says. ``report`` is not empty."""
    words, main = formats.catalogue, report.main
    total = _spent(report)
    change, tone = _change(report, formats)
    spent = _main(report.spent, report)
    return Sheet(
        heading=words.text(f"{_KEY}.heading"),
        period=_period(report, formats),
        total=formats.money(total, main),
        counted=words.count("expenses.spending.expenses", spent.count if spent else 0),
        change=change,
        tone=tone,
        flow=_flow(report, formats),
        chart=_chart(report, formats),
        categories_title=words.text(f"{_KEY}.categories"),
        categories=_shares(report, formats),
        shops_title=words.text(f"{_KEY}.shops"),
        shops=tuple(
            MoneyLine(
                name=plain_line(shop.name),
                value=formats.money(shop.amount, main),
                note=_times(shop.count, formats),
            )
            for shop in report.shops
        ),
        currencies_title=words.text(f"{_KEY}.currencies"),
        currencies=_currencies(report, formats),
        currencies_note=_home(report, formats),
        nameless=words.text(f"{_KEY}.nameless"),
    )


def _period(report: SpendingReport, formats: Formats) -> str:
    """The period, with whose it is where it is not the person's alone."""
    period = period_name(report.period, formats.locale)
    household = capitalized(formats.catalogue.text("expenses.spending.household"))
    return f"{household}, {period}" if report.shared else period


def period_name(period: Period, locale: Locale) -> str:
    """Such as "November 2026", "2026" and "1–23 Nov 2026"."""
    since, until = period.since, period.until
    if since == until:
        return _spaced(format_date(since, "full", locale=locale))
    after = until + timedelta(days=1)
    if since.day == after.day == 1 and since.year == until.year:
        if since.month == until.month:
            return _spaced(format_skeleton("yMMMM", since, locale=locale))
        if since.month == after.month:
            return _spaced(format_skeleton("y", since, locale=locale))
    return _spaced(format_interval(since, until, "yMMMd", locale=locale))


def _spaced(text: str) -> str:
    return " ".join(text.replace("\u2009–\u2009", "–").split())


def _spent(report: SpendingReport) -> Decimal:
    spent = _main(report.spent, report)
    return spent.amount if spent else Decimal(0)


def _main(totals: Sequence[MoneyTotal], report: SpendingReport) -> MoneyTotal | None:
    return next((each for each in totals if each.currency == report.main), None)


def _change(report: SpendingReport, formats: Formats) -> tuple[str, Tone]:
    """Against the period before; spending less is good."""
    spent, words = _main(report.spent, report), formats.catalogue
    if spent is None:
        return "", Tone.PLAIN
    period = period_name(report.period.before, formats.locale)
    if not spent.before:
        return words.text(f"{_KEY}.first", period=period), Tone.PLAIN
    money = formats.money(spent.before, spent.currency)
    change = (spent.amount - spent.before) / spent.before
    if abs(change) < _SAME:
        return words.text(f"{_KEY}.same", period=period, money=money), Tone.PLAIN
    more = formats.money(spent.amount - spent.before, spent.currency)
    by = more if change > _MOST_PERCENT else formats.percent(abs(change))
    kind, tone = ("more", Tone.BAD) if change > 0 else ("less", Tone.GOOD)
    return words.text(f"{_KEY}.{kind}", by=by, period=period, money=money), tone


def _share(amount: Decimal, whole: Decimal, formats: Formats) -> str:
    least = Decimal("0.01")
    part = amount / whole
    return f"<{formats.percent(least)}" if part < least else formats.percent(part)


def _most(report: SpendingReport, formats: Formats) -> str:
    """The largest category; of one alone there is nothing to tell."""
    if len(report.categories) < 2:  # noqa: PLR2004 - a single one is the total itself
        return ""
    most, whole = report.categories[0], _spent(report)
    return formats.catalogue.text(
        f"{_KEY}.most",
        icon=cards.icon(most.category),
        category=plain_category_name(most.category, formats.catalogue),
        money=formats.money(most.amount, report.main),
        percent=_share(most.amount, whole, formats),
    )


def _balance(report: SpendingReport, formats: Formats) -> str:
    """What is left in each currency."""
    if not report.income:
        return ""
    left: defaultdict[Currency, Decimal] = defaultdict(Decimal)
    for sign, totals in ((1, report.income), (-1, report.spent)):
        for each in totals:
            left[each.currency] += sign * each.amount
    return formats.catalogue.text(
        f"{_KEY}.balance",
        income=money_of(report.income, formats),
        balance=formats.listed([formats.money(amount, name) for name, amount in left.items()]),
    )


def _flow(report: SpendingReport, formats: Formats) -> tuple[Figure, ...]:
    income, main = _main(report.income, report), report.main
    if income is None:
        return ()
    balance = income.amount - _spent(report)
    told = (
        ("income", f"+{formats.money(income.amount, main)}", Tone.GOOD),
        ("spent", formats.money(_spent(report), main), Tone.PLAIN),
        ("balance", formats.money(balance, main), Tone.BAD if balance < 0 else Tone.PLAIN),
    )
    return tuple(
        Figure(formats.catalogue.text(f"{_KEY}.flow.{name}"), money, tone)
        for name, money, tone in told
    )


def _shares(report: SpendingReport, formats: Formats) -> tuple[ShareBar, ...]:
    shown = report.categories
    if len(shown) > MAX_SHARES:
        shown = shown[: MAX_SHARES - 1]
    whole, words = _spent(report), formats.catalogue
    bars = [
        (plain_category_name(each.category, words), each.amount, _colour(each, number))
        for number, each in enumerate(shown)
    ]
    if rest := report.categories[len(shown) :]:
        amount = sum((each.amount for each in rest), Decimal(0))
        bars.append((words.count(f"{_KEY}.rest", len(rest)), amount, _NO_COLOUR))
    return tuple(
        ShareBar(
            name=name,
            value=formats.money(amount, report.main),
            percent=_share(amount, whole, formats),
            fraction=float(amount / whole),
            colour=colour,
        )
        for name, amount, colour in bars
    )


def _colour(share: CategoryShare, number: int) -> int:
    """Always the same for a built-in category."""
    known = known_category(share.category)
    return number if known is None else CATEGORIES.index(known)


def _chart(report: SpendingReport, formats: Formats) -> Chart | None:
    """None for a single day, and where nothing was spent."""
    columns, grain = report.columns, report.period.grain
    highest = max((each.amount for each in columns), default=Decimal(0))
    if len(columns) < 2 or not highest:  # noqa: PLR2004 - one column is the total itself
        return None
    return Chart(
        title=formats.catalogue.text(f"{_KEY}.chart.{grain.value}"),
        note=_average(report, formats),
        columns=tuple(
            Column(_label(each.start, report.period, formats), float(each.amount / highest))
            for each in columns
        ),
        peak=formats.money(highest, report.main),
        step=_WEEK if grain is Grain.DAY and len(columns) > 2 * _WEEK else 1,
    )


def _average(report: SpendingReport, formats: Formats) -> str:
    grain = report.period.grain
    if grain not in _AVERAGED:
        return ""
    average = _spent(report) * _AVERAGED[grain] / report.period.days
    money = formats.money(_rounded(average, report.main), report.main)
    return formats.catalogue.text(f"{_KEY}.average.{grain.value}", money=money)


def _rounded(amount: Decimal, currency: Currency | None) -> Decimal:
    return round(amount, MINOR_UNITS.get(currency or "", 2))


def _label(day: date, period: Period, formats: Formats) -> str:
    locale, grain = formats.locale, period.grain
    if grain is Grain.DAY:
        return format_date(day, "EEE" if period.days <= _WEEK else "d", locale=locale)
    if grain is Grain.WEEK:
        return _spaced(format_skeleton("MMMd", day, locale=locale))
    if grain is Grain.YEAR:
        return str(day.year)
    short = len(period.starts()) <= _MONTHS_WITHOUT_YEAR
    return _spaced(format_date(day, "LLL" if short else "LLL yy", locale=locale))


def _currencies(report: SpendingReport, formats: Formats) -> tuple[MoneyLine, ...]:
    """Totals in the other currencies, what came in behind what was spent."""
    words = formats.catalogue
    spent = [each for each in report.spent if each.currency != report.main]
    came = [each for each in report.income if each.currency != report.main]
    lines = [
        MoneyLine(
            name=_spaced(get_currency_name(each.currency, locale=formats.locale)),
            value=("+" if income else "") + formats.money(each.amount, each.currency),
            note=words.text(f"{_KEY}.came") if income else _times(each.count, formats),
        )
        for income, totals in ((False, spent), (True, came))
        for each in totals
    ]
    return tuple(lines[:MAX_CURRENCIES])


def _times(count: int, formats: Formats) -> str:
    return formats.catalogue.text(f"{_KEY}.times", n=str(count)) if count > 1 else ""


def _home(report: SpendingReport, formats: Formats) -> str:
    """All in the home currency, only where each row has its rate."""
    home, words = report.home, formats.catalogue
    if home is None:
        return ""
    if home.unrated:
        return words.count(f"{_KEY}.unrated", home.unrated)
    return words.text(
        f"{_KEY}.home", money=formats.money(_rounded(home.amount, home.currency), home.currency)
    )
