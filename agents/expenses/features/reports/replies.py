"""What the conversation says about a call of this feature."""

from dataclasses import replace
from typing import ClassVar

from agents.contract import CallReply
from agents.expenses.call_replies import replies_of
from agents.expenses.calls import call_of, call_with
from agents.expenses.features.reports.digests import cadence_of
from agents.expenses.features.reports.tools import (
    REPORT_SPENDING,
    SET_DIGEST,
    SHOW_DIGEST,
    STOP_DIGEST,
    TOOLS,
    DigestState,
    Reported,
    ReportProblem,
)
from agents.expenses.questions import button
from agents.expenses.replies import Aside
from domain.messages import ButtonPress, CallRequest
from domain.replies import Content
from domain.tools import ErrorCode, ToolCall, ToolError


class ReportReady(Aside):
    """With the picture, if there is anything to draw."""

    topic: ClassVar[str] = "expenses.report"
    reported: Reported


class NoReport(Aside):
    topic: ClassVar[str] = "expenses.report.refused"
    problem: ReportProblem = ReportProblem.UNCLEAR


class DigestShown(Aside):
    """How often reports come by themselves now."""

    topic: ClassVar[str] = "expenses.digest"
    state: DigestState


class DigestNotChanged(Aside):
    """It was not clear how often they are to come."""

    topic: ClassVar[str] = "expenses.digest.not_changed"


SEND_REGULARLY = "expenses.send_regularly"
"""The button below the report of a week or month; its value is a ``Cadence``."""


def send_regularly(press: ButtonPress) -> CallRequest:
    return call_of(SET_DIGEST, every=press.value)


PRESSES = {SEND_REGULARLY: send_regularly}
UNCLEAR = {"report": NoReport(), "digest": DigestNotChanged()}
CONTENTS = (ReportReady, NoReport, DigestShown, DigestNotChanged)


def _tell(call: ToolCall, state: Reported | DigestState) -> CallReply:
    if isinstance(state, Reported):
        every = cadence_of(state.report.period) if state.picture is not None else None
        choices = [] if every is None else [button(SEND_REGULARLY, "", every)]
        return replace(report_reply(state), choices=choices)
    setting = state.before
    before = call_of(STOP_DIGEST) if setting is None else call_with(SET_DIGEST, setting)
    back = [] if call.name == SHOW_DIGEST.name else [before]
    gone = call.name == STOP_DIGEST.name
    return CallReply(DigestShown(state=state), taken_back_by=back, takes_away=gone)


def report_reply(reported: Reported) -> CallReply:
    files = () if reported.picture is None else (reported.picture,)
    return CallReply(ReportReady(reported=reported), files=files)


def _refuse(call: ToolCall, error: ToolError) -> Content | None:
    if error.code is not ErrorCode.INVALID_ARGUMENTS:
        return None
    reporting = call.name == REPORT_SPENDING.name
    return NoReport.model_validate(error.facts) if reporting else DigestNotChanged()


REPLIES = replies_of(TOOLS, _tell, _refuse)
