"""The workflow that the clerk brings: counts what is said about a letter, and what was shown."""

from temporalio import workflow

from domain.replies import NoticeShown
from tests.toy.words import Slip


@workflow.defn(name="drawer")
class Drawer:
    @workflow.init
    def __init__(self, start: Slip) -> None:
        self._slips = [start.words]
        self._shown: list[NoticeShown] = []

    @workflow.signal
    def put_in(self, slip: Slip) -> None:
        self._slips.append(slip.words)

    @workflow.signal
    def notice_shown(self, shown: NoticeShown) -> None:
        self._shown.append(shown)

    @workflow.query
    def slips(self) -> list[str]:
        return self._slips

    @workflow.query
    def shown(self) -> list[NoticeShown]:
        return self._shown

    @workflow.run
    async def run(self, start: Slip) -> None:  # noqa: ARG002 - taken by __init__
        await workflow.wait_condition(lambda: "end" in self._slips)


WORKFLOWS = (Drawer,)
