"""What a report looks like, as far as a test can see it."""

from datetime import date, timedelta
from decimal import Decimal
from io import BytesIO
from itertools import product

import pytest
from PIL import Image

from agents.expenses.categories import CATEGORIES
from agents.expenses.features.reports.pictures.brush import Brush, Weight, drawable, writable
from agents.expenses.features.reports.pictures.engine import drawn as painted_report
from agents.expenses.features.reports.pictures.looks import PALETTES
from agents.expenses.features.reports.pictures.painter import WIDTH
from agents.expenses.features.reports.replies import ReportReady
from agents.expenses.features.reports.report import (
    CategoryShare,
    ColumnTotal,
    Look,
    MoneyTotal,
    Period,
    ShopTotal,
    SpendingReport,
)
from agents.expenses.features.reports.report_words import report_ready, sheet_of
from agents.expenses.features.reports.tools import Reported
from agents.expenses.spending import HomeSum
from bot.texts.wording import formats_for
from domain.understanding import Person
from tests.bot.samples import NOW

TODAY = date(2026, 11, 23)
TEXT, SHAPE = 4.5, 3.0
BILLION = "1000000000"


def report(
    currency: str = "MYR", amount: str = "64.50", shop: str = "Kopi", unrated: int = 0
) -> SpendingReport:
    period, money = Period(since=date(2026, 11, 1), until=TODAY), Decimal(amount)
    return SpendingReport(
        period=period,
        spent=(
            MoneyTotal(currency=currency, amount=money, before=money / 2, count=2),
            MoneyTotal(currency="USD", amount=Decimal(12), count=1),
        ),
        income=(MoneyTotal(currency=currency, amount=money * 2, count=1),),
        home=HomeSum(currency=currency, amount=money + 50, unrated=unrated),
        categories=tuple(CategoryShare(category=name, amount=money / 16) for name in CATEGORIES),
        columns=tuple(
            ColumnTotal(start=day, amount=money if day == TODAY else Decimal(0))
            for day in period.starts()
        ),
        shops=(ShopTotal(name=shop, amount=money, count=2),),
    )


def drawn(found: SpendingReport, locale: str = "en_MY", look: Look = Look.LIGHT) -> Image.Image:
    person = Person(user_id="ali", locale=locale)
    return Image.open(BytesIO(painted_report(found, person, TODAY, look)))


def luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.shows("safety 12")
@pytest.mark.parametrize("look", Look)
def test_colours_stand_out_from_what_they_stand_on(look: Look) -> None:
    palette = PALETTES[look]
    written = {palette.text, palette.muted, *palette.tones.values()}
    for colour, ground in product(written, (palette.ground, palette.card)):
        assert contrast(colour, ground) >= TEXT, (colour, ground)
    assert len(palette.series) == len(CATEGORIES)
    for colour in (*palette.series, palette.accent):
        assert contrast(colour, palette.card) >= SHAPE, colour


@pytest.mark.parametrize(
    ("currency", "locale", "amount"),
    [("MYR", "en_MY", "0.05"), ("EUR", "de_DE", BILLION), ("USD", "en_US", BILLION),
     ("IDR", "ms_MY", BILLION), ("JPY", "ja_JP", "0.05"), ("CNY", "zh_CN", BILLION),
     ("THB", "th_TH", BILLION), ("INR", "hi_IN", BILLION), ("RUB", "ru_RU", BILLION)],
)  # fmt: skip
def test_any_currency_and_amount_is_drawn_in_letters_that_the_font_has(
    currency: str, locale: str, amount: str
) -> None:
    assert drawn(report(currency, amount), locale).width == WIDTH
    formats = formats_for(locale if locale[:2] in {"en", "de", "ms", "ru"} else "en", "UTC", NOW)
    assert writable(sheet_of(report(currency, amount), formats).worded)


def test_the_same_report_is_the_same_picture_and_the_dark_one_is_dark() -> None:
    light, again, dark = drawn(report()), drawn(report()), drawn(report(), look=Look.DARK)
    assert light.tobytes() == again.tobytes()
    corner = (0, 0)
    assert light.getpixel(corner) == (0xF3, 0xF4, 0xF6)
    assert dark.getpixel(corner) == (0x0B, 0x0F, 0x14)
    assert light.size == dark.size


@pytest.mark.parametrize(
    ("name", "shown"),
    [("Café Łódź", "Café Łódź"), ("海底捞 Haidilao", "Haidilao"), ("Пекарня", "Пекарня"),
     ("☕ Kopi", "Kopi"), ("大家乐", ""), ("🍔", "")],
)  # fmt: skip
def test_of_a_name_the_letters_of_the_font_are_shown(name: str, shown: str) -> None:
    assert drawable(name) == shown


def test_a_long_name_ends_with_an_ellipsis_and_has_room() -> None:
    brush = Brush(WIDTH, 10, "#FFFFFF")
    fitted = brush.fitted("Restoran " * 30, 38, Weight.MEDIUM, 400)
    assert fitted.endswith("…")
    assert brush.width(fitted, 38, Weight.MEDIUM) <= 400
    assert drawn(report(shop="Restoran " * 30)).size == drawn(report()).size


def test_currencies_have_a_total_together_only_where_each_row_has_its_rate() -> None:
    formats = formats_for("en_MY", "UTC", NOW)
    assert "≈ RM114.50" in sheet_of(report(), formats).currencies_note
    note = sheet_of(report(unrated=2), formats).currencies_note
    assert "2 expenses have no exchange rate" in note
    assert "RM" not in note


def test_one_expense_of_one_day_is_a_small_picture_without_a_chart() -> None:
    day = Period(since=TODAY, until=TODAY)
    one = SpendingReport(
        period=day,
        spent=(MoneyTotal(currency="MYR", amount=Decimal(5), count=1),),
        categories=(CategoryShare(category="Fuel", amount=Decimal(5)),),
        columns=(ColumnTotal(start=TODAY, amount=Decimal(5)),),
    )
    sheet = sheet_of(one, formats_for("en_MY", "UTC", NOW))
    assert (sheet.chart, sheet.flow, sheet.currencies) == (None, (), ())
    assert sheet.counted == "1 expense"
    assert drawn(one).height < drawn(report()).height / 2


def test_income_alone_is_a_report_too() -> None:
    period = Period(since=TODAY - timedelta(days=6), until=TODAY)
    came = (MoneyTotal(currency="MYR", amount=Decimal(900), count=1),)
    assert drawn(SpendingReport(period=period, income=came)).width == WIDTH


def test_the_balance_is_told_for_each_currency() -> None:
    found = report()
    content = ReportReady(reported=Reported(report=found))
    told = report_ready(content, formats_for("en_MY", "UTC", NOW))
    assert "RM129.00 came in, so the balance is RM64.50 and -US$12.00" in told.tail[-1]
