"""A report of spending as a picture."""

from agents.contract import Errand, ErrandDesk
from agents.expenses import replies
from agents.expenses.calls import REPORT_SPENDING
from agents.expenses.reporting import ReportRequest


def reporting(asked: str) -> Errand:
    """``asked``: the person's words, or what follows the command."""

    async def report(desk: ErrandDesk) -> None:
        request = ReportRequest(person=desk.person, asked=asked, today=desk.today())
        reported = await desk.call(REPORT_SPENDING, request, "draw a report")
        files = () if reported.picture is None else (reported.picture,)
        desk.say(replies.ReportReady(reported=reported), files=files)

    return report
