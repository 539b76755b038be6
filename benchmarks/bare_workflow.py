"""The least that answers a message durably: one signal, an activity that saves, the delivery.

No tasks, no questions, no corrections while something runs, nothing for an operator to look at:
what a turn of this workflow costs is the price of Temporal itself.
"""

from collections import deque
from datetime import timedelta

from pydantic import BaseModel
from temporalio import workflow

QUEUE = "bare"
REPLY_QUEUE = "bare.channel"
"""Replies are shown by the channel's own process, as Steward's are."""
ATTEMPT = timedelta(seconds=60)


class Note(BaseModel):
    """A message on its way through a turn."""

    id: str
    chat_id: str
    text: str


class Shape(BaseModel):
    """How a message is saved before its reply is delivered."""

    name: str
    local: bool


SHAPES = (Shape(name="same shape", local=False), Shape(name="floor", local=True))
"""As Steward's sure expense is, and the least that Temporal needs: that is written down only when
it has been done.
"""


@workflow.defn(name="bare-conversation")
class BareConversation:
    """A chat; it never ends."""

    def __init__(self) -> None:
        self._inbox: deque[Note] = deque()

    @workflow.signal
    def receive(self, note: Note) -> None:
        self._inbox.append(note)

    @workflow.run
    async def run(self, shape: Shape) -> None:
        while True:
            await workflow.wait_condition(lambda: bool(self._inbox))
            await self._answer(self._inbox.popleft(), shape)
            if not self._inbox and workflow.info().is_continue_as_new_suggested():
                workflow.continue_as_new(shape)

    async def _answer(self, note: Note, shape: Shape) -> None:
        if shape.local:
            note = await workflow.execute_local_activity(
                "save", note, result_type=Note, start_to_close_timeout=ATTEMPT
            )
        else:
            note = await workflow.execute_activity(
                "save", note, result_type=Note, start_to_close_timeout=ATTEMPT
            )
        await workflow.execute_activity(
            "deliver", note, task_queue=REPLY_QUEUE, start_to_close_timeout=ATTEMPT
        )
