"""What tasks that one message opened say: one content for all, where their agent has one."""

from collections.abc import Mapping

from pydantic import BaseModel

from agents.contract import Agent, ReplyCombiner
from domain.replies import Content
from domain.topics import PressAction
from workflows.albums import Album, Albums
from workflows.outbox import Outbox
from workflows.question_queue import QuestionQueue

MAX_CHOICES_TOGETHER = 6
"""Below a card of several tasks. Of more only those stay that edit one or take it back: what else a
button does can be said with the number of its task."""

MAX_TAKEN_BACK = 5
"""Of more tasks each has a button to edit it, and none to take it back."""


class SaidTogether:
    """Says what was kept back of an album, when nothing of it is waited for any more."""

    def __init__(
        self,
        albums: Albums,
        question_queue: QuestionQueue,
        outbox: Outbox,
        agents: Mapping[str, type[Agent[BaseModel]]],
    ) -> None:
        self.albums = albums
        self._question_queue = question_queue
        self._outbox = outbox
        self._agents = agents

    def say(self, group: str | None, *, at_once: bool = False) -> None:
        album = self.albums.close(group, at_once=at_once)
        if album is None:
            return
        queue = self._question_queue
        # While tasks are being stopped, the others of an album may be stopped next.
        asking = set() if queue.is_held else album.asking
        if not album.kept_back:
            if len(asking) > 1 and queue.current is None:
                queue.announce(asking, by_summary=False)
            return
        agent, together = self._agents.get(album.agent, Agent), None
        if issubclass(agent, ReplyCombiner):
            contents = [kept.content for kept in album.kept_back]
            together = agent.together(contents, len(asking), len(album.members))
        if together is None:
            for kept in album.kept_back:
                task_id = kept.record.task_id
                self._outbox.say(kept.content, kept.choices, subject=task_id, files=kept.files)
        else:
            self._say_one(album, together)
        queue.note_digression()
        queue.announce(asking, by_summary=together is not None)

    def _say_one(self, album: Album, together: Content) -> None:
        choices = [
            choice.model_copy(update={"label": f"#{kept.record.number}"})
            for kept in album.kept_back
            for choice in kept.choices
        ]
        if len(choices) > MAX_CHOICES_TOGETHER:
            many = len(album.kept_back) > MAX_TAKEN_BACK
            stay = {PressAction.EDIT} if many else {PressAction.EDIT, PressAction.UNDO}
            choices = [c for c in choices if c.press.action in stay]
        several = len(album.kept_back) > 1
        subject = None if several else album.kept_back[0].record.task_id
        files = [file for kept in album.kept_back for file in kept.files]
        self._outbox.say(together, choices, subject=subject, files=files)
