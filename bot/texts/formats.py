"""Values as this person reads them: money, dates, times and names in their locale and zone."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal, InvalidOperation
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_interval, format_time
from babel.numbers import format_currency, format_decimal, format_percent, get_currency_precision

from agents import SLUGS
from bot.texts.catalogue import Catalogue
from domain.plain_text import inert, one_line

DEFAULT_LOCALE = "en_MY"
MAX_NAME_LENGTH = 200
"""Characters of a name, an evidence line and the like that are shown."""

_DAYS_A_WEEK = 7
_LARGEST_SHOWN = Decimal(10) ** 15
_WHOLE_WEEKDAYS = frozenset({"ms"})
"""Languages whose short names of days say little: "Kha" is "Khamis"."""

_CODE_BEFORE_DIGITS = re.compile(r"([A-Z]{3})(?=\d)")


def plain_line(value: str, limit: int = MAX_NAME_LENGTH) -> str:
    """A value from outside as one safe line: no control or direction-changing characters.

    Escape codes would otherwise be obeyed by a terminal, and direction overrides could make a
    shop's name read like something that Steward said.
    """
    seen = "".join(c for c in value if c.isspace() or unicodedata.category(c)[0] != "C")
    line = one_line(seen)
    return line if len(line) <= limit else f"{line[: limit - 1]}…"


def shown(value: str, limit: int = MAX_NAME_LENGTH) -> str:
    """As ``plain_line``, and chat programs make no link, mention or command of any part of it."""
    return inert(plain_line(value, limit))


def known_locale(identifier: str) -> Locale | None:
    """``de-AT`` or ``de_AT`` as Babel has it; None for what it does not know."""
    try:
        return Locale.parse(identifier.strip().replace("-", "_"))
    except (UnknownLocaleError, ValueError, TypeError):
        return None


def _known_zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


@dataclass(frozen=True)
class Formats:
    """Formats for one person at one moment. ``now`` is UTC; "today" is the person's own.

    ``agents`` are the slugs of the agents that are enabled: what Steward says it can do.
    """

    catalogue: Catalogue
    locale: Locale
    zone: ZoneInfo
    now: datetime
    agents: tuple[str, ...] = SLUGS
    chat_link: str = ""
    """How a link begins that opens this channel with a command; empty where it has none."""

    @classmethod
    def of(
        cls,
        catalogue: Catalogue,
        locale: str,
        timezone: str,
        now: datetime,
        agents: tuple[str, ...] = SLUGS,
    ) -> "Formats":
        """An unknown locale falls back to the default one, an unknown zone to UTC."""
        known = known_locale(locale) or Locale.parse(DEFAULT_LOCALE)
        return cls(catalogue, known, _known_zone(timezone), now, agents)

    def money(self, amount: Decimal, currency: str | None) -> str:
        """``RM15.50``, ``15,50 €``: all digits that were given, at least those of the currency.

        Its spaces are CLDR's no-break ones: no line ends between a number and its currency, and
        "1 234,50 €" is read as one number again.
        """
        if not amount.is_finite() or abs(amount) > _LARGEST_SHOWN:
            return f"{currency or ''} {amount:.3E}".strip()
        if currency is None:
            return format_decimal(amount, locale=self.locale, decimal_quantization=False)
        finer = -int(amount.normalize().as_tuple().exponent) > get_currency_precision(currency)
        text = format_currency(
            amount,
            currency,
            locale=self.locale,
            currency_digits=not finer,
            decimal_quantization=not finer,
        )
        return _CODE_BEFORE_DIGITS.sub("\\1\u00a0", text)

    def money_text(self, amount: str, currency: str | None) -> str:
        """As ``money`` for an amount in a string; anything else is shown as it is."""
        try:
            return self.money(Decimal(amount), currency)
        except InvalidOperation:
            return shown(amount)

    def percent(self, fraction: Decimal, *, tenths: bool = False) -> str:
        """``26%``, ``26 %``; with ``tenths`` also ``12.5%``."""
        pattern = self.locale.percent_formats[None].pattern
        form = pattern.replace("0", "0.#") if tenths else pattern
        return format_percent(fraction, form, locale=self.locale)

    def day(self, day: date) -> str:
        """``today``, ``yesterday`` or the date."""
        today = self.now.astimezone(self.zone).date()
        if day in (today, today - timedelta(days=1)):
            return self.catalogue.text("day.today" if day == today else "day.yesterday")
        return _plain_spaces(format_date(day, "medium", locale=self.locale))

    def full_day(self, day: date) -> str:
        """The date itself, whatever today is."""
        return _plain_spaces(format_date(day, "medium", locale=self.locale))

    def weekday(self, day: date, *, year: bool = False) -> str:
        """The date with its day of the week: ``Do., 26. Nov.``, ``Khamis, 26 Nov``."""
        pattern = self.locale.datetime_skeletons["yMMMEd" if year else "MMMEd"].pattern
        if self.locale.language in _WHOLE_WEEKDAYS:
            pattern = re.sub("E+", "EEEE", pattern)
        return _plain_spaces(format_date(day, pattern, locale=self.locale))

    def day_text(self, day: str) -> str:
        """As ``day`` for an ISO date in a string; anything else is shown as it is."""
        try:
            return self.day(date.fromisoformat(day))
        except ValueError:
            return shown(day)

    def moment(self, moment: str) -> str:
        """An ISO time in UTC as the person's own clock shows it, with the day unless it is today:
        ``tomorrow``, a weekday of the coming six, or as of ``day``.

        Anything else is shown as it is.
        """
        try:
            parsed = datetime.fromisoformat(moment)
        except ValueError:
            return shown(moment)
        aware = parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)
        local, clock = aware.astimezone(self.zone), self.clock(aware)
        ahead = (local.date() - self.now.astimezone(self.zone).date()).days
        if ahead == 0:
            return clock
        if ahead == 1:
            day = self.catalogue.text("day.tomorrow")
        elif 1 < ahead < _DAYS_A_WEEK:
            day = format_date(local, "EEEE", locale=self.locale)
        else:
            day = self.day(local.date())
        return self.catalogue.text("moment", day=day, time=clock)

    def listed(self, parts: Sequence[str]) -> str:
        """``one, two and three``."""
        if len(parts) < 2:  # noqa: PLR2004 - nothing to join
            return "".join(parts)
        return self.catalogue.text("list.and", first=", ".join(parts[:-1]), last=parts[-1])

    def quoted(self, text: str) -> str:
        """``text`` in the quotation marks of the language."""
        return self.catalogue.text("quoted", text=text)

    def clock(self, moment: datetime) -> str:
        """The time of a moment on the person's own clock, whatever day it is."""
        local = moment.astimezone(self.zone)
        return _plain_spaces(format_time(local, "short", locale=self.locale))

    def clock_time(self, printed: time) -> str:
        """A time of day that has no zone, as it is printed on paper."""
        return _plain_spaces(format_time(printed, "short", locale=self.locale))

    def clock_range(self, start: datetime, end: datetime) -> str:
        """From one time to another of the same day: ``14:00–16:00 Uhr``, ``2:00–4:00 pm``."""
        short = self.locale.time_formats["short"].pattern
        hours = "Hm" if "H" in short else "hm"
        local = (start.astimezone(self.zone), end.astimezone(self.zone))
        return _plain_spaces(format_interval(*local, hours, locale=self.locale))


def _plain_spaces(text: str) -> str:
    """Ordinary spaces instead of CLDR's non-breaking ones, and none around the dash of a range."""
    return re.sub(r"\s*–\s*", "–", re.sub("[\u00a0\u202f\u2009]", " ", text))
