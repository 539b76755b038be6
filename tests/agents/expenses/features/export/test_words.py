"""A file is worded by what is in it, or by why there is none."""

from datetime import date

from agents.expenses.features.export.replies import ExportReady, ExportUnclear
from agents.expenses.features.export.tools import Exported, ExportForm, ExportOrder
from bot.texts.wording import worded
from domain.replies import Content, File
from tests.bot.samples import formats, reply

FILE = File(sha256="a" * 64, name="expenses.xlsx")


def text(content: Content) -> str:
    return worded(reply(content), formats()).text()


def test_an_export_says_what_is_in_it_or_why_there_is_none() -> None:
    def exported(order: ExportOrder, **parts: object) -> str:
        return text(ExportReady(exported=Exported.model_validate({"order": order, **parts})))

    everything = ExportOrder()
    assert "/export july csv" in text(ExportUnclear())
    assert "All time: nothing saved" in exported(everything)
    assert "no room" in exported(everything, no_room=True)
    assert "no photos" in exported(ExportOrder(form=ExportForm.PHOTOS))
    assert "still to come" in exported(ExportOrder(since=date(2099, 1, 1)))
    assert "All time: 1 expense\n" in exported(everything, files=(FILE,), rows=1, total=1)
    assert "newest of 3" in exported(everything, files=(FILE,), rows=2, total=3)
