"""What can be asked about reports, and about those that come by themselves."""

from datetime import date, timedelta
from enum import StrEnum

from pydantic import Field

from agents.expenses.features.reports.digests import DigestSetting
from agents.expenses.features.reports.report import Look, SpendingReport
from domain.commands import CommandForm
from domain.messages import Frozen
from domain.replies import File
from domain.tools import Arguments, Effect, NoArguments, Tool

_DRAWN_WITHIN = timedelta(seconds=30)
_ARRANGED_WITHIN = timedelta(seconds=20)
"""A schedule is made at Temporal first."""


class ReportArguments(Arguments):
    since: date | None = Field(None, description="First day; null for the first of this month")
    until: date | None = Field(None, description="Last day, included; null for today")
    ours: bool = False
    """Of the household, where the person has one."""
    look: Look = Field(Look.LIGHT, description="light where none is named")


class ReportProblem(StrEnum):
    """Why there is no report."""

    UNCLEAR = "unclear"
    FUTURE = "future"
    """The period is still to come."""


class Reported(Frozen):
    """Without ``picture`` nothing was saved in the period, or there is ``no_room`` to keep it."""

    report: SpendingReport
    picture: File | None = None
    no_room: bool = False


class DigestState(Frozen):
    """How it is now, and how it was before a call that changed it; None when no report comes by
    itself.
    """

    now: DigestSetting | None = None
    before: DigestSetting | None = None


REPORT_SPENDING = Tool(
    name="report_spending",
    purpose="Draws a picture of what was spent in a period: in all, against the one before, by "
    "category, day and shop.",
    arguments=ReportArguments,
    result=Reported,
    effect=Effect.READ,
    timeout=_DRAWN_WITHIN,
)

SET_DIGEST = Tool(
    name="set_digest",
    purpose="Has a report come by itself, every week or month, of the period before.",
    arguments=DigestSetting,
    result=DigestState,
    effect=Effect.WRITE,
    timeout=_ARRANGED_WITHIN,
)

SHOW_DIGEST = Tool(
    name="show_digest",
    purpose="Tells how often reports come by themselves.",
    arguments=NoArguments,
    result=DigestState,
    effect=Effect.READ,
)

STOP_DIGEST = Tool(
    name="stop_digest",
    purpose="Ends such reports.",
    arguments=NoArguments,
    result=DigestState,
    effect=Effect.WRITE,
    timeout=_ARRANGED_WITHIN,
)

COMMANDS = (
    CommandForm(name="report", takes_value=True),
    CommandForm(name="digest", takes_value=True),
)
TOOLS = (REPORT_SPENDING, SET_DIGEST, SHOW_DIGEST, STOP_DIGEST)
