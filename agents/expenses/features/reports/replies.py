"""What the conversation says about a call of this feature."""

from typing import ClassVar

from agents.contract import CallReply, failure_of
from agents.expenses.calls import call_of
from agents.expenses.features.reports.digests import DigestSetting
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
from agents.expenses.replies import Aside
from domain.messages import CallRequest
from domain.replies import Content
from domain.tools import ErrorCode, ToolCall, ToolError, ToolResult


class ReportReady(Aside):
    """With the picture, if there is anything to draw."""

    topic: ClassVar[str] = "expenses.report"
    reported: Reported


class NoReport(Aside):
    topic: ClassVar[str] = "expenses.report.refused"
    problem: ReportProblem


class DigestShown(Aside):
    """How often reports come by themselves now."""

    topic: ClassVar[str] = "expenses.digest"
    state: DigestState


class DigestNotChanged(Aside):
    """It was not clear how often they are to come."""

    topic: ClassVar[str] = "expenses.digest.not_changed"


UNCLEAR = {"report": NoReport(problem=ReportProblem.UNCLEAR), "digest": DigestNotChanged()}
CONTENTS = (ReportReady, NoReport, DigestShown, DigestNotChanged)


def reply(call: ToolCall, result: ToolResult) -> CallReply:
    """What the person sees of a call of one of this feature's tools."""
    if result.error is not None:
        return CallReply(_refused(call, result.error))
    if call.name == REPORT_SPENDING.name:
        return report_reply(Reported.model_validate(result.value))
    state = DigestState.model_validate(result.value)
    back = [] if call.name == SHOW_DIGEST.name else [_digest_of(state.before)]
    gone = call.name == STOP_DIGEST.name
    return CallReply(DigestShown(state=state), taken_back_by=back, takes_away=gone)


def _digest_of(setting: DigestSetting | None) -> CallRequest:
    """The call after which reports come so."""
    if setting is None:
        return call_of(STOP_DIGEST)
    return CallRequest(name=SET_DIGEST.name, arguments=setting.model_dump_json())


def report_reply(reported: Reported) -> CallReply:
    files = () if reported.picture is None else (reported.picture,)
    return CallReply(ReportReady(reported=reported), files=files)


def _refused(call: ToolCall, error: ToolError) -> Content:
    if error.code is not ErrorCode.INVALID_ARGUMENTS:
        return failure_of(error)
    if call.name != REPORT_SPENDING.name:
        return DigestNotChanged()
    return NoReport(problem=ReportProblem(str(error.facts.get("problem", ReportProblem.UNCLEAR))))


REPLIES = dict.fromkeys((tool.name for tool in TOOLS), reply)
