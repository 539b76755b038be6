"""What this feature says, once each."""

from datetime import date
from decimal import Decimal

from agents.expenses.features.reports.digests import Cadence, DigestSetting
from agents.expenses.features.reports.replies import (
    DigestNotChanged,
    DigestShown,
    NoReport,
    ReportReady,
)
from agents.expenses.features.reports.report import (
    CategoryShare,
    MoneyTotal,
    Period,
    SpendingReport,
)
from agents.expenses.features.reports.tools import DigestState, Reported, ReportProblem

DAY = date(2026, 11, 21)
REPORT = SpendingReport(
    period=Period(since=DAY, until=DAY),
    spent=(MoneyTotal(currency="MYR", amount=Decimal("15.50"), before=Decimal(31), count=1),),
    income=(MoneyTotal(currency="MYR", amount=Decimal(20), count=1),),
    categories=(
        CategoryShare(category="Food & Drink", amount=Decimal("15.00")),
        CategoryShare(category="Fuel", amount=Decimal("0.50")),
    ),
)

NOTICES = ()
SAMPLES = (
    ReportReady(reported=Reported(report=REPORT)),
    NoReport(problem=ReportProblem.FUTURE),
    DigestShown(state=DigestState(now=DigestSetting(every=Cadence.WEEK, weekday=7, hour=20))),
    DigestNotChanged(),
)
