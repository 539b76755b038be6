"""Albums whose parts arrive as messages of their own, and the caption that is about all of them."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pydantic import ValidationError
from temporalio import workflow

from domain.messages import Message
from domain.sent import Told
from domain.understanding import Act, ActKind
from workflows.activity_calls import ALBUM_PAUSE
from workflows.chat import Chat, ChatPart
from workflows.shared import comes_true, evidence_of
from workflows.taking_back import TakingBack
from workflows.tasks import TaskRun
from workflows.whose_words import TAKING_AWAY

_REMEMBERED = 10
"""Albums whose caption is kept for a part that comes late."""


@dataclass
class _Album:
    """What came of one album so far."""

    parts: int = 0
    """Messages that brought something of it."""
    complete: bool = True
    """No other part came for a while: what comes now is shown by itself."""
    runs: list[TaskRun] = field(default_factory=list)
    captions: list[tuple[Act, Message]] = field(default_factory=list)
    handed: dict[str, int] = field(default_factory=dict)
    """By task id, how many of the captions the task was told."""
    dropped: bool = False

    @property
    def cancelled(self) -> bool:
        return self.dropped or any(run.desk.stopped for run in self.runs)


class Gathering(ChatPart):
    """Holds an album's tasks until all of it seems to be there, and tells each the caption.

    Of the one caption of an album each of several tasks hears what may hold for all
    (``Details.shared``). Where several parts have captions, each is about its own part.
    """

    def __init__(self, chat: Chat, taking_back: TakingBack) -> None:
        super().__init__(chat)
        self._taking_back = taking_back
        self._albums: dict[str, _Album] = {}

    def joins(self, message: Message) -> bool:
        """Whether a message brings a part of an album that is not complete yet."""
        return self._open(message.album) is not None

    def dropped(self, group: str) -> bool:
        """Whether the person wants nothing of this album, so neither of a part still to come."""
        album = self._albums.get(group)
        open_or_dropped = album is not None and (not album.complete or album.dropped)
        return album is not None and open_or_dropped and album.cancelled

    def _open(self, group: str) -> _Album | None:
        album = self._albums.get(group) if group else None
        return album if album is not None and not album.complete else None

    def add(self, group: str, runs: Sequence[TaskRun]) -> None:
        """Adds the tasks of one part of an album; behind a shown album it is shown by itself."""
        album = self._albums.setdefault(group, _Album())
        complete = [group for group, album in self._albums.items() if album.complete]
        if len(self._albums) > _REMEMBERED and complete:
            del self._albums[complete[0]]
        album.runs.extend(runs)
        self._board.gather(group, runs)
        album.parts += 1
        if album.complete:
            album.complete = False
            # A handler, so that the conversation counts as working and stays in this run.
            self._handlers.start(self._complete(group, album), digression=False)

    async def _complete(self, group: str, album: _Album) -> None:
        parts = album.parts
        while await comes_true(lambda: album.parts != parts, ALBUM_PAUSE, "more of the album?"):  # noqa: B023 - awaited at once
            parts = album.parts
        album.complete = True
        self._hand_out(album)
        self._board.gathered(group)

    def caption(self, act: Act, message: Message) -> None:
        """Applies what a caption of an album was understood to say; talk says nothing."""
        album = self._albums.get(message.album)
        if album is None:
            return
        telling = act.kind in {ActKind.OPEN, ActKind.DETAIL} and act.details is not None
        if telling or act.kind in TAKING_AWAY:
            album.captions.append((act, message))
        if album.complete:
            self._hand_out(album)

    def _hand_out(self, album: _Album) -> None:
        going_on = [run for run in album.runs if self._board.get(run.record.task_id) is run]
        apart = len({message.id for _, message in album.captions}) > 1
        if not apart and any(act.kind in TAKING_AWAY for act, _ in album.captions):
            album.dropped = True
        gone: list[TaskRun] = []
        for run in going_on:
            task_id = run.record.task_id
            for act, message in album.captions[album.handed.get(task_id, 0) :]:
                if apart and not self._has_brought(message, task_id):
                    continue
                if act.kind in TAKING_AWAY:
                    gone.append(run)
                    break
                self._hand_over(run, act, message, single=apart or len(album.runs) == 1)
            album.handed[task_id] = len(album.captions)
        if gone:
            self._taking_back.cancel(gone)

    def _has_brought(self, message: Message, task_id: str) -> bool:
        """Whether this message brought the file that the task is about."""
        sent = self._session.state.sent.of(message.ref)
        return sent is not None and any(t.file and t.task_id == task_id for t in sent.told)

    def share(self, run: TaskRun, act: Act, message: Message) -> None:
        """Hands a task what was said of a file that shows other things as well."""
        self._hand_over(run, act, message, single=False)

    def _hand_over(self, run: TaskRun, act: Act, message: Message, *, single: bool) -> None:
        task_id = run.record.task_id
        if act.agent != run.record.agent:
            return
        try:
            said = run.agent.details.model_validate(act.details)
        except ValidationError:
            workflow.logger.error("caption.unreadable", extra={"task_id": task_id})
            return
        said = said if single else said.shared()
        details = said.model_dump(mode="json", exclude_defaults=True)
        self._session.tell(message.ref, Told(task_id=task_id, details=details, context=not single))
        run.injections.add_act(act.model_copy(update={"details": details}), evidence_of(message))
        for other in self._board.opened_beside(run):
            self.share(other, act, message)
