"""The saved expenses as files."""

from agents.contract import Errand, ErrandDesk
from agents.expenses import replies
from agents.expenses.calls import EXPORT_EXPENSES
from agents.expenses.exporting import ExportRequest


def exporting(asked: str) -> Errand:
    """``asked``: the person's words, or what follows the command."""

    async def export(desk: ErrandDesk) -> None:
        request = ExportRequest(person=desk.person, asked=asked, today=desk.today())
        exported = await desk.call(EXPORT_EXPENSES, request, "export the expenses")
        desk.say(replies.ExportReady(exported=exported), files=exported.files)

    return export
